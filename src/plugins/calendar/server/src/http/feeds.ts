import type { Context } from 'koa';
import { PUBLIC_VIEWER, type Viewer } from '../access/viewer';
import type { Status } from '../content-types/rows';
import { siteId } from '../database/site';
import { inSnapshot } from '../database/snapshot';
import type { Params, ReadContext, Values } from '../kinds/kind';
import { invalidParams, refuse } from '../messages/errors';
import { interpolate, MESSAGES } from '../messages/t';
import { events } from '../records';
import { feedEvents } from '../records/feeds';
import { isSlug } from '../records/named-record';
import type { View } from '../resources/answer';
import { event } from '../resources/event';
import { IGNORED } from '../resources/feeds/address';
import { jsonFeed, type NewsHead, type NewsItem, newsItem, rss } from '../resources/feeds/news';
import {
  type CalendarHead,
  eventComponent,
  feedWindow,
  vcalendar,
} from '../resources/feeds/vcalendar';
import { feedAddress } from '../resources/shared/list';
import {
  FEEDS,
  type FeedFormat,
  type Format,
  ICS_STATUSES,
  type NewsFormat,
  suffixOf,
} from '../settings/addresses';
import { isPostType, NAME_FIELD, type RecordType, uidOf } from '../settings/record-types';
import { credentialOf, hasScope } from './caller';
import { findRecord, linkFeeds, type ReadOne, readListWith } from './reading';
import { readContext, requestAddressOf } from './request';

/** Items of a news feed by default, like a page of a list. */
const MAX_NEWS = { per_page: '50' };

const NEWS_WRITERS: Record<NewsFormat, (items: NewsItem[], head: NewsHead) => string> = {
  rss,
  jsonfeed: (items, head) => JSON.stringify(jsonFeed(items, head)),
};

const PUBLISHED: Status[] = [...FEEDS.rss.statuses];

/** Restricts news feeds to public events for any caller, without hidden ones, the latest first. */
const completeNews =
  (ctx: Context) =>
  ({ hide_from_listings: _, ...sent }: Values<Params>): Values<Params> => {
    const wanted = ctx.query.status === undefined ? PUBLISHED : (sent.status as Status[]);
    if (wanted.some((status) => status !== 'publish')) {
      throw invalidParams({ status: { text: 'not_choice', values: { allowed: 'publish' } } });
    }
    return { ...sent, status: PUBLISHED, orderby: 'date', order: 'desc' } as Values<Params>;
  };

interface Paged {
  page: number;
  perPage: number;
  total: number;
}

function newsHeadOf(
  ctx: Context,
  format: NewsFormat,
  asked: { view: View; paged: Paged },
): NewsHead {
  const { view, paged } = asked;
  const { page, perPage, total } = paged;
  const at = (number: number) =>
    feedAddress(view.root, format, {
      querystring: ctx.querystring,
      more: {
        ...(number > 1 && { page: `${number}` }),
        ...(ctx.query.per_page !== undefined && { per_page: `${perPage}` }),
      },
    });
  return {
    title: `${MESSAGES[view.language].feeds.news} – ${new URL(view.origin).host}`,
    language: view.language,
    address: at(page),
    ...(page * perPage < total && { next: at(page + 1) }),
    list: `${view.root}/events`,
  };
}

/** `GET /events.rss` and `/events.json`: the newly published events of a list. */
const sendNews = (format: NewsFormat) => async (ctx: Context) => {
  const site = await siteId();
  const { items, head } = await readListWith(
    ctx,
    {
      resource: event,
      ignored: IGNORED[format],
      overrides: ctx.query.per_page === undefined ? MAX_NEWS : {},
      complete: completeNews(ctx),
    },
    async ({ view, request }) => {
      const { records, total } = await events.find({ ...request, ...PUBLIC_VIEWER });
      const feedItems = await feedEvents(records, view);
      const paged = { page: request.page, perPage: request.perPage, total };
      return {
        items: feedItems.map((each) => newsItem(each, site)),
        head: newsHeadOf(ctx, format, { view, paged }),
      };
    },
  );
  ctx.type = `${FEEDS[format].type}; charset=utf-8`;
  ctx.body = NEWS_WRITERS[format](items, head);
};

/** The most events of a feed, which bounds the cost of a request. */
const MAX_EVENTS = 2000;

const headOf = ({ language, settings, now }: View, name: string): CalendarHead => ({
  name,
  language,
  timezone: settings.timezone,
  now,
});

function send(ctx: Context, calendar: string) {
  ctx.type = `${FEEDS.ics.type}; charset=utf-8`;
  ctx.body = calendar;
}

function statusesOf(sent: Status[] | undefined, isSent: boolean): Status[] | undefined {
  if (!isSent) return sent?.filter((status) => ICS_STATUSES.includes(status));
  if (sent?.every((status) => ICS_STATUSES.includes(status))) return sent;
  throw invalidParams({
    status: { text: 'not_choice', values: { allowed: ICS_STATUSES.join(', ') } },
  });
}

