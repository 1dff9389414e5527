import { z } from 'zod';
import { isLanguage, LANGUAGES, type Language } from './languages';
import type { RecordType } from './record-types';

/** Spec: `{ns}`, the path of the interface below the base address. */
export const NAMESPACE = '/calendar/events/v1';

/** D16.1: prefix of the HTML pages, below the language. */
export const PAGES = '/calendar';

/** Paths of HTML pages below the prefix; the admin's routes are below `/calendar/admin/`. */
const PAGE = /^\/(?:event(?:\/.*)?|preview|event\.css)$/;

/** Addresses of Strapi's forms and lists. Its router ignores the case of paths, so must all that is decided by one. */
export const CONTENT_MANAGER = /^\/content-manager\//i;

/** The root of WordPress's REST API, where its clients discover namespaces; served if an alias is below it. */
export const WORDPRESS_ROOT = '/wp-json';

/** The aliases below WordPress's REST root. */
export const wordpressAliases = (aliases: string[]): string[] =>
  aliases.filter((alias) => alias.startsWith(`${WORDPRESS_ROOT}/`));

/** First path segments that Strapi, its plugins and the calendar use; not allowed in aliases. */
const RESERVED = [
  ...['admin', 'api', 'upload', 'uploads', 'calendar', 'content-manager', 'content-type-builder'],
  ...['i18n', 'users-permissions', 'email', 'content-releases', 'review-workflows', '_health'],
  ...LANGUAGES,
];

const PATH = /^(\/[\w.~-]+)+$/;

const isTaken = (path: string) => RESERVED.includes(path.split('/')[1]?.toLowerCase() ?? '');
const isWithin = (path: string, other: string) => `${path}/`.startsWith(`${other}/`);

const path = z
  .string()
  .trim()
  .transform((text) => text.replace(/\/+$/, ''))
  .refine((text) => PATH.test(text) && !/\/\.{1,2}(\/|$)/.test(text), {
    message: 'is not a path such as /wp-json/tribe/events/v1',
  })
  .refine((text) => !isTaken(text), {
    error: ({ input }) => `${input} stands where Strapi or the calendar itself answers`,
  });

/** D11 `aliases`: paths, none a prefix of another. */
export const aliases = z
  .array(path)
  .refine(
    (paths) =>
      paths.every((one, at) => !paths.some((it, other) => at !== other && isWithin(one, it))),
    { message: 'name the same addresses twice' },
  );

/** The WordPress namespace of a base path: `tribe/events/v1` for `/wp-json/tribe/events/v1`. */
export const namespaceOf = (base: string) =>
  base.replace(new RegExp(`^${WORDPRESS_ROOT}(?=/)`), '').slice(1);

export interface ParsedPath {
  language?: Language;
  /** The base path that was used, without language: `/calendar/events/v1`, an alias, or `/wp-json`. */
  base: string;
  /** The path below it, without trailing slashes. */
  rest: string;
  /** Whether it is an HTML page (`/event/{slug}`) and not a route of the interface. */
  isPage: boolean;
}

const LANGUAGE = new RegExp(`^/(${LANGUAGES.join('|')})(?=/)`);

/** The lookbehind anchors it at the first of several slashes, so that long runs of them take linear time. */
const SLASHES_AT_END = /(?<!\/)\/+$/;

/** Whether the path is WordPress's REST root, which exists if an alias is below it. */
const isWordpressRoot = (path: string, aliases: string[]) =>
  path.replace(SLASHES_AT_END, '') === WORDPRESS_ROOT && wordpressAliases(aliases).length > 0;

/** The path of an HTML page, given what follows the language; undefined if it is none. */
function pageAt(below: string): string | undefined {
  const rest = below.slice(PAGES.length).replace(SLASHES_AT_END, '');
  return below.startsWith(`${PAGES}/`) && PAGE.test(rest) ? rest : undefined;
}

/** Spec 1, D11, D16.1: parses a path of the interface or of an HTML page; undefined for others. */
export function parsePath(path: string, aliases: string[]): ParsedPath | undefined {
  const [prefix = '', code] = LANGUAGE.exec(path) ?? [];
  const language = isLanguage(code) ? code : undefined;
  const below = path.slice(prefix.length);
  const page = pageAt(below);
  if (page) return { language, base: NAMESPACE, rest: page, isPage: true };
  const base = [NAMESPACE, ...aliases].find(
    (root) => below === root || below.startsWith(`${root}/`),
  );
  if (!base && !isWordpressRoot(below, aliases)) return undefined;
  const used = base ?? WORDPRESS_ROOT;
  const rest = below.slice(used.length).replace(SLASHES_AT_END, '');
  return { language, base: used, rest, isPage: false };
}

/** Where a format is offered: the list of events, a single event, or a record that events refer to. */
export type FeedPlace = 'events' | 'event' | 'related';

interface Feed {
  /** Extension of its addresses. */
  suffix: string;
  /** RFC 6838: its media type. */
  type: string;
  places: readonly FeedPlace[];
  /** D6.1: the states of events that it may contain, for any caller. */
  statuses: readonly string[];
}

/** Formats other than JSON, by the value of `format`. */
export const FEEDS = {
  ics: {
    suffix: '.ics',
    type: 'text/calendar',
    places: ['events', 'event', 'related'],
    statuses: ['publish', 'future', 'private'],
  },
  rss: { suffix: '.rss', type: 'application/rss+xml', places: ['events'], statuses: ['publish'] },
  jsonfeed: {
    suffix: '.json',
    type: 'application/feed+json',
    places: ['events'],
    statuses: ['publish'],
  },
} as const satisfies Record<string, Feed>;

export type FeedFormat = keyof typeof FEEDS;

/** The formats that list newly published events. */
export type NewsFormat = Exclude<FeedFormat, 'ics'>;

export type Format = 'json' | FeedFormat;

export const FEED_FORMATS = Object.keys(FEEDS) as FeedFormat[];

/** D14.3: the states of events that iCalendar feeds contain. */
export const ICS_STATUSES: readonly string[] = FEEDS.ics.statuses;

export const suffixOf = (format: FeedFormat): string => FEEDS[format].suffix;

/** Where a single record of a type is offered. */
export const placeOf = (type: RecordType): FeedPlace => (type === 'event' ? 'event' : 'related');

/** The formats that are offered at a place, JSON first. */
export const formatsOf = (place: FeedPlace): Format[] => [
  'json',
  ...FEED_FORMATS.filter((name) => (FEEDS[name].places as readonly FeedPlace[]).includes(place)),
];

/** `URL.canParse` of Node 20, once it is compiled, refuses hosts with letters of Latin-1 (`bücher.example`). */
export function isUrl(text: string): boolean {
  try {
    return Boolean(new URL(text));
  } catch {
    return false;
  }
}

/** D4.9: whether the text is an absolute http(s) URL, which browsers never execute. */
export const isHttpUrl = (text: string) => /^https?:\/\/[^\s]+$/i.test(text) && isUrl(text);

/** D4.9: a stored URL if it is safe as a link, otherwise `""`; it may have been stored before URLs were validated. */
export const safeUrl = (stored: string | null | undefined): string =>
  stored && isHttpUrl(stored) ? stored : '';
