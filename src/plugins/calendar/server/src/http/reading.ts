import type { Context } from 'koa';
import { viewerOf } from '../access/viewer';
import { settings } from '../database/site';
import { inLikelySnapshot, inSnapshot } from '../database/snapshot';
import { formatParams, language } from '../kinds/choice';
import { type Params, type ReadContext, readParams } from '../kinds/kind';
import { identifier, identifierText } from '../kinds/text/text';
import { CalendarError, refuse } from '../messages/errors';
import { type Key, revisionFor } from '../records/named-record';
import {
  type AskedList,
  type ListAsked,
  type Loaded,
  listed as listedBy,
  madeOnce,
  type ReadingService,
} from '../records/reading';
import type { Asked, Precondition } from '../records/write-request';
import { isAny, readAnswerShape } from '../resources/answer';
import type { Paged } from '../resources/payloads';
import type { Resource } from '../resources/resource';
import { feedAddresses, listLinks, presentListOf } from '../resources/shared/list';
import { FEED_FORMATS, FEEDS, type FeedFormat, placeOf } from '../settings/addresses';
import type { Language } from '../settings/languages';
import { sentQuery, sentValues } from './body';
import type { Tagged } from './caching';
import { callerOf, viewOf } from './caller';
import { addLink, isStrict, languageRead, readContext, type Sent } from './edge';

/** What GET answers the caller at the address of a request; throws CalendarError. */
export type Served = (ctx: Context, context: ReadContext) => Promise<object>;

/** What a resource says of the address of one record. */
type Single = Pick<Resource, 'type' | 'single'>;

const EXTERNAL = { external_id: identifierText, source: identifier };

/** What names the record of an address beside its path. */
const namingParams = ({ params }: Context): Params =>
  'external_id' in params ? { source: identifier } : {};

/** What a request names by its path; of an external id `source` says whose it is, wherever it is sent. */
export function keyOf(ctx: Context): Key {
  const { id, slug } = ctx.params;
  if (id !== undefined) return { id };
  if (slug !== undefined) return { slug };
  const context = { now: new Date(), settings: settings() };
  const { external_id = '', source } = readParams(EXTERNAL, sentValues(ctx), context);
  return { externalId: external_id, source: source ?? '' };
}

/** What a request asks of the record at its address, before its parameters are judged (D9.1). */
export function oneAsked(ctx: Context) {
  const { password } = ctx.state.sent as Sent;
  return {
    key: keyOf(ctx),
    language: languageRead(ctx),
    password: typeof password === 'string' ? password : undefined,
  };
}

/**
 * What the answer is written for; throws CalendarError 400 where a parameter is wrong. `strict`: what the
 * caller prefers, unless others read what was sent besides.
 */
export function viewAsked(ctx: Context, { type, single }: Single, context: ReadContext) {
  const formats = formatParams(placeOf(type));
  const params = { ...single, ...formats, ...namingParams(ctx), i18n_language: language };
  const { i18n_language } = readParams(params, sentQuery(ctx), context);
  return viewOf(ctx, i18n_language as Language | undefined, context.now);
}

/** D9.10: what names a record, and nothing besides, as it is sent to remove it; throws CalendarError 400. */
export function judgeNaming(ctx: Context, { single }: Pick<Single, 'single'>): void {
  const params = { ...single, ...namingParams(ctx), i18n_language: language };
  readParams(params, sentQuery(ctx), readContext(ctx));
}

/** What GET would be asked here; nothing where its parameters are wrong. */
function askedOf(ctx: Context, resource: Single): Asked | undefined {
  try {
    const view = viewAsked(ctx, resource, { ...readContext(ctx), strict: false });
    return { ...oneAsked(ctx), view, fields: readAnswerShape(ctx.querystring).fields };
  } catch (error) {
    if (error instanceof CalendarError && error.status < 500) return undefined;
    throw error;
  }
}

/** RFC 9110 13.1.1: the version that a write is of, where its caller names one. */
export function preconditionOf(ctx: Context, resource: Single): Precondition | undefined {
  const ifMatch = ctx.req.headers['if-match']; // Empty, it names no version, and none matches.
  if (ifMatch === undefined || isAny(ifMatch)) return undefined;
  return { ifMatch, asked: askedOf(ctx, resource) };
}

/** What a list is asked of. */
interface Listing<Record, Order> extends Pick<ListAsked, 'complete' | 'snapshot'> {
  resource: Resource<Record, Order>;
  /** Parameters that count instead of those that were sent, as the address says them itself. */
  own?: { [name: string]: string };
  /** Parameters that change nothing here. */
  idle?: readonly string[];
}

