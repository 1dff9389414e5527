import type { Knex } from 'knex';
import {
  contentTypes,
  isPublic,
  type Row,
  type StatusRow,
  statusOf,
  type Values,
} from '../content-types/rows';
import { beforeCommit } from '../database/commits';
import { revisionOf, revisionToTell } from '../database/revisions';
import { rowsOf, rowsOfDocuments } from '../database/rows';
import { chunks } from '../database/run';
import { settings } from '../database/site';
import {
  type DueMessage,
  emitMessages,
  type MessageData,
  type RecordChange,
  writeMessages,
  writeSchedule,
} from '../database/webhook-messages';
import { LANGUAGES, type Language } from '../settings/languages';
import { isPostType, RECORD_TYPES, type RecordType } from '../settings/record-types';
import type { PostEvent } from '../settings/webhooks';
import { hiddenContacts } from '../sql/sql';
import { differing, ownAttributes } from './languages';

/** The part of a row from which messages are derived. */
export type MessageRow = StatusRow & Values & { locale?: unknown };

/** Fields not listed in messages: not shown to readers, states, or derived from other fields. */
const NOT_ANNOUNCED = ['public_id', 'search_text', 'post_status', 'trashed_at', 'review_note'];

const isEmpty = (value: unknown) =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** The named values of a row, with null for empty and missing ones. */
const filledIn = (names: string[], row: Values = {}): Values =>
  Object.fromEntries(names.map((name) => [name, isEmpty(row[name]) ? null : row[name]]));

/** A record at a moment: all of its rows. */
interface RecordState {
  rows: MessageRow[];
  at: Date;
}

/** The public rows by language; rows of terms are always public. */
const readable = (type: RecordType, { rows, at }: RecordState) =>
  new Map(
    rows.filter((row) => !isPostType(type) || isPublic(row, at)).map((row) => [row.locale, row]),
  );

const isInTrash = ({ rows, at }: RecordState) =>
  rows.some((row) => row.trashed_at && isPublic({ ...row, trashed_at: null }, at));

/** D17.2: what happened between two states from a reader's view; undefined if nothing public changed. */
function happened(was: boolean, is: boolean, before: RecordState, after: RecordState) {
  if (is) return was ? 'updated' : isInTrash(before) ? 'restored' : 'published';
  if (after.rows.length === 0) return was || isInTrash(before) ? 'deleted' : undefined;
  if (was) return after.rows.some((row) => row.trashed_at) ? 'trashed' : 'unpublished';
  return undefined;
}

/** The fields of this type in messages; a host's own and hidden contacts are not served to readers. */
function announcedFields(type: RecordType): string[] {
  const left = [...NOT_ANNOUNCED, ...hiddenContacts(type, settings())];
  return ownAttributes(type).filter(
    (name) => name in contentTypes[type].schema.attributes && !left.includes(name),
  );
}

/** The names of public fields that changed in any language. */
function changedFields(
  type: RecordType,
  before: ReturnType<typeof readable>,
  after: ReturnType<typeof readable>,
): string[] {
  const names = announcedFields(type);
  const changed = [...after].flatMap(([language, row]) =>
    differing(names, filledIn(names, before.get(language)), filledIn(names, row)),
  );
  return names.filter((name) => changed.includes(name));
}

interface StateChange {
  type: RecordType;
  before: RecordState;
  after: RecordState;
  /** Fields known to have changed, whatever the rows contain. */
  fields?: Iterable<string>;
}

/** D17.2: the message about a change between two states; undefined if there is none. */
function messageBetween({ type, before, after, fields = [] }: StateChange) {
  const [was, is] = [readable(type, before), readable(type, after)];
  const happening: PostEvent | undefined = happened(was.size > 0, is.size > 0, before, after);
  if (!happening) return undefined;
  const languages = LANGUAGES.filter((language) => is.has(language));
  const changed = [...new Set([...changedFields(type, was, is), ...(is.size > 0 ? fields : [])])];
  const gone = [...was.keys()].some((language) => !is.has(language as Language));
  if (happening === 'updated' && changed.length === 0 && !gone) return undefined;
  return { name: `${type}.${happening}` as const, languages, changed };
}

