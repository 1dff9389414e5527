import type { Route } from './routes';

/** What the page at `/docs` is made of, and as what it is served. */
export const PAGE_FILES = {
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'swagger-ui.css': 'text/css; charset=utf-8',
  'docs.js': 'text/javascript; charset=utf-8',
  'search.js': 'text/javascript; charset=utf-8',
  'docs.css': 'text/css; charset=utf-8',
  'colours.css': 'text/css; charset=utf-8',
  'direction.css': 'text/css; charset=utf-8',
} as const satisfies Record<string, string>;

export type PageFile = keyof typeof PAGE_FILES;

/** The page shows `/doc` to people, so it asks for the same right; it is in neither `/` nor `/doc`. */
export const PAGE_ROUTES: Route[] = [
  { method: 'GET', path: '/docs', handler: 'description.findOne' },
  { method: 'GET', path: '/docs/{file}', handler: 'description.findOne' },
];
