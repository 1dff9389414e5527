import { language } from '../../kinds/choice';
import { line } from '../../kinds/text/text';
import { FEED_FORMATS, type FeedFormat } from '../../settings/addresses';
import type { Feed } from '../payloads';
import type { Route } from '../routes';
import { feedAddress } from '../shared/list';

/** Parameters of the list that change nothing in a feed. */
export const IGNORED: Record<FeedFormat, readonly string[]> = {
  ics: ['page', 'per_page'],
  rss: ['orderby', 'order', 'hide_from_listings'],
  jsonfeed: ['orderby', 'order', 'hide_from_listings'],
};

/** The keys of personal feeds, of those who hold them; none of the specification's routes. */
export const FEED_ROUTES: Route[] = [
  { method: 'GET', path: '/feeds', handler: 'feed.find' },
  { method: 'POST', path: '/feeds', handler: 'feed.create' },
  { method: 'DELETE', path: '/feeds/{id}', handler: 'feed.delete' },
];

/** What an address of theirs may say, and what a new one is given. */
export const FEED_QUERY = { i18n_language: language };
export const FEED_FIELDS = { name: line };

interface StoredFeed {
  id: number;
  name: string;
  /** Milliseconds since 1970; PostgreSQL gives them as text. */
  created: number | string;
}

export const presentFeed = ({ id, name, created }: StoredFeed): Feed => ({
  id,
  name,
  created: new Date(Number(created)).toISOString(),
});

/** D14.7: told once: the list of events in each format, as the maker of the key sees it. */
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

/** Where programs take the address of a calendar, which they then ask for again by themselves. */
export interface Subscribing {
  /** The scheme that calendar programs open, those of Apple among them. */
  webcal: string;
  /** Google and Outlook ask from outside, so that the address must be public. */
  google: string;
  outlook: string;
}

const webcal = (address: string) => address.replace(/^https?:/, 'webcal:');

/** How people subscribe to the calendar at an address. */
export const subscribing = (address: string): Subscribing => ({
  webcal: webcal(address),
  google: `https://calendar.google.com/calendar/render?cid=${encodeURIComponent(webcal(address))}`,
  outlook: `https://outlook.live.com/calendar/0/addfromweb?url=${encodeURIComponent(address)}`,
});
