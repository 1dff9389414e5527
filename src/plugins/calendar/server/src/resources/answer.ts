import { createHash } from 'node:crypto';
import type { Values } from '../content-types/rows';
import { listIn } from '../kinds/raw-input';
import { PAGES, suffixOf } from '../settings/addresses';
import type { Language } from '../settings/languages';
import { isPostType, type RecordType } from '../settings/record-types';
import type { Settings } from '../settings/settings';
import type { Point } from './event/conditions';

/** What a representation depends on besides its record. */
export interface View {
  /** The language that the caller asked for. */
  language: Language;
  /** Where the service is published: `https://host`, without a slash at the end. */
  origin: string;
  /** The path of the interface that the caller used, without language: `/calendar/events/v1`. */
  base: string;
  /** The interface's root as the caller addressed it, language included, without a slash at the end. */
  root: string;
  settings: Settings;
  /** Whose own records say more (D15.13); nothing of somebody without an account. */
  userId?: number;
  /** The point around which a list was asked for. */
  near?: Point;
  now: Date;
}

/** Where a type's records stand in the interface (Spec 4). */
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

/** D16.1: where the calendar itself shows an event to people. */
export const pageUrl = (
  { slug, language }: Pick<UrlParts, 'slug' | 'language'>,
  { origin }: Pick<View, 'origin'>,
) => `${origin}/${language}${PAGES}/event/${encodeURIComponent(slug)}`;

/** D11: the address of a record's public page, by the host's pattern; else its own page, or the interface's address. */
export function urlOf(type: RecordType, { id, slug, language }: UrlParts, view: View): string {
  const parts: Record<string, string> = { language, slug: encodeURIComponent(slug), id: `${id}` };
  const chosen = view.settings.urls[type];
  if (type === 'event' && !chosen) return pageUrl({ slug, language }, view);
  const own = isPostType(type) ? 'by-slug/{slug}' : '{id}';
  const pattern = chosen ?? `${view.origin}/{language}${view.base}/${PATHS[type]}/${own}`;
  return pattern.replace(/\{(language|slug|id)\}/g, (_, part) => parts[part] ?? '');
}

/** Spec 4.2 `global_id`: the host and the id, without a scheme: `example.org?id=12`. */
export const globalId = (id: number, { origin }: View) =>
  `${origin.replace(/^https?:\/\//, '')}?id=${id}`;

/** An address on this host for a path; others stay as they are. */
export const absolute = (url: string, { origin }: View) =>
  url.startsWith('/') ? `${origin}${url}` : url;

/** Whether an address below the view's root is answered in its language without a parameter that names it. */
const saysLanguage = ({ root, origin, base, language, settings }: View) =>
  root === `${origin}/${language}${base}` ||
  (root === `${origin}${base}` && language === settings.defaultLanguage);

/** D14.8: where the events of a record are given out as a calendar, in the language that was asked for. */
export function feedUrl(type: RecordType, id: number, view: View): string {
  const address = `${view.root}/${PATHS[type]}/${id}${suffixOf('ics')}`;
  return saysLanguage(view) ? address : `${address}?i18n_language=${view.language}`;
}

/** SHA-256 as base64url. */
const HASH_LENGTH = 43;

/** What a tag says: the record's revision, for those who may know it, and the answer's hash. */
export interface Validator {
  revision?: number;
  hash: string;
}

export const validatorOf = (body: string | Buffer, revision?: number): Validator => ({
  revision,
  hash: createHash('sha256').update(body).digest('base64url'),
});

/** RFC 9110 8.8.3: the validator of an answer: `"revision.hash"`, or `"hash"` (D8.4). */
export const etagOf = ({ revision, hash }: Validator): string =>
  revision === undefined ? `"${hash}"` : `"${revision}.${hash}"`;

/** Proxies that compress weaken a tag, or name in it how they did (Apache: `-gzip`). */
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

/** RFC 9110 13.1.2: whether `If-None-Match` holds the answer, whatever the revision: it may be of a draft. */
export const matchesIfNoneMatch = (list: string, { hash }: Validator): boolean =>
  isAny(list) || versionsIn(list).some((known) => known.hash === hash);

/** RFC 9110 13.1.2: the same for an answer that is known by its tag. */
export const matchesEtag = (list: string, etag: string): boolean =>
  versionsIn(etag).some((version) => matchesIfNoneMatch(list, version));

