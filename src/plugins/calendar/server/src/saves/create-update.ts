import type { Knex } from 'knex';
import { isDraftRow, pick, type Row, type Values } from '../content-types/rows';
import { nextId, type SlugOwner, takenSlugs } from '../database/identity';
import { amendRows, cacheCreated, changeRow, rowsOf } from '../database/rows';
import { keepNewRecord, lockEventTree, lockExternalId, lockSlug } from '../database/transaction';
import { cleanSlug, freeSlug, slugFromTitle } from '../kinds/text/normalize';
import { isExternalIdTaken } from '../listing/look-up';
import { formatsOf, placeOf, suffixOf } from '../settings/addresses';
import {
  isPostType,
  NAME_FIELD,
  PARENT_FIELD,
  type PostType,
  type RecordType,
} from '../settings/record-types';
import { searchTextOf } from '../sql/sql';
import { alignLanguages, filledByStrapi, ownAttributes, sharedOf } from './languages';
import { prepare } from './prepare';
import {
  requireAddLanguage,
  requireAuthor,
  requireCopy,
  requireCreate,
  requireShared,
  requireTrashField,
  requireTrashRights,
} from './rights';
import { refusal, type Save } from './save';
import { isDescendant } from './tree';

/**
 * Spec 4.5: refuses a parent that is the record itself or its descendant. An unchanged parent is not checked. A new
 * record (without `stored`) has no descendants that another transaction could move.
 */
async function refuseCycle(
  { type, trx }: Pick<Save, 'type' | 'trx'>,
  id: unknown,
  { values, stored }: { values: Values; stored?: Values },
) {
  const field = PARENT_FIELD[type];
  const above = field && values[field];
  if (!field || typeof above !== 'number' || above === stored?.[field]) return;
  if (type === 'event' && stored) await lockEventTree(trx);
  const text = type === 'event' ? 'rule.event_loop' : 'rule.loop';
  if (await isDescendant({ type, field }, above, Number(id))) throw refusal({ field, text });
}

interface Slugged extends SlugOwner {
  values: Values;
  /** For the slug of a title that has no characters for one: `event-12`. */
  publicId: unknown;
}

const asText = (value: unknown) => (typeof value === 'string' ? value : '');

/** D4.6: like `slugOf`, for a changed slug. One sent for a term is taken exactly or refused, without a suffix. */
async function changedSlug(record: Slugged, sent: Values, trx: Knex.Transaction): Promise<string> {
  const free = await newSlug(record, trx);
  const asked = cleanSlug(asText(sent.slug));
  if (isPostType(record.type) || asked === '' || asked === free) return free;
  throw refusal({ field: 'slug', text: 'duplicate_term_slug', values: { slug: asked } });
}

/** Whether the slug ends like the extension of a format (`.ics`), which would make its address ambiguous. */
const endsLikeFeed = ({ type }: Slugged, slug: string) =>
  isPostType(type) &&
  formatsOf(placeOf(type)).some((format) => format !== 'json' && slug.endsWith(suffixOf(format)));

/** D4.6: like `slugOf`, for a new slug. Throws a refusal if it ends like a format's extension. */
async function newSlug(record: Slugged, trx: Knex.Transaction): Promise<string> {
  const slug = await slugOf(record, trx);
  if (!endsLikeFeed(record, slug)) return slug;
  throw refusal({ field: 'slug', text: 'rule.slug_end', values: { slug } });
}

/** D4.6: the slug of a record in one language: the sent one or one made from the title, with a suffix if taken. */
async function slugOf(record: Slugged, trx: Knex.Transaction): Promise<string> {
  const { type, values, publicId } = record;
  const wanted =
    cleanSlug(asText(values.slug)) ||
    slugFromTitle(asText(values[NAME_FIELD[type]])) ||
    `${type}-${publicId}`;
  return takeSlug(record, wanted, trx);
}

