import { AsyncLocalStorage } from 'node:async_hooks';
import { Mutex } from 'async-mutex';
import type { Knex } from 'knex';
import { statusOf } from '../representation/status';
import { type Language, languagesFrom } from '../settings/languages';
import { isPostType, type PostType, uidOf } from '../settings/record-types';
import type { Settings } from '../settings/settings';
import { lockRecord } from '../store/lock';
import { amendRows, type Row, rowsOf, rowsOfIds } from '../store/siblings';
import { mayPublish } from './may-publish';
import { isId } from './references';
import { refusal } from './refusal';
import { revise } from './revise';
import type { Save } from './save';

type Values = Record<string, unknown>;

/** The fields of an event whose records are published along, by their types. */
const FIELDS = ['venue', 'organizer'] as const satisfies readonly PostType[];

/** A venue or organizer that nobody can read yet. */
interface Waiting {
  type: (typeof FIELDS)[number];
  documentId: string;
  rows: Row[];
}

/** Decides for whoever publishes through the interface; throws nothing. */
export type MayPublish = (type: PostType, rows: Row[]) => boolean | Promise<boolean>;

const publisher = new AsyncLocalStorage<MayPublish>();

/** What is published meanwhile is judged by this. */
export const publishingAs = <Result>(may: MayPublish, work: () => Promise<Result>) =>
  publisher.run(may, work);

/** For a save that changes what is public already, and is no publishing to whoever makes it. */
export const publishingNothingAlong = <Result>(work: () => Promise<Result>) =>
  publisher.run(() => false, work);

/** Whether a save changes what would be published along. */
export const refersAnew = (data: Values) => FIELDS.some((field) => data[field] !== undefined);

/** Looked at before the rules refuse what is no list of ids. */
const idsIn = (events: Values[], field: string) => [
  ...new Set(events.flatMap((event) => event[field] ?? []).filter(isId)),
];

/** Draft, pending or scheduled in every language: what is private or in the trash is so on purpose. */
function waits(rows: Row[], now: Date): boolean {
  const states = rows.map((row) => statusOf(row, now));
  const flagged = rows.some(({ post_status }) => post_status === 'private');
  return !flagged && !states.includes('publish') && !states.includes('trash');
}

async function waitingOf(type: Waiting['type'], ids: number[], now: Date): Promise<Waiting[]> {
  const all = ids.length > 0 ? await rowsOfIds(type, ids) : [];
  const records = [...new Set(all.map(({ documentId }) => documentId))].map((documentId) => ({
    type,
    documentId,
    rows: all.filter((row) => row.documentId === documentId),
  }));
  return records.filter(({ rows }) => waits(rows, now));
}

const orderOf = ({ type, documentId }: Waiting) => `${type}:${documentId}`;

/** In the order in which their names are taken (decision 6). */
async function waiting(events: Values[], now: Date): Promise<Waiting[]> {
  const found: Waiting[] = [];
  for (const field of FIELDS) found.push(...(await waitingOf(field, idsIn(events, field), now)));
  return found.sort((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1));
}

/** Decision 6: what saving these events may publish along is taken before the events themselves. */
export async function lockAlong(events: Values[], now: Date): Promise<void> {
  for (const { type, documentId } of await waiting(events, now)) await lockRecord(type, documentId);
}

const mutexes = new WeakMap<Knex.Transaction, Mutex>();

/** The admin publishes many events at once in one transaction: two of them may have one venue. */
function mutexOf(trx: Knex.Transaction): Mutex {
  const mutex = mutexes.get(trx) ?? new Mutex();
  mutexes.set(trx, mutex);
  return mutex;
}

interface Documents {
  update(asked: object): Promise<unknown>;
  publish(asked: object): Promise<unknown>;
}

/** Of the drafts the one in the language that is published, else in the best one (D7.2). */
function draftFor(rows: Row[], language: Language): Row | undefined {
  const { defaultLanguage } = strapi.config.get('plugin::calendar') as Settings;
  const drafts = rows.filter(({ publishedAt }) => !publishedAt);
  return languagesFrom(language, defaultLanguage)
    .map((each) => drafts.find(({ locale }) => locale === each))
    .find(Boolean);
}

/** D6.1: the place of an event that is announced is no secret, so a time of its own ends. */
async function beginNow({ type, documentId, rows }: Waiting, { trx, now }: Save) {
  if (!rows.some(({ date }) => date && new Date(date as string) > now)) return;
  await amendRows(type, { documentId }, { date: now.toISOString() });
  await revise({ type, trx, now }, { documentId, publicId: Number(rows[0]?.public_id) });
}

async function publishOne(one: Waiting, save: Save, language: Language) {
  const { type, documentId, rows } = one;
  const may = publisher.getStore() ?? mayPublish;
  if (!(await may(type, rows))) return;
  const documents = strapi.documents(uidOf(type)) as unknown as Documents;
  const draft = draftFor(rows, language);
  const published = rows.some(({ publishedAt }) => publishedAt);
  await beginNow(one, save);
  if (published || !draft) return;
  const where = { documentId, locale: draft.locale };
  if (draft.post_status) await documents.update({ ...where, data: { post_status: null } });
  await documents.publish(where);
}

/** What a rule refuses of the venue is told as a fault of the event's `venue`. */
async function asPartOf(one: Waiting, work: () => Promise<void>) {
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
 * D6.7: an event does not appear without its place. What it refers to and nobody can read yet is
 * published before it, where whoever publishes the event may.
 */
export async function publishAlong(save: Save, rows: Row[]): Promise<void> {
  const drafts = rows.filter((row) => isPublished(save, row) && row.post_status !== 'private');
  const [first] = drafts;
  if (!first || !isPostType(save.type)) return;
  await mutexOf(save.trx).runExclusive(async () => {
    for (const one of await waiting(drafts, save.now)) {
      await asPartOf(one, () => publishOne(one, save, first.locale as Language));
    }
  });
}

/** The events that a save is about, as far as they are known before it. */
export async function eventsOf(documentId: string | undefined, data: Values = {}) {
  return [data, ...(documentId ? await rowsOf('event', documentId) : [])];
}