/** What the caller of an address asks a list for. */
const listAsked = (ctx: Context): ListAsked => ({
  query: sentQuery(ctx),
  strict: isStrict(ctx.req),
  caller: callerOf(ctx),
  viewIn: (language, now) => viewOf(ctx, language, now),
});

/** What a list's caller asks for, and what is read of it, in one snapshot. */
export const listed = <Record, Order, Result>(
  ctx: Context,
  { resource, own = {}, idle = [], ...how }: Listing<Record, Order>,
  read: (asked: AskedList<Order>) => Promise<Result>,
): Promise<Result> => {
  const asked = listAsked(ctx);
  const unread = [...Object.keys(own), ...idle];
  const sent = Object.entries(asked.query).filter(([name]) => unread.includes(name));
  readParams({}, Object.fromEntries(sent), readContext(ctx));
  const query = { ...asked.query, ...own };
  return listedBy(resource, { ...asked, ...how, query }, read);
};

/** `GET /{path}`: a page of records in their envelope. */
function listOf<Record extends Loaded, Order>(
  resource: Resource<Record, Order>,
  service: ReadingService<Record, Order>,
) {
  const { type, path, refusals, present, presentListed = present } = resource;
  return async (ctx: Context) => {
    const { view, request, filters, records, total } = await listed(
      ctx,
      { resource, snapshot: inLikelySnapshot },
      async (asked) => ({ ...asked, ...(await service.find(asked.request)) }),
    );
    const { noSuchPage } = refusals;
    if (noSuchPage && request.page > 1 && records.length === 0) throw refuse(404, noSuchPage);
    const one = (record: Record) => presentListed(record, view, request);
    const shown = records.map(madeOnce(path, view, one));
    const feeds = type === 'event' ? feedAddresses(view.root, ctx.querystring) : {};
    const address = `${view.root}/${path}`;
    const asked = { ...request, address, total, filters, feed: feeds.ics };
    sendList(ctx, presentListOf(type)(path, shown, asked));
    linkFeeds(ctx, feeds);
  };
}

/** Proxies give all headers of an answer together 4 kB; filters may be long, and each feed repeats them. */
const LONGEST = 1024;

/** RFC 8288: the same events in other formats; nothing where it would be too long. */
export function linkFeeds(ctx: Context, feeds: { [format in FeedFormat]?: string }) {
  const links = FEED_FORMATS.flatMap((format) =>
    feeds[format] ? [`<${feeds[format]}>; rel="alternate"; type="${FEEDS[format].type}"`] : [],
  ).join(', ');
  if (links !== '' && links.length <= LONGEST) addLink(ctx, links);
}

function sendList(ctx: Context, body: Paged) {
  const links = listLinks(body);
  if (links) addLink(ctx, links);
  ctx.set('X-TEC-Total', String(body.total));
  ctx.set('X-TEC-TotalPages', String(body.total_pages));
  ctx.body = body;
}

/** The record that a path names, for this caller; it is judged before the parameters (D9.1). */
export async function foundOne<Record, Order>(
  ctx: Context,
  resource: Resource<Record, Order>,
  service: Pick<ReadingService<Record, Order>, 'findOne'>,
  context = readContext(ctx),
) {
  const viewer = await viewerOf(callerOf(ctx), context.now);
  const record = await service.findOne({ ...oneAsked(ctx), ...viewer });
  return { record, view: viewAsked(ctx, resource, context) };
}

/** `GET /{path}/{id}` and `/{path}/by-slug/{slug}`. */
export function servedOne<Record extends Loaded, Order>(
  resource: Resource<Record, Order>,
  service: Pick<ReadingService<Record, Order>, 'findOne'>,
): Served {
  const { present, presentSingle = present } = resource;
  return async (ctx, context) => {
    const { record, view } = await foundOne(ctx, resource, service, context);
    return madeOnce(`one of ${resource.path}`, view, presentSingle)(record);
  };
}

/** The reading half of a resource's controller. */
export const readingController = <Record extends Loaded, Order>(
  resource: Resource<Record, Order>,
  service: ReadingService<Record, Order>,
) => ({
  find: listOf(resource, service),
  async findOne(ctx: Context) {
    const inMoment = callerOf(ctx).known ? inSnapshot : inLikelySnapshot;
    const { body, revision } = await inMoment(async () => {
      const served = await servedOne(resource, service)(ctx, readContext(ctx));
      const { id } = served as { id: number };
      return {
        body: served,
        revision: await revisionFor(resource.type, id, { caller: callerOf(ctx) }),
      };
    });
    ctx.state.tagged = { revision } satisfies Tagged;
    ctx.body = body;
  },
});