/** Decision 6: rows in the order in which slugs are locked, so that concurrent saves cannot deadlock. */
const inOrderOfLanguage = <Row extends { locale: string }>(rows: Row[]): Row[] =>
  rows.toSorted((one, other) => (one.locale < other.locale ? -1 : 1));

/** Decision 6: locks a free slug, and checks it again once it is locked. */
async function takeSlug(record: Slugged, wanted: string, trx: Knex.Transaction): Promise<string> {
  const held = new Set<string>();
  let slug = wanted;
  while (!held.has(slug)) {
    await lockSlug(record, slug, trx);
    held.add(slug);
    slug = await freeSlug(wanted, (slugs) => takenSlugs(record, slugs, trx));
  }
  return slug;
}

/** D6.2: restores rows from the trash unchanged, except that a slug taken in the meantime gets a suffix. */
async function restore({ type, rows, trx }: Save, updatedAt: string): Promise<void> {
  for (const row of inOrderOfLanguage(rows)) {
    const { id, documentId, locale, public_id: publicId, slug } = row;
    const free = await slugOf({ type, documentId, locale, publicId, values: row }, trx);
    const renamed = free === slug ? {} : { slug: free };
    await amendRows(type, { id }, { trashed_at: null, updatedAt, ...renamed });
  }
}

/** D6.3: whether `trashed_at` is sent alone. In a whole form it may be outdated, so it is ignored there. */
const isIntended = (type: PostType, sent: Values) =>
  ownAttributes(type).every((name) => (sent[name] !== undefined) === (name === 'trashed_at'));

/**
 * D6.2: writes a sent `trashed_at` to every row of the record (drafts and published, all languages), with `updatedAt`
 * of this moment (`modified_after`). Returns the rows afterwards.
 */
async function changeTrash(save: Save, sent: Values) {
  const { type, now, documentId, rows } = save;
  if (!documentId) return rows;
  const enters = Boolean(sent.trashed_at);
  const trashed = Boolean(rows[0]?.trashed_at);
  if (!isPostType(type) || !isIntended(type, sent) || enters === trashed) return rows;
  await requireTrashRights(type, documentId, enters);
  const at = now.toISOString();
  if (enters) await amendRows(type, { documentId }, { trashed_at: at, updatedAt: at });
  else await restore(save, at);
  return rowsOf(type, documentId);
}

/** D4.13: throws a refusal if another record of the type, even in the trash, has the same external id and source. */
async function refuseTakenExternalId(
  { type, documentId }: Pick<Save, 'type' | 'documentId'>,
  { values, stored = {} }: { values: Values; stored?: Values },
) {
  const { external_id: id, source } = { ...stored, ...values };
  if (!isPostType(type) || !id) return;
  if (id === stored.external_id && (source ?? null) === (stored.source ?? null)) return;
  const external = { externalId: String(id), source: String(source ?? '') };
  await lockExternalId(type, external);
  if (!(await isExternalIdTaken(type, external, documentId))) return;
  throw refusal({ field: 'external_id', text: 'rule.external_id', values: { id: String(id) } });
}

/** Creates a record with a new public id and all values derived from the sent ones. */
export async function create(save: Save) {
  const { type, trx, locale, params, next } = save;
  const { review_note: _, ...sent } = params.data ?? {};
  requireCreate(save, sent);
  const values = prepare(type, sent, {});
  await requireAuthor(save, { values });
  const public_id = await nextId(type);
  await refuseCycle(save, public_id, { values });
  await refuseTakenExternalId(save, { values });
  const slug = await newSlug({ type, locale, values, publicId: public_id }, trx);
  const data = { ...values, public_id, slug };
  params.data = { ...data, search_text: searchTextOf(type, data) };
  const result = (await next()) as Row;
  keepNewRecord(type, result.documentId, trx);
  if (isPostType(type)) cacheCreated(type, result, data, trx);
  return { result };
}

