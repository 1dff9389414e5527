import type { Context } from 'koa';
import { viewerOf } from '../access/viewer';
import { inOptimisticSnapshot, inSnapshot } from '../database/snapshot';
import { formatParams, language } from '../kinds/choice';
import { type Params, type ReadContext, readParams, wasSent } from '../kinds/kind';
import { identifier } from '../kinds/text/text';
import { CalendarError } from '../messages/errors';
import { revisionFor } from '../records/named-record';
import {
  cachedPayload,
  type ListQuery,
  type Loaded,
  type ReadingService,
  type ResolvedList,
  readList,
  requirePage,
} from '../records/reading';
import type { ReadRequest } from '../records/write-request';
import { readAnswerShape } from '../resources/answer';
import type { Paged } from '../resources/payloads';
import type { Resource } from '../resources/resource';
import { otherFormats } from '../resources/routes';
import { feedAddresses, listLinks, presentListOf } from '../resources/shared/list';
import { FEED_FORMATS, FEEDS, type FeedFormat, placeOf } from '../settings/addresses';
import type { Language } from '../settings/languages';
import { recordKeyOf, sentQuery } from './body';
import { callerOf, viewOf } from './caller';
import { isStrict, languageRead, readContext, requestAddressOf } from './request';
import { addLink } from './response';

/** Produces the body of GET at the request's address. Throws CalendarError. */
export type ReadOne = (ctx: Context, context: ReadContext) => Promise<object>;

/** The parts of a resource that concern single records. */
type Single = Pick<Resource, 'type' | 'single'>;

/** Parameters that name the record in addition to the path. */
const namingParams = ({ params }: Context): Params =>
  'external_id' in params ? { source: identifier } : {};

/** D9.1: the request for a record, before its parameters are validated. */
function recordRequestOf(ctx: Context) {
  const { password } = ctx.state.secrets ?? {};
  return {
    key: recordKeyOf(ctx),
    language: languageRead(ctx),
    password: typeof password === 'string' ? password : undefined,
  };
}

/** D9.10: format parameters overridden by another one. */
function formatsWithoutEffect(ctx: Context): string[] {
  const { format } = requestAddressOf(ctx);
  return Object.keys(otherFormats(new URLSearchParams(ctx.querystring), format));
}

/** Parses the parameters of a single record into a view. Throws CalendarError 400. */
function requestedView(ctx: Context, { type, single }: Single, context: ReadContext) {
  const formats = 'external_id' in ctx.params ? {} : formatParams(placeOf(type)); // Offered there in JSON only.
  const params = { ...single, ...formats, ...namingParams(ctx), i18n_language: language };
  const withoutEffect = context.strict ? formatsWithoutEffect(ctx) : [];
  const { i18n_language } = readParams(params, sentQuery(ctx), { ...context, withoutEffect });
  return viewOf(ctx, i18n_language as Language | undefined, context.now);
}

/** D9.10: throws CalendarError 400 if a DELETE has parameters other than those that name the record. */
export function validateKeyParams(ctx: Context, { single }: Pick<Single, 'single'>): void {
  const params = { ...single, ...namingParams(ctx), i18n_language: language };
  readParams(params, sentQuery(ctx), readContext(ctx));
}

/** The request that GET would be at this address; undefined if its parameters are invalid. */
export function readRequestOf(ctx: Context, resource: Single): ReadRequest | undefined {
  try {
    const view = requestedView(ctx, resource, { ...readContext(ctx), strict: false });
    return { ...recordRequestOf(ctx), view, fields: readAnswerShape(ctx.querystring).fields };
  } catch (error) {
    if (error instanceof CalendarError && error.status < 500) return undefined;
    throw error;
  }
}

/** A list and its fixed parameters. */
interface Listing<Record, Order> extends Pick<ListQuery, 'complete' | 'snapshot'> {
  resource: Resource<Record, Order>;
  /** Parameters implied by the address, which override sent ones. */
  overrides?: { [name: string]: string };
  /** Parameters without effect here. */
  ignored?: readonly string[];
}

/** The list query of a request. */
function listQuery(ctx: Context) {
  const strict = isStrict(ctx.req);
  return {
    query: sentQuery(ctx),
    strict,
    withoutEffect: strict ? formatsWithoutEffect(ctx) : [],
    caller: callerOf(ctx),
    view: viewOf(ctx, undefined, new Date()),
  } satisfies ListQuery;
}

