import { categories, events, organizers, type Service, tags, venues } from '../records';
import type { Loaded } from '../records/reading';
import { event } from '../resources/event';
import type { Resource } from '../resources/resource';
import { ALL_ROUTES, BATCH_ROUTE, EVENT_PAGES } from '../resources/routes';
import { category, tag } from '../resources/term';
import { organizer, venue } from '../resources/venue-organizer';
import { RECORD_TYPES, type RecordType } from '../settings/record-types';
import { address } from './address';
import { batch } from './batch';
import { body } from './body';
import { pictureRights, requestId, rightsOf } from './caller';
import { description } from './description';
import { errors } from './errors';
import { feedKeys } from './feed-keys';
import { inFormats, sendFeed } from './feeds';
import { withPages } from './pages/serve';
import { deadline, queues } from './queues';
import { authenticatedRateLimit, basic, rateLimit } from './rate-limit';
import { readingController, readOneOf } from './reading';
import { cors, outsideCalendar } from './request';
import { caching, compression, shape } from './response';
import { responseCache } from './response-cache';
import { loginRateLimit } from './strapi-api';
import { checkUploads, multipart, serveUploads } from './uploads';
import { changes, webhook } from './webhooks';
import { writingController } from './writing';

/** The handlers of a type's routes. */
const handlers = <Record extends Loaded, Order>(
  resource: Resource<Record, Order>,
  service: Service<Record, Order>,
) => ({
  ...inFormats(
    resource.type,
    readingController(resource, service, sendFeed),
    readOneOf(resource, service),
  ),
  ...writingController(resource, service),
});

const HANDLERS: { [Type in RecordType]: () => object } = {
  event: () => withPages(handlers(event, events)),
  venue: () => handlers(venue, venues),
  organizer: () => handlers(organizer, organizers),
  category: () => handlers(category, categories),
  tag: () => handlers(tag, tags),
};

const controllerOf = (type: RecordType) => () => ({ ...rightsOf(type), ...HANDLERS[type]() });

export const controllers = {
  ...Object.fromEntries(RECORD_TYPES.map((type) => [type, controllerOf(type)])),
  change: changes,
  description,
  feed: feedKeys,
  picture: pictureRights,
  webhook,
};

/**
 * The root of our routes in Strapi, which mounts them under `/api/calendar`; the address middleware
 * rewrites public paths to it.
 */
const VERSION = '/events/v1';

const PAGES = '/pages';

const strapiPath = (path: string, root = VERSION) =>
  root +
  path
    .replace(/^\/$/, '')
    .replace(/\{(id|delivery)\}/g, String.raw`:$1(\d+)`)
    .replace(/\{(slug|external_id|file)\}/, ':$1');

/** A new object per route, because Strapi writes the required scope into its `config`. */
const routeConfig = () => ({ middlewares: ['plugin::calendar.known-rate-limit'] });

/** The config of a route without authentication. */
const OPEN = { auth: false };

export const routes = {
  'content-api': {
    type: 'content-api',
    routes: [
      ...ALL_ROUTES.map(({ method, path, handler }) => ({
        method,
        path: strapiPath(path),
        handler,
        config: routeConfig(),
      })),
      { ...BATCH_ROUTE, path: strapiPath(BATCH_ROUTE.path), handler: batch(), config: OPEN },
      ...EVENT_PAGES.map(({ method, path, handler, isOpen }) => ({
        method,
        path: strapiPath(path, PAGES),
        handler,
        config: isOpen ? { ...routeConfig(), ...OPEN } : routeConfig(),
      })),
    ],
  },
};

export const middlewares = {
  address,
  basic,
  body,
  caching,
  compression,
  cors,
  errors,
  'log-in': outsideCalendar(loginRateLimit),
  multipart: outsideCalendar(multipart),
  deadline,
  queues,
  'rate-limit': rateLimit,
  'known-rate-limit': authenticatedRateLimit,
  'request-id': requestId,
  'response-cache': responseCache,
  'sent-files': outsideCalendar(checkUploads),
  shape,
  'stored-files': outsideCalendar(serveUploads),
};
