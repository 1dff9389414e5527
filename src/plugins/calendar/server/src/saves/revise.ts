import { isDeepStrictEqual } from 'node:util';
import type { Knex } from 'knex';
import { isPublic, type Row, type StatusRow, statusOf } from '../content-types/rows';
import { beforeCommit, runBeforeCommit } from '../database/commits';
import { isRevised, type Revised, raiseRevision } from '../database/revisions';
import { amendRows, rowsOf } from '../database/rows';
import { markChanged } from '../listing/projections';
import { isPostType, type RecordType } from '../settings/record-types';
import { announce, type MessageRow } from './announce';
import { ownAttributes, writable } from './languages';
import type { Done, Save } from './save';

/** A row's time of change and status; terms have no status, and only events can be hidden. */
type RowState = Pick<Row, 'updatedAt'> & Partial<StatusRow> & { hide_from_listings?: unknown };

/** Milliseconds; longer than a save plus the difference between two nodes' clocks. */
const LEEWAY = 10 * 60 * 1000;

/** Whether the row is in public lists. */
const isListed = (row: RowState, now: Date) =>
  !row.hide_from_listings && isPublic(row as StatusRow, now);

/** Whether it also may come into them (scheduled) before the save commits. */
const isListedSoon = (row: RowState, now: Date) => isListed(row, new Date(now.getTime() + LEEWAY));

/** Records that were about to come into public lists, by transaction and key. */
const soonPublic = new WeakMap<Knex.Transaction, Map<string, Revised>>();

/**
 * D8.14: everybody is told of a record whose publication is called off within `LEEWAY`, since readers may have seen it:
 * by another node's clock, or between the save and its commit. As long as it is only about to come, it is not told.
 */
async function tellCalledOff(trx: Knex.Transaction) {
  const entries = [...(soonPublic.get(trx)?.values() ?? [])];
  soonPublic.delete(trx);
  let again = false;
  for (const entry of entries) {
    const rows = await rowsOf(entry.type, entry.documentId);
    if (rows.some((row) => isListedSoon(row, new Date(entry.changed)))) continue;
    raiseRevision({ ...entry, told: true }, trx);
    again = true;
  }
  if (again) await runBeforeCommit(trx); // The revision may have been written before.
}

function tellIfCalledOff(revised: Revised, trx: Knex.Transaction) {
  const known = soonPublic.get(trx) ?? new Map<string, Revised>();
  soonPublic.set(trx, known.set(`${revised.type} ${revised.publicId}`, revised));
  beforeCommit(trx, tellCalledOff);
}

/** A record with its rows before and after the save. */
interface RecordSelector {
  documentId: string;
  publicId: number;
  rows?: RowState[];
  /** Omitted when the record still exists and its rows were not read again. */
  after?: RowState[];
  /** D17.2: `rows` for the message; or instead the changed fields. */
  before?: MessageRow[];
  fields?: string[];
}

/** Derived from other attributes; may be rewritten without a change of content. */
const DERIVED = 'search_text';

/** The content of all rows, by language and state, for comparison. */
function contentOf(type: RecordType, rows: Row[]) {
  const names = ownAttributes(type).filter((name) => name !== DERIVED);
  const entry = (row: Row) => [
    `${row.locale} ${row.publishedAt ? 'published' : 'draft'}`,
    names.map((name) => writable(row[name])),
  ];
  return Object.fromEntries(rows.map(entry)) as Record<string, unknown[]>;
}

/** D8.4: raises the record's revision, once per transaction. */
export function revise(
  { type, trx, now }: Pick<Save, 'type' | 'trx' | 'now'>,
  which: RecordSelector,
): void {
  const { documentId, publicId, rows = [], after, before, fields } = which;
  const revisions = rows.map(({ updatedAt }) => +new Date(updatedAt) + 1); // Theirs until now.
  const changed = now.getTime();
  const states = isPostType(type) ? [...rows, ...(after ?? [])] : [];
  const told = !isPostType(type) || states.some((row) => isListed(row, now));
  const scheduled = states.some((row) => statusOf(row as StatusRow, now) === 'future');
  const least = Math.max(changed, ...revisions);
  const gone = after?.length === 0;
  const revised = { type, documentId, publicId, least, changed, told, gone, scheduled };
  if (!told && states.some((row) => isListedSoon(row, now))) tellIfCalledOff(revised, trx);
  raiseRevision(revised, trx);
  announce({ type, documentId, publicId, before, fields }, trx);
}

/** The result of a save: a new record, or the entries of a clone. */
interface Saved {
  documentId: string;
  public_id?: number;
  entries?: { public_id: number }[];
}

/** Performs a save. */
type Work = (save: Save) => Promise<Done>;

/** Performs a save that creates a record, and raises its revision; copying a record that does not exist makes none. */
export async function revisingNew(save: Save, work: Work) {
  const { result } = await work(save);
  const { documentId, public_id, entries } = result as Saved;
  if (entries?.length === 0) return result;
  const publicId = Number(public_id ?? entries?.[0]?.public_id);
  revise(save, { documentId, publicId, before: [] });
  markChanged(save.trx, { type: save.type, publicId });
  return result;
}

/** Records a change: revision, message and projections; a category may have moved in the tree. */
function follow(save: Save, documentId: string, after: Row[] | undefined) {
  const { type, trx, rows } = save;
  const publicId = (rows[0] ?? after?.[0])?.public_id ?? 0;
  revise(save, { documentId, publicId, rows, after, before: rows });
  const moved = !after?.[0] || rows[0]?.parent !== after[0].parent;
  markChanged(trx, { type, publicId, moved: type === 'category' && moved });
}

/**
 * Sets back the time of the last change of rows whose content a save has left as it was: a list by that time would
 * name the record, of which `/changes` and its revision say nothing.
 */
async function keepTimes({ type, rows }: Save, after: Row[], result: unknown) {
  for (const row of after) {
    const before = rows.find(
      ({ locale, publishedAt }) => locale === row.locale && !publishedAt === !row.publishedAt,
    );
    if (!before || before.updatedAt === row.updatedAt) continue;
    const { updatedAt } = before;
    await amendRows(type, { id: row.id }, { updatedAt });
    const saved = result as Partial<Row> | null;
    if (saved?.id === row.id) Object.assign(saved, { updatedAt });
  }
}

/** Performs a save of an existing record; raises its revision only if the content differs. */
export async function revising(save: Save, work: Work) {
  const { type, trx, documentId, rows } = save;
  const done = await work(save);
  if (!documentId) return done.result;
  const already = isRevised(type, rows[0]?.public_id as number, trx);
  const after = done.rows ?? (already ? undefined : await rowsOf(type, documentId));
  const differs = () => !isDeepStrictEqual(contentOf(type, rows), contentOf(type, after ?? []));
  if (already || differs()) follow(save, documentId, after);
  else await keepTimes(save, after ?? [], done.result);
  return done.result;
}
