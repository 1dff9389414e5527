import {
  type Instant,
  isDraftRow,
  type Status,
  statusOf,
  type Values,
} from '../content-types/rows';
import { publishedIds } from '../database/find';
import { type Ability, type AdminContext, checkerOf } from '../database/permissions';
import {
  type DocumentLocale,
  loadStatusRows,
  loadVersions,
  rowsWithCreators,
  statusRowsIn,
  type VersionRow,
} from '../database/rows';
import { settings } from '../database/site';
import { mayRead, namesOf } from '../records/agenda';
import { type RecordStatus, recordStatus, type StatusRequest } from '../records/record-status';
import { isLanguage, languagesFrom } from '../settings/languages';
import {
  isPostType,
  POST_TYPES,
  type PostType,
  recordTypeOf,
  uidOf,
} from '../settings/record-types';
import { originOf } from './request';

/** Marks of an event in addition to its status. */
type Mark = 'canceled' | 'postponed' | 'hidden';

/** A record in the content manager's answer, with our additions. */
type Answered = DocumentLocale & {
  venue?: number[] | null;
  calendar?: { status: Status; date: Instant | null; marks?: Mark[]; venues?: string[] };
};

type Meta = Pick<Answered, 'calendar'> & { readers?: RecordStatus };

type Answer = { results?: Answered[]; data?: Answered; meta?: Meta };

function typeAsked({ params }: AdminContext): PostType | undefined {
  const type = recordTypeOf(params.model);
  return type && isPostType(type) ? type : undefined;
}

/** The objects to which the status is added: the rows of a list, or `meta` of a single record. */
function placesIn({ results, data, meta }: Answer): [DocumentLocale, Pick<Answered, 'calendar'>][] {
  if (Array.isArray(results)) return results.map((row) => [row, row]);
  return data?.documentId && meta ? [[data, meta]] : [];
}

/** D15.6: the names of venues of a list's events, by id; only those that the editor may read. */
async function venuesOf(rows: Answered[], { state, query }: AdminContext, now: Date) {
  const ids = [...new Set(rows.flatMap(({ venue }) => venue ?? []))];
  const { defaultLanguage } = settings();
  const language = isLanguage(query.locale) ? query.locale : defaultLanguage;
  const languages = languagesFrom(language, defaultLanguage);
  return namesOf('venue', ids, { now, languages, ability: state.userAbility });
}

/** D6.8: the marks of an event, by fields that the editor may read. */
function marksOf(row: VersionRow, ability: Ability): Mark[] {
  const { event_status: planned, hide_from_listings: hidden } = row;
  const reads = (field: string) => mayRead(ability, 'event', field);
  return [
    ...(planned && planned !== 'scheduled' && reads('event_status') ? [planned] : []),
    ...(hidden && reads('hide_from_listings') ? ['hidden' as const] : []),
  ];
}

/** The documentId of a single requested record, and its `meta`. */
function singleIn({ params, body }: AdminContext) {
  const { meta } = body as Answer;
  return params.id && meta ? { documentId: String(params.id), meta } : undefined;
}

/** D6.8: adds the visibility to readers to a single record, even if it lacks the form's language. */
function addVisibility(
  ctx: AdminContext,
  meta: Meta,
  request: Pick<StatusRequest, 'type' | 'rows' | 'now'>,
) {
  const { data } = ctx.body as Answer;
  const language = data?.locale ?? ctx.query.locale;
  if (!isLanguage(language)) return;
  const ability = ctx.state.userAbility;
  meta.readers = recordStatus({ ...request, language, ability, origin: originOf(ctx) });
}

/**
 * D6.8: adds `calendar` to the content manager's answers: status (D6.1) and publication date of the language shown. Its
 * own status is "published" for everything with a published row.
 */
async function addStatus(ctx: AdminContext) {
  const type = typeAsked(ctx);
  if (!type || ctx.status !== 200) return;
  const places = placesIn(ctx.body as Answer);
  const single = singleIn(ctx);
  const versions = single && (await loadVersions(type, single.documentId));
  const rowOf = statusRowsIn(
    versions ??
      (await loadStatusRows(
        type,
        places.map(([version]) => version),
      )),
  );
  const now = new Date();
  const { results } = ctx.body as Answer;
  const names = type === 'event' && results ? await venuesOf(results, ctx, now) : undefined;
  for (const [version, place] of places) {
    const row = rowOf(version);
    if (!row) continue;
    const venues = names && (version as Answered).venue?.flatMap((id) => names.get(id)?.name ?? []);
    const marks = marksOf(row, ctx.state.userAbility);
    const told = { ...(marks.length > 0 && { marks }), ...(venues && { venues }) };
    place.calendar = { status: statusOf(row, now), date: row.date, ...told };
  }
  if (single && versions) addVisibility(ctx, single.meta, { type, rows: versions, now });
}

