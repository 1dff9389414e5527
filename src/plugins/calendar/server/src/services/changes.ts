import { createHash } from 'node:crypto';
import type { Viewer } from '../access/viewer';
import type { ChangeCursor } from '../kinds/change-cursor';
import { refuse } from '../messages/errors';
import type { Change } from '../representation/payloads/changes';
import { RECORD_TYPES, type RecordType } from '../settings/record-types';
import { type ChangedRecord, changedAfter, languagesStanding } from '../store/changed-records';
import { renewDataVersion } from '../store/data-version';
import { CURSOR_HOLDS, generationOf, isKnown, numbered } from '../store/generations';
import { settings } from './settings';

const SECOND = 1000;

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
  /** Whether there are more by now. */
  more: boolean;
}

/** What decides which records, and how much of them, somebody sees; a cursor holds for one such view. */
function hashOf({ viewer, types }: Request): string {
  const { userId = 0, unpublished = [], unlocked = false } = viewer;
  const { fallback, publicContacts } = settings();
  return createHash('sha256')
    .update(JSON.stringify([types, unpublished, unlocked, userId, fallback, publicContacts]))
    .digest('base64url')
    .slice(0, 12);
}

/** Whoever has read until here can go on from here; throws CalendarError 410. */
async function demandHolding(
  { generation, position, issued, rights }: ChangeCursor,
  asked: Request,
) {
  const age = asked.viewer.now.getTime() - issued * SECOND;
  const holds =
    age < CURSOR_HOLDS && rights === hashOf(asked) && (await isKnown(generation, position));
  if (!holds) throw refuse(410, 'rest_cursor_expired');
}

const lineOf =
  (languages: Map<RecordType, Awaited<ReturnType<typeof languagesStanding>>>) =>
  ({ type, id, revision }: ChangedRecord): Change => {
    const known = languages.get(type)?.get(id) ?? [];
    const line = { id, type, revision, languages: known };
    return known.length > 0 ? line : { ...line, deleted: true };
  };

async function shown(records: ChangedRecord[], viewer: Viewer): Promise<Change[]> {
  const languages = new Map();
  for (const type of RECORD_TYPES) {
    const ids = records.filter((record) => record.type === type).map(({ id }) => id);
    if (ids.length > 0) languages.set(type, await languagesStanding(type, ids, viewer));
  }
  return records.map(lineOf(languages));
}

/**
 * D8.14: what has changed since a cursor, the longest ago first, a line for each record, as it is for this
 * caller now; without a cursor nothing, and from where to go on. Throws CalendarError 410.
 */
export async function changesSince(request: Request): Promise<Answer> {
  const { since, most, types } = request;
  const { last, due } = await numbered(request.viewer.now);
  if (since) await demandHolding(since, request);
  // Another node may be ahead by its clock, and has told of what is public by then.
  const viewer = { ...request.viewer, now: new Date(Math.max(request.viewer.now.getTime(), due)) };
  const found = since ? await changedAfter(since.position, { types, viewer, most: most + 1 }) : [];
  if (found.length > 0) renewDataVersion(); // Whoever is told of a record reads it as it is by now.
  const page = found.slice(0, most);
  const more = found.length > page.length;
  const end = page.at(-1)?.position ?? 0;
  const position = more ? end : Math.max(last, end);
  const cursor = {
    generation: (await generationOf(position)) ?? '',
    position,
    issued: Math.floor(request.viewer.now.getTime() / SECOND),
    rights: hashOf(request),
  };
  return { changes: await shown(page, viewer), cursor, more };
}
