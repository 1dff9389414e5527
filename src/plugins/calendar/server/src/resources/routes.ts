import { flag } from '../kinds/choice';
import { InvalidValue } from '../kinds/kind';
import {
  FEED_FORMATS,
  type FeedPlace,
  type Format,
  formatsOf,
  placeOf,
  suffixOf,
} from '../settings/addresses';
import type { RecordType } from '../settings/record-types';
import { CHANGE_ROUTES } from './changes';
import { event } from './event';
import { FEED_ROUTES } from './feeds/address';
import type { Resource } from './resource';
import { category, tag } from './term';
import { organizer, venue } from './venue-organizer';
import { WEBHOOK_ROUTES } from './webhooks';

/** Every resource that has routes. */
export const RESOURCES = [event, venue, organizer, category, tag];

/** The parts of a request that determine the format of its answer. */
export interface FormatRequest {
  /** The path below the interface's root: `/events.ics`. */
  rest: string;
  query: URLSearchParams;
  /** The format preferred by the header `Accept`. */
  accepted: Format;
}

/** The format of an answer, and the path without a format's extension. */
export interface NegotiatedFormat {
  rest: string;
  format: Format;
  /** RFC 9110 12.5.1: whether the format depends on `Accept`, for `Vary`. */
  negotiated: boolean;
  /** The methods of the path without a format's extension; empty if it does not exist. */
  methods: string[];
}

const BY_SLUG = /^\/\w+\/by-slug\/[^/]+$/;

const isOn = (sent: string | null): boolean => {
  try {
    return sent !== null && flag.read(sent);
  } catch (error) {
    if (error instanceof InvalidValue) return false; // Refused later, with all other invalid parameters.
    throw error;
  }
};

/**
 * The offered format that the query names. Other values of `format` mean `json`; they are validated
 * with the other parameters.
 */
function formatNamed({ query }: FormatRequest, offered: Format[]): Format | undefined {
  const word = query.get('format')?.trim().toLowerCase();
  if (word) return offered.find((format) => format === word) ?? 'json';
  return isOn(query.get('ical')) ? offered.find((format) => format === 'ics') : undefined;
}

/** D4.13: an external id may end like a format's extension, which then belongs to the id. */
const BY_EXTERNAL_ID = /^\/\w+\/by-external-id\//;

/**
 * The only place that decides on the format of an answer: the extension of the path, else `format`,
 * `ical` and `Accept`, in this order. The extension of a slug stays in the path, as a slug may end
 * like one. Undefined if the path does not exist in the extension's format.
 */
export function negotiateFormat(request: FormatRequest): NegotiatedFormat | undefined {
  const { rest, accepted } = request;
  const ending = FEED_FORMATS.find((format) => rest.toLowerCase().endsWith(suffixOf(format)));
  const extension = BY_EXTERNAL_ID.test(rest) ? undefined : ending;
  const isOfSlug = BY_SLUG.test(rest);
  const plain = extension && !isOfSlug ? rest.slice(0, -suffixOf(extension).length) : rest;
  const { formats: offered, methods } = endpointAt(plain) ?? NO_ENDPOINT;
  const found = { rest: plain, negotiated: false, methods };
  if (extension && offered.includes(extension)) return { ...found, format: extension };
  if (extension) return isOfSlug ? { ...found, format: 'json' } : undefined;
  const format = formatNamed(request, offered);
  if (format) return { ...found, format };
  const isOffered = offered.includes(accepted);
  return { ...found, format: isOffered ? accepted : 'json', negotiated: offered.length > 1 };
}

/** D9.10: the query parameters that name a format other than the answer's and are therefore ineffective. */
export function otherFormats(query: URLSearchParams, format: Format): { [name: string]: string } {
  const word = query.get('format')?.trim().toLowerCase();
  const ical = query.get('ical');
  return {
    ...(word && format !== 'json' && word !== format && { format: word }),
    ...(ical !== null && isOn(ical) !== (format === 'ics') && { ical }),
  };
}

/** A route below the interface's root; `{id}` matches digits, `{slug}` anything without a slash. */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  /** Strapi's `controller.action`, which is also the required permission. */
  handler: string;
  /** Determines the formats other than JSON that GET offers; absent: none. */
  place?: FeedPlace;
}

const UPDATES = ['POST', 'PUT', 'PATCH'] as const;

/** The routes of a single record. Spec 4.2: the three methods of an update are equivalent. */
const recordRoutes = (type: RecordType, path: string): Route[] => [
  { method: 'GET', path, handler: `${type}.findOne`, place: placeOf(type) },
  { method: 'DELETE', path, handler: `${type}.delete` },
  ...UPDATES.map((method): Route => ({ method, path, handler: `${type}.update` })),
];