/** Strapi's filters of a list by what has become of a published version, and whether its draft has changed. */
const MODIFIED: Record<string, boolean> = {
  'published-modified': true,
  'published-unmodified': false,
};

interface StatusFilter {
  __status?: { $eq?: unknown };
}

interface ListQuery {
  status?: unknown;
  publicationStatusFilter?: unknown;
  filters?: { $and?: unknown };
}

/** Stands in a filter for the published versions that `state.modified` asks for. */
const ASKED = 'calendar:modified';

/**
 * Takes these filters from the request: Strapi would load every record into memory, and list the ids in a statement
 * with more values than databases accept.
 */
function takeModified(ctx: AdminContext): boolean {
  if (!typeAsked(ctx)) return false;
  const query: ListQuery = ctx.request.query;
  const filters = [query.filters?.$and ?? []].flat() as StatusFilter[];
  const asked = filters.map((filter) => filter?.__status?.$eq ?? undefined);
  const given = asked.filter((value) => value !== undefined);
  const wanted = String(given.at(-1) ?? query.publicationStatusFilter);
  if (![wanted, ...given].every((value) => Object.hasOwn(MODIFIED, String(value)))) return false;
  const others = filters.filter((_, at) => asked[at] === undefined);
  const stand = { documentId: { $in: [ASKED] } };
  delete query.publicationStatusFilter;
  query.status = 'published';
  query.filters = { ...query.filters, $and: [...others, stand] };
  const language = isLanguage(ctx.query.locale) ? ctx.query.locale : undefined;
  ctx.state.modified = { isModified: MODIFIED[wanted] === true, language };
  return true;
}

interface Where {
  documentId?: { $in?: unknown[] };
}

const isWhere = (value: unknown): value is Where =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** A `where` of Strapi's query engine, with the stand-in replaced by a subquery. */
function withModified(where: unknown, subquery: () => unknown): unknown {
  if (Array.isArray(where)) return where.map((part) => withModified(part, subquery));
  if (!isWhere(where)) return where;
  if (where.documentId?.$in?.[0] === ASKED) return { id: { $in: subquery() } };
  const parts = Object.entries(where).map(([key, part]) => [key, withModified(part, subquery)]);
  return Object.fromEntries(parts);
}

/** D6.8: reads a list for which the database filters as `takeModified` found; no other request is listened to. */
async function readModified(read: () => Promise<void>): Promise<void> {
  const replace = ({ model, params }: { model: { uid: string }; params: { where?: unknown } }) => {
    const modified = strapi.requestContext.get()?.state.modified;
    const type = recordTypeOf(model.uid);
    if (modified === undefined || !type || !isPostType(type)) return;
    params.where = withModified(params.where, () => publishedIds(type, modified));
  };
  const models = POST_TYPES.map(uidOf);
  const hooks = { models, beforeFindMany: replace, beforeCount: replace };
  const end = strapi.db.lifecycles.subscribe(hooks);
  await read().finally(end);
}

type Read = (ctx: AdminContext) => Promise<void>;

/**
 * "Fill in from another locale" brings the texts of another language. Address and state, which Strapi copies
 * too, stay those of the form's own language, if it has any that the editor may read.
 */
async function keepOwnState({ params, query, body, state }: AdminContext) {
  const type = recordTypeOf(params.model);
  const { data } = (body ?? {}) as { data?: Values };
  if (!type || !data) return;
  const rows = await rowsWithCreators(type, String(query.documentId));
  const own = rows.find((row) => row.locale === query.targetLocale && isDraftRow(type, row));
  const { can } = checkerOf(state.userAbility, type);
  for (const name of ['slug', 'post_status'].filter((each) => each in data)) {
    data[name] = own && can.read(own, name) ? own[name] : null;
  }
}

/** The content manager's controller of the routes that read records. */
interface RecordsController {
  find: Read;
  findOne: Read;
}

/** D6.8: wraps the content manager's controllers, so that lists and records have `calendar`, and can be filtered by it. */
export function addStatuses(): void {
  strapi
    .get('controllers')
    .extend('plugin::i18n.content-types', (controller: { getFillFromLocaleData: Read }) => ({
      ...controller,
      async getFillFromLocaleData(ctx: AdminContext) {
        await controller.getFillFromLocaleData(ctx);
        await keepOwnState(ctx);
      },
    }));
  const withStatus =
    (read: Read): Read =>
    async (ctx) => {
      await read(ctx);
      await addStatus(ctx);
    };
  strapi
    .get('controllers')
    .extend('plugin::content-manager.collection-types', (controller: RecordsController) => ({
      ...controller,
      find: withStatus((ctx) => {
        const read = () => controller.find(ctx);
        return takeModified(ctx) ? readModified(read) : read();
      }),
      findOne: withStatus((ctx) => controller.findOne(ctx)),
    }));
}
