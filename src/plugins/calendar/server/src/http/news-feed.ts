import type { Context } from 'koa';
import { siteId } from '../database/site';
import type { SentStatus } from '../kinds/choice';
import type { Params } from '../kinds/kind';
import type { Values } from '../kinds/read';
import { invalidParams } from '../messages/errors';
import { MESSAGES } from '../messages/t';
import { events } from '../records';
import { feedEvents } from '../records/feeds';
import { event } from '../resources/event';
import { feedAddress } from '../resources/feeds/address';
import { jsonFeed, type NewsHead, type NewsItem, newsItem, rss } from '../resources/feeds/news';
import type { View } from '../resources/shared/view';
import { FEEDS, type NewsFormat } from '../settings/formats';
import { listed } from './reading';

/** Readers ask often, and show what is new: as many as a page of a list holds, unless fewer are asked for. */
const MOST = { per_page: '50' };

const WRITERS: Record<NewsFormat, (items: NewsItem[], head: NewsHead) => string> = {
  rss,
  jsonfeed: (items, head) => JSON.stringify(jsonFeed(items, head)),
};

const PUBLISHED: SentStatus[] = [...FEEDS.rss.statuses];

/** News is what everybody may read, whoever asks: no drafts, nothing hidden; the latest first. */
const complete =
  (ctx: Context) =>
  ({ hide_from_listings: _, ...sent }: Values<Params>): Values<Params> => {
    const wanted = ctx.query.status === undefined ? PUBLISHED : (sent.status as SentStatus[]);
    if (wanted.some((status) => status !== 'publish')) {
      throw invalidParams({ status: { text: 'not_language', values: { allowed: 'publish' } } });
    }
    return { ...sent, status: PUBLISHED, orderby: 'date', order: 'desc' } as Values<Params>;
  };

interface Paged {
  page: number;
  perPage: number;
  total: number;
}

function headOf(ctx: Context, format: NewsFormat, asked: { view: View; paged: Paged }): NewsHead {
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
export const sendNews = (format: NewsFormat) => async (ctx: Context) => {
  const site = await siteId();
  const { items, head } = await listed(
    ctx,
    {
      resource: event,
      service: events,
      own: ctx.query.per_page === undefined ? MOST : {},
      complete: complete(ctx),
    },
    async ({ view, request }) => {
      const { records, total } = await events.find(request);
      const told = await feedEvents(records, view);
      const paged = { page: request.page, perPage: request.perPage, total };
      return {
        items: told.map((each) => newsItem(each, site)),
        head: headOf(ctx, format, { view, paged }),
      };
    },
  );
  ctx.type = `${FEEDS[format].type}; charset=utf-8`;
  ctx.body = WRITERS[format](items, head);
};
