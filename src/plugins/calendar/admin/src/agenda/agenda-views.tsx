import { Flex, LinkButton, Typography } from '@strapi/design-system';
import { Link } from 'react-router-dom';
import { type TextKey, useText } from '../use-text';
import { changed } from './agenda-address';

const VIEWS = [
  'all',
  'today',
  'this-week',
  'next-week',
  'this-month',
  'past',
  'pending',
  'draft',
  'future',
  'trash',
];

type Props = { address: URLSearchParams; counts?: Record<string, number> };

/** The views by name, each with how many events it shows; one is the current one. */
export function AgendaViews({ address, counts }: Props) {
  const text = useText();
  const current = address.get('view') ?? 'all';
  return (
    <Flex tag="nav" aria-label={text('agenda.views')} gap={2} wrap="wrap">
      {VIEWS.map((view) => (
        <LinkButton
          key={view}
          tag={Link}
          size="S"
          variant={view === current ? 'secondary' : 'tertiary'}
          aria-current={view === current ? 'page' : undefined}
          to={`?${changed(address, { view: view === 'all' ? '' : view })}`}
        >
          {text(`agenda.view.${view}` as TextKey)}
          {counts && (
            <Typography variant="pi" fontWeight="bold" textColor="inherit">
              {` ${counts[view] ?? 0}`}
            </Typography>
          )}
        </LinkButton>
      ))}
    </Flex>
  );
}
