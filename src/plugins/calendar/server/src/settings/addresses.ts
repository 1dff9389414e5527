import { z } from 'zod';
import { isLanguage, LANGUAGES, type Language } from './languages';
import type { RecordType } from './record-types';

/** Spec: `{ns}`, the path of the interface below the base address. */
export const NAMESPACE = '/calendar/events/v1';

/** D16.1: what stands before the pages for people, which only say in which language they are. */
export const PAGES = '/calendar';

/** Pages are told apart from the routes of the admin, which stand below `/calendar/admin/`. */
const PAGE = /^\/(?:event(?:\/.*)?|preview|event\.css)$/;

/** Where clients of WordPress ask what a site offers. */
export const SITE = '/wp-json';

/** The aliases that stand where clients of WordPress look for them. */
export const siteAliases = (aliases: string[]): string[] =>
  aliases.filter((alias) => alias.startsWith(`${SITE}/`));

/** What Strapi, its plugins and the calendar serve themselves, by the first part of the path. */
const TAKEN = [
  ...['admin', 'api', 'upload', 'uploads', 'calendar', 'content-manager', 'content-type-builder'],
  ...['i18n', 'users-permissions', 'email', 'content-releases', 'review-workflows', '_health'],
  ...LANGUAGES,
];

const PATH = /^(\/[\w.~-]+)+$/;

const isTaken = (path: string) => TAKEN.includes(path.split('/')[1]?.toLowerCase() ?? '');
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

const listed = (given: unknown) =>
  typeof given === 'string' ? given.split(',').filter((part) => part.trim() !== '') : given;

/** D11 `aliases`: a list of paths, or the same as `a,b`; none may lie within another. */
export const aliases = z.preprocess(
  listed,
  z
    .array(path)
    .refine(
      (paths) =>
        paths.every((one, at) => !paths.some((it, other) => at !== other && isWithin(one, it))),
      { message: 'name the same addresses twice' },
    ),
);

/** What an address of the interface is called there: `tribe/events/v1` of `/wp-json/tribe/events/v1`. */
export const namespaceOf = (base: string) => base.replace(new RegExp(`^${SITE}(?=/)`), '').slice(1);

export interface ParsedPath {
  language?: Language;
  /** The path of the interface that was used, without language: `/calendar/events/v1`; or that of the site, `/wp-json`. */
  base: string;
  /** What follows it, without slashes at the end. */
  rest: string;
  /** Whether it is a page for people, which stands beside the interface: `/event/{slug}`. */
  isPage: boolean;
}

const LANGUAGE = new RegExp(`^/(${LANGUAGES.join('|')})(?=/)`);

/** The lookbehind anchors it at the first of several slashes, so that long runs of them take linear time. */
const SLASHES_AT_END = /(?<!\/)\/+$/;

/** What clients of WordPress ask before an alias of ours. */
const isSite = (path: string, aliases: string[]) =>
  path.replace(SLASHES_AT_END, '') === SITE && siteAliases(aliases).length > 0;

/** What a path below the language says of a page. */
function pageAt(below: string): string | undefined {
  const rest = below.slice(PAGES.length).replace(SLASHES_AT_END, '');
  return below.startsWith(`${PAGES}/`) && PAGE.test(rest) ? rest : undefined;
}

/** Spec 1, D11, D16.1: what a path says that is one of the interface's addresses, or that of a page. */
export function parsePath(path: string, aliases: string[]): ParsedPath | undefined {
  const [prefix = '', code] = LANGUAGE.exec(path) ?? [];
  const language = isLanguage(code) ? code : undefined;
  const below = path.slice(prefix.length);
  const page = pageAt(below);
  if (page) return { language, base: NAMESPACE, rest: page, isPage: true };
  const base = [NAMESPACE, ...aliases].find(
    (root) => below === root || below.startsWith(`${root}/`),
  );
  if (!base && !isSite(below, aliases)) return undefined;
  const used = base ?? SITE;
  const rest = below.slice(used.length).replace(SLASHES_AT_END, '');
  return { language, base: used, rest, isPage: false };
}

/** Where a format is offered: the list of events, one event, or what events refer to (a venue, a tag …). */
export type FeedPlace = 'events' | 'event' | 'related';

interface Feed {
  /** How an address of this format ends. */
  suffix: string;
  /** RFC 6838: the media type by which it is asked for and sent. */
  type: string;
  places: readonly FeedPlace[];
  /** D6.1: the states of the events that it holds, whoever asks. */
  statuses: readonly string[];
}

/** What events are given out in besides JSON, by the word that `format` takes. */
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

export const suffixOf = (format: FeedFormat): string => FEEDS[format].suffix;

/** Where a single record of a type is offered. */
export const placeOf = (type: RecordType): FeedPlace => (type === 'event' ? 'event' : 'related');

/** The formats that are offered at a place, JSON first. */
export const formatsOf = (place: FeedPlace): Format[] => [
  'json',
  ...FEED_FORMATS.filter((name) => (FEEDS[name].places as readonly FeedPlace[]).includes(place)),
];

/** D4.9: a full address that a browser opens as a page, and never as a program. */
export const isHttpUrl = (text: string) => /^https?:\/\/[^\s]+$/i.test(text) && URL.canParse(text);

/** D4.9: an address as it may be made a link; one that was stored before it was judged is none. */
export const safeUrl = (stored: string | null | undefined): string =>
  stored && isHttpUrl(stored) ? stored : '';