/** Spec 4: the routes of one resource. */
const routesOf = ({ type, path, bySlug }: Pick<Resource, 'type' | 'path' | 'bySlug'>): Route[] => [
  {
    ...{ method: 'GET', path: `/${path}`, handler: `${type}.find` },
    ...(type === 'event' && { place: 'events' }),
  },
  { method: 'POST', path: `/${path}`, handler: `${type}.create` },
  ...recordRoutes(type, `/${path}/{id}`),
  ...(bySlug ? recordRoutes(type, `/${path}/by-slug/{slug}`) : []),
];

/** Spec 4.1: the interface's own description, which requires permissions like other reads. */
const DESCRIPTION: Route[] = [
  { method: 'GET', path: '/', handler: 'description.find' },
  { method: 'GET', path: '/doc', handler: 'description.findOne' },
];

/** D4.13: routes to a record by its id in another system; not part of the specification. */
const externalRoutes = ({ type, path }: Pick<Resource, 'type' | 'path'>): Route[] => {
  const address = `/${path}/by-external-id/{external_id}`;
  return [
    { method: 'GET', path: address, handler: `${type}.findOne` },
    { method: 'DELETE', path: address, handler: `${type}.delete` },
    { method: 'PUT', path: address, handler: `${type}.update` },
  ];
};

const EXTERNAL_ROUTES: Route[] = RESOURCES.filter(({ bySlug }) => bySlug).flatMap(externalRoutes);

export const ROUTES: Route[] = [...DESCRIPTION, ...RESOURCES.flatMap(routesOf)];

/** The files of the page at `/docs`, with their media types. */
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

/** The HTML page that renders `/doc`, and so requires the same permission; absent from `/` and `/doc`. */
const PAGE_ROUTES: Route[] = [
  { method: 'GET', path: '/docs', handler: 'description.findOne' },
  { method: 'GET', path: '/docs/{file}', handler: 'description.findOne' },
];

/**
 * D16: HTML pages below `/calendar`. An event's page requires the permission to read events. The
 * others are open: a preview's link is its own credential, and the style sheet is public.
 */
export const EVENT_PAGES: (Route & { isOpen?: boolean })[] = [
  { method: 'GET', path: '/event/{slug}', handler: 'event.findOne' },
  { method: 'POST', path: '/event/{slug}', handler: 'event.findOne' },
  { method: 'GET', path: '/preview', handler: 'event.findOne', isOpen: true },
  { method: 'GET', path: '/event.css', handler: 'event.findOne', isOpen: true },
];

const PATTERNS = {
  '{id}': String.raw`\d+`,
  '{delivery}': String.raw`\d+`,
  '{slug}': '[^/]+',
  '{external_id}': '[^/]+',
  '{file}': `(?:${Object.keys(PAGE_FILES).join('|').replaceAll('.', String.raw`\.`)})`,
} as const;

const patternOf = (path: string) =>
  new RegExp(
    `^${path.replace(/\{(?:id|delivery|slug|external_id|file)\}/g, (hole) => PATTERNS[hole as '{id}'])}$`,
  );

/** D8.16: requires no permission itself, since each of its operations does. */
export const BATCH_ROUTE = { method: 'POST', path: '/batch' } as const;

/** All routes except `/batch` and the pages of events. */
export const ALL_ROUTES: Route[] = [
  ...ROUTES,
  ...EXTERNAL_ROUTES,
  ...CHANGE_ROUTES,
  ...FEED_ROUTES,
  ...WEBHOOK_ROUTES,
  ...PAGE_ROUTES,
];

/** All routes of one path. */
interface Endpoint {
  pattern: RegExp;
  /** Including HEAD if there is GET, and OPTIONS. */
  methods: string[];
  /** JSON first. */
  formats: Format[];
}

/** Groups routes by path; no two of the patterns match the same path. */
function endpointsOf(routes: Pick<Route, 'method' | 'path' | 'place'>[]): Endpoint[] {
  const paths = [...new Set(routes.map(({ path }) => path))];
  return paths.map((path) => {
    const own = routes.filter((route) => route.path === path);
    const methods: string[] = own.map(({ method }) => method);
    const place = own.find((route) => route.place)?.place;
    return {
      pattern: patternOf(path),
      methods: [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'],
      formats: place ? formatsOf(place) : ['json'],
    };
  });
}

const NO_ENDPOINT: Omit<Endpoint, 'pattern'> = { methods: [], formats: ['json'] };

const ENDPOINTS = endpointsOf([...ALL_ROUTES, BATCH_ROUTE]);

const PAGE_ENDPOINTS = endpointsOf(EVENT_PAGES);

/** The endpoint at a path below the interface's root, which is itself `/` or empty. */
const endpointAt = (path: string, endpoints = ENDPOINTS) =>
  endpoints.find(({ pattern }) => pattern.test(path || '/'));

/** The methods of an HTML page; empty if it does not exist. */
export const pageMethodsOf = (path: string): string[] =>
  endpointAt(path, PAGE_ENDPOINTS)?.methods ?? [];

const LISTS = RESOURCES.map(({ path }) => `/${path}`);

/** Whether a path below the interface's root is a list of records. */
export const isList = (path: string) => LISTS.includes(path);
