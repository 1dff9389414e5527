import { errors, traverse, traverseEntity } from '@strapi/utils';
import { type Ability, type AdminContext, checkerOf } from '../database/permissions';
import { rowsWithCreators } from '../database/rows';
import { mayRead } from '../records/agenda';
import { type RecordType, recordTypeOf, uidOf } from '../settings/record-types';

type Model = Parameters<typeof strapi.getModel>[0];

const modelOf = (uid: string) => ({
  schema: strapi.getModel(uid as Model),
  getModel: strapi.getModel.bind(strapi),
});

/** The part of a query that selects and orders. */
interface Query {
  sort?: unknown;
  filters?: unknown;
  populate?: unknown;
}

/** Attributes that may be shown, filtered and sorted by, whatever fields a role names. */
const ALWAYS = ['createdAt', 'updatedAt', 'publishedAt', 'locale'];

/** Also filtered and sorted by: their own fields are judged in turn, by us and by Strapi. */
const JUDGED = [...ALWAYS, 'localizations', 'createdBy', 'updatedBy'];

type Visit = Parameters<typeof traverse.traverseQuerySort>[0];

/**
 * Removes fields of our records that may not be read in every record. Strapi judges those of the requested type
 * itself, by whether they may be read in some record, but not those of records that it is related to.
 */
const dropping =
  (ability: Ability, requested?: string): Visit =>
  ({ key, schema, attribute, parent }, { remove }) => {
    const type = recordTypeOf(schema.uid);
    if (!type || !attribute) return;
    const isJudged = schema.uid === requested && !parent?.attribute;
    const isOpen = isJudged
      ? !checkerOf(ability, type).can.read(undefined, key)
      : JUDGED.includes(key) && mayRead(ability, type);
    if (!isOpen && !mayRead(ability, type, key)) remove(key);
  };

type VisitPopulate = Parameters<typeof traverse.traverseQueryPopulate>[0];

/** The same in the filters and orders of what `populate` names. */
const droppingWithin =
  (drop: Visit): VisitPopulate =>
  async ({ key, value, attribute, parent, schema, getModel }, { set }) => {
    if (!value || (attribute && !parent?.attribute)) return;
    const within = { schema, getModel };
    if (key === 'filters') set(key, await traverse.traverseQueryFilters(drop, within, value));
    if (key === 'sort') set(key, await traverse.traverseQuerySort(drop, within, value));
  };

/** Restricts filters and orders to what may be read, of related records too. */
async function restrictQuery(query: Query, ability: Ability, uid: string): Promise<void> {
  const within = modelOf(uid);
  const drop = dropping(ability, uid);
  const { filters, populate } = query;
  const sort = typeof query.sort === 'string' ? query.sort.split(',') : query.sort;
  if (filters) query.filters = await traverse.traverseQueryFilters(drop, within, filters);
  if (sort) query.sort = await traverse.traverseQuerySort(drop, within, sort);
  if (populate) {
    const visit = droppingWithin(dropping(ability));
    query.populate = await traverse.traverseQueryPopulate(visit, within, populate);
  }
}

/**
 * Restricts orders in the query, and in the body of the action that names many records. Strapi checks permissions for
 * a list of orders, but not for a single text.
 */
async function restrictOrder(ctx: AdminContext, ability: Ability): Promise<void> {
  const { model } = ctx.params;
  await restrictQuery(ctx.request.query, ability, model);
  const { body } = ctx.request as { body?: { sort?: unknown; documentIds?: unknown } };
  if (!body?.sort || !body.documentIds) return;
  const type = recordTypeOf(model);
  const sort = [body.sort].flat();
  const judged = type ? await checkerOf(ability, type).sanitizeQuery({ sort }) : { sort };
  await restrictQuery(judged, ability, model);
  body.sort = judged.sort;
}

const TEXTS = ['string', 'text', 'richtext', 'email', 'enumeration'];
const SEARCHED = [...TEXTS, 'integer', 'biginteger', 'float', 'decimal'];

/** Attributes without a field permission, because they are not in forms. */
const DERIVED = ['search_text', 'locale'];

interface SearchQuery {
  _q?: unknown;
  filters?: { $and?: unknown };
}

/** Replaces Strapi's search, which covers every field, by filters on readable fields if some may not be read. */
function restrictSearch(query: SearchQuery, type: RecordType, ability: Ability): void {
  const { _q, filters } = query;
  if (!_q) return;
  const words = String(_q);
  const searched = Object.entries(strapi.contentType(uidOf(type)).attributes).filter(
    ([name, { type: kind, searchable }]) =>
      SEARCHED.includes(kind) && searchable !== false && !DERIVED.includes(name),
  );
  const readable = searched.filter(([name]) => mayRead(ability, type, name));
  if (readable.length === searched.length) return;
  const within = readable
    .filter(([, { type: kind }]) => TEXTS.includes(kind))
    .map(([name]) => ({ [name]: { $containsi: words } }));
  const found = within.length > 0 ? { $or: within } : { documentId: { $in: [] } };
  delete query._q;
  query.filters = { ...filters, $and: [...[filters?.$and ?? []].flat(), found] };
}

