import { Box, Flex, LinkButton, Typography } from '@strapi/design-system';
import { type RefObject, useEffect, useRef } from 'react';
import { Link, Navigate } from 'react-router-dom';
import { styled } from 'styled-components';
import type { AgendaAnswer } from '../../../server/src/records/agenda';
import { useText } from '../use-text';
import { changed, lastPageIn } from './agenda-address';
import { AgendaEntry } from './agenda-entry';
import { type Group, groupOf } from './when';

const GROUPS: Group[] = ['ahead', 'past', 'undated'];

/** Stays below Strapi's fixed header when it is scrolled to. */
const Top = styled(Flex)`
  scroll-margin-block-start: 10rem;
`;

/** The events of a page, grouped into current and upcoming, past, and undated ones. */
export function AgendaList({
  results,
  onDeleted,
  top,
}: Pick<AgendaAnswer, 'results'> & { onDeleted: () => void; top: RefObject<HTMLDivElement> }) {
  const text = useText();
  const now = new Date();
  return (
    <Top ref={top} tabIndex={-1} direction="column" alignItems="stretch" gap={6}>
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
    </Top>
  );
}

type Paging = Pick<AgendaAnswer, 'page' | 'more'> & {
  address: URLSearchParams;
  /** Scrolled to, and focused, when the requested page is shown. */
  top?: RefObject<HTMLElement>;
};

/** Links to the previous and the next page. */
export function AgendaPages({ page, more, address, top }: Paging) {
  const text = useText();
  const requested = useRef<number>();
  useEffect(() => {
    if (requested.current !== page) return;
    requested.current = undefined;
    top?.current?.focus({ preventScroll: true });
    top?.current?.scrollIntoView();
  }, [page, top]);
  if (page === 1 && !more) return null;
  const linkTo = (wanted: number) => ({
    to: `?${changed(address, { page: wanted > 1 ? `${wanted}` : '' })}`,
    onClick: () => {
      requested.current = wanted;
    },
  });
  return (
    <Flex tag="nav" aria-label={text('agenda.pages')} gap={4} justifyContent="center">
      {page > 1 && (
        <LinkButton tag={Link} variant="tertiary" {...linkTo(page - 1)}>
          {text('agenda.previous')}
        </LinkButton>
      )}
      <Typography>{text('agenda.page', { page })}</Typography>
      {more && (
        <LinkButton tag={Link} variant="tertiary" {...linkTo(page + 1)}>
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
