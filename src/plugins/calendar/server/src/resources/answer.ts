import { createHash } from 'node:crypto';
import type { Values } from '../content-types/rows';
import { listIn } from '../kinds/raw-input';
import { PAGES, suffixOf } from '../settings/addresses';
import type { Language } from '../settings/languages';
import { isPostType, type RecordType } from '../settings/record-types';
import type { Settings } from '../settings/settings';
import type { Point } from './event/conditions';

/** Everything other than the record that a representation depends on. */
export interface View {
  /** The requested language. */
  language: Language;
  /** The public origin: `https://host`, without a trailing slash. */
  origin: string;
  /** The base path that the caller used, without language: `/calendar/events/v1`. */
  base: string;
  /** The URL of the interface's root as the caller addressed it, including a language, without a trailing slash. */
  root: string;
  settings: Settings;
  /** D15.13: the account whose own records are shown with more keys; undefined for anonymous callers. */
  userId?: number;
  /** The centre of a list's search by distance. */
  near?: Point;
  now: Date;
}

/** Spec 4: the path of each type's records below the interface's root. */
export const PATHS = {
  event: 'events',
  venue: 'venues',
  organizer: 'organizers',
  category: 'categories',
  tag: 'tags',
} as const satisfies Record<RecordType, string>;

interface UrlParts {
  id: number;
  slug: string;
  language: Language;
}

/** D16.1: the URL of an event's HTML page. */
export const pageUrl = (
  { slug, language }: Pick<UrlParts, 'slug' | 'language'>,
  { origin }: Pick<View, 'origin'>,
) => `${origin}/${language}${PAGES}/event/${encodeURIComponent(slug)}`;

/**
 * D11: the URL of a record's public page, by the pattern in the settings; else an event's HTML
 * page, or the record's URL in the interface.
 */
export function urlOf(type: RecordType, { id, slug, language }: UrlParts, view: View): string {
  const parts: Record<string, string> = { language, slug: encodeURIComponent(slug), id: `${id}` };
  const chosen = view.settings.urls[type];
  if (type === 'event' && !chosen) return pageUrl({ slug, language }, view);
  const own = isPostType(type) ? 'by-slug/{slug}' : '{id}';
  const pattern = chosen ?? `${view.origin}/{language}${view.base}/${PATHS[type]}/${own}`;
  return pattern.replace(/\{(language|slug|id)\}/g, (_, part) => parts[part] ?? '');
}

/** Spec 4.2 `global_id`: host and id without a scheme: `example.org?id=12`; the lineage has no other ids. */
export function globalIds(id: number, { origin }: View) {
  const global_id = `${origin.replace(/^https?:\/\//, '')}?id=${id}`;
  return { global_id, global_id_lineage: [global_id] };
}

/** Makes a path absolute; absolute URLs are returned unchanged. */
export const absolute = (url: string, { origin }: View) =>
  url.startsWith('/') ? `${origin}${url}` : url;

/** Whether URLs below the view's root imply its language, so that they need no parameter. */
const impliesLanguage = ({ root, origin, base, language, settings }: View) =>
  root === `${origin}/${language}${base}` ||
  (root === `${origin}${base}` && language === settings.defaultLanguage);

/** D14.8: the URL of the calendar feed of a record's events, in the requested language. */
export function feedUrl(type: RecordType, id: number, view: View): string {
  const address = `${view.root}/${PATHS[type]}/${id}${suffixOf('ics')}`;
  return impliesLanguage(view) ? address : `${address}?i18n_language=${view.language}`;
}

/** The length of SHA-256 in base64url. */
const HASH_LENGTH = 43;

/** The contents of an entity tag: the record's revision, if the caller may know it, and the hash of the body. */
export interface Validator {
  revision?: number;
  hash: string;
}

export const validatorOf = (body: string | Buffer, revision?: number): Validator => ({
  revision,
  hash: createHash('sha256').update(body).digest('base64url'),
});

/** RFC 9110 8.8.3, D8.4: the entity tag `"revision.hash"` or `"hash"`. */
export const etagOf = ({ revision, hash }: Validator): string =>
  revision === undefined ? `"${hash}"` : `"${revision}.${hash}"`;

/** Matches entity tags. Proxies that compress make them weak or append the encoding (Apache: `-gzip`). */
const TAG = new RegExp(
  String.raw`(?:W/)?"(?:(?<revision>\d{1,16})\.)?(?<hash>[\w-]{${HASH_LENGTH}})(?:(?:--?|;)\w{1,8})?"`,
  'g',
);

const versionsIn = (list: string): Validator[] =>
  [...list.matchAll(TAG)].map(({ groups: { revision, hash = '' } = {} }) => ({
    revision: revision === undefined ? undefined : Number(revision),
    hash,
  }));

export const isAny = (list: string) => list.trim() === '*';

/**
 * RFC 9110 13.1.2: whether `If-None-Match` contains the body's hash. The revision is ignored, since
 * it may have changed by a draft that the caller does not see.
 */
export const matchesIfNoneMatch = (list: string, { hash }: Validator): boolean =>
  isAny(list) || versionsIn(list).some((known) => known.hash === hash);

