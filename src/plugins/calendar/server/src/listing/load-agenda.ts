import type { AgendaRow, ReferenceRow, Row } from '../content-types/rows';
import { loadReferences } from '../database/find';
import { type Ability, checkerOf, type Rule } from '../database/permissions';
import { wholeRows } from '../database/rows';
import { SUBMISSIONS_PAGE } from '../settings/agenda';
import { LANGUAGES, type Language } from '../settings/languages';
import {
  isPostType,
  LINKED_TYPES,
  NAME_FIELD,
  type PostType,
  type RecordType,
  USER_UID,
  uidOf,
} from '../settings/record-types';
import { type Binding, FALSE, raw, type Sql, sql, values } from '../sql/sql';

type Where = Record<string, unknown>;

/** Which records of a type an editor may read. */
export interface EditorViewer {
  /** The languages that may be read, regardless of the record. */
  languages: Language[];
  /**
   * If the right depends on the record: a statement that selects `public_id` and `locale` of the readable rows (of
   * posts, the drafts). Otherwise undefined.
   */
  rows?: Sql;
  /** The condition by which Strapi's own queries find these rows. */
  where: Where;
  /** Whether the field may be read, of each of these records. */
  reads(field: string): boolean;
}

/** The row `alias` may be read, judged by its draft. */
export const permittedRows = (
  { rows, languages }: Pick<EditorViewer, 'rows' | 'languages'>,
  alias: string,
): Sql => {
  if (rows) {
    return sql`(${raw(alias)}.public_id, ${raw(alias)}.locale) IN (SELECT public_id, locale FROM (${rows}) AS permitted)`;
  }
  return languages.length > 0 ? sql`${raw(alias)}.locale IN (${values(languages)})` : FALSE;
};

/** The names of attributes in a Strapi filter. */
function attributesIn(filter: unknown): string[] {
  if (Array.isArray(filter)) return filter.flatMap(attributesIn);
  if (typeof filter !== 'object' || filter === null) return [];
  return Object.entries(filter).flatMap(([key, value]) =>
    key.startsWith('$') ? attributesIn(value) : [key],
  );
}

/** Strapi's action for reading records and their fields. */
const READ = 'plugin::content-manager.explorer.read';

const isShown = (options: object = {}) =>
  (options as Record<string, { visible?: boolean }>)['content-manager']?.visible !== false;

/** Whether the rule applies to every record: without conditions except on languages, all of which it allows. */
const appliesToAll = (rule: Rule) =>
  attributesIn(rule.conditions).every((name) => name === 'locale') &&
  LANGUAGES.every((locale) => rule.matchesConditions({ locale }));

/**
 * D15.4: whether the user may read any records of the type, or the field in every record they may read. With one role
 * that reads titles and another that reads all fields of own records, only titles qualify.
 */
export function mayRead(ability: Ability, type: RecordType, field?: string): boolean {
  if (!ability.can(READ, uidOf(type), field)) return false;
  if (field === undefined) return true;
  const rules = ability.rulesFor(READ, uidOf(type));
  const naming = rules.filter(({ fields }) => !fields || fields.includes(field));
  return naming.length === rules.length || naming.some(appliesToAll);
}

/** The types that the content manager shows to the user. */
export const readableTypes = (ability: Ability): string[] =>
  Object.entries(strapi.contentTypes)
    .filter(([uid, { pluginOptions }]) => isShown(pluginOptions) && ability.can(READ, uid))
    .map(([uid]) => uid);

function statement(uid: string, where: Where): Sql {
  const query = strapi.db.queryBuilder(uid).init({ select: ['public_id', 'locale'], where });
  const { sql, bindings } = query.getKnexQuery().toSQL();
  return { sql, bindings: [...bindings] as Binding[] };
}

/** D15.4: the languages and conditions that the content manager's permission-checker grants for reading. */
export async function editorViewer(type: RecordType, ability: Ability): Promise<EditorViewer> {
  const uid = uidOf(type);
  const checker = checkerOf(ability, type);
  const { filters } = await checker.sanitizedQuery.read({});
  const { where = {} } = strapi.get('query-params').transform(uid, { filters });
  const drafts = isPostType(type) ? { $and: [where, { publishedAt: null }] } : where;
  const byLanguage = attributesIn(filters).every((name) => name === 'locale');
  const readable = LANGUAGES.filter((locale) => checker.can.read({ locale }));
  return {
    languages: byLanguage ? readable : [...LANGUAGES],
    ...(!byLanguage && { rows: statement(uid, drafts) }),
    where: drafts,
    reads: (field) => mayRead(ability, type, field),
  };
}

/** Attributes that identify a row and determine its state; read regardless of field permissions. */
const ALWAYS = [
  'public_id',
  'documentId',
  'locale',
  'publishedAt',
  'updatedAt',
  'post_status',
  'trashed_at',
  'date',
] as const;

