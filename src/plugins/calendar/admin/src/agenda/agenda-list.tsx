import { Box, Flex, LinkButton, Typography } from '@strapi/design-system';
import { Link, Navigate } from 'react-router-dom';
import { useText } from '../use-text';
import { changed, lastPageIn } from './agenda-address';
import { AgendaEntry } from './agenda-entry';
import type { Agenda } from './use-agenda';
import { type Group, groupOf } from './when';

const GROUPS: Group[] = ['ahead', 'past', 'undated'];

/** The events of a page, grouped into current and upcoming, past, and undated ones. */
export function AgendaList({
  results,
  onDeleted,
}: Pick<Agenda, 'results'> & { onDeleted: () => void }) {
  const text = useText();
  const now = new Date();
  return (
    <Flex direction="column" alignItems="stretch" gap={6}>
      {GROUPS.map((group) => {
        const entries = results.filter((entry) => groupOf(entry, now) === group);
        if (entries.length === 0) return null;
        return (
          <section key={group} aria-labelledby={`agenda-${group}`}>
            <Typography id={`agenda-${group}`} tag="h2" variant="delta">
              {text(`agenda.group.${group}`)}
            </Typography>
            <Box tag="ul" marginTop={2} shadow="tableShadow" hasRadius overflow="hidden">
              {entries.map((entry) => (
                <AgendaEntry key={entry.id} entry={entry} now={now} onDeleted={onDeleted} />
              ))}
            </Box>
          </section>
        );
      })}
    </Flex>
  );
}

type Paging = Pick<Agenda, 'page' | 'more'> & { address: URLSearchParams };

/** Links to the previous and the next page. */
export function AgendaPages({ page, more, address }: Paging) {
  const text = useText();
  if (page === 1 && !more) return null;
  const to = (wanted: number) => `?${changed(address, { page: wanted > 1 ? `${wanted}` : '' })}`;
  return (
    <Flex tag="nav" aria-label={text('agenda.pages')} gap={4} justifyContent="center">
      {page > 1 && (
        <LinkButton tag={Link} variant="tertiary" to={to(page - 1)}>
          {text('agenda.previous')}
        </LinkButton>
      )}
      <Typography>{text('agenda.page', { page })}</Typography>
      {more && (
        <LinkButton tag={Link} variant="tertiary" to={to(page + 1)}>
          {text('agenda.next')}
        </LinkButton>
      )}
    </Flex>
  );
}

type Ending = { page: number; pages: number; address: URLSearchParams };

/** Redirects to the last page when the current one is beyond it, because its last event was removed. */
export function ToLastPage({ address, ...asked }: Ending) {
  const last = lastPageIn(address, asked);
  return last ? <Navigate to={`?${last}`} replace /> : null;
}
