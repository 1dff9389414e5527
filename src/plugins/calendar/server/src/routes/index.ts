import { CHANGE_ROUTES } from '../resources/changes';
import { FEED_ROUTES } from '../resources/feed-key';
import { PAGE_ROUTES, ROUTES } from '../resources/routes';

/** Strapi mounts these under `/api/calendar`; the address middleware leads there. */
const VERSION = '/events/v1';

const strapiPath = (path: string) =>
  VERSION +
  path
    .replace(/^\/$/, '')
    .replace('{id}', String.raw`:id(\d+)`)
    .replace(/\{(slug|file)\}/, ':$1');

export const routes = {
  'content-api': {
    type: 'content-api',
    routes: [...ROUTES, ...CHANGE_ROUTES, ...FEED_ROUTES, ...PAGE_ROUTES].map(
      ({ method, path, handler }) => ({
        method,
        path: strapiPath(path),
        handler,
        config: { middlewares: ['plugin::calendar.known-rate-limit'] },
      }),
    ),
  },
};
