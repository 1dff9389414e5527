import type { Context } from 'koa';
import { spelled } from '../kinds/text/fold';
import { refuse } from '../messages/errors';
import { feedKeyOf } from '../middlewares/client-of';
import type { Edge } from '../middlewares/edge';
import { type FeedFormat, type Format, suffixOf } from '../settings/formats';
import {
  isPostType,
  NAME_FIELD,
  type PostType,
  type RecordType,
  uidOf,
} from '../settings/record-types';
import { statesBySlug } from '../store/choose-one';
import { sendCalendar, sendEvent } from './calendar-feed';
import { holds } from './caller-of';
import { linkFeeds } from './feed-links';
import { sendNews } from './news-feed';
import type { Served } from './precondition';

/** A feed of events, as its address asks for it. */
export interface FeedAsked {
  /** Parameters of the list that the address says itself: `{venue: '12'}`. */
  own: { [name: string]: string };
  /** What the address names; of the list itself nothing. */
  name?: string;
}

/** What writes the list of events in a format; one event is written as JSON and iCalendar only. */
const WRITERS: Record<FeedFormat, (ctx: Context, feed: FeedAsked) => Promise<void>> = {
  ics: sendCalendar,
  rss: sendNews('rss'),
  jsonfeed: sendNews('jsonfeed'),
};

/** The parameter of the list of events that a record of a type is a value of. */
const FILTERS: Record<Exclude<RecordType, 'event'>, string> = {
  venue: 'venue',
  organizer: 'organizer',
  category: 'categories',
  tag: 'tags',
};

const isSlug = async (type: PostType, slug: string) =>
  (await statesBySlug(type, spelled(slug))).length > 0;

/** D4.6: a slug that was there before slugs could not end like formats is read as it stands. */
async function formatOf(type: RecordType, ctx: Context): Promise<Format> {
  const { format } = ctx.state.calendar as Edge;
  const { slug } = ctx.params as { slug?: string };
  if (format === 'json' || !slug?.toLowerCase().endsWith(suffixOf(format))) return format;
  if (isPostType(type) && (await isSlug(type, slug))) {
    if (feedKeyOf(ctx) !== undefined) throw refuse(403, 'rest_forbidden'); // A key opens feeds only.
    return 'json';
  }
  ctx.params.slug = slug.slice(0, -suffixOf(format).length);
  return format;
}

/** Whoever may read a venue may not yet read events. */
async function mayReadEvents(ctx: Context): Promise<boolean> {
  const may = await holds(ctx, `${uidOf('event')}.find`);
  if (!may) ctx.status = 403; // As Strapi refuses a route; `errors` words it.
  return may;
}

interface Reading {
  find(ctx: Context): Promise<void>;
  findOne(ctx: Context): Promise<void>;
}

/** The reading half of a controller, which answers in the format that was asked for. */
export const inFormats = <Handlers extends Reading>(
  type: RecordType,
  json: Handlers,
  served: Served,
) => ({
  ...json,

  async find(ctx: Context) {
    const format = await formatOf(type, ctx);
    if (format !== 'json') return WRITERS[format](ctx, { own: {} });
    return json.find(ctx);
  },

  async findOne(ctx: Context) {
    const format = await formatOf(type, ctx);
    if (format === 'json') {
      await json.findOne(ctx);
      const { feed_url: ics } = ctx.body as { feed_url?: string };
      return linkFeeds(ctx, { ics });
    }
    if (type === 'event') return sendEvent(ctx);
    const record = (await served(ctx)) as { [field: string]: unknown };
    if (!(await mayReadEvents(ctx))) return;
    const name = String(record[NAME_FIELD[type]]);
    return WRITERS[format](ctx, { own: { [FILTERS[type]]: String(record.id) }, name });
  },
});
