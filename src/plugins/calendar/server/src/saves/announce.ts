import type { Knex } from 'knex';
import { isPublic, type StatusRow, type Values } from '../content-types/rows';
import { beforeCommit } from '../database/commits';
import { revisionOf, revisionToTell } from '../database/revisions';
import { rowsOf } from '../database/rows';
import {
  type DueMessage,
  emitMessages,
  type MessageData,
  type RecordChange,
  writeMessages,
  writeSchedule,
} from '../database/webhook-messages';
import { LANGUAGES, type Language } from '../settings/languages';
import { isPostType, type RecordType } from '../settings/record-types';
import type { Happening } from '../settings/webhooks';
import { differing, ownAttributes } from './languages';

/** A row, as far as messages follow from it. */
export type MessageRow = StatusRow & Values & { locale?: unknown };

/** Fields that readers do not find: whose change is a state, or follows from others. */
const UNANNOUNCED = ['public_id', 'search_text', 'post_status', 'trashed_at', 'review_note'];

const isEmpty = (value: unknown) =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** A value that is not there is as good as an empty one. */
const filledIn = (names: string[], row: Values = {}): Values =>
  Object.fromEntries(names.map((name) => [name, isEmpty(row[name]) ? null : row[name]]));

/** A record at a moment: all of its rows. */
interface RecordState {
  rows: MessageRow[];
  at: Date;
}

/** The rows that everybody may read, by language; terms have no state. */
const readable = (type: RecordType, { rows, at }: RecordState) =>
  new Map(
    rows.filter((row) => !isPostType(type) || isPublic(row, at)).map((row) => [row.locale, row]),
  );

const isInTrash = ({ rows, at }: RecordState) =>
  rows.some((row) => row.trashed_at && isPublic({ ...row, trashed_at: null }, at));

/** D17.2: what has happened between the two, as readers find it; nothing when they find it as it was. */
function happened(was: boolean, is: boolean, before: RecordState, after: RecordState) {
  if (is) return was ? 'updated' : isInTrash(before) ? 'restored' : 'published';
  if (after.rows.length === 0) return was || isInTrash(before) ? 'deleted' : undefined;
  if (was) return after.rows.some((row) => row.trashed_at) ? 'trashed' : 'unpublished';
  return undefined;
}

/** The names of the fields that readers find changed in any language. */
function changedFields(
  type: RecordType,
  before: ReturnType<typeof readable>,
  after: ReturnType<typeof readable>,
): string[] {
  const names = ownAttributes(type).filter((name) => !UNANNOUNCED.includes(name));
  const changed = [...after].flatMap(([language, row]) =>
    differing(names, filledIn(names, before.get(language)), filledIn(names, row)),
  );
  return names.filter((name) => changed.includes(name));
}

interface StateChange {
  type: RecordType;
  before: RecordState;
  after: RecordState;
  /** Fields that have changed whatever the rows say. */
  fields?: Iterable<string>;
}

/** D17.2: what is told of a record that was so, and is so now. */
function messageBetween({ type, before, after, fields = [] }: StateChange) {
  const [was, is] = [readable(type, before), readable(type, after)];
  const happening: Happening | undefined = happened(was.size > 0, is.size > 0, before, after);
  if (!happening) return undefined;
  const languages = LANGUAGES.filter((language) => is.has(language));
  const changed = [...new Set([...changedFields(type, was, is), ...(is.size > 0 ? fields : [])])];
  const gone = [...was.keys()].some((language) => !is.has(language as Language));
  if (happening === 'updated' && changed.length === 0 && !gone) return undefined;
  return { name: `${type}.${happening}` as const, languages, changed };
}

/** When it is published by itself (D6.1). */
function scheduledAt({ rows, at }: RecordState): Date | undefined {
  const times = rows
    .filter((row) => row.date && !isPublic(row, at) && isPublic({ ...row, date: null }, at))
    .map(({ date }) => +new Date(date ?? 0));
  return times.length > 0 ? new Date(Math.min(...times)) : undefined;
}

/** A record that a transaction changes. */
interface Announced {
  type: RecordType;
  documentId: string;
  publicId: number;
  /** All of its rows before; left out where only the fields that are named have changed. */
  before?: MessageRow[];
  fields?: string[];
}

interface Entry extends Omit<Announced, 'fields'> {
  fields: Set<string>;
  /** Whether something is to be written of it. */
  isDue: boolean;
  again: boolean;
}

/** By transaction and record: how it was before the first action. */
const announced = new WeakMap<Knex.Transaction, Map<string, Entry>>();

async function changeOf(entry: Entry, revision: number, now: Date) {
  const { type, documentId, publicId, fields, again } = entry;
  const after = { rows: await rowsOf(type, documentId), at: now };
  const before = { rows: entry.before ?? after.rows, at: now };
  const message = messageBetween({ type, before, after, fields });
  const due = isPostType(type) ? scheduledAt(after) : undefined;
  const change: RecordChange = { type, documentId, publicId, again, due };
  if (message) change.message = { ...message, revision };
  return { change, isScheduled: Boolean(due ?? (isPostType(type) && scheduledAt(before))) };
}

/** D17.1: what the transaction has done, from before its first action until now. */
async function announceAll(trx: Knex.Transaction) {
  const now = new Date();
  const found: Awaited<ReturnType<typeof changeOf>>[] = [];
  for (const entry of announced.get(trx)?.values() ?? []) {
    if (!entry.isDue) continue;
    entry.isDue = false;
    const revision = revisionToTell(entry.type, entry.publicId, trx);
    if (revision === undefined) continue; // No webhook is there.
    found.push(await changeOf(entry, revision, now));
    entry.again = true;
  }
  if (found.length === 0) return;
  const scheduled = found.filter(({ isScheduled }) => isScheduled);
  await writeMessages(
    found.map(({ change }) => change),
    { trx, now },
  );
  if (scheduled.length > 0) {
    await writeSchedule(
      scheduled.map(({ change }) => change),
      { trx, now },
    );
  }
  await strapi.db.transaction(({ onCommit }) => onCommit(emitMessages));
}

/** Notes a record that the transaction changes, after its revision is raised. May be called again for the same one. */
export function announce(record: Announced, trx: Knex.Transaction): void {
  const { fields = [], ...entry } = record;
  const known = announced.get(trx) ?? new Map<string, Entry>();
  announced.set(trx, known);
  const key = `${record.type} ${record.publicId}`;
  const before = known.get(key) ?? { ...entry, fields: new Set(), isDue: true, again: false };
  for (const field of fields) before.fields.add(field);
  known.set(key, { ...before, isDue: true });
  beforeCommit(trx, announceAll);
}

/** D17.4: what is told of a record whose time has come. */
export async function scheduledMessage({ type, documentId, publicId, due }: DueMessage, now: Date) {
  const rows = await rowsOf(type, documentId);
  const before = { rows, at: new Date(due.getTime() - 1) };
  const message = messageBetween({ type, before, after: { rows, at: now } });
  return (
    message && ({ ...message, revision: await revisionOf(type, publicId) } satisfies MessageData)
  );
}
