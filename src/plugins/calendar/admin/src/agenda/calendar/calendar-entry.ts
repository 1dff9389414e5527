import type { CalendarEntry } from '../../../../server/src/records/agenda-calendar';
import { DAY_MS } from '../../wall-time';
import { inZone } from '../../zones';

/** An event as FullCalendar's input: instants, or days with an exclusive end. */
export interface Placed {
  id: string;
  title: string;
  start: string;
  end?: string;
  allDay: boolean;
  url: string;
  extendedProps: { entry: CalendarEntry };
}

const dayAfter = (day: string) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);

/** Formatters by zone: creating one is slow, and a month formats thousands of events. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  const format = known ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
  if (!known) formats.set(timeZone, format);
  return format;
}

/** The day of an instant in a zone. */
export function dayAt(instant: number | Date, zone: string): string {
  const { at, timeZone } = inZone(instant, zone);
  return formatIn(timeZone).format(at);
}

/** Whether a placed event overlaps the days `from` to `to` of the zone. */
export function isWithin(
  { start, end = start, allDay }: Placed,
  { from, to, zone }: { from: string; to: string; zone: string },
): boolean {
  const first = allDay ? start : dayAt(Date.parse(start), zone);
  const behind = allDay
    ? end
    : dayAfter(dayAt(Math.max(Date.parse(start), Date.parse(end) - 1), zone));
  return first <= to && behind > from;
}

/**
 * Where the grid shows an event: all-day events on the days of their own zone; events of 24 hours or more on
 * the days of the grid's zone, as a bar above the hours; others at their hours. Undefined without dates.
 */
export function placed(entry: CalendarEntry, zone: string, url: string): Placed | undefined {
  const { start_date, end_date, utc_start, utc_end } = entry;
  if (!start_date || !end_date || !utc_start || !utc_end) return undefined;
  const shared = { id: String(entry.id), title: entry.title, url, extendedProps: { entry } };
  if (entry.all_day) {
    const [start, last] = [start_date.slice(0, 10), end_date.slice(0, 10)];
    return { ...shared, start, end: dayAfter(last), allDay: true };
  }
  const [from, to] = [Date.parse(utc_start), Date.parse(utc_end)];
  if (to - from < DAY_MS) return { ...shared, start: utc_start, end: utc_end, allDay: false };
  const last = dayAt(to - 1, zone);
  return { ...shared, start: dayAt(from, zone), end: dayAfter(last), allDay: true };
}