const FIELDS = [
  'title',
  'start_date',
  'end_date',
  'timezone',
  'all_day',
  'utc_start_date',
  'utc_end_date',
  'venue',
  'organizer',
  'categories',
  'event_status',
  'featured',
  'hide_from_listings',
  'password',
] as const;

const query = () => strapi.db.query(uidOf('event'));

/** Whether every row may be read. */
export const readsAllRows = ({ rows, languages }: EditorViewer) =>
  !rows && languages.length === LANGUAGES.length;

/** The types of posts in events that the user may read in every state. */
export async function wholeReferenceTypes(ability: Ability): Promise<PostType[]> {
  const types: PostType[] = [];
  for (const type of LINKED_TYPES) {
    if (readsAllRows(await editorViewer(type, ability))) types.push(type);
  }
  return types;
}

/** D15.4: the readable rows of records; without names if these may not be read. */
export async function readableReferences(
  type: RecordType,
  ids: number[],
  viewer: EditorViewer,
): Promise<ReferenceRow[]> {
  const rows = await loadReferences(type, ids);
  const named = viewer.reads(NAME_FIELD[type]) ? rows : rows.map((row) => ({ ...row, name: '' }));
  if (readsAllRows(viewer)) return named;
  const known = await readable(ids, viewer, type);
  return named.filter(({ public_id, locale }) => known.get(public_id)?.has(locale));
}

/** The readable languages of each record, by public id. */
async function readable(ids: number[], { where }: EditorViewer, type: RecordType = 'event') {
  const filter = { $and: [where, { public_id: { $in: ids }, locale: { $in: [...LANGUAGES] } }] };
  const rows = await strapi.db
    .query(uidOf(type))
    .findMany({ select: ['public_id', 'locale'], where: filter });
  const known = new Map<number, Set<Language>>();
  for (const { public_id, locale } of rows) {
    known.set(public_id, (known.get(public_id) ?? new Set()).add(locale));
  }
  return known;
}

/**
 * D15.4: the readable rows of these events, without fields that may not be read. Two statements, and one more for
 * pictures.
 */
export async function loadAgenda(
  ids: number[],
  viewer: EditorViewer,
  { pictures = true } = {},
): Promise<AgendaRow[]> {
  if (ids.length === 0) return [];
  const known = await readable(ids, viewer);
  const populate =
    pictures && viewer.reads('image')
      ? { image: { select: ['url', 'alternativeText', 'formats'] } }
      : {};
  const rows: AgendaRow[] = await query().findMany({
    select: [...ALWAYS, ...FIELDS.filter((name) => viewer.reads(name))],
    where: { public_id: { $in: [...known.keys()] } },
    populate,
  });
  return rows.filter(({ public_id, locale }) => known.get(public_id)?.has(locale));
}

/** The colours of categories, by public id. */
export async function loadColours(ids: number[]): Promise<Map<number, string | null>> {
  const rows = await strapi.db
    .query(uidOf('category'))
    .findMany({ select: ['public_id', 'color'], where: { public_id: { $in: ids } } });
  return new Map(rows.map(({ public_id, color }) => [public_id, color]));
}

/** A pending draft with the editor who created it. */
export type SubmittedRow = Row & { createdBy?: { firstname?: string; lastname?: string } | null };

/** D15.13: a page of pending drafts, the longest waiting first, and their total. */
export async function loadSubmissions({ where: readable }: EditorViewer, page: number) {
  const waiting = { post_status: 'pending', trashed_at: null, locale: { $in: [...LANGUAGES] } };
  const where = { $and: [readable, waiting] };
  const total = await query().count({ where });
  const { populate, whole } = wholeRows('event');
  const drafts: SubmittedRow[] = await query().findMany({
    where,
    populate: { ...populate, createdBy: { populate: ['roles'] } },
    orderBy: [{ updatedAt: 'asc' }, { id: 'asc' }],
    limit: SUBMISSIONS_PAGE,
    offset: (page - 1) * SUBMISSIONS_PAGE,
  });
  return { total, drafts: drafts.map(whole) };
}

/** The published rows of these events, whole. */
export async function loadPublished(ids: number[]): Promise<Row[]> {
  const { populate, whole } = wholeRows('event');
  const where = { public_id: { $in: ids }, publishedAt: { $notNull: true } };
  return (await query().findMany({ where, populate })).map(whole);
}

/** User names of the drafts' authors (registered users), by account id. */
export async function loadWriters(drafts: SubmittedRow[]): Promise<Map<number, string>> {
  const ids = [...new Set(drafts.map(({ author }) => author ?? 0))].filter(Boolean);
  const users = await strapi.db
    .query(USER_UID)
    .findMany({ select: ['id', 'username'], where: { id: { $in: ids } } });
  return new Map(users.map(({ id, username }) => [id, username]));
}

/** Whether the editor may read the draft of an event in a language. */
export const isReadable = async ({ where }: EditorViewer, documentId: string, locale: Language) =>
  (await query().count({ where: { $and: [where, { documentId, locale }] } })) > 0;
