import { Mutex } from 'async-mutex';
import type { Knex } from 'knex';
import { isPublic, type Row, statusOf, type Values } from '../content-types/rows';
import { type LinkedRow, linkedRows, type Naming } from '../database/links';
import { amendRows, changeRow, documents } from '../database/rows';
import { isPostgres } from '../database/run';
import { languageChoice } from '../database/site';
import { holdsRecord, lockRecord } from '../database/transaction';
import type { Language } from '../settings/languages';
import {
  isId,
  isPostType,
  LINKED_TYPES,
  type LinkedType,
  type RecordType,
} from '../settings/record-types';
import { alignLanguages, differing, sharedAttributes, writable } from './languages';
import { revise } from './revise';
import { currentPublisher, forbiddenField, type MayPublish, publishingAs } from './rights';
import { type Done, refusal, type Save } from './save';

/** D6.7: a venue or organizer that is not public yet. */
interface UnpublishedLinked {
  type: LinkedType;
  documentId: string;
  rows: LinkedRow[];
}

/** The valid ids in values that have not been validated yet. */
const idsIn = (events: Values[], type: LinkedType) => [
  ...new Set(events.flatMap((event) => event[type] ?? []).filter(isId)),
];

/** The venues and organizers of events, given as sent or stored values. */
export const namedIn = (events: Values[]): Naming => ({
  venue: idsIn(events, 'venue'),
  organizer: idsIn(events, 'organizer'),
});

/** Whether every language is draft, pending or scheduled; private and trashed records are hidden on purpose. */
function isUnpublished({ rows }: UnpublishedLinked, now: Date): boolean {
  const states = rows.map((row) => statusOf(row, now));
  const flagged = rows.some(({ post_status }) => post_status === 'private');
  return !flagged && !states.includes('publish') && !states.includes('trash');
}

function recordsIn(rows: LinkedRow[]): UnpublishedLinked[] {
  const records = new Map<string, UnpublishedLinked>();
  for (const row of rows) {
    const { type, documentId } = row;
    const record = records.get(documentId) ?? { type, documentId, rows: [] };
    record.rows.push(row);
    records.set(documentId, record);
  }
  return [...records.values()];
}

const orderOf = ({ type, documentId }: UnpublishedLinked) => `${type}:${documentId}`;

/** Decision 6: the unpublished venues and organizers, in the order in which they are locked. */
export async function unpublishedLinked(naming: Naming, now: Date): Promise<UnpublishedLinked[]> {
  const found = recordsIn(await linkedRows(naming)).filter((record) => isUnpublished(record, now));
  return found.sort((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1));
}

/**
 * D6.7: runs a write of an event with these rows. While it is public, what it already refers to is not published along:
 * it has been taken offline.
 */
export function publishingNewAlong<Result>(
  rows: Row[],
  now: Date,
  work: () => Promise<Result>,
): Promise<Result> {
  const may = currentPublisher();
  if (!may) return work();
  const known = namedIn(rows.filter((row) => isPublic(row, now)));
  const isNew: MayPublish = (type, [row]) => !known[type].includes(Number(row?.public_id));
  return publishingAs((type, linked) => isNew(type, linked) && may(type, linked), work);
}

/** Records that a transaction has already checked: `venue:12`. */
const seen = new WeakMap<Knex.Transaction, Set<string>>();

/** Venues and organizers that the transaction has not checked yet; none once it has locked the event. */
function unseen({ event, ...ids }: Naming, trx: Knex.Transaction): Naming {
  const known = seen.get(trx) ?? new Set();
  seen.set(trx, known);
  const left: Naming = { venue: [], organizer: [] };
  for (const type of LINKED_TYPES) {
    left[type] = ids[type].filter((id) => !known.has(`${type}:${id}`));
    for (const id of left[type]) known.add(`${type}:${id}`);
  }
  return event === undefined || holdsRecord('event', event, trx) ? left : { ...left, event };
}

/**
 * Decision 6: locks records that may be published along, before the events themselves. Call within the save's
 * transaction.
 */
export async function lockAlong(naming: Naming, now: Date): Promise<void> {
  if (!isPostgres()) return; // SQLite needs no locks.
  await strapi.db.transaction(async ({ trx }) => {
    for (const { type, documentId } of await unpublishedLinked(unseen(naming, trx), now)) {
      await lockRecord(type, documentId);
    }
  });
}

const mutexes = new WeakMap<Knex.Transaction, Mutex>();

/** Serialises the publications of a transaction: bulk publishing runs several at once, which may share a venue. */
function mutexOf(trx: Knex.Transaction): Mutex {
  const mutex = mutexes.get(trx) ?? new Mutex();
  mutexes.set(trx, mutex);
  return mutex;
}

/** The draft in the language being published, otherwise in the best other one (D7.2). */
function draftFor(rows: LinkedRow[], language: Language): LinkedRow | undefined {
  const drafts = rows.filter(({ publishedAt }) => !publishedAt);
  return languageChoice(language)
    .languages.map((each) => drafts.find(({ locale }) => locale === each))
    .find(Boolean);
}

