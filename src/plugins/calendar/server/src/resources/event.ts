import { date } from '../params/date';
import { flag } from '../params/flag';
import { password } from '../params/password';
import { status, statuses } from '../params/status';
import { dateWindow } from '../query/date-window';
import { hidden, notHidden } from '../query/visible';
import { representEvent } from '../representation/event';
import type { EventRecord } from '../representation/records';
import { redacted } from '../representation/redact';
import { filter, type Resource } from './resource';

/** Spec 4.2: something that happens at a time. */
export const event: Resource<EventRecord> = {
  type: 'event',
  path: 'events',
  bySlug: true,
  filters: {
    start_date: filter(date),
    end_date: filter(date),
    status: filter(status),
    starts_before: filter(date),
    starts_after: filter(date),
    ends_before: filter(date),
    ends_after: filter(date),
    strict_dates: filter(flag),
  },
  editorFilters: { status: filter(statuses), hide_from_listings: filter(flag) },
  listed: ({ hide_from_listings }) => [hide_from_listings ? hidden('e') : notHidden('e')],
  together: (values, { now, settings }) => dateWindow(values, { now, zone: settings.timezone }),
  single: { password },
  order: 'e.utc_start_date, e.public_id',
  represent: representEvent,
  representListed: (record, view) => {
    const shown = representEvent(record, view);
    return record.row.password ? redacted(shown) : shown;
  },
  refusals: {
    notFound: 'rest-event-not-found',
    notAccessible: 'event-not-accessible',
    noLongerAvailable: 'event-no-longer-available',
    protected: 'event-password-protected',
    noSuchPage: 'event-archive-page-not-found',
  },
};
