import { AsyncLocalStorage } from 'node:async_hooks';
import { isDeepStrictEqual } from 'node:util';
import { errors } from '@strapi/utils';
import { Mutex } from 'async-mutex';
import type { Knex } from 'knex';
import type { Row, Values } from '../content-types/rows';
import type { LinkedRow } from '../database/links';
import { amendRows, changeRow, documents, rowsWithMakers } from '../database/rows';
import { type Checker, checkerOf } from '../listing/load-agenda';
import { type Language, languagesFrom } from '../settings/languages';
import { isPostType, type PostType, type RecordType } from '../settings/record-types';
import type { Settings } from '../settings/settings';
import { alignLanguages, differing, sharedAttributes, writable } from './languages';
import { revise } from './revise';
import { type Done, refusal, type Save } from './save';
import { namedIn, type Waiting, waiting } from './waiting';

/** Nothing where no editor asks: the interface judges its callers itself, and code may do everything. */
export function currentChecker(type: RecordType): Checker | undefined {
  const { userAbility } = strapi.requestContext.get()?.state ?? {};
  return userAbility && checkerOf(userAbility, type);
}

/** D10.4 in the admin: the trash needs the right to delete, and both ways what is public that to publish. */
export async function requireTrashRights(type: PostType, documentId: string, enters: boolean) {
  const checker = currentChecker(type);
  if (!checker) return;
  const { cannot } = checker;
  const forbidden = (row: { publishedAt: unknown }) =>
    (enters && cannot.delete(row)) || (row.publishedAt && cannot.publish(row));
  if ((await rowsWithMakers(type, documentId)).some(forbidden)) throw new errors.ForbiddenError();
}

/** Of a save at Strapi's own forms; our routes ask for the rights of their actions themselves. */
export const formsChecker = (type: RecordType): Checker | undefined =>
  strapi.requestContext.get()?.path.startsWith('/content-manager/')
    ? currentChecker(type)
    : undefined;

/** D10.10: of these shared fields one that may not be changed in a language which has it, too. */
async function notTheirs({ type, documentId, locale }: Save, names: string[]) {
  const checker = formsChecker(type);
  if (!checker || !documentId || names.length === 0) return undefined;
  const isOther = (row: Row) => row.locale !== locale && (!row.publishedAt || !isPostType(type));
  const found = (await rowsWithMakers(type, documentId)).filter(isOther).flatMap((row) => {
    const field = names.find((name) => checker.cannot.update(row, name));
    return field ? [{ field, language: row.locale }] : [];
  });
  return found[0];
}

/** No references, texts and flags are nothing, an empty list, an empty text, false or 0. */
const plain = (value: unknown) =>
  value === '' || value === false || value === 0 || (Array.isArray(value) && value.length === 0)
    ? null
    : (writable(value) ?? null);

const instant = (value: unknown) => (value instanceof Date ? value.toISOString() : value);

/** D10.10: a shared field is changed in every language, so that its right is asked in each; throws a refusal. */
export async function requireShared(save: Save, values: Values, stored: Values): Promise<void> {
  const changed = sharedAttributes(save.type).filter(
    (name) =>
      name in values &&
      !isDeepStrictEqual(instant(plain(values[name])), instant(plain(stored[name]))),
  );
  const found = await notTheirs(save, changed);
  if (found) throw refusal({ field: found.field, text: 'rule.shared', values: found });
}

/** D10.4 in the admin: the editor's own right to publish each row; code may do everything. */
export async function mayPublish(type: PostType, rows: LinkedRow[]): Promise<boolean> {
  const checker = currentChecker(type);
  const [row] = rows;
  if (!checker || !row) return true;
  const stored = await rowsWithMakers(type, row.documentId);
  return stored.every((each) => !checker.cannot.publish(each));
}

/** Decides for whoever publishes through the interface; throws nothing. */
export type MayPublish = (type: PostType, rows: LinkedRow[]) => boolean | Promise<boolean>;

const publisher = new AsyncLocalStorage<MayPublish | 'nobody'>();

/** What is published meanwhile is judged by this. */
export const publishingAs = <Result>(may: MayPublish, work: () => Promise<Result>) =>
  publisher.run(may, work);