/** Whether a save changes the slug: it sends another one, clears it, or there is none yet. */
const needsSlug = (sent: Values, own: Row | undefined) =>
  sent.slug === undefined ? !own?.slug : sent.slug !== own?.slug;

/** Updates a record, or adds a language to it. */
export async function update(save: Save) {
  const { type, trx, documentId, locale, params, next } = save;
  const { public_id: _, trashed_at: __, review_note: ___, ...sent } = params.data ?? {};
  requireTrashField(type, params.data ?? {});
  const all = await changeTrash(save, params.data ?? {});
  const rows = all.filter((row) => isDraftRow(type, row));
  const own = rows.find((row) => row.locale === locale);
  const any = own ?? rows[0];
  if (!any) return { result: await next() };
  if (!own && isPostType(type) && isIntended(type, params.data ?? {})) {
    return { result: any, rows: await alignLanguages(type, any) };
  }
  if (!own) await requireAddLanguage(save, any);
  const stored: Values = own ?? sharedOf(type, any);
  const values: Values = { ...(own ? {} : stored), ...prepare(type, sent, stored) };
  await requireShared(save, pick(values, Object.keys(sent)), stored);
  await requireAuthor(save, { values, stored });
  await refuseCycle(save, any.public_id, { values, stored });
  await refuseTakenExternalId(save, { values, stored });
  if (needsSlug(sent, own)) {
    const slugged = { type, documentId, locale, publicId: any.public_id };
    values.slug = await changedSlug({ ...slugged, values: { ...stored, ...values } }, sent, trx);
  }
  values.search_text = searchTextOf(type, { ...stored, ...values });
  params.data = values;
  const made = (await next()) as Row;
  const emptied = own ? {} : filledByStrapi(type, values, all);
  if (Object.keys(emptied).length > 0) await changeRow(type, made.id, emptied);
  const result = { ...made, ...emptied };
  const after = await alignLanguages(type, result);
  const saved = after.find(({ id }) => id === result.id) ?? result;
  return { result: { ...result, updatedAt: saved.updatedAt }, rows: after };
}

/** Attributes that a copy does not inherit: publication date, trash and external id. */
const NOT_COPIED = { date: null, trashed_at: null, external_id: null, source: null };

/** D15.13: nor the reviewer's note. */
const notSentBack = (type: RecordType) => (type === 'event' ? { review_note: null } : {});

/** D15.11: nor does the copy of a submitted event wait for approval, in any language, unless its state was sent. */
const notSubmitted = (type: RecordType, { post_status: sent }: Values, { post_status }: Row) =>
  type === 'event' && sent === undefined && post_status === 'pending' ? { post_status: null } : {};

/** D4.2: copies a record, with a new public id and slugs. */
export async function clone(save: Save) {
  const { type, trx, rows: originals, params, next } = save;
  await requireCopy(save);
  const original = originals.find(({ publishedAt }) => !publishedAt) ?? originals[0];
  const values = prepare(type, params.data ?? {}, original ?? {});
  await requireAuthor(save, { values, stored: original });
  const public_id = await nextId(type);
  await refuseCycle(save, public_id, { values: { ...original, ...values } });
  // No slug while Strapi writes the rows: the original's would break the unique index.
  const own = isPostType(type) ? { ...NOT_COPIED, ...notSentBack(type) } : {};
  params.data = { ...values, ...own, public_id, slug: null };
  const result = (await next()) as { entries: Row[] };
  for (const row of inOrderOfLanguage(result.entries)) {
    const slugged = { ...row, slug: values.slug || row.slug };
    const { documentId: copy, locale } = row;
    const slug = await newSlug(
      { type, documentId: copy, locale, publicId: public_id, values: slugged },
      trx,
    );
    const derived = { slug, search_text: searchTextOf(type, { ...row, slug }) };
    const changes = { ...derived, ...notSubmitted(type, values, row) };
    await amendRows(type, { id: row.id }, changes);
    Object.assign(row, changes);
  }
  return { result };
}