/**
 * RFC 9110 8.8.3: of a packed body, which is not the same bytes. Validators are compared by what they
 * say of the answer itself, so that it stays good for `If-Match`.
 */
export const weakEtag = (etag: string) => (etag.startsWith('W/') ? etag : `W/${etag}`);

/**
 * RFC 9110 13.1.1: whether `If-Match` holds the record's revision, whatever the answer: it also shows
 * what others change. A tag without one is of an answer that told none: then that answer counts.
 */
export const matchesIfMatch = (list: string, { revision, hash }: Validator): boolean =>
  isAny(list) ||
  versionsIn(list).some((known) =>
    known.revision === undefined ? known.hash === hash : known.revision === revision,
  );

/** Keys to keep, each with those to keep of its value; `true`: all of it. */
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

/** The answer with these keys only; `venue.city` reaches into objects and into each item of a list. */
export function pickFields(body: object, fields: string[]): unknown {
  const wanted: FieldTree = new Map();
  for (const field of fields) addPath(wanted, field.split('.'));
  return pickTree(body, wanted);
}

/** How the caller wants the answer, whatever is asked. */
export interface AnswerShape {
  /** Names and dotted paths; none: everything. */
  fields: string[];
  /** Status and headers inside the body. */
  envelope: boolean;
}

/** `_fields` (`a,b` or `_fields[]=a`) and `_envelope` (with or without a value) of a raw query. */
export function readAnswerShape(querystring: string): AnswerShape {
  const sent = [...new URLSearchParams(querystring)];
  const fields = sent.filter(([name]) => /^_fields(\[\d*\])?$/.test(name));
  return {
    fields: fields.flatMap(([, value]) => value.split(/[\s,]+/).filter((name) => name !== '')),
    envelope: sent.some(([name]) => name === '_envelope'),
  };
}

const isText = (value: unknown) => typeof value === 'string';

/** Parameters that say how a request or its answer is meant, whatever is asked, and in which forms they are read. */
const OF_ALL: { [name: string]: (sent: unknown) => boolean } = {
  _fields: (sent) => isText(sent) || listIn(sent)?.every(isText) === true,
  _envelope: isText,
  _method: isText,
};

const isOfAll = ([name, value]: [string, unknown]) =>
  Object.hasOwn(OF_ALL, name) && OF_ALL[name]?.(value) === true;

/** What a query asks for besides: in another form (`_fields[a]`) these names say nothing. */
export const parametersIn = (query: Values): Values =>
  Object.fromEntries(Object.entries(query).filter((sent) => !isOfAll(sent)));

/** The JSON, in UTF-8, of payloads that are cached (`listing/cache.ts`): they are written down once. */
const jsonCache = new WeakMap<object, Buffer>();

export const cacheJson = (made: object, bytes: Buffer) => jsonCache.set(made, bytes);

/** Whether the value is a list of such payloads alone. */
const isWritten = (value: unknown): value is object[] =>
  Array.isArray(value) && value.length > 0 && value.every((each) => jsonCache.has(each));

const COMMA = Buffer.from(',');

/** The bytes of a value as JSON; none where JSON has no way to write it. */
function partsOf(value: unknown): Buffer[] {
  if (!isWritten(value)) {
    const text = JSON.stringify(value);
    return text === undefined ? [] : [Buffer.from(text)];
  }
  const items = value.flatMap((each) => [COMMA, jsonCache.get(each) as Buffer]);
  return [Buffer.from('['), ...items.slice(1), Buffer.from(']')];
}

/** The body as `JSON.stringify` writes it; where it holds cached payloads, their bytes are joined instead. */
export function jsonOf(body: object): string | Buffer {
  const known = jsonCache.get(body);
  if (known) return known;
  const members = Object.entries(body);
  if (!members.some(([, value]) => isWritten(value))) return JSON.stringify(body);
  const parts = members.flatMap(([name, value]) => {
    const shown = partsOf(value);
    return shown.length > 0 ? [COMMA, Buffer.from(`${JSON.stringify(name)}:`), ...shown] : [];
  });
  return Buffer.concat([Buffer.from('{'), ...parts.slice(1), Buffer.from('}')]);
}
