import { Flex, LinkButton, Typography } from '@strapi/design-system';
import { Link } from 'react-router-dom';
import { AGENDA_VIEWS } from '../../../server/src/settings/agenda';
import { useText } from '../use-text';
import { changed } from './agenda-address';
import { isSpanView, tabOf } from './calendar/calendar-address';

type Props = { address: URLSearchParams; counts?: Record<string, number> };

/**
 * Links to the views, each with its number of events. In the week and month tabs, which set the time
 * themselves, views that are periods (today, this week …) are left out.
 */
export function AgendaViews({ address, counts }: Props) {
  const text = useText();
  const current = address.get('view') ?? 'all';
  const offered = AGENDA_VIEWS.filter((view) => tabOf(address) === 'list' || !isSpanView(view));
  return (
    <Flex tag="nav" aria-label={text('agenda.views')} gap={2} wrap="wrap">
      {offered.map((view) => (
        <LinkButton
          key={view}
          tag={Link}
          size="S"
          variant={view === current ? 'secondary' : 'tertiary'}
          aria-current={view === current ? 'page' : undefined}
          to={`?${changed(address, { view: view === 'all' ? '' : view })}`}
        >
          {text(`agenda.view.${view}`)}
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