/** D10.11: restricts filters, orders and searches of a request in the content manager to what the user may read. */
export async function restrictRequest(ctx: AdminContext): Promise<void> {
  const ability = ctx.state.userAbility;
  await restrictOrder(ctx, ability);
  const type = recordTypeOf(ctx.params.model);
  if (type) restrictSearch(ctx.request.query, type, ability);
}

/** A row in a response of Strapi's, with its relations. */
export interface Related {
  documentId?: string;
  [name: string]: unknown;
}

type Traversed = Parameters<typeof traverseEntity>[2];

/** What is shown of a related record to users who may read none of its type. */
const NAMING = ['id', 'documentId', 'locale', 'status', '__type'];

/** What Strapi shows of any related record. */
const IDENTIFYING = [...NAMING, ...ALWAYS];

const named = (row: object) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => NAMING.includes(name)));

/**
 * D10.11: restricts our records in relations of a row to what the user may read of each, at any depth; Strapi judges
 * the fields of the row only. Numbers of related records stay.
 */
export function readableRelations(ability: Ability, uid: string) {
  const restrict = async (row: Related, target?: string): Promise<Related> => {
    const type = recordTypeOf(target ?? String(row?.__type));
    if (!type || !row || Object.keys(row).join() === 'count') return row;
    if (mayRead(ability, type)) return checkerOf(ability, type).sanitizeOutput(row);
    return named(row);
  };
  const visit: Parameters<typeof traverseEntity>[0] = async ({ key, attribute, data, value }) => {
    if (attribute?.type !== 'relation' || !value) return;
    const { target } = attribute as { target?: string };
    const shown = await Promise.all([value].flat().map((row) => restrict(row as Related, target)));
    data[key] = (Array.isArray(value) ? shown : shown[0]) as Traversed;
  };
  return async (row: Related): Promise<Related> =>
    (await traverseEntity(visit, modelOf(uid), row as Traversed)) as Related;
}

/** D10.11: the relations that Strapi's form lists, without times for users who may read no record of the type. */
export function restrictExisting(ctx: AdminContext): void {
  const { model, targetField } = ctx.params;
  const attribute = modelOf(model).schema.attributes[targetField] as { target?: string };
  const type = recordTypeOf(String(attribute?.target));
  const body = (ctx.body ?? {}) as { results?: object[] };
  if (!type || !body.results || mayRead(ctx.state.userAbility, type)) return;
  body.results = body.results.map(named);
}

/** D10.11: requires the right to read some row of a record, of which Strapi names the languages instead of one it lacks. */
export async function requireReadable(ctx: AdminContext): Promise<void> {
  const { model, id } = ctx.params;
  const type = recordTypeOf(model);
  const { data } = (ctx.body ?? {}) as { data?: Related };
  if (!type || !data || data.documentId) return;
  const { can } = checkerOf(ctx.state.userAbility, type);
  const rows = await rowsWithCreators(type, id);
  if (!rows.some((row) => can.read(row))) throw new errors.ForbiddenError();
}

/** D10.11: in "Fill in from another locale", replaces names of related records that may not be read by their ids. */
export function readableNames(ability: Ability, uid: string) {
  const readable = async (type: RecordType, record: Related): Promise<Related> => {
    const { documentId, id, locale, status, __temp_key__, label: _, ...names } = record;
    const row = (await rowsWithCreators(type, String(documentId))).find((each) => each.id === id);
    const { can } = checkerOf(ability, type);
    if (row && Object.keys(names).every((name) => can.read(row, name))) return record;
    return { documentId, id, locale, status, __temp_key__, label: documentId };
  };
  const visit: Parameters<typeof traverseEntity>[0] = async ({ key, attribute, data }) => {
    const type = recordTypeOf(String((attribute as { target?: string } | undefined)?.target));
    const value = data[key] as { connect?: Related[] } | undefined;
    if (!type || !value?.connect) return;
    const connect = await Promise.all(value.connect.map((record) => readable(type, record)));
    Object.assign(data, { [key]: { ...value, connect } });
  };
  return (data: Related) => traverseEntity(visit, modelOf(uid), data as Traversed);
}

/** What Strapi has found out about a requested relation. */
export interface AskedRelation {
  target: { schema: { uid: string } };
  /** The field shown for each record. */
  mainField: string;
  fieldsToSelect: string[];
}

/**
 * D10.11: restricts Strapi's picker of related records. It judges an order by a list only, shows any fields and
 * relations that the query names, and all records to those who may read none.
 */
export async function restrictRelation(
  ctx: AdminContext,
  asked: AskedRelation,
): Promise<AskedRelation> {
  const ability = ctx.state.userAbility;
  const { mainField, fieldsToSelect, target } = asked;
  const { uid } = target.schema;
  const type = recordTypeOf(uid);
  if (type && !ctx.params.id && !mayRead(ability, type)) throw new errors.ForbiddenError();
  const { query } = ctx.request;
  delete query.fields;
  delete query.populate;
  await restrictQuery(query, ability, uid);
  if (!type || IDENTIFYING.includes(mainField) || mayRead(ability, type, mainField)) return asked;
  const shown = fieldsToSelect.filter((name) => name !== mainField);
  return { ...asked, mainField: 'documentId', fieldsToSelect: shown };
}
