import { ROUTES } from '../resources/routes';

/** Strapi mounts these under `/api/calendar`; the address middleware leads there. */
const VERSION = '/events/v1';

const strapiPath = (path: string) =>
  `${VERSION}${path.replace(/^\/$/, '').replace('{id}', String.raw`:id(\d+)`).replace('{slug}', ':slug')}`;

export const routes = {
  'content-api': {
    type: 'content-api',
    routes: ROUTES.map(({ method, path, handler }) => ({
      method,
      path: strapiPath(path),
      handler,
      config: { middlewares: ['plugin::calendar.known-rate-limit'] },
    })),
  },
};
