import type { RecordType } from '../settings/record-types';
import { CHANGE_ROUTES } from './changes';
import { FEED_ROUTES } from './feeds/address';
import { RESOURCES } from './formats';
import type { Resource } from './resource';

/** An address below the interface's root; `{id}` is digits, `{slug}` anything without a slash. */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  /** Strapi's `controller.action`, which is also the right that the route asks for. */
  handler: string;
}

const UPDATES = ['POST', 'PUT', 'PATCH'] as const;

/** One record's address: the three ways of changing it take the same (Spec 4.2). */
const recordRoutes = (type: RecordType, path: string): Route[] => [
  { method: 'GET', path, handler: `${type}.findOne` },
  { method: 'DELETE', path, handler: `${type}.delete` },
  ...UPDATES.map((method): Route => ({ method, path, handler: `${type}.update` })),
];

/** Spec 4: the routes of one resource. */
const routesOf = ({ type, path, bySlug }: Pick<Resource, 'type' | 'path' | 'bySlug'>): Route[] => [
  { method: 'GET', path: `/${path}`, handler: `${type}.find` },
  { method: 'POST', path: `/${path}`, handler: `${type}.create` },
  ...recordRoutes(type, `/${path}/{id}`),
  ...(bySlug ? recordRoutes(type, `/${path}/by-slug/{slug}`) : []),
];

/** Spec 4.1: the interface describes itself; reading rights cover it like everything that is read. */
const DESCRIPTION: Route[] = [
  { method: 'GET', path: '/', handler: 'description.find' },
  { method: 'GET', path: '/doc', handler: 'description.findOne' },
];

/** D4.13: one record by what another system calls it; none of the specification's routes. */
const externalRoutes = ({ type, path }: Pick<Resource, 'type' | 'path'>): Route[] => {
  const address = `/${path}/by-external-id/{external_id}`;
  return [
    { method: 'GET', path: address, handler: `${type}.findOne` },
    { method: 'DELETE', path: address, handler: `${type}.delete` },
    { method: 'PUT', path: address, handler: `${type}.update` },
  ];
};

export const EXTERNAL_ROUTES: Route[] = RESOURCES.filter(({ bySlug }) => bySlug).flatMap(
  externalRoutes,
);

export const ROUTES: Route[] = [...DESCRIPTION, ...RESOURCES.flatMap(routesOf)];

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

/**
 * D16: pages for people, below `/calendar`. That of an event asks for the right to read one; a preview's link
 * says by itself what it opens, and the style of them all is everybody's.
 */
export const EVENT_PAGES: (Route & { isOpen?: boolean })[] = [
  { method: 'GET', path: '/event/{slug}', handler: 'event.findOne' },
  { method: 'POST', path: '/event/{slug}', handler: 'event.findOne' },
  { method: 'GET', path: '/preview', handler: 'event.findOne', isOpen: true },
  { method: 'GET', path: '/event.css', handler: 'event.findOne', isOpen: true },
];

const PATTERNS = {
  '{id}': String.raw`\d+`,
  '{slug}': '[^/]+',
  '{external_id}': '[^/]+',
  '{file}': `(?:${Object.keys(PAGE_FILES).join('|').replaceAll('.', String.raw`\.`)})`,
} as const;

const patternOf = (path: string) =>
  new RegExp(
    `^${path.replace(/\{(?:id|slug|external_id|file)\}/g, (hole) => PATTERNS[hole as '{id}'])}$`,
  );

/** D8.16: asks for no right itself, and leads to no controller: each of its operations does. */
export const BATCH_ROUTE = { method: 'POST', path: '/batch' } as const;

/** Every route. */
export const ALL_ROUTES: Route[] = [
  ...ROUTES,
  ...EXTERNAL_ROUTES,
  ...CHANGE_ROUTES,
  ...FEED_ROUTES,
  ...PAGE_ROUTES,
];

const tableOf = (routes: Pick<Route, 'method' | 'path'>[]) =>
  routes.map((route) => ({ route, pattern: patternOf(route.path) }));

const TABLE = tableOf([...ALL_ROUTES, BATCH_ROUTE]);

const PAGES_TABLE = tableOf(EVENT_PAGES);

/** Whether a path below the interface's root is that of a list of records. */
export const isList = (path: string) => RESOURCES.some((resource) => path === `/${resource.path}`);

/** The methods that a path below the interface's root answers to; no such path: none. The root is `/` or nothing. */
export function methodsOf(path: string, routes = TABLE): string[] {
  const methods = routes
    .filter(({ pattern }) => pattern.test(path || '/'))
    .map(({ route }) => route.method);
  if (methods.length === 0) return [];
  return [...new Set([...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])];
}

/** The methods that a page answers to; no such page: none. */
export const pageMethodsOf = (path: string): string[] => methodsOf(path, PAGES_TABLE);