/** D6.1: the record's next scheduled publication. */
function nextPublication({ rows, at }: RecordState): Date | undefined {
  const times = rows
    .filter((row) => statusOf(row, at) === 'future')
    .map(({ date }) => +new Date(date ?? 0));
  return times.length > 0 ? new Date(Math.min(...times)) : undefined;
}

/** A record that a transaction changes. */
interface Announced {
  type: RecordType;
  documentId: string;
  publicId: number;
  /** All of its rows before the change; omitted when only the named fields have changed. */
  before?: MessageRow[];
  fields?: string[];
}

interface Entry extends Omit<Announced, 'fields'> {
  fields: Set<string>;
  /** Whether its message still has to be written. */
  isDue: boolean;
  again: boolean;
}

/** Changed records by transaction, with their state before its first change. */
const announced = new WeakMap<Knex.Transaction, Map<string, Entry>>();

/** What a message is made of. */
interface Telling {
  /** The record's rows after the change, if known. */
  rows?: Row[];
  revision: number;
  now: Date;
}

/** Records per statement. */
const CHUNK = 500;

/**
 * The rows of records of which only named fields have changed, by document. Read together: thousands may show a picture
 * that is described differently.
 */
async function rowsOfFieldChanges(entries: Entry[]): Promise<ReadonlyMap<string, Row[]>> {
  const found = new Map<string, Row[]>();
  for (const type of RECORD_TYPES) {
    const ids = entries
      .filter((entry) => entry.type === type && !entry.before)
      .map(({ documentId }) => documentId);
    for (const id of ids) found.set(id, []);
    for (const row of ids.length > 0 ? await rowsOfDocuments(type, ids) : []) {
      found.get(row.documentId)?.push(row);
    }
  }
  return found;
}

async function changeOf(entry: Entry, { rows, revision, now }: Telling) {
  const { type, documentId, publicId, fields, again } = entry;
  const after = { rows: rows ?? (await rowsOf(type, documentId)), at: now };
  const before = { rows: entry.before ?? after.rows, at: now };
  const message = messageBetween({ type, before, after, fields });
  const due = isPostType(type) ? nextPublication(after) : undefined;
  const change: RecordChange = { type, documentId, publicId, again, due };
  if (message) change.message = { ...message, revision };
  return {
    change,
    isScheduled: Boolean(due ?? (isPostType(type) && nextPublication(before))),
  };
}

/** D17.1: writes the messages about all changes of the transaction. */
async function announceAll(trx: Knex.Transaction) {
  const now = new Date();
  const found: Awaited<ReturnType<typeof changeOf>>[] = [];
  const due = [...(announced.get(trx)?.values() ?? [])].filter(({ isDue }) => isDue);
  for (const entry of due) entry.isDue = false;
  const revisionOfEntry = ({ type, publicId }: Entry) => revisionToTell(type, publicId, trx);
  const told = due.filter((entry) => revisionOfEntry(entry) !== undefined); // None without a webhook.
  for (const some of chunks(told, CHUNK)) {
    const rows = await rowsOfFieldChanges(some);
    for (const entry of some) {
      const revision = Number(revisionOfEntry(entry));
      found.push(await changeOf(entry, { rows: rows.get(entry.documentId), revision, now }));
      entry.again = true;
    }
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
  const first = known.get(key) ?? { ...entry, fields: new Set(), isDue: true, again: false };
  for (const field of fields) first.fields.add(field);
  known.set(key, { ...first, before: first.before ?? entry.before, isDue: true });
  beforeCommit(trx, announceAll);
}

/** D17.4: the message about a scheduled publication that is due. */
export async function scheduledMessage({ type, documentId, publicId, due }: DueMessage, now: Date) {
  const rows = await rowsOf(type, documentId);
  const before = { rows, at: new Date(due.getTime() - 1) };
  const message = messageBetween({ type, before, after: { rows, at: now } });
  return (
    message && ({ ...message, revision: await revisionOf(type, publicId) } satisfies MessageData)
  );
}
