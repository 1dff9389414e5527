import { language, readStatuses } from '../../kinds/choice';
import { InvalidValue } from '../../kinds/kind';
import { line } from '../../kinds/text/text';
import { FEED_FORMATS, FEEDS, type FeedFormat, suffixOf } from '../../settings/addresses';
import { event } from '../event';
import type { Feed } from '../payloads';
import type { Route } from '../routes';

/** Parameters of the list that say nothing of which events are meant, or nothing to whoever subscribes. */
const UNSAID = ['format', 'ical', 'orderby', 'order'];

/** Parameters of the list that change nothing in a feed. */
export const IDLE: Record<FeedFormat, readonly string[]> = {
  ics: ['page', 'per_page'],
  rss: ['orderby', 'order', 'hide_from_listings'],
  jsonfeed: ['orderby', 'order', 'hide_from_listings'],
};

const FILTERS = new Set(
  [...Object.keys(event.filters), 'i18n_language'].filter((name) => !UNSAID.includes(name)),
);

type Query = [name: string, value: string][];

const nameOf = (key: string) => key.replace(/\[.*/, '');

/** The filters of a list as they were sent, so that `now` stays now. */
const sentFilters = (querystring: string): Query =>
  [...new URLSearchParams(querystring)].filter(([key]) => FILTERS.has(nameOf(key)));

const address = (root: string, format: FeedFormat, query: Query) => {
  const said = String(new URLSearchParams(query));
  return `${root}/events${suffixOf(format)}${said && `?${said}`}`;
};

/** Where the events that a query of the list asks for are given out in a format. */
export const feedAddress = (
  root: string,
  format: FeedFormat,
  { querystring, more = {} }: { querystring: string; more?: { [name: string]: string } },
): string => address(root, format, [...sentFilters(querystring), ...Object.entries(more)]);

function statesIn(sent: Query): readonly string[] {
  const named = sent.filter(([key]) => nameOf(key) === 'status').map(([, value]) => value);
  if (named.length === 0) return [];
  try {
    return readStatuses(named);
  } catch (error) {
    if (error instanceof InvalidValue) return [];
    throw error;
  }
}

/** D14.8: where the same events are given out in each format that holds events in the states that were asked for. */
export function feedAddresses(
  root: string,
  querystring: string,
): { [format in FeedFormat]?: string } {
  const sent = sentFilters(querystring);
  const states = statesIn(sent);
  const holdsAll = (format: FeedFormat) =>
    states.every((state) => (FEEDS[format].statuses as readonly string[]).includes(state));
  return Object.fromEntries(
    FEED_FORMATS.filter(holdsAll).map((format) => [format, address(root, format, sent)]),
  );
}

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
