import { language } from '../../kinds/choice';
import { line } from '../../kinds/text/text';
import { FEED_FORMATS, type FeedFormat } from '../../settings/addresses';
import type { Feed } from '../payloads';
import type { Route } from '../routes';
import { feedAddress } from '../shared/list';

/** List parameters without effect in feeds, by format. */
export const IGNORED: Record<FeedFormat, readonly string[]> = {
  ics: ['page', 'per_page'],
  rss: ['orderby', 'order', 'hide_from_listings'],
  jsonfeed: ['orderby', 'order', 'hide_from_listings'],
};

/** Routes for a caller's own feed keys; not part of the specification. */
export const FEED_ROUTES: Route[] = [
  { method: 'GET', path: '/feeds', handler: 'feed.find' },
  { method: 'POST', path: '/feeds', handler: 'feed.create' },
  { method: 'DELETE', path: '/feeds/{id}', handler: 'feed.delete' },
];

/** The query parameters of these routes, and the fields of a new feed. */
export const FEED_QUERY = { i18n_language: language };
export const FEED_FIELDS = { name: line };

interface StoredFeed {
  id: number;
  name: string;
  /** Milliseconds since 1970; PostgreSQL's driver returns text. */
  created: number | string;
}

export const presentFeed = ({ id, name, created }: StoredFeed): Feed => ({
  id,
  name,
  created: new Date(Number(created)).toISOString(),
});

/**
 * D14.7: a new feed with its key and the URL of the events list in each format. Only the answer to
 * its creation contains these.
 */
export const presentNewFeed = (feed: StoredFeed, key: string, root: string): Feed => ({
  ...presentFeed(feed),
  key,
  addresses: Object.fromEntries(
    FEED_FORMATS.map((format) => [
      format,
      feedAddress(root, format, { querystring: '', more: { key } }),
    ]),
  ) as Record<FeedFormat, string>,
});

/** URLs that make calendar programs and services subscribe to a feed. */
export interface Subscribing {
  /** The feed's URL with the scheme `webcal:`, which desktop and mobile calendars open. */
  webcal: string;
  /** Google and Outlook fetch the feed from their own servers, so its URL must be public. */
  google: string;
  outlook: string;
}

const webcal = (address: string) => address.replace(/^https?:/, 'webcal:');

/** The subscription URLs of the calendar feed at an http(s) URL. */
export const subscribing = (address: string): Subscribing => ({
  webcal: webcal(address),
  google: `https://calendar.google.com/calendar/render?cid=${encodeURIComponent(webcal(address))}`,
  outlook: `https://outlook.live.com/calendar/0/addfromweb?url=${encodeURIComponent(address)}`,
});
