import { errors, traverse, traverseEntity } from '@strapi/utils';
import type { Context } from 'koa';
import { isValues, type ReferenceRow } from '../content-types/rows';
import { type Ability, checkerOf } from '../database/permissions';
import { settings } from '../database/site';
import { mayRead, pickable } from '../records/agenda';
import { dryRun as runDry } from '../records/dry-run';
import { presentChoice, type ReferenceChoice, readReferenceQuery } from '../resources/agenda';
import { isLanguage, languagesFrom } from '../settings/languages';
import { RECORD_TYPES, type RecordType, recordTypeOf, uidOf } from '../settings/record-types';
import { valid } from './agenda';

type Load = (ids: number[]) => Promise<ReferenceRow[]>;

/** The rows of these categories and of their ancestors. */
async function withAbove(ids: number[], load: Load): Promise<ReferenceRow[]> {
  const rows: ReferenceRow[] = [];
  let wanted = ids;
  while (wanted.length > 0) {
    rows.push(...(await load(wanted)));
    const known = new Set([...rows.map((row) => row.public_id), ...wanted]);
    wanted = [...new Set(rows.map((row) => row.parent ?? 0))].filter((id) => id && !known.has(id));
  }
  return rows;
}

/** D4.5: adds to categories their ancestors' names, from the root, and their color. */
function placed(choices: ReferenceChoice[], rows: ReferenceRow[], nameOf: (id: number) => string) {
  const rowOf = new Map(rows.map((row) => [row.public_id, row]));
  const above = (id: number, seen: number[] = []): string[] => {
    const parent = rowOf.get(id)?.parent;
    if (!parent || seen.includes(parent) || !rowOf.has(parent)) return [];
    return [...above(parent, [...seen, id]), nameOf(parent)];
  };
  return choices.map((choice) => ({
    ...choice,
    above: above(choice.id),
    color: rowOf.get(choice.id)?.color ?? null,
  }));
}

interface Searching {
  params: { type: RecordType };
  query: unknown;
  state: { userAbility: Ability };
  body: unknown;
}

/** D4.5: the controller of the admin's picker: search, and look-up of the chosen ids. */
export const references = {
  async find(ctx: Searching) {
    const { q, ids: given, language } = valid(readReferenceQuery(ctx.query));
    const { type } = ctx.params;
    const { defaultLanguage } = settings();
    const { find, load } = await pickable(type, ctx.state.userAbility);
    const ids = given ?? (await find(q));
    const languages = languagesFrom(language ?? defaultLanguage, defaultLanguage);
    const isTree = type === 'category';
    const rows = await (isTree ? withAbove(ids, load) : load(ids));
    const now = new Date();
    const choiceOf = (id: number) => {
      const own = rows.filter((row) => row.public_id === id);
      return presentChoice(own, languages, now);
    };
    const choices = ids.map(choiceOf).filter((choice) => choice !== undefined);
    const nameOf = (id: number) => choiceOf(id)?.name ?? '';
    ctx.body = { results: isTree ? placed(choices, rows, nameOf) : choices };
  },
};

/** Route of the admin's inputs: `/calendar/admin/references/venue?q=hall`, `/calendar/admin/references/tag?ids=3,1`. */
export const referenceRoute = {
  method: 'GET',
  path: `/admin/references/:type(${RECORD_TYPES.join('|')})`,
  handler: 'references.find',
  config: { policies: ['admin::isAuthenticatedAdmin', 'plugin::calendar.may-read-type'] },
};

type AdminRequest = {
  params: { type: RecordType };
  state: { userAbility: Ability };
};

/** D4.5: policy that requires the right to read the type in the path in the content manager. */
export const mayReadType = ({ params, state }: AdminRequest) =>
  mayRead(state.userAbility, params.type);

/** Route of the admin's inputs while somebody types: `POST /calendar/admin/judge/event`. */
export const judgeRoute = {
  method: 'POST',
  path: `/admin/judge/:type(${RECORD_TYPES.join('|')})`,
  handler: 'judge.judge',
  config: { policies: ['admin::isAuthenticatedAdmin', 'plugin::calendar.may-read-type'] },
};

interface JudgeContext {
  params: { type: RecordType };
  request: { body?: { language?: unknown; values?: unknown } };
  body: unknown;
}

/** D9.9: validates values by the rules of every save, without saving them. */
export const judge = {
  judge(ctx: JudgeContext) {
    const { type } = ctx.params;
    const { values, language } = ctx.request.body ?? {};
    if (!isValues(values)) throw new errors.ValidationError('values must be an object');
    const { attributes } = strapi.contentType(uidOf(type));
    const known = Object.entries(values).filter(([name]) => Object.hasOwn(attributes, name));
    const editorLanguage = isLanguage(language) ? language : settings().defaultLanguage;
    ctx.body = runDry(type, Object.fromEntries(known), editorLanguage);
  },
};

type Model = Parameters<typeof strapi.getModel>[0];

export const modelOf = (uid: string) => ({
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

/** D10.11: restricts filters and orders in Strapi's lists to what may be read, of related records too. */
export async function restrictQuery(query: Query, ability: Ability, uid: string): Promise<void> {
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

/** A row in a response of Strapi's, with its relations. */
export interface Related {
  documentId?: string;
  [name: string]: unknown;
}

export type Traversed = Parameters<typeof traverseEntity>[2];

/** What Strapi shows of any related record. */
const IDENTIFYING = ['id', 'documentId', 'status', '__type', ...ALWAYS];

/**
 * D10.11: restricts our records in relations of a row to what the user may read of each, at any depth; Strapi judges
 * the fields of the row only. Numbers of related records stay.
 */
export function readableRelations(ability: Ability, uid: string) {
  const restrict = async (row: Related, target?: string): Promise<Related> => {
    const type = recordTypeOf(target ?? String(row?.__type));
    if (!type || !row || Object.keys(row).join() === 'count') return row;
    if (mayRead(ability, type)) return checkerOf(ability, type).sanitizeOutput(row);
    return Object.fromEntries(Object.entries(row).filter(([name]) => IDENTIFYING.includes(name)));
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
export async function restrictRelation(ctx: Context, asked: AskedRelation): Promise<AskedRelation> {
  const ability: Ability = ctx.state.userAbility;
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
