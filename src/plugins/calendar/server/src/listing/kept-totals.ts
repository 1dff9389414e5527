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
  const known = kept.get(key) as Kept<Value> | undefined;
  const holds = known?.version === version && now >= known.now && now.getTime() < known.value.due;
  if (holds) return known.value;
  const value = await count();
  kept.set(key, { value, version, now });
  return value;
}