/** For a save that changes what is public already, and is no publishing to whoever makes it. */
export const publishingNothingAlong = <Result>(work: () => Promise<Result>) =>
  publisher.run('nobody', work);

/** D10.4: who decides what is published along; nobody where nothing is. */
export function currentPublisher(): MayPublish | undefined {
  const current = publisher.getStore() ?? mayPublish;
  return current === 'nobody' ? undefined : current;
}

const mutexes = new WeakMap<Knex.Transaction, Mutex>();

/** The admin publishes many events at once in one transaction: two of them may have one venue. */
function mutexOf(trx: Knex.Transaction): Mutex {
  const mutex = mutexes.get(trx) ?? new Mutex();
  mutexes.set(trx, mutex);
  return mutex;
}

/** Of the drafts the one in the language that is published, else in the best one (D7.2). */
function draftFor(rows: LinkedRow[], language: Language): LinkedRow | undefined {
  const { defaultLanguage } = strapi.config.get('plugin::calendar') as Settings;
  const drafts = rows.filter(({ publishedAt }) => !publishedAt);
  return languagesFrom(language, defaultLanguage)
    .map((each) => drafts.find(({ locale }) => locale === each))
    .find(Boolean);
}

/** D6.1: the place of an event that is announced is no secret, so a time of its own ends. */
async function beginNow({ type, documentId, rows }: Waiting, { trx, now }: Save) {
  if (!rows.some(({ date }) => date && new Date(date) > now)) return;
  await amendRows(type, { documentId }, { date: now.toISOString() });
  revise(
    { type, trx, now },
    { documentId, publicId: Number(rows[0]?.public_id), rows, before: rows },
  );
}

/** One event's publication: the save, its language, and who judges. */
interface Publication {
  save: Save;
  language: Language;
  may: MayPublish;
}

async function publishOne(one: Waiting, { save, language, may }: Publication) {
  const { type, documentId, rows } = one;
  if (!(await may(type, rows))) return;
  const draft = draftFor(rows, language);
  const published = rows.some(({ publishedAt }) => publishedAt);
  await beginNow(one, save);
  if (published || !draft) return;
  const where = { documentId, locale: draft.locale };
  if (draft.post_status) await documents(type).update({ ...where, data: { post_status: null } });
  await documents(type).publish(where);
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
  const may = currentPublisher();
  if (!first || !may || !isPostType(save.type)) return;
  const publication = { save, language: first.locale as Language, may };
  await mutexOf(save.trx).runExclusive(async () => {
    for (const one of await waiting(namedIn(drafts), save.now)) {
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

/** D15.13: what is published waits no longer to be judged, and what was said of it is done. */
async function judged(save: Save): Promise<void> {
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

/** D6.2: nothing leaves the trash by being published. D5.6: the first publishing gives the date. */
export async function publish(save: Save) {
  const { type, now, documentId, rows, next } = save;
  if (rows.some(({ trashed_at }) => trashed_at)) {
    throw refusal({ field: 'trashed_at', text: 'rule.publish_trashed' });
  }
  if (isPostType(type) && rows.some(({ date }) => !date)) {
    await amendRows(type, { documentId, date: null }, { date: now.toISOString() });
  }
  if (type === 'event') await publishAlong(save, rows);
  await judged(save);
  return aligned(type, (await next()) as Published);
}

/** What a draft says besides what is published of it, of what all languages share. */
function unfinishedShared({ type, rows, locale }: Save): Values {
  const own = rows.filter((row) => row.locale === locale);
  const draft = own.find(({ publishedAt }) => !publishedAt);
  const published = own.find(({ publishedAt }) => publishedAt);
  const names = draft && published ? differing(sharedAttributes(type), draft, published) : [];
  return Object.fromEntries(names.map((name) => [name, writable(draft?.[name])]));
}

/**
 * The draft is the published row again, and so are the shared values of the other drafts (D7.5); they
 * stay where whoever discards may not change them there (D10.10).
 */
export async function discardDraft(save: Save) {
  const { type, next } = save;
  const kept = unfinishedShared(save);
  const stays = await notTheirs(save, Object.keys(kept));
  const result = (await next()) as Published;
  const [own] = result.entries;
  if (stays && own) await changeRow(type, own.id, kept);
  return aligned(type, result);
}
