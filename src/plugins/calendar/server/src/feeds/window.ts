import { addMonths } from '../kinds/dates/date-parts';
import { dayStart } from '../kinds/dates/day';
import type { DateValues } from '../query/date-window';

const DAY = 24 * 60 * 60 * 1000;

/** What has ended stays in calendars for a while. */
const DAYS_BACK = 30;

const MONTHS_AHEAD = 24;

const BOUNDS = [
  ...(['start_date', 'end_date', 'starts_before', 'starts_after'] as const),
  ...(['ends_before', 'ends_after', 'include'] as const),
];

type Asked = DateValues & { include?: unknown };

/**
 * What a feed holds for which no window was asked: what runs, what comes and what ended in the last 30
 * days, from midnight to midnight of the site's zone, so that it is the same all day long.
 */
export function feedWindow<Values extends Asked>(
  sent: Values,
  { now, zone }: { now: Date; zone: string },
): Values {
  if (BOUNDS.some((name) => sent[name] !== undefined)) return sent;
  const today = dayStart(now, zone).getTime();
  const before = new Date(today - (DAYS_BACK + 0.5) * DAY); // Noon of the day before the first.
  return {
    ...sent,
    strict_dates: undefined,
    ends_after: { instant: before },
    starts_before: { instant: addMonths(new Date(today), MONTHS_AHEAD, zone) },
  };
}
