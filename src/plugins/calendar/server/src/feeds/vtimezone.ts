import { type Transition, transitionsIn } from '../kinds/dates/transitions';
import { abbreviationAt, countOf, offsetOf, wallOfCount } from '../kinds/dates/wall-time';
import { line, textLine } from './content-line';

const MINUTE = 60_000;

/** RFC 5545 3.3.14: `+0530`. */
function offset(milliseconds: number): string {
  const minutes = Math.round(Math.abs(milliseconds) / MINUTE);
  const digits = (count: number) => String(count).padStart(2, '0');
  return `${milliseconds < 0 ? '-' : '+'}${digits(Math.floor(minutes / 60))}${digits(minutes % 60)}`;
}

/** RFC 5545 3.3.5: `20270131T183000`. */
export const localTime = (wall: string): string => wall.replace(/[-:]/g, '').replace(' ', 'T');

const yearBegins = (year: number) => countOf(`${String(year).padStart(4, '0')}-01-01 00:00:00`);

/** More to the east than at the other end of the year. */
function isDaylight(zone: string, { at, to }: Transition): boolean {
  const year = new Date(at).getUTCFullYear();
  const [winter, summer] = [
    offsetOf(yearBegins(year), zone),
    offsetOf(yearBegins(year) + 181 * 24 * 60 * MINUTE, zone),
  ];
  return to > Math.min(winter, summer);
}

function observance(zone: string, transition: Transition): string[] {
  const { at, from, to } = transition;
  const name = isDaylight(zone, transition) ? 'DAYLIGHT' : 'STANDARD';
  return [
    `BEGIN:${name}`,
    ...line('DTSTART', localTime(wallOfCount(at + from))),
    ...line('TZOFFSETFROM', offset(from)),
    ...line('TZOFFSETTO', offset(to)),
    ...textLine('TZNAME', abbreviationAt(new Date(at), zone)),
    `END:${name}`,
  ];
}

/** What holds when a year begins, as if it began then. */
function standing(zone: string, year: number): Transition {
  const begins = yearBegins(year);
  const to = offsetOf(begins, zone);
  return { at: begins - to, from: to, to };
}

/** RFC 5545 3.6.5: the zone as it is in these years, and in the one before each of them; no rule is guessed from others. */
export function vtimezone(zone: string, years: Iterable<number>): string[] {
  const all = new Set([...years].flatMap((year) => (year > 1 ? [year - 1, year] : [year])));
  const sorted = [...all].sort((one, other) => one - other);
  const transitions = sorted.flatMap((year) => [
    ...(all.has(year - 1) ? [] : [standing(zone, year)]),
    ...transitionsIn(zone, year),
  ]);
  return [
    'BEGIN:VTIMEZONE',
    ...textLine('TZID', zone),
    ...transitions.flatMap((each) => observance(zone, each)),
    'END:VTIMEZONE',
  ];
}
