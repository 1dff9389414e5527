import { jsonFeed } from '../../feeds/json-feed';
import { newsItem } from '../../feeds/news';
import { rss } from '../../feeds/rss';
import { told, vcalendar } from '../../feeds/vcalendar';
import { MESSAGES } from '../../messages/t';
import { representEvent } from '../../representation/event';
import type { EventRecord } from '../../representation/records';
import { feedAddress } from '../../resources/feed-address';
import { representFeed, representNewFeed } from '../../resources/feed-key';
import type { NewsFormat } from '../../settings/formats';
import type { DescribeContext } from '../context';
import { MADE } from './records';

const DOCUMENT_ID = 'w5nyd9k4h1r0q2tz8v6cm3xj';
const SITE_ID = '6d0f9b5e-2c1a-4f7e-8b3d-5a9c0e4f1b26';

/** The event of the examples in each format, by its name. */
export function exampleFeeds(record: unknown, context: DescribeContext): [string, unknown][] {
  const { language, settings, now, origin, root } = context;
  const revision = Date.parse(MADE);
  const shown = representEvent(record as EventRecord, context);
  const event = { shown, documentId: DOCUMENT_ID, isProtected: false, revision, latest: revision };
  const texts = MESSAGES[language].feeds;
  const { host } = new URL(origin);
  const calendar = {
    name: `${texts.events} – ${host}`,
    language,
    timezone: settings.timezone,
    now,
  };
  const items = [newsItem(event, SITE_ID)];
  const head = (format: NewsFormat) => ({
    title: `${texts.news} – ${host}`,
    language,
    address: feedAddress(root, format, { querystring: '' }),
    list: `${root}/events`,
  });
  return [
    ['ics', vcalendar([told(event, { siteId: SITE_ID, isListed: true })], calendar)],
    ['rss', rss(items, head('rss'))],
    ['jsonfeed', jsonFeed(items, head('jsonfeed'))],
  ];
}

/** Nobody's: 32 bytes as they are told. */
const KEY = 'c2Vjb25kLWhhbmQtYm9hcmRzLWFyZS13ZWxjb21lLXQ';

/** A personal feed as it is asked for, made, listed and revoked. */
export function exampleFeedKeys({ language, root }: DescribeContext): [string, object][] {
  const { name } = MESSAGES[language].examples.feed;
  const feed = { id: 3, name, created: Date.parse(MADE) };
  return [
    ['FeedFields', { name }],
    ['FeedMade', representNewFeed(feed, KEY, root)],
    ['Feeds', { feeds: [representFeed(feed)] }],
    ['FeedDeleted', representFeed(feed)],
  ];
}
