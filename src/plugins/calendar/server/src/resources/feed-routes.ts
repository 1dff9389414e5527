import type { Route } from './routes';

/** The keys of personal feeds, of those who hold them; none of the specification's routes. */
export const FEED_ROUTES: Route[] = [
  { method: 'GET', path: '/feeds', handler: 'feed.find' },
  { method: 'POST', path: '/feeds', handler: 'feed.create' },
  { method: 'DELETE', path: '/feeds/{id}', handler: 'feed.delete' },
];
