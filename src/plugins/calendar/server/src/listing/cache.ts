import { LRUCache } from 'lru-cache';
import type { Viewer } from '../access/viewer';
import { expectedVersion } from '../database/run';
import { createCache } from '../database/site';
import { snapshotPeriod } from '../database/snapshot';
import { cacheJson, type View } from '../resources/answer';
import type { RecordType } from '../settings/record-types';
import type { Sql } from '../sql/sql';
import type { Reading } from './read-records';

/** Characters of all entries together; one usually takes a few hundred. */
const MAX_SIZE = 4_000_000;
const OVERHEAD = 200;

/** Results by version of the data, next publication and question; concurrent requests share one read. */
const results = new LRUCache<string, object, () => Promise<object>>({
  maxSize: MAX_SIZE,
  maxEntrySize: MAX_SIZE / 10, // So that the events of one search do not replace all totals.
  sizeCalculation: (value, key) => key.length + JSON.stringify(value).length + OVERHEAD,
  fetchMethod: (_key, _outdated, { context: read }) => read(),
  ignoreFetchAbort: true, // A read that is evicted before it ends still answers its requests.
});

/** A record in its public form. */
interface CachedRecord {
  record: object;
  /** Its length as JSON in characters. */
  length: number;
  /** D13.3: the version of the data it was read from. */
  version: string | number;
  /** The moment for which it was read. */
  now: Date;
  /** The next scheduled publication, in milliseconds since 1970. */
  due: number;
}

/** Whether the record is fresh: of the same version, not read for a later moment, and no scheduled publication since. */
const isFresh = (cached: CachedRecord, { version, now }: Pick<CachedRecord, 'version' | 'now'>) =>
  cached.version === version && now >= cached.now && now.getTime() < cached.due;

/** Estimated bytes of memory per byte of JSON, for a record and for its payload, which shares the record's strings. */
const RECORD_OVERHEAD = 3;
const PAYLOAD_OVERHEAD = 2;

/** The share of the setting `cache.size` for each of these two caches; the rest is for responses. */
const SHARE = 1 / 4;

const recordCache = createCache(
  (size) =>
    new LRUCache<string, CachedRecord>({
      maxSize: Math.ceil(size * SHARE),
      sizeCalculation: ({ length }) => length * RECORD_OVERHEAD + OVERHEAD,
    }),
);

/** Records in the cache. All readers receive the same object, so it must not be mutated. */
const sharedRecords = new WeakSet<object>();

/** Whether the viewer sees exactly the public records. */
const isPublicViewer = ({ userId, unpublished, unlocked, permitted }: Viewer) =>
  !userId && !unpublished?.length && !unlocked && !permitted;

/** A loaded record. */
export interface Loaded {
  row: { id: number };
}

/** Loads records by row id, in that order. */
export type Load<Record> = (ids: number[], reading: Reading) => Promise<Record[]>;

/**
 * The snapshot's version and when reads of it expire. Undefined when unknown, or when the reader's moment is before a
 * publication that the snapshot already contains.
 */
async function momentOf({ now }: Pick<Viewer, 'now'>) {
  const snapshot = await snapshotPeriod();
  if (!snapshot) return undefined;
  const { version, since, due } = snapshot;
  return now.getTime() >= since && now.getTime() < due ? { version, due, now } : undefined;
}

/** Questions that are being read without a transaction, whose statements wait for a connection each. */
const waiting = new Set<string>();

/**
 * D8.9: caches the result of `read` until the next write or scheduled publication. Exact, because the version is
 * that of the snapshot being read. `question`: everything the result depends on except the moment, as JSON.
 */
export async function cachedUntilDue<Value extends object>(
  question: unknown,
  { now }: Pick<Viewer, 'now'>,
  read: () => Promise<Value>,
): Promise<Value> {
  const moment = await momentOf({ now });
  if (!moment) return read();
  let isOwn = false;
  const key = JSON.stringify([moment.version, moment.due, question]);
  const isHolding = expectedVersion() === undefined;
  if (isHolding && waiting.has(key)) return read(); // All connections may be held by requests like this one.
  const context = () => {
    isOwn = true;
    if (isHolding) return read();
    waiting.add(key);
    return read().finally(() => waiting.delete(key));
  };
  try {
    return (await results.fetch(key, { context })) as Value;
  } catch (error) {
    if (isOwn) throw error;
    return read(); // The request that was to read it has failed.
  }
}

/** SQL as a cache key without the moment, where that only decides about scheduled publications (D6.1). */
export const undated =
  (now: Date) =>
  ({ sql, bindings }: Sql) => [sql, ...bindings.filter((value) => value !== now)];

/** The same for values with SQL for their targets, such as the venues that are public by now. */
export const undatedIn = <Value extends { targets: Sql }>(given: Value[], now: Date) =>
  given.map((value) => ({ ...value, targets: undated(now)(value.targets) }));

/** D8.9: caches the result of `read` like `cachedUntilDue` for public viewers; for others it is always read. */
export const cachedRead = <Value extends object>(
  question: unknown,
  viewer: Viewer,
  read: () => Promise<Value>,
): Promise<Value> => (isPublicViewer(viewer) ? cachedUntilDue(question, viewer, read) : read());

/**
 * D8.12: adds a cache to `load`: for public viewers, a record is loaded once per version of the data, which is the
 * version of the snapshot being read.
 */
export const cachedRecords =
  <Record extends Loaded>(type: RecordType, load: Load<Record>): Load<Record> =>
  async (ids, reading) => {
    const records = isPublicViewer(reading) && !reading.ownOnly ? recordCache() : undefined;
    const moment = records && (await momentOf(reading));
    if (!moment) return load(ids, reading);
    const nameOf = (id: number) => `${type} ${id} ${reading.languages}`;
    const found = new Map<number, Record>();
    for (const id of ids) {
      const known = records.get(nameOf(id));
      if (known && isFresh(known, moment)) found.set(id, known.record as Record);
    }
    const missing = ids.filter((id) => !found.has(id));
    for (const record of missing.length > 0 ? await load(missing, reading) : []) {
      const { length } = JSON.stringify(record);
      records.set(nameOf(record.row.id), { record, length, ...moment });
      sharedRecords.add(record);
      found.set(record.row.id, record);
    }
    return ids.flatMap((id) => found.get(id) ?? []);
  };

/** The payload of a cached record, and its JSON. */
interface CachedPayload {
  of: object;
  payload: object;
  bytes: Buffer;
}

const payloadCache = createCache(
  (size) =>
    new LRUCache<string, CachedPayload>({
      maxSize: Math.ceil(size * SHARE),
      sizeCalculation: ({ bytes }, key) => key.length + bytes.length * PAYLOAD_OVERHEAD,
    }),
);

/**
 * D8.12: memoizes `make` by cached record and view; the result must not be mutated. `how` distinguishes
 * representations of the same record.
 */
export function cachedPayload<Record extends Loaded>(
  how: string,
  view: View,
  make: (record: Record, view: View) => object,
): (record: Record) => object {
  const payloads = view.near || view.userId ? undefined : payloadCache();
  const { language, root, origin, base } = view; // All that a public payload depends on.
  return (record) => {
    if (!payloads || !sharedRecords.has(record)) return make(record, view);
    const key = `${how} ${record.row.id} ${language} ${root} ${origin} ${base}`;
    const cached = payloads.get(key);
    if (cached?.of === record) return cached.payload;
    const payload = make(record, view);
    const bytes = Buffer.from(JSON.stringify(payload));
    cacheJson(payload, bytes);
    payloads.set(key, { of: record, payload, bytes });
    return payload;
  };
}