/** RFC 9110 13.1.2: the same, given the answer's entity tag. */
export const matchesEtag = (list: string, etag: string): boolean =>
  versionsIn(etag).some((version) => matchesIfNoneMatch(list, version));

/**
 * RFC 9110 8.8.3: the weak tag of a compressed body, which has other bytes. Our comparison ignores
 * weakness, so that clients can send it in `If-Match`.
 */
export const weakEtag = (etag: string) => (etag.startsWith('W/') ? etag : `W/${etag}`);

/**
 * RFC 9110 13.1.1: whether `If-Match` contains the record's revision. The hash is ignored, since
 * the body also shows other records; only tags without a revision, from answers that did not
 * disclose it, are compared by hash.
 */
export const matchesIfMatch = (list: string, { revision, hash }: Validator): boolean =>
  isAny(list) ||
  versionsIn(list).some((known) =>
    known.revision === undefined ? known.hash === hash : known.revision === revision,
  );

/** Keys to keep, each with the keys to keep in its value; `true` keeps the whole value. */
type FieldTree = Map<string, FieldTree | true>;

function addPath(wanted: FieldTree, path: string[]) {
  const last = path.pop() ?? '';
  let level = wanted;
  for (const key of path) {
    const known = level.get(key) ?? new Map();
    if (known === true) return;
    level.set(key, known);
    level = known;
  }
  level.set(last, true);
}

function pickTree(value: unknown, wanted: FieldTree): unknown {
  if (Array.isArray(value)) return value.map((item) => pickTree(item, wanted));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => {
      const deeper = wanted.get(key);
      if (!deeper) return [];
      return [[key, deeper === true ? inner : pickTree(inner, deeper)]];
    }),
  );
}

/** Reduces the body to some keys; `venue.city` selects keys of an object, and of each item of a list. */
export function pickFields(body: object, fields: string[]): unknown {
  const wanted: FieldTree = new Map();
  for (const field of fields) addPath(wanted, field.split('.'));
  return pickTree(body, wanted);
}

/** The general parameters that change an answer's shape. */
export interface AnswerShape {
  /** Names and dotted paths; empty: all keys. */
  fields: string[];
  /** Whether status and headers are inside the body. */
  envelope: boolean;
}

/** Parses `_fields` (`a,b` or `_fields[]=a`) and `_envelope` (with or without a value) in a query string. */
export function readAnswerShape(querystring: string): AnswerShape {
  const sent = new URLSearchParams(querystring);
  const fields = [...sent].filter(([name]) => /^_fields(\[\d*\])?$/.test(name));
  return {
    fields: fields.flatMap(([, value]) => value.match(/[^\s,]+/g) ?? []),
    envelope: sent.has('_envelope'),
  };
}

const isText = (value: unknown) => typeof value === 'string';

/** Parameters that are valid everywhere, with a test of the forms in which they are understood. */
const SERVED_TO_ALL: { [name: string]: (sent: unknown) => boolean } = {
  _fields: (sent) => isText(sent) || listIn(sent)?.every(isText) === true,
  _envelope: isText,
  _method: isText,
};

/** The query without these parameters. Those in another form (`_fields[a]`) stay in it, as unknown names. */
export function parametersIn(query: Values): Values {
  const others = Object.entries(query).filter(
    ([name, value]) => !(Object.hasOwn(SERVED_TO_ALL, name) && SERVED_TO_ALL[name]?.(value)),
  );
  return Object.fromEntries(others);
}

/** The JSON (UTF-8) of cached payloads (`listing/cache.ts`), so that they are serialised only once. */
const jsonCache = new WeakMap<object, Buffer>();

export const cacheJson = (made: object, bytes: Buffer) => jsonCache.set(made, bytes);

/** Whether the value is a non-empty list of cached payloads. */
const isWritten = (value: unknown): value is object[] =>
  Array.isArray(value) && value.length > 0 && value.every((each) => jsonCache.has(each));

const COMMA = Buffer.from(',');

/** The JSON of a value; empty for values without one, such as undefined. */
function partsOf(value: unknown): Buffer[] {
  if (!isWritten(value)) {
    const text = JSON.stringify(value);
    return text === undefined ? [] : [Buffer.from(text)];
  }
  const items = value.flatMap((each) => [COMMA, jsonCache.get(each) as Buffer]);
  return [Buffer.from('['), ...items.slice(1), Buffer.from(']')];
}

/** The JSON of the body. If it contains cached payloads, their bytes are concatenated instead of serialised again. */
export function jsonOf(body: object): Buffer {
  const known = jsonCache.get(body);
  if (known) return known;
  const members = Object.entries(body);
  if (!members.some(([, value]) => isWritten(value))) return Buffer.from(JSON.stringify(body));
  const parts = members.flatMap(([name, value]) => {
    const shown = partsOf(value);
    return shown.length > 0 ? [COMMA, Buffer.from(`${JSON.stringify(name)}:`), ...shown] : [];
  });
  return Buffer.concat([Buffer.from('{'), ...parts.slice(1), Buffer.from('}')]);
}
