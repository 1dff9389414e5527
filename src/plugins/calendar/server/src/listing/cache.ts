import { LRUCache } from 'lru-cache';
import type { Viewer } from '../access/viewer';
import { createCache } from '../database/site';
import { periodOf, snapshotVersion } from '../database/snapshot';
import { cacheJson, type View } from '../resources/answer';
import type { RecordType } from '../settings/record-types';
import type { Reading } from './read-records';

/** A value that holds until something is saved, and no longer than this. */
interface Expiring {
  /** When the next event is published by itself (D6.1), in milliseconds since 1970. */
  due: number;
}

/** What was counted of a list. */
export interface Counted extends Expiring {
  total: number;
}

interface Cached<Value> {
  value: Value;
  /** The version of all data of which it was read (D13.3). */
  version: string | number;
  /** The moment for which it was read. */
  now: Date;
  /** When the next record is published by itself, in milliseconds since 1970. */
  due: number;
}

/** Fresh as in RFC 9111: read of the same version, for no later moment, and nothing was published by itself since. */
const isFresh = (
  cached: Cached<unknown>,
  { version, now }: Pick<Cached<unknown>, 'version' | 'now'>,
) => cached.version === version && now >= cached.now && now.getTime() < cached.due;

/** Characters that all entries take together; one mostly takes some hundreds. */
const MAX_SIZE = 4_000_000;
const OVERHEAD = 200;

const totals = new LRUCache<string, Cached<Expiring>>({
  maxSize: MAX_SIZE,
  sizeCalculation: ({ value }, key) => key.length + JSON.stringify(value).length + OVERHEAD,
});

/** What is being counted, by version and key: after a write many ask at once. */
const counting = new Map<string, Promise<Cached<Expiring> | undefined>>();

/**
 * D8.9: what was counted of a list, until a write that may have changed it, or the next publication;
 * exact, for the version is that of the very snapshot that is read. `question`: all that the list
 * depends on but for the moment, as JSON can write it.
 */
export async function cachedTotal<Value extends Expiring>(
  question: unknown,
  now: Date,
  count: () => Promise<Value>,
): Promise<Value> {
  const version = await snapshotVersion();
  if (version === undefined) return count();
  const key = JSON.stringify(question);
  const cached = totals.get(key);
  if (cached && isFresh(cached, { version, now })) return cached.value as Value;
  const versionedKey = `${version}\n${key}`;
  const other = counting.get(versionedKey);
  const concurrent = other && (await other); // Nothing is awaited between looking and `set` below.
  if (concurrent && isFresh(concurrent, { version, now })) return concurrent.value as Value;
  const counted = count().then((value) => ({ value, version, now, due: value.due }));
  counting.set(
    versionedKey,
    counted.catch(() => undefined), // Those who wait count for themselves then.
  );
  try {
    const one = await counted;
    totals.set(key, one);
    return one.value;
  } finally {
    counting.delete(versionedKey);
  }
}

/** A record as everybody is shown it. */
interface CachedRecord extends Cached<object> {
  /** Characters of it as JSON. */
  length: number;
}

/** Bytes of memory for each byte of JSON, about: of a record, and of its payload, which shares the record's texts. */
const RECORD_OVERHEAD = 3;
const PAYLOAD_OVERHEAD = 2;

/** The part of the setting `cache.size` that each of the two caches may take besides the answers themselves. */
const SHARE = 1 / 4;

const recordCache = createCache(
  (size) =>
    new LRUCache<string, CachedRecord>({
      maxSize: Math.ceil(size * SHARE),
      sizeCalculation: ({ length }) => length * RECORD_OVERHEAD + OVERHEAD,
    }),
);

/** Records that are in the cache: every reader is given the same object, and must not change it. */
const sharedRecords = new WeakSet<object>();

/** Whether the viewer sees what everybody sees, and nothing more. */
const isPublicViewer = ({ userId, unpublished, unlocked, permitted }: Viewer) =>
  !userId && !unpublished?.length && !unlocked && !permitted;

/** A record as it is loaded. */
export interface Loaded {
  row: { id: number };
}

type Load<Record> = (ids: number[], reading: Reading) => Promise<Record[]>;

/**
 * The snapshot's version and when its reads expire; nothing where that is unknown, or where the reader's
 * moment is before a publication that the snapshot already contains.
 */
async function momentOf({ now }: Pick<Viewer, 'now'>) {
  const version = await snapshotVersion();
  if (version === undefined) return undefined;
  const period = await periodOf(version);
  if (!period) return undefined;
  const { since, due } = period;
  return now.getTime() >= since && now.getTime() < due ? { version, due, now } : undefined;
}

/** D8.9: caches, as `cachedTotal`, what `read` gives a viewer who sees what everybody sees; for any other it is read. */
export async function cachedRead<Value>(
  question: unknown,
  viewer: Viewer,
  read: () => Promise<Value>,
): Promise<Value> {
  const moment = isPublicViewer(viewer) ? await momentOf(viewer) : undefined;
  if (!moment) return read();
  const { due } = moment;
  return (await cachedTotal(question, viewer.now, async () => ({ value: await read(), due })))
    .value;
}

/**
 * D8.12: `load` behind a cache: for a viewer who sees what everybody sees, a record is loaded once for each
 * version of the data. The version is that of the very snapshot that is read.
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
      if (known && isFresh(known, moment)) found.set(id, known.value as Record);
    }
    const missing = ids.filter((id) => !found.has(id));
    for (const record of missing.length > 0 ? await load(missing, reading) : []) {
      const { length } = JSON.stringify(record);
      records.set(nameOf(record.row.id), { value: record, ...moment, length });
      sharedRecords.add(record);
      found.set(record.row.id, record);
    }
    return ids.flatMap((id) => found.get(id) ?? []);
  };

/** What was made of a cached record, and the bytes of its JSON. */
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
 * D8.12: memoizes `make` for a cached record and a view, so that nobody may change the result. `how` tells
 * representations of the same record apart.
 */
export function cachedPayload<Record extends Loaded>(
  how: string,
  view: View,
  make: (record: Record, view: View) => object,
): (record: Record) => object {
  const payloads = view.near || view.userId ? undefined : payloadCache();
  const { language, root, origin, base } = view; // All that a payload for everybody depends on.
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
