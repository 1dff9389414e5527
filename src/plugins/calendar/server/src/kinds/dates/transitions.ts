import { LRUCache } from 'lru-cache';
import { countOf, DAY, offsetOf, type WallTime } from './wall-time';
import { isOffsetZone } from './zone';

const SECOND = 1000;

/** The clocks of a zone are put forward or back. */
export interface Transition {
  /** Milliseconds since 1970. */
  at: number;
  /** Milliseconds east of UTC, before and from then on. */
  from: number;
  to: number;
}

const known = new LRUCache<string, Transition[]>({ max: 5000 });

/** The second at which the offset becomes another one, between two moments of which it does. */
function momentBetween(zone: string, before: number, after: number): number {
  const from = offsetOf(before, zone);
  let [low, high] = [before, after];
  while (high - low > SECOND) {
    const middle = Math.floor((low + high) / 2 / SECOND) * SECOND;
    if (offsetOf(middle, zone) === from) low = middle;
    else high = middle;
  }
  return high;
}

const midnight = (year: number): number =>
  countOf(`${String(year).padStart(4, '0')}-01-01 00:00:00` satisfies WallTime);

function find(zone: string, year: number): Transition[] {
  const found: Transition[] = [];
  const end = midnight(year + 1);
  for (let day = midnight(year); day < end; day += DAY) {
    const [from, to] = [offsetOf(day, zone), offsetOf(day + DAY, zone)];
    if (from !== to) found.push({ at: momentBetween(zone, day, day + DAY), from, to });
  }
  return found;
}

/** The clock changes of a zone in a year of UTC, in their order. */
export function transitionsIn(zone: string, year: number): Transition[] {
  if (isOffsetZone(zone)) return [];
  const key = `${year} ${zone}`;
  const transitions = known.get(key) ?? find(zone, year);
  known.set(key, transitions);
  return transitions;
}
