import { createHash, randomBytes } from 'node:crypto';
import { errors } from '@strapi/utils';
import { invalidParams } from '../messages/errors';
import { type Acting, acting } from '../store/feed-makers';
import { addFeed, feedByHash, type Maker } from '../store/feeds';

/** Bytes: nobody finds one by trying, so that a plain hash of it is enough. */
const KEY = 32;

const MOST_FEEDS = 100;

const hashOf = (key: string) => createHash('sha256').update(key).digest('hex');

/** A new key of the maker's feeds; it is told once. Throws CalendarError 400 beyond a hundred. */
export async function makeFeed(maker: Maker, name: string) {
  const key = randomBytes(KEY).toString('base64url');
  const made = { hash: hashOf(key), name, created: Date.now() };
  const feed = await addFeed(maker, made, MOST_FEEDS);
  if (!feed)
    throw invalidParams({ name: { text: 'too_many_feeds', values: { most: MOST_FEEDS } } });
  return { feed, key };
}

const STRATEGIES = { user: 'users-permissions', token: 'content-api-token' } as const;

interface Asked {
  scope?: string[];
}

/** As Strapi's own strategies judge a route. */
function verify({ ability }: Acting, { scope = [] }: Asked) {
  if (!scope.every((one) => ability.can(one))) throw new errors.ForbiddenError();
}

/** What Strapi knows of somebody who has sent a key; nothing where it opens nothing. */
export async function actingBy(key: string) {
  const feed = key === '' ? undefined : await feedByHash(hashOf(key));
  if (!feed) return undefined;
  const { maker_type: type, maker: documentId, version } = feed;
  const found = await acting({ type, documentId, version });
  return found && { strategy: { name: STRATEGIES[type], verify }, ...found };
}
