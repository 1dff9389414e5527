import { createHash } from 'node:crypto';

/** SHA-256 as base64url. */
const HASH_LENGTH = 43;

const hashOf = (body: string | Buffer): string =>
  createHash('sha256').update(body).digest('base64url');

/** What a tag says: the record's revision, for those who may know it, and the answer's hash. */
export interface Version {
  revision?: number;
  hash: string;
}

export const versionOf = (body: string | Buffer, revision?: number): Version => ({
  revision,
  hash: hashOf(body),
});

/** RFC 9110 8.8.3: the validator of an answer: `"revision.hash"`, or `"hash"` (D8.4). */
export const etagOf = ({ revision, hash }: Version): string =>
  revision === undefined ? `"${hash}"` : `"${revision}.${hash}"`;

/** Proxies that compress weaken a tag, or name in it how they did (Apache: `-gzip`). */
const TAG = new RegExp(
  String.raw`(?:W/)?"(?:(?<revision>\d{1,16})\.)?(?<hash>[\w-]{${HASH_LENGTH}})(?:(?:--?|;)\w{1,8})?"`,
  'g',
);

const versionsIn = (list: string): Version[] =>
  [...list.matchAll(TAG)].map(({ groups: { revision, hash = '' } = {} }) => ({
    revision: revision === undefined ? undefined : Number(revision),
    hash,
  }));

export const isAny = (list: string) => list.trim() === '*';

/** RFC 9110 13.1.2: whether `If-None-Match` holds the answer, whatever the revision: it may be of a draft. */
export const isKnown = (list: string, { hash }: Version): boolean =>
  isAny(list) || versionsIn(list).some((known) => known.hash === hash);

/** RFC 9110 13.1.2: the same for an answer that is known by its tag. */
export const isTagged = (list: string, etag: string): boolean =>
  versionsIn(etag).some((version) => isKnown(list, version));

/**
 * RFC 9110 8.8.3: of a packed body, which is not the same bytes. Validators are compared by what they
 * say of the answer itself, so that it stays good for `If-Match`.
 */
export const weakened = (etag: string) => (etag.startsWith('W/') ? etag : `W/${etag}`);

/**
 * RFC 9110 13.1.1: whether `If-Match` holds the record's revision, whatever the answer: it also shows
 * what others change. A tag without one is of an answer that told none: then that answer counts.
 */
export const isMatched = (list: string, { revision, hash }: Version): boolean =>
  isAny(list) ||
  versionsIn(list).some((known) =>
    known.revision === undefined ? known.hash === hash : known.revision === revision,
  );

/** Keys to keep; `true` keeps all that is below. */
type Wanted = Map<string, Wanted | true>;

function want(wanted: Wanted, path: string[]) {
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

function keep(value: unknown, wanted: Wanted): unknown {
  if (Array.isArray(value)) return value.map((item) => keep(item, wanted));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => {
      const deeper = wanted.get(key);
      if (!deeper) return [];
      return [[key, deeper === true ? inner : keep(inner, deeper)]];
    }),
  );
}

/** The answer with these keys only; `venue.city` reaches into objects and into each item of a list. */
export function sparse(body: object, fields: string[]): unknown {
  const wanted: Wanted = new Map();
  for (const field of fields) want(wanted, field.split('.'));
  return keep(body, wanted);
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