/** Parses a list's request and reads it in one snapshot. */
export const readListWith = <Record, Order, Result>(
  ctx: Context,
  { resource, overrides = {}, ignored = [], ...how }: Listing<Record, Order>,
  read: (list: ResolvedList<Order>) => Promise<Result>,
): Promise<Result> => {
  const list = listQuery(ctx);
  const ineffective = [...Object.keys(overrides), ...ignored];
  const withoutEffect = [
    ...list.withoutEffect,
    ...ineffective.filter((name) => wasSent(list.query, name)),
  ];
  const query = { ...list.query, ...overrides };
  return readList(resource, { ...list, ...how, query, withoutEffect }, read);
};

/** Sends the list of events in a format other than JSON. */
type SendFeed = (ctx: Context, format: FeedFormat) => Promise<void>;

/** `GET /{path}`: a page of records in their envelope. */
function listOf<Record extends Loaded, Order>(
  resource: Resource<Record, Order>,
  service: ReadingService<Record, Order>,
  sendFeed: SendFeed,
) {
  const { type, path, present, presentListed = present } = resource;
  const envelope = presentListOf(type);
  return async (ctx: Context) => {
    const { format } = requestAddressOf(ctx);
    if (format !== 'json') return sendFeed(ctx, format);
    const { view, request, filters, records, total } = await readList(
      resource,
      { ...listQuery(ctx), snapshot: inOptimisticSnapshot },
      async (list) => ({ ...list, ...(await service.find(list.request)) }),
    );
    requirePage(resource, request, records);
    const one = (record: Record) => presentListed(record, view, request);
    const payloads = records.map(cachedPayload(path, view, one));
    const seesAll = Boolean(request.unpublished?.includes('event'));
    const { querystring } = ctx;
    const { statuses = [] } = request;
    const source = { querystring, seesAll, statuses };
    const feeds = type === 'event' ? feedAddresses(view.root, source) : {};
    const address = `${view.root}/${path}`;
    const page = { ...request, address, total, filters, feed: feeds.ics };
    sendList(ctx, envelope(path, payloads, page));
    linkFeeds(ctx, feeds);
  };
}

/** The longest `Link` header: proxies limit a response's headers to 4 kB, and each feed repeats the filters. */
const MAX_LENGTH = 1024;

/** RFC 8288: links to the same events in other formats, unless they are too long. */
export function linkFeeds(ctx: Context, feeds: { [format in FeedFormat]?: string }) {
  const links = FEED_FORMATS.flatMap((format) =>
    feeds[format] ? [`<${feeds[format]}>; rel="alternate"; type="${FEEDS[format].type}"`] : [],
  ).join(', ');
  if (links !== '' && links.length <= MAX_LENGTH) addLink(ctx, links);
}

function sendList(ctx: Context, body: Paged) {
  const links = listLinks(body);
  if (links) addLink(ctx, links);
  ctx.set('X-TEC-Total', String(body.total));
  ctx.set('X-TEC-TotalPages', String(body.total_pages));
  ctx.body = body;
}

/** D9.1: the record that a path names; its errors precede those of parameters. */
export async function findRecord<Record, Order>(
  ctx: Context,
  resource: Resource<Record, Order>,
  service: Pick<ReadingService<Record, Order>, 'findOne'>,
  context = readContext(ctx),
) {
  const viewer = await viewerOf(callerOf(ctx), context.now);
  const record = await service.findOne({ ...recordRequestOf(ctx), ...viewer });
  return { record, view: requestedView(ctx, resource, context) };
}

/** `GET /{path}/{id}` and `/{path}/by-slug/{slug}`. */
export function readOneOf<Record extends Loaded, Order>(
  resource: Resource<Record, Order>,
  service: Pick<ReadingService<Record, Order>, 'findOne'>,
): ReadOne {
  const { present, presentSingle = present } = resource;
  return async (ctx, context) => {
    const { record, view } = await findRecord(ctx, resource, service, context);
    return cachedPayload(`one of ${resource.path}`, view, presentSingle)(record);
  };
}

/** The reading half of a resource's controller. */
export const readingController = <Record extends Loaded, Order>(
  resource: Resource<Record, Order>,
  service: ReadingService<Record, Order>,
  sendFeed: SendFeed,
) => ({
  find: listOf(resource, service, sendFeed),
  async findOne(ctx: Context) {
    const inMoment = callerOf(ctx).known ? inSnapshot : inOptimisticSnapshot;
    const { body, revision } = await inMoment(async () => {
      const served = await readOneOf(resource, service)(ctx, readContext(ctx));
      const { id } = served as { id: number };
      return {
        body: served,
        revision: await revisionFor(resource.type, id, { caller: callerOf(ctx) }),
      };
    });
    ctx.state.tagged = { revision };
    ctx.body = body;
  },
});
