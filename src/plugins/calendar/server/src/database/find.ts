import type { UID } from '@strapi/strapi';
import type { Knex } from 'knex';
import type { ReferenceRow } from '../content-types/rows';
import { recordTable } from '../content-types/rows';
import type { TermRow } from '../kinds/rows';
import { fold, normalizeName } from '../kinds/text/normalize';
import { LANGUAGES, type Language } from '../settings/languages';
import {
  isPostType,
  NAME_FIELD,
  type PostType,
  type RecordType,
  recordTypeOf,
  type TermType,
  uidOf,
} from '../settings/record-types';
import { all, beginsFolded, containsFolded, namedLike, raw, type Sql, sql } from '../sql/sql';
import { run, tableOf } from './run';

interface Term {
  public_id: number;
  name: string;
}

const terms = (type: TermType) => strapi.db.query(uidOf(type));

/** D7.6: the term with this slug in any language. */
export async function termBySlug(type: TermType, slug: string): Promise<number | undefined> {
  const found: Term | null = await terms(type).findOne({
    where: { slug: normalizeName(slug) },
    orderBy: { public_id: 'asc' },
  });
  return found?.public_id;
}

/** One language of a term. */
type NamedTerm = Pick<TermRow, 'public_id' | 'name' | 'slug' | 'parent'>;

/** The terms with the same folded name in any language, oldest first. */
function termsNamedLike(type: TermType, name: string): Promise<NamedTerm[]> {
  const parent = raw(type === 'category' ? ', e.parent' : '');
  return run(sql`SELECT e.public_id, e.name, e.slug${parent} FROM ${tableOf(type)} e
    WHERE ${namedLike([name])} ORDER BY e.public_id`);
}

const isSpelledAs = (name: string) => (term: Term) =>
  normalizeName(term.name) === normalizeName(name);

/** D7.6: the oldest term with this name in any language, preferably with the same accents. */
export async function termByName(type: TermType, name: string): Promise<number | undefined> {
  const alike = await termsNamedLike(type, name);
  return (alike.find(isSpelledAs(name)) ?? alike[0])?.public_id;
}

/** The terms with this name in any language, ignoring case but not accents, oldest first. */
export const termsNamed = async (type: TermType, name: string): Promise<NamedTerm[]> =>
  (await termsNamedLike(type, name)).filter(isSpelledAs(name));

/** The most results; of categories more, because they are shown as a tree. */
const MAX_RESULTS: Partial<Record<RecordType, number>> = { category: 500 };
export const MAX_OF_OTHERS = 50;

const SEARCHED = raw('search_text');

const nothing = (text: string) => text !== '' && fold(text) === '';

/**
 * The ids of records with every word in one of their languages: those of that name first, then names that begin with
 * it, then the newest; without the trash. `permitted`: a condition on the rows (alias `e`).
 */
export async function searchReferences(
  type: RecordType,
  text: string,
  permitted: Sql,
): Promise<number[]> {
  if (nothing(text)) return [];
  const words = fold(text).split(' ').filter(Boolean);
  const wanted = [
    permitted,
    sql`public_id IS NOT NULL`,
    ...(isPostType(type) ? [sql`trashed_at IS NULL`] : []),
    ...words.map((word) => containsFolded(SEARCHED, word)),
  ];
  const byName = sql`MAX(CASE WHEN ${namedLike([text])} THEN 2 WHEN ${beginsFolded(SEARCHED, text)} THEN 1 ELSE 0 END) DESC,`;
  const first = words.length > 0 ? byName : raw(''); // Without words, an index is read as far as the results.
  const rows = await run<{ public_id: number }>(sql`SELECT public_id FROM ${tableOf(type)} e
    WHERE ${all(wanted)} GROUP BY public_id
    ORDER BY ${first} public_id DESC LIMIT ${MAX_RESULTS[type] ?? MAX_OF_OTHERS}`);
  return rows.map((row) => row.public_id);
}

/** A query of Strapi's engine that searches. */
export interface SearchingQuery {
  model: { attributes: Record<string, { type: string; searchable?: boolean }> };
  params: { _q?: unknown; where?: unknown };
}

const TEXTS = ['string', 'text', 'richtext', 'email', 'enumeration'];

/**
 * D8.6: finds words that are not ASCII also in the search text, which is folded; the other fields contain them as they
 * are. Digits are folded for Strapi, which finds them in numbers too.
 */
