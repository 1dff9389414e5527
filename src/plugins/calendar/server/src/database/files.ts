import { sanitize } from '@strapi/utils';
import type { Knex } from 'knex';
import type { Values } from '../content-types/rows';
import { POST_TYPES, type RecordType, uidOf } from '../settings/record-types';
import { list, oneOf, raw, type Sql, sql } from '../sql/sql';
import type { Ability } from './permissions';
import { raiseRevision } from './revisions';
import { chunks, inTable, run, table, tableOf } from './run';

export const FILE = 'plugin::upload.file';

/** Rows loaded into memory at a time. */
const PAGE = 1000;

interface StoredFile {
  url: string;
  formats?: Record<string, { url?: string }> | null;
}

interface FileRow extends StoredFile {
  id: number;
}

const namesOf = ({ url, formats }: StoredFile) =>
  [url, ...Object.values(formats ?? {}).map((format) => format.url)].map((address) =>
    String(address).slice(String(address).lastIndexOf('/') + 1),
  );

/** The admin's logos: Strapi stores them like uploads, but refers to them only in the project settings. */
async function logos(): Promise<StoredFile[]> {
  const settings = await strapi
    .store({ type: 'core', name: 'admin', key: 'project-settings' })
    .get();
  const values: (Partial<StoredFile> | null)[] = Object.values(settings ?? {});
  return values.filter((value): value is StoredFile => Boolean(value?.url));
}

/** The names of all files in use: those of the media library with their formats, and the admin's logos. */
export async function knownFiles(): Promise<Set<string>> {
  const names = new Set((await logos()).flatMap(namesOf));
  for (let after = 0; ; ) {
    const rows: FileRow[] = await strapi.db.query(FILE).findMany({
      select: ['id', 'url', 'formats'],
      where: { id: { $gt: after } },
      orderBy: { id: 'asc' },
      limit: PAGE,
    });
    const last = rows.at(-1);
    if (!last) return names;
    for (const name of rows.flatMap(namesOf)) names.add(name);
    after = last.id;
  }
}

/** The first picture in Strapi's own table of files that fulfils the condition. */
async function first(condition: Sql): Promise<number | undefined> {
  const [file] = await run<{ id: number }>(sql`SELECT id FROM @files
    WHERE mime LIKE 'image/%' AND ${condition} ORDER BY id LIMIT 1`);
  return file?.id;
}

/** The media type of a file in the media library; undefined if there is none with the id. */
export async function mediaTypeOf(id: unknown): Promise<string | undefined> {
  const file = await strapi.db.query(FILE).findOne({ where: { id }, select: ['mime'] });
  return file?.mime;
}

/** The ids of the files that the rows of a record have as their image. */
export async function filesOf(type: RecordType, documentId: string): Promise<number[]> {
  const asked = { where: { documentId }, populate: ['image'] };
  const rows: { image: { id: number } | null }[] = await strapi.db
    .query(uidOf(type))
    .findMany(asked);
  return rows.flatMap(({ image }) => (image ? [image.id] : []));
}

/** Whether the media library has a picture with the id. */
export const pictureExists = async (id: number): Promise<boolean> =>
  (await first(sql`id = ${id}`)) !== undefined;

/** The picture with one of these URLs. */
export const pictureByUrl = (urls: string[]): Promise<number | undefined> =>
  first(oneOf(raw('url'), urls));

/** The picture imported from a source, given as a hash of 64 hexadecimal digits. */
export const pictureBySource = (source: string): Promise<number | undefined> =>
  first(sql`CAST(provider_metadata AS text) LIKE ${`%"${source}"%`}`);

/** Keeps others from removing a picture until the transaction ends; returns whether it exists. */
export async function holdPicture(id: number): Promise<boolean> {
  const rows = await inTable('files', (files) => files.where({ id }).forKeyShare().select('id'));
  return rows.length > 0;
}

type Ids = (number | string)[];

/** The part used here of Strapi's manager of permissions, which Strapi does not type. */
interface Permissions {
  addPermissionsQueryTo(query: object): { filters?: object };
}

/** Whether an admin user may change each of these files, and of those in these folders and below. */
export async function mayChangeFiles(ability: Ability, files: Ids, folders: Ids): Promise<boolean> {
  const rows: { path: string }[] = await strapi.db
    .query('plugin::upload.folder')
    .findMany({ select: ['path'], where: { id: { $in: folders } } });
  const within = rows.flatMap(({ path }) => [
    { folderPath: path },
    { folderPath: { $startsWith: `${path}/` } },
  ]);
  const named = { $or: [{ id: { $in: files } }, ...within] };
  const permissions: Permissions = strapi
    .service('admin::permission')
    .createPermissionsManager({ ability, action: 'plugin::upload.assets.update', model: FILE });
  const { filters } = permissions.addPermissionsQueryTo({});
  const { where } = strapi.get('query-params').transform(FILE, { filters });
  const count = (condition: object) => strapi.db.query(FILE).count({ where: condition });
  return (await count({ $and: [named, where ?? {}] })) === (await count(named));
}

