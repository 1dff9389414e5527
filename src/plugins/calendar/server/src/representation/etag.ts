import { createHash } from 'node:crypto';

/** RFC 9110 8.8.3: the strong validator of a body: its SHA-256, in quotes. */
export const etagOf = (body: string | Buffer): string =>
  `"${createHash('sha256').update(body).digest('base64url')}"`;

/** The tags of a list, marks of weakness included. */
const tagsIn = (list: string): string[] => list.match(/(?:W\/)?"[^"]*"/g) ?? [];

const isAny = (list: string) => list.trim() === '*';

/** RFC 9110 13.1.2: whether `If-None-Match` holds the tag, weak or not: proxies that compress weaken it. */
export const isKnown = (list: string, etag: string): boolean =>
  isAny(list) || tagsIn(list).some((tag) => tag.replace(/^W\//, '') === etag);

/** RFC 9110 13.1.1: whether `If-Match` holds the tag itself; a weak one is another. */
export const isMatched = (list: string, etag: string | undefined): boolean =>
  isAny(list) || (etag !== undefined && tagsIn(list).includes(etag));