export function searchEverySpelling({ model, params }: SearchingQuery): void {
  const words = String(params._q ?? '');
  const folded = fold(words);
  if (folded === '' || !/[^\x20-\x7e]/.test(words)) return;
  if (/^\d+$/.test(folded)) {
    params._q = folded;
    return;
  }
  const written = Object.entries(model.attributes)
    .filter(([, { type, searchable }]) => TEXTS.includes(type) && searchable !== false)
    .map(([name]) => ({ [name]: { $containsi: words } }));
  const found = { $or: [...written, { search_text: { $contains: folded } }] };
  params.where = { $and: [params.where ?? {}, found] };
  delete params._q;
}

/** All rows of these records, in every language, draft and published, the trash too. */
export async function loadReferences(type: RecordType, ids: number[]): Promise<ReferenceRow[]> {
  const name = NAME_FIELD[type];
  const flags = isPostType(type) ? ['trashed_at', 'post_status', 'date'] : [];
  const place = type === 'category' ? ['parent', 'color'] : [];
  const rows = await strapi.db.query(uidOf(type)).findMany({
    select: ['public_id', name, 'locale', 'publishedAt', ...flags, ...place],
    where: { public_id: { $in: ids }, locale: { $in: [...LANGUAGES] } },
  });
  return rows.map((row) => ({
    public_id: row.public_id,
    name: row[name] ?? '',
    locale: row.locale,
    publishedAt: row.publishedAt,
    trashed_at: row.trashed_at ?? null,
    post_status: row.post_status ?? null,
    date: row.date ?? null,
    ...(type === 'category' && { parent: row.parent ?? null, color: row.color ?? null }),
  }));
}

/** Published versions whose drafts have, or have not, been changed since; of one language or all. */
export interface Modified {
  isModified: boolean;
  language?: Language;
}

/** A subquery for the row ids of such versions. */
export function publishedIds(
  type: PostType,
  { isModified, language }: Modified,
): Knex.QueryBuilder {
  const own = recordTable(type);
  const published: Knex.QueryBuilder = strapi.db.getConnection(`${own} as p`);
  return published
    .join(`${own} as d`, (on) =>
      on.on('d.document_id', 'p.document_id').andOn('d.locale', 'p.locale'),
    )
    .whereNull('d.published_at')
    .whereNotNull('p.published_at')
    .modify((query) => language && query.where('p.locale', language))
    .where('d.updated_at', isModified ? '>' : '<=', strapi.db.connection.ref('p.updated_at'))
    .select('p.id');
}

/**
 * The ids of a type's rows published last, in Strapi's order; `permitted`: a condition on the rows (alias `e`). SQLite
 * reads the index of changes, which has these columns; `+` keeps it from an index of published rows without them.
 */
export async function lastPublished(type: PostType, permitted: Sql, most: number) {
  const rows = await run<{ id: number }>(sql`SELECT e.id FROM ${tableOf(type)} e
    WHERE +e.published_at IS NOT NULL AND ${permitted} ORDER BY e.published_at DESC, e.id LIMIT ${most}`);
  return rows.map(({ id }) => id);
}

/** How many records Strapi's home page shows as drafts, as published, and as changed since. */
export type Entries = Record<'draft' | 'published' | 'modified', number>;

const lastChange = (version: string) =>
  raw(`MAX(CASE WHEN published_at ${version} THEN updated_at END)`);

/**
 * D15.14: the entries of a type as Strapi counts them. Strapi groups the rows by document, and no index that has this
 * also has their changes, so that it reads each row, which are wide; ours are grouped by `public_id`.
 */
export async function countEntries(uid: string): Promise<Entries> {
  const { tableName } = strapi.db.metadata.get(uid);
  const rows = raw(`@${tableName}`);
  if (!strapi.contentType(uid as UID.ContentType).options?.draftAndPublish) {
    const [row] = await run<{ count: number | string }>(
      sql`SELECT COUNT(DISTINCT document_id) AS count FROM ${rows}`,
    );
    return { draft: 0, published: Number(row?.count), modified: 0 };
  }
  const record = raw(recordTypeOf(uid) ? 'public_id' : 'document_id');
  const [row] = await run<Record<keyof Entries, number | string>>(sql`
    SELECT COUNT(*) - COUNT(opened) AS draft, COUNT(CASE WHEN drafted = opened THEN 1 END) AS published,
      COUNT(CASE WHEN drafted = opened THEN NULL ELSE opened END) AS modified
    FROM (SELECT ${lastChange('IS NULL')} AS drafted, ${lastChange('IS NOT NULL')} AS opened
      FROM ${rows} GROUP BY ${record}) AS record`);
  const { draft, published, modified } = row as NonNullable<typeof row>;
  return { draft: Number(draft), published: Number(published), modified: Number(modified) };
}
