/** A straightforward implementation of the date rules (section 5) with Node's own zones, to compare with. */

const HOUR = 3_600_000;
const MINUTE = 60_000;

/** Memoizes a function: formats, and searches for a wall time, are slow. */
function remembered<Result>(work: (...words: string[]) => Result) {
  const known = new Map<string, Result>();
  return (...words: string[]): Result => {
    const key = words.join(' ');
    const result = known.get(key) ?? work(...words);
    known.set(key, result);
    return result;
  };
}

const formatOf = remembered(
  (zone) =>
    new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    }),
);

/** The wall time of a zone at an instant, in milliseconds as if it were UTC. */
function shown(instant: number, zone: string): number {
  const parts = formatOf(zone).formatToParts(new Date(instant));
  const part = (type: string) => Number(parts.find((each) => each.type === type)?.value);
  const [year, month, day] = [part('year'), part('month'), part('day')];
  return Date.UTC(year, month - 1, day, part('hour'), part('minute'), part('second'));
}

const asUtc = (wall: string) => Date.parse(`${wall.replace(' ', 'T')}Z`);

/** D5.2: the first instant with the wall time; within a gap, shifted by the gap's length. */
export const instantOf = remembered((wall: string, zone: string): number => {
  const wanted = asUtc(wall);
  for (let instant = wanted - 15 * HOUR; instant <= wanted + 15 * HOUR; instant += 15 * MINUTE) {
    if (shown(instant, zone) === wanted) return instant;
  }
  const before = wanted - 24 * HOUR;
  return wanted - (shown(before, zone) - before);
});

/** The first instant of the wall time's day, `days` later. */
function dayOf(wall: string, zone: string, days = 0): number {
  const midnight = new Date(asUtc(`${wall.slice(0, 10)} 00:00:00`) + days * 24 * HOUR);
  return instantOf(midnight.toISOString().slice(0, 19).replace('T', ' '), zone);
}

export interface Happening {
  id: number;
  start: number;
  end: number;
}

export type Bounds = Partial<
  Record<
    'start_date' | 'end_date' | 'starts_before' | 'starts_after' | 'ends_before' | 'ends_after',
    string
  >
>;

/** D5.7 and D5.8: the ids that a list shows, in order; all bounds are wall times of the site's zone. */
export function listed(
  events: Happening[],
  bounds: Bounds,
  strict: boolean,
  zone: string,
): number[] {
  const at = (wall: string) => instantOf(wall, zone);
  const from = (wall: string) => dayOf(wall, zone);
  const next = (wall: string) => dayOf(wall, zone, 1);
  const tests: Record<keyof Bounds, (event: Happening, wall: string) => boolean> = {
    start_date: ({ start }, wall) => start >= (strict ? at(wall) : from(wall)),
    end_date: ({ end }, wall) => (strict ? end <= at(wall) : end < next(wall)),
    starts_before: ({ start }, wall) => start < (strict ? at(wall) : next(wall)),
    starts_after: ({ start }, wall) => (strict ? start > at(wall) : start >= next(wall)),
    ends_before: ({ end }, wall) => end < (strict ? at(wall) : next(wall)),
    ends_after: ({ end }, wall) => (strict ? end > at(wall) : end >= next(wall)),
  };
  const holds = (event: Happening) =>
    Object.entries(bounds).every(([name, wall]) => tests[name as keyof Bounds](event, wall));
  return events
    .filter(holds)
    .sort((one, other) => one.start - other.start || one.id - other.id)
    .map(({ id }) => id);
}