type EntityOfFile = Parameters<typeof sanitize.sanitizers.defaultSanitizeOutput>[1];

/** Emits the event that Strapi emits for its own uploads and removals. */
async function emitEvent(event: 'media.create' | 'media.delete', file: EntityOfFile) {
  const getModel = (uid: string) => strapi.getModel(uid as typeof FILE);
  const schema = getModel(FILE);
  const media = await sanitize.sanitizers.defaultSanitizeOutput({ schema, getModel }, file);
  strapi.eventHub.emit(event, { media });
}

/** Adds a stored file to the media library; returns its id. */
export async function createPicture(data: Values): Promise<number> {
  const provider = strapi.config.get('plugin::upload.provider');
  const file = await strapi.db.query(FILE).create({ data: { ...data, provider } });
  await emitEvent('media.create', file);
  return Number(file.id);
}

/**
 * Removes a file from the media library, but not from its storage, unless a record refers to it. Waits for writes that
 * are about to (`holdPicture`). Returns what was removed.
 */
export async function removeUnusedFile(id: number): Promise<StoredFile | undefined> {
  const removed = await strapi.db.transaction(async ({ trx }) => {
    const rowsIn = (name: string) => table(name, trx as Knex.Transaction);
    await rowsIn('files').where({ id }).forUpdate().select('id');
    const referring = await rowsIn('files_related_mph').where({ file_id: id }).limit(1);
    return referring.length > 0 ? undefined : strapi.db.query(FILE).delete({ where: { id } });
  });
  if (removed) await emitEvent('media.delete', removed);
  return removed;
}

interface ReferringRecord {
  type: RecordType;
  document_id: string;
  public_id: number;
  updated: string | number | Date;
  published: number;
}

/** Records whose picture is one of some files. */
export type RecordsUsingFiles = ReferringRecord[];

/** Maximum ids per statement; SQLite binds at most 32,766 values. */
const CHUNK = 1000;

const recordsReferringTo = (
  type: RecordType,
  files: number[],
) => sql`SELECT ${raw(`'${type}'`)} AS type,
    e.document_id, max(e.public_id) AS public_id, max(e.updated_at) AS updated,
    max(CASE WHEN e.published_at IS NULL THEN 0 ELSE 1 END) AS published
  FROM @files_related_mph f JOIN ${tableOf(type)} e ON e.id = f.related_id
  WHERE f.related_type = ${uidOf(type)} AND f.field = 'image' AND ${oneOf(raw('f.file_id'), files)} GROUP BY e.document_id`;

/** The files that fulfil a `where` of Strapi's query engine, usually a single id. */
async function filesWhere(where: { id?: unknown }): Promise<{ id: number }[]> {
  const { id, ...others } = where;
  if (typeof id === 'number' && Object.keys(others).length === 0) return [{ id }];
  return strapi.db.query(FILE).findMany({ where, select: ['id'] });
}

/** The records that use a file that fulfils the condition. */
export async function recordsUsingFiles(where: object): Promise<RecordsUsingFiles> {
  const files = await filesWhere(where);
  const holders: RecordsUsingFiles = [];
  for (const some of chunks(files, CHUNK)) {
    const ids = some.map(({ id }) => id);
    const types = POST_TYPES.map((type) => recordsReferringTo(type, ids));
    holders.push(...(await run<ReferringRecord>(list(types, ' UNION ALL '))));
  }
  return holders;
}

/**
 * D8.14: raises the revisions of records that use a changed file. Their visibility does not change, so `told` stays.
 */
export async function reviseHolders(holders: RecordsUsingFiles, now: Date): Promise<void> {
  await strapi.db.transaction(({ trx }) => {
    for (const { type, document_id, public_id, updated } of holders) {
      const changed = now.getTime();
      const least = Math.max(changed, +new Date(updated) + 1);
      const record = { type, documentId: document_id, publicId: public_id };
      const line = { ...record, least, changed, told: false, gone: false };
      raiseRevision(line, trx as Knex.Transaction);
    }
  });
}

/** The writing queries of files that are wrapped. */
interface Saving {
  update(...given: unknown[]): Promise<unknown>;
  delete(...given: unknown[]): Promise<unknown>;
  deleteMany(...given: unknown[]): Promise<unknown>;
}

/**
 * D8.14: wraps the queries of files, so that a file is saved in one transaction with the revisions of records that
 * use it. Otherwise a response with the new file and old revisions could be cached: revisions do not change the
 * version of the data (`NOT_PUBLIC`).
 */
export function saveFilesInTransactions(): void {
  const files: Saving = strapi.db.query(FILE);
  for (const action of ['update', 'delete', 'deleteMany'] as const) {
    const save = files[action].bind(files);
    files[action] = (...given) => strapi.db.transaction(() => save(...given));
  }
}
