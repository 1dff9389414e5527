import { hourAfter } from '../../wall-time';
import { changed } from '../agenda-address';

/** The agenda's layouts; the list is the default. */
export const TABS = ['list', 'week', 'month'] as const;

export type Tab = (typeof TABS)[number];
export type Span = Exclude<Tab, 'list'>;

/** Views that are periods, and so conflict with the period of the week and month tabs. */
const SPAN_VIEWS = ['today', 'this-week', 'next-week', 'this-month', 'past'];

export const isSpanView = (view: string) => SPAN_VIEWS.includes(view);

export const tabOf = (address: URLSearchParams): Tab =>
  TABS.find((tab) => tab === address.get('tab')) ?? 'list';

/** The query of another tab with the same filters. Week and month share their day. */
export function toTab(address: URLSearchParams, tab: Tab): URLSearchParams {
  const next = changed(address, {});
  if (tab === 'list') {
    next.delete('tab');
    next.delete('day');
    return next;
  }
  next.set('tab', tab);
  if (isSpanView(next.get('view') ?? '')) next.delete('view');
  return next;
}

/** The query of another day; `undefined` for today. */
export function toDay(address: URLSearchParams, day: string | undefined): URLSearchParams {
  const next = changed(address, {});
  if (day) next.set('day', day);
  else next.delete('day');
  return next;
}

/** A day at noon UTC, so that formatting in UTC never shifts it. */
export const atNoon = (day: string) => new Date(`${day}T12:00:00Z`);
const dayIn = (date: Date) => date.toISOString().slice(0, 10);

/** A day in the previous (-1) or next (1) week or month; of a month the first. */
export function shifted(day: string, span: Span, by: 1 | -1): string {
  const date = atNoon(day);
  if (span === 'week') date.setUTCDate(date.getUTCDate() + 7 * by);
  else date.setUTCMonth(date.getUTCMonth() + by, 1);
  return dayIn(date);
}

/** The start of an event when only a day was chosen. */
const FIRST_HOUR = '09:00';

/**
 * Values for a new event of one hour at a day or a wall time of the zone (`2031-03-20`, `2031-03-20T18:30`).
 */
export function hourAt(moment: string, timezone: string): Record<string, string> {
  const [day = '', hour = FIRST_HOUR] = moment.split('T');
  const start_date = `${day} ${hour.slice(0, 5)}:00`;
  return { start_date, end_date: hourAfter(start_date), timezone };
}

/** Values for a new all-day event. */
export const wholeDay = (day: string, timezone: string): Record<string, string> => ({
  ...{ start_date: `${day} 00:00:00`, end_date: `${day} 23:59:59` },
  ...{ timezone, all_day: 'true' },
});