/** Completes the parameters of a feed. */
const complete =
  (ctx: Context) =>
  (sent: Values<Params>, { now, settings }: ReadContext & { viewer: Viewer }): Values<Params> => ({
    ...feedWindow(sent, { now, zone: settings.timezone }),
    status: statusesOf(sent.status as Status[] | undefined, ctx.query.status !== undefined),
  });

/** `GET /events.ics`, and of a venue, an organizer, a category or a tag: the list as a calendar. */
async function sendCalendar(ctx: Context, { own, name }: FeedRequest) {
  const options = { siteId: await siteId(), isListed: true };
  const { view, made, total } = await readListWith(
    ctx,
    { resource: event, overrides: own, ignored: IGNORED.ics, complete: complete(ctx) },
    async ({ view, request }) => {
      const make = async (part: Parameters<typeof feedEvents>[0]) =>
        (await feedEvents(part, view)).map((each) => eventComponent(each, options));
      return { view, ...(await events.collect(request, { most: MAX_EVENTS, make })) };
    },
  );
  const texts = MESSAGES[view.language].feeds;
  const title = `${texts.events} – ${name ?? new URL(view.origin).host}`;
  const values = { shown: made.length, total };
  const remark = total > made.length ? interpolate(texts.cut, values) : undefined;
  send(ctx, vcalendar(made, { ...headOf(view, title), remark }));
}

/** `GET /events/{id}.ics` and `/events/by-slug/{slug}.ics`: one event as a calendar. */
async function sendEvent(ctx: Context) {
  const options = { siteId: await siteId(), isListed: false };
  const { event: one, view } = await inSnapshot(async () => {
    const { record, view } = await findRecord(ctx, event, events);
    const [found] = await feedEvents([record], view);
    return { event: found, view };
  });
  if (!one || !ICS_STATUSES.includes(one.shown.status)) {
    throw refuse(403, event.refusals.notAccessible);
  }
  send(ctx, vcalendar([eventComponent(one, options)], headOf(view, one.shown.title)));
}

/** A feed requested by its address. */
interface FeedRequest {
  /** Parameters implied by the address: `{venue: '12'}`. */
  own: { [name: string]: string };
  /** The name of the record in the address, if any. */
  name?: string;
}

/** The writer of each list format; a single event only exists as JSON and iCalendar. */
const WRITERS: Record<FeedFormat, (ctx: Context, feed: FeedRequest) => Promise<void>> = {
  ics: sendCalendar,
  rss: sendNews('rss'),
  jsonfeed: sendNews('jsonfeed'),
};

/** The list parameter that filters events by a record of a type. */
const FILTERS: Record<Exclude<RecordType, 'event'>, string> = {
  venue: 'venue',
  organizer: 'organizer',
  category: 'categories',
  tag: 'tags',
};

/** D4.6: the format; JSON if the extension belongs to an old slug, from before such slugs were refused. */
async function formatOf(type: RecordType, ctx: Context): Promise<Format> {
  const address = requestAddressOf(ctx);
  const { slug } = ctx.params as { slug?: string };
  const { format } = address;
  if (format === 'json' || !slug?.toLowerCase().endsWith(suffixOf(format))) return format;
  if (isPostType(type) && (await isSlug(type, slug))) {
    if (credentialOf(ctx).feedKey !== undefined) throw refuse(403, 'rest_forbidden'); // A key opens feeds only.
    address.format = 'json';
  } else ctx.params.slug = slug.slice(0, -suffixOf(format).length);
  return address.format;
}

/** Whether the caller may read events, which does not follow from reading a venue. */
async function mayReadEvents(ctx: Context): Promise<boolean> {
  const may = await hasScope(ctx, `${uidOf('event')}.find`);
  if (!may) ctx.status = 403; // `errors` writes the body, as for a route that Strapi refuses.
  return may;
}

/** Sends the list of events in a format. */
export const sendFeed = (ctx: Context, format: FeedFormat) => WRITERS[format](ctx, { own: {} });

interface Reading {
  findOne(ctx: Context): Promise<void>;
}

/** Extends a reading controller, so that single records are answered in the requested format. */
export const inFormats = <Handlers extends Reading>(
  type: RecordType,
  json: Handlers,
  served: ReadOne,
) => ({
  ...json,

  async findOne(ctx: Context) {
    const format = await formatOf(type, ctx);
    if (format === 'json') {
      await json.findOne(ctx);
      const { feed_url: ics } = ctx.body as { feed_url?: string };
      return linkFeeds(ctx, { ics });
    }
    if (type === 'event') return sendEvent(ctx);
    const record = (await served(ctx, { ...readContext(ctx), strict: false })) as {
      [field: string]: unknown;
    };
    if (!(await mayReadEvents(ctx))) return;
    const name = String(record[NAME_FIELD[type]]);
    return WRITERS[format](ctx, { own: { [FILTERS[type]]: String(record.id) }, name });
  },
});
