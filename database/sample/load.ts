import type { Core } from '@strapi/strapi';
import type { RecordType } from '../../src/plugins/calendar/server/src/settings/record-types';
import { type Manifest, readManifest, writeManifest } from './manifest';
import { uploadPictures } from './pictures/upload';
import { type SampleRecord, type Surroundings, sampleRecords } from './sample-records';
import { fingerprint, type StoredRow, storedRows } from './stored-rows';
import { createRecord, moveRecord } from './write-record';

export type Loaded = { created: number; updated: number; untouched: number };

export interface Loading {
  /** The day to which the events' dates are relative. */
  now: Date;
  /** Receives lines about the progress. */
  log: (line: string) => void;
}

interface Load {
  strapi: Core.Strapi;
  manifest: Manifest;
  around: Surroundings;
  /** `type:key` → public id of existing records. */
  ids: Map<string, number>;
}

const HEADINGS: Record<RecordType, string> = {
  category: 'Categories',
  tag: 'Tags',
  venue: 'Venues',
  organizer: 'Organizers',
  event: 'Events',
};

const nameOf = (type: RecordType, key: string) => `${type}:${key}`;

/** Reports every tenth item, and the last. */
const progressOf = (heading: string, log: Loading['log']) => (done: number, all: number) => {
  if (done % 10 === 0 || done === all) log(`${heading}: ${done} of ${all}`);
};

/** Records the rows in the manifest, within the transaction that wrote them. */
async function remember({ strapi, manifest, ids }: Load, record: SampleRecord, documentId: string) {
  const { type, key } = record;
  const rows = await storedRows(strapi, type, documentId);
  manifest.records[nameOf(type, key)] = { documentId, fingerprint: fingerprint(rows) };
  await writeManifest(strapi, manifest);
  const [row] = rows;
  if (row) ids.set(nameOf(type, key), row.public_id);
}

const create = (load: Load, record: SampleRecord) =>
  load.strapi.db.transaction(async () => {
    const documentId = await createRecord(load.strapi, record, load.around);
    await remember(load, record, documentId);
    return 'created' as const;
  });

const hasTimes = (row: StoredRow, times: object) =>
  Object.entries(times).every(([field, value]) => row[field] === value);

/** Moves an event's dates to the current day, unless a user has changed the event. */
async function renew(
  load: Load,
  record: SampleRecord,
  { documentId, fingerprint: written }: Manifest['records'][string],
) {
  const { strapi, around, ids } = load;
  const rows = await storedRows(strapi, record.type, documentId);
  const [row] = rows;
  if (!row || row.trashed_at) return 'untouched';
  ids.set(nameOf(record.type, record.key), row.public_id);
  const times = record.times?.(around.now);
  if (!times || hasTimes(row, times) || fingerprint(rows) !== written) return 'untouched';
  return strapi.db.transaction(async () => {
    await moveRecord(strapi, record, { documentId, locale: row.locale, data: times });
    await remember(load, record, documentId);
    return 'updated' as const;
  });
}

async function loadRecord(load: Load, record: SampleRecord): Promise<keyof Loaded> {
  const { type, key } = record;
  const entry = load.manifest.records[nameOf(type, key)];
  try {
    return await (entry ? renew(load, record, entry) : create(load, record));
  } catch (fault) {
    const { message } = fault as Error;
    throw new Error(`The sample ${type} "${key}" could not be loaded: ${message}`, {
      cause: fault,
    });
  }
}

/**
 * Loads the sample calendar, or updates an earlier load. Each record is written in one transaction,
 * only once, and keeps changes by users, its deletion included. Throws an Error that names the
 * record that could not be written; the next load continues from there.
 */
export async function loadSample(strapi: Core.Strapi, { now, log }: Loading): Promise<Loaded> {
  const manifest = await readManifest(strapi);
  const files = await uploadPictures(strapi, manifest, progressOf('Pictures', log));
  const ids = new Map<string, number>();
  const idOf = (type: RecordType, key: string) => ids.get(nameOf(type, key));
  const around: Surroundings = { now, idOf, fileOf: (key) => files.get(key) };
  const loaded: Loaded = { created: 0, updated: 0, untouched: 0 };
  for (const type of Object.keys(HEADINGS) as RecordType[]) {
    const records = sampleRecords.filter((record) => record.type === type);
    const progress = progressOf(HEADINGS[type], log);
    for (const [at, record] of records.entries()) {
      loaded[await loadRecord({ strapi, manifest, around, ids }, record)] += 1;
      progress(at + 1, records.length);
    }
  }
  return loaded;
}
