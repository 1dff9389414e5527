import { LRUCache } from 'lru-cache';
import type { Viewer } from '../access/viewer';
import { createCache } from '../database/site';
import { periodOf, snapshotVersion } from '../database/snapshot';
import { cacheJson, type View } from '../resources/answer';
import type { RecordType } from '../settings/record-types';
import type { Reading } from './read-records';

/** What holds while nothing changes. */
interface Expiring {
  /** Milliseconds: when the next event is published by itself (D6.1). */
  due: number;
}

/** What was counted of a list. */
export interface Counted extends Expiring {
  total: number;
}

interface Cached<Value> {
  value: Value;
  /** Of all data. */
  version: string | number;
  /** The moment of which it was read. */
  now: Date;
  /** Milliseconds: when the next record is published by itself. */
  due: number;
}

/** RFC 9111's word: what was read of this version, before this moment, and is not due yet. */
const isFresh = (
  cached: Cached<unknown>,
  { version, now }: Pick<Cached<unknown>, 'version' | 'now'>,
) => cached.version === version && now >= cached.now && now.getTime() < cached.due;

/** Characters of all entries together; few have more than some hundreds. */
const MAX_SIZE = 4_000_000;
const OVERHEAD = 200;

const totals = new LRUCache<string, Cached<Expiring>>({
  maxSize: MAX_SIZE,
  sizeCalculation: ({ value }, question) =>
    question.length + JSON.stringify(value).length + OVERHEAD,
});

/** What is being counted, by version and question: after a write many ask at once. */
const counting = new Map<string, Promise<Cached<Expiring> | undefined>>();

/**
 * D8.9: what was counted of a list, until a write that may have changed it, or the next publication;
 * exact, for the version is that of the very snapshot that is read. The question is all that the list
 * depends on but for the moment.
 */
export async function cachedTotal<Value extends Expiring>(
  question: unknown,
  now: Date,
  count: () => Promise<Value>,
): Promise<Value> {
  const version = await snapshotVersion();
  if (version === undefined) return count();
  const key = JSON.stringify(question);
  const fresh = (one: Cached<Expiring> | undefined) =>
    one && isFresh(one, { version, now }) ? (one.value as Value) : undefined;
  const name = `${version}\n${key}`;
  const other = counting.get(name);
  const known = fresh(totals.get(key)) ?? (other && fresh(await other));
  if (known) return known;
  const counted = count().then((value) => ({ value, version, now, due: value.due }));
  counting.set(
    name,
    counted.catch(() => undefined), // Those who wait count for themselves then.
  );
  try {
    const one = await counted;
    totals.set(key, one);
    return one.value;
  } finally {
    counting.delete(name);
  }
}

/** A record that was loaded for everybody. */
interface CachedRecord extends Cached<object> {
  /** Characters of it as JSON. */
  length: number;
}

/** Bytes that a record takes for each of its JSON, about, and what was made of it, whose texts it shares. */
const WEIGHT = 3;
const LIGHT = 2;

/** Of the bytes that all answers may take. */
const SHARE = 1 / 4;

const recordCache = createCache(
  (size) =>
    new LRUCache<string, CachedRecord>({
      maxSize: Math.ceil(size * SHARE),
      sizeCalculation: ({ length }) => length * WEIGHT + OVERHEAD,
    }),
);

/** Others are given the very same record, so that nobody may change it. */
const sharedRecords = new WeakSet<object>();

/** Whether all others are shown the same. */
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

/** D8.9: the same of whatever little is read of what everybody may see. */
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
 * D8.12: as `load`; of what everybody is shown, records are not loaded again while nothing changes. The
 * version is that of the very snapshot that is read.
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

/** What was made of a kept record, and the bytes of its JSON. */
interface CachedPayload {
  of: object;
  made: object;
  bytes: Buffer;
}

const payloadCache = createCache(
  (size) =>
    new LRUCache<string, CachedPayload>({
      maxSize: Math.ceil(size * SHARE),
      sizeCalculation: ({ bytes }, words) => words.length + bytes.length * LIGHT,
    }),
);

/** All that a view says of a record which is shown to everybody. */
const viewKey = ({ language, root, origin, base }: View) => `${language} ${root} ${origin} ${base}`;

/**
 * D8.12: memoizes `make` for a cached record and a view, so that nobody may change the result. `how` tells
 * representations of the same record apart.
 */
export const cachedPayload =
  <Record extends Loaded>(how: string, view: View, make: (record: Record, view: View) => object) =>
  (record: Record): object => {
    const made = payloadCache();
    if (!made || view.near || view.userId || !sharedRecords.has(record)) return make(record, view);
    const words = `${how} ${record.row.id} ${viewKey(view)}`;
    const known = made.get(words);
    if (known?.of === record) return known.made;
    const fresh = make(record, view);
    const bytes = Buffer.from(JSON.stringify(fresh));
    cacheJson(fresh, bytes);
    made.set(words, { of: record, made: fresh, bytes });
    return fresh;
  };
