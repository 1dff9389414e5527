import { createHash } from 'node:crypto';
import { listable } from '../access/sql';
import type { Viewer } from '../access/viewer';
import { CURSOR_LIFETIME, generationOf, isKnown, numberChanges } from '../database/generations';
import { oneOfIds, run, tableOf } from '../database/run';
import { settings } from '../database/site';
import { invalidateDataVersion } from '../database/snapshot';
import { SECOND } from '../kinds/dates/wall-time';
import { refuse } from '../messages/errors';
import type { ChangeCursor } from '../resources/changes';
import type { Change } from '../resources/payloads';
import { LANGUAGES, type Language } from '../settings/languages';
import { isPostType, type PostType, RECORD_TYPES, type RecordType } from '../settings/record-types';
import { all, any, oneOf, raw, sql } from '../sql/sql';

/** An entry of the list of changes. */
interface ChangedRecord {
  type: RecordType;
  id: number;
  revision: number;
  position: number;
}

interface Stored {
  type: RecordType;
  public_id: number;
  revision: string | number;
  position: string | number;
}

/**
 * The post of the entry is in public lists now, possibly by a scheduled publication since. No EXISTS, for which
 * PostgreSQL would scan all posts when it overestimates the number of entries.
 */
const isListedNow = (type: PostType, now: Date) => sql`r.type = ${type} AND 1 = (
  SELECT 1 FROM ${tableOf(type)} e WHERE e.document_id = r.document_id AND ${listable(type, { now })} LIMIT 1)`;

/** D8.14: posts that were never in public lists are only reported to viewers of unpublished ones. */
const visibleChanges = (types: readonly RecordType[], { unpublished = [], now }: Viewer) => {
  const always = types.filter((type) => !isPostType(type) || unpublished.includes(type));
  const others = types.filter((type) => isPostType(type)).filter((type) => !always.includes(type));
  return any([
    oneOf(raw('r.type'), always),
    sql`r.told AND ${oneOf(raw('r.type'), types)}`,
    ...others.map((type) => isListedNow(type, now)),
  ]);
};

/** A range of positions: after `since`, up to `until`. */
interface Stretch {
  since: number;
  until: number;
}

interface ChangesQuery {
  types: readonly RecordType[];
  viewer: Viewer;
  most: number;
}

/** The first changed records in the range. */
async function changedWithin(
  { since, until }: Stretch,
  { types, viewer, most }: ChangesQuery,
): Promise<ChangedRecord[]> {
  const rows = await run<Stored>(sql`SELECT r.type, r.public_id, r.revision, r.position
    FROM @calendar_revisions r WHERE r.position > 0 AND r.position > ${since}
      AND r.position <= ${until} AND (${visibleChanges(types, viewer)}) ORDER BY r.position LIMIT ${most}`);
  return rows.map((row) => ({
    type: row.type,
    id: row.public_id,
    revision: Number(row.revision),
    position: Number(row.position),
  }));
}

/** The languages in which each record is in the caller's widest list; empty for records that are not. */
async function listableLanguages(
  type: RecordType,
  ids: number[],
  viewer: Viewer,
): Promise<Map<number, Language[]>> {
  const found = await run<{
    id: number;
    locale: Language;
  }>(sql`SELECT DISTINCT e.public_id AS id, e.locale
    FROM ${tableOf(type)} e WHERE ${all([oneOfIds(raw('e.public_id'), ids), listable(type, viewer)])}`);
  const languages = new Map<number, Language[]>();
  for (const { id, locale } of found) languages.set(id, [...(languages.get(id) ?? []), locale]);
  for (const known of languages.values()) {
    known.sort((one, other) => LANGUAGES.indexOf(one) - LANGUAGES.indexOf(other));
  }
  return languages;
}

interface Request {
  since?: ChangeCursor;
  most: number;
  viewer: Viewer;
  /** The types whose lists the caller may read. */
  types: RecordType[];
}

interface Answer {
  changes: Change[];
  cursor: ChangeCursor;
  /** Whether there are more changes. */
  more: boolean;
}

/** A hash of everything that determines what the caller sees; a cursor is only valid for the same hash. */
function hashOf({ viewer, types }: Request): string {
  const { userId = 0, unpublished = [], unlocked = false } = viewer;
  const { fallback, publicContacts } = settings();
  return createHash('sha256')
    .update(JSON.stringify([types, unpublished, unlocked, userId, fallback, publicContacts]))
    .digest('base64url')
    .slice(0, 12);
}

/** Requires a cursor that is still valid; throws CalendarError 410. */
async function requireValid(
  { generation, position, issued, rights }: ChangeCursor,
  request: Request,
) {
  const age = request.viewer.now.getTime() - issued * SECOND;
  const holds =
    age < CURSOR_LIFETIME && rights === hashOf(request) && (await isKnown(generation, position));
  if (!holds) throw refuse(410, 'rest_cursor_expired');
}

const lineOf =
  (languages: Map<RecordType, Awaited<ReturnType<typeof listableLanguages>>>) =>
  ({ type, id, revision }: ChangedRecord): Change => {
    const known = languages.get(type)?.get(id) ?? [];
    const line = { id, type, revision, languages: known };
    return known.length > 0 ? line : { ...line, deleted: true };
  };

async function shown(records: ChangedRecord[], viewer: Viewer): Promise<Change[]> {
  const languages = new Map();
  for (const type of RECORD_TYPES) {
    const ids = records.filter((record) => record.type === type).map(({ id }) => id);
    if (ids.length > 0) languages.set(type, await listableLanguages(type, ids, viewer));
  }
  return records.map(lineOf(languages));
}

/**
 * D8.14: changes since a cursor, oldest first, one line per record, as this caller sees it now; without a
 * cursor none, only the cursor to continue from. Throws CalendarError 410.
 */
export async function changesSince(request: Request): Promise<Answer> {
  const { since, most, types, viewer } = request;
  const { last: until } = await numberChanges(viewer.now);
  if (since) await requireValid(since, request);
  // Positions assigned meanwhile are reported next time: some may become public after this moment.
  const found = since
    ? await changedWithin({ since: since.position, until }, { types, viewer, most: most + 1 })
    : [];
  if (found.length > 0) invalidateDataVersion(); // The caller must be able to read the reported state.
  const page = found.slice(0, most);
  const more = found.length > page.length;
  const position = (more && page.at(-1)?.position) || until;
  const cursor = {
    generation: (await generationOf(position)) ?? '',
    position,
    issued: Math.floor(viewer.now.getTime() / SECOND),
    rights: hashOf(request),
  };
  return { changes: await shown(page, viewer), cursor, more };
}