/** D6.1: sets a future publication date to now: the place of a published event is no secret. */
async function startNow({ type, documentId, rows }: UnpublishedLinked, { trx, now }: Save) {
  if (!rows.some(({ date }) => date && new Date(date) > now)) return;
  await amendRows(type, { documentId }, { date: now.toISOString() });
  revise(
    { type, trx, now },
    { documentId, publicId: Number(rows[0]?.public_id), rows, before: rows },
  );
}

/** The publication of an event: its save, its language, and the publisher's rights. */
interface Publication {
  save: Save;
  language: Language;
  may: MayPublish;
}

async function publishOne(one: UnpublishedLinked, { save, language, may }: Publication) {
  const { type, documentId, rows } = one;
  if (!(await may(type, rows))) return;
  const draft = draftFor(rows, language);
  const published = rows.some(({ publishedAt }) => publishedAt);
  await startNow(one, save);
  if (published || !draft) return;
  const where = { documentId, locale: draft.locale };
  if (draft.post_status) await documents(type).update({ ...where, data: { post_status: null } });
  await documents(type).publish(where);
}

/** Rethrows a refusal about the venue or organizer as a refusal of the event's field. */
async function asPartOf(one: UnpublishedLinked, work: () => Promise<void>) {
  try {
    await work();
  } catch (error) {
    const { name, message } = error as Error;
    if (name !== 'ValidationError' && name !== 'YupValidationError') throw error;
    const values = { id: Number(one.rows[0]?.public_id), why: message };
    throw refusal({ field: one.type, text: 'rule.publish_along', values });
  }
}

const isPublished = ({ locale }: Save, row: Row) =>
  !row.publishedAt && (locale === '*' || [locale].flat().includes(row.locale));

/**
 * D6.7: publishes the unpublished venues and organizers of an event before the event, as far as the publisher may, so
 * that it is not shown without its place.
 */
async function publishAlong(save: Save, rows: Row[]): Promise<void> {
  const drafts = rows.filter((row) => isPublished(save, row) && row.post_status !== 'private');
  const [first] = drafts;
  const may = currentPublisher();
  if (!first || !may || !isPostType(save.type)) return;
  const publication = { save, language: first.locale, may };
  await mutexOf(save.trx).runExclusive(async () => {
    for (const one of await unpublishedLinked(namedIn(drafts), save.now)) {
      await asPartOf(one, () => publishOne(one, publication));
    }
  });
}

interface Published {
  entries: Row[];
}

async function aligned(type: RecordType, result: Published): Promise<Done> {
  const [first] = result.entries;
  return first ? { result, rows: await alignLanguages(type, first) } : { result };
}

/** D15.13: clears the pending state and the reviewer's note of published drafts. */
async function endReview(save: Save): Promise<void> {
  const { type, documentId, rows } = save;
  const drafts = rows.filter((row) => isPublished(save, row));
  const waiting = drafts.filter(({ post_status }) => post_status === 'pending');
  if (waiting.length > 0) {
    const ids = waiting.map(({ id }) => id);
    await amendRows(type, { id: { $in: ids } }, { post_status: null });
  }
  if (drafts.some(({ review_note }) => review_note)) {
    await amendRows(type, { documentId, publishedAt: null }, { review_note: null });
  }
}

/** Publishes a record. D6.2: refused in the trash. D5.6: the first publication sets the date. */
export async function publish(save: Save) {
  const { type, now, documentId, rows, next } = save;
  if (rows.some(({ trashed_at }) => trashed_at)) {
    throw refusal({ field: 'trashed_at', text: 'rule.publish_trashed' });
  }
  const isMade = rows.some((row) => isPublished(save, row)); // Else Strapi publishes nothing.
  if (isMade && isPostType(type) && rows.some(({ date }) => !date)) {
    await amendRows(type, { documentId, date: null }, { date: now.toISOString() });
  }
  if (type === 'event') await publishAlong(save, rows);
  await endReview(save);
  return aligned(type, (await next()) as Published);
}

/** The shared values in which a draft differs from its published row. */
function unfinishedShared({ type, rows, locale }: Save): Values {
  const own = rows.filter((row) => row.locale === locale);
  const draft = own.find(({ publishedAt }) => !publishedAt);
  const published = own.find(({ publishedAt }) => publishedAt);
  const names = draft && published ? differing(sharedAttributes(type), draft, published) : [];
  return Object.fromEntries(names.map((name) => [name, writable(draft?.[name])]));
}

/**
 * Resets the draft to the published row, and the shared values of the other languages' drafts (D7.5), except if the
 * user may not change them there (D10.10).
 */
export async function discardDraft(save: Save) {
  const { type, next } = save;
  const kept = unfinishedShared(save);
  const forbidden = await forbiddenField(save, Object.keys(kept));
  const result = (await next()) as Published;
  const [own] = result.entries;
  if (forbidden && own) await changeRow(type, own.id, kept);
  return aligned(type, result);
}
