import { language } from '../kinds/choice';
import { line } from '../kinds/text/text';
import type { Feed } from '../representation/payloads/feed';
import { FEED_FORMATS, type FeedFormat } from '../settings/formats';
import { feedAddress } from './feed-address';
import type { Route } from './routes';

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

export const representFeed = ({ id, name, created }: StoredFeed): Feed => ({
  id,
  name,
  created: new Date(Number(created)).toISOString(),
});

/** D14.7: told once: the list of events in each format, as the maker of the key sees it. */
export const representNewFeed = (feed: StoredFeed, key: string, root: string): Feed => ({
  ...representFeed(feed),
  key,
  addresses: Object.fromEntries(
    FEED_FORMATS.map((format) => [
      format,
      feedAddress(root, format, { querystring: '', more: { key } }),
    ]),
  ) as Record<FeedFormat, string>,
});
