import { LRUCache } from 'lru-cache';
import { snapshotVersion } from '../store/snapshot';

/** What was counted of a list. */
export interface Counted {
  total: number;
  /** Milliseconds: when the next event is published by itself (D6.1). */
  due: number;
}

interface Kept<Value extends Counted> {
  value: Value;
  /** Of all data. */
  version: string | number;
  /** The moment of which it was counted. */
  now: Date;
}

/** Characters of all questions together; few have more than some hundreds. */
const MOST = 4_000_000;
const OVERHEAD = 200;

const kept = new LRUCache<string, Kept<Counted>>({
  maxSize: MOST,
  sizeCalculation: (_, question) => question.length + OVERHEAD,
});

/** What is being counted, by version and question: after a write many ask at once. */
const counting = new Map<string, Promise<Kept<Counted> | undefined>>();

/**
 * D8.9: what was counted of a list, until a write that may have changed it, or the next publication;
 * exact, for the version is that of the very snapshot that is read. The question is all that the list
 * depends on but for the moment.
 */
export async function keepingTotals<Value extends Counted>(
  question: unknown,
  now: Date,
  count: () => Promise<Value>,
): Promise<Value> {
  const version = await snapshotVersion();
  if (version === undefined) return count();
  const key = JSON.stringify(question);
  const held = (one: Kept<Counted> | undefined) =>
    one?.version === version && now >= one.now && now.getTime() < one.value.due
      ? (one.value as Value)
      : undefined;
  const name = `${version}\n${key}`;
  const other = counting.get(name);
  const known = held(kept.get(key)) ?? (other && held(await other));
  if (known) return known;
  const counted = count().then((value) => ({ value, version, now }));
  counting.set(
    name,
    counted.catch(() => undefined), // Whoever waits counts then.
  );
  try {
    const one = await counted;
    kept.set(key, one);
    return one.value;
  } finally {
    counting.delete(name);
  }
}
