import { randomUUID } from 'node:crypto';
import type { Maker } from '../../../src/plugins/calendar/server/src/database/feeds';
import { makerOf } from '../../../src/plugins/calendar/server/src/database/feeds';
import { makeFeed } from '../../../src/plugins/calendar/server/src/records/feeds';
import { member } from '../callers';
import { buildPicture } from '../pictures';
import {
  buildCategory,
  buildEvent,
  buildOrganizer,
  buildTag,
  buildVenue,
  type Making,
  type Stored,
} from '../records';
import type { Schema } from './document';

type Values = Record<string, unknown>;

let count = 0;
const unique = (word: string) => {
  count += 1;
  return `${word}-${count}`;
};

const DATES = [
  ...['start_date', 'end_date'],
  ...['starts_before', 'starts_after', 'ends_before', 'ends_after'],
];

/** A record of each type, for parameters and fields to refer to. */
export interface Named {
  events: Stored;
  venues: Stored;
  organizers: Stored;
  categories: Stored;
  tags: Stored;
  feeds: Stored;
  webhooks: Stored;
  author: number;
  picture: number;
}

/** A personal feed of the latest full-access token. */
async function buildFeed(): Promise<Stored> {
  const { id } = await strapi.db
    .query('admin::api-token')
    .findOne({ where: { type: 'full-access' }, orderBy: { id: 'desc' } });
  const maker = await makerOf('content-api-token', id);
  const { feed } = await makeFeed(maker as Maker, 'Phone');
  return { public_id: feed.id } as Stored;
}

let firstWebhook = 0;

/**
 * A webhook that subscribes to a rare message, with a delivery in its log. Deletes those built
 * before, except for the first.
 */
async function buildWebhook(): Promise<Stored> {
  const of = (name: string) => strapi.db.getConnection(`calendar_webhook${name}`);
  await of('s').where('id', '>', firstWebhook).delete();
  const url = 'http://127.0.0.1:9/hook';
  const about = {
    name: 'Site',
    url,
    types: '["tag.deleted"]',
    enabled: true,
    secret: 'whsec_AAAA',
  };
  const [{ id }] = await of('s')
    .insert({ ...about, created: 0 })
    .returning('id');
  if (firstWebhook === 0) firstWebhook = id;
  const record = { type: 'tag', document_id: 'x', public_id: 1, name: 'tag.deleted', revision: 1 };
  const [message] = await of('_messages')
    .insert({
      ...{ ...record, transaction_id: randomUUID(), uid: randomUUID(), sent: true },
      ...{ languages: '[]', changed: '[]', created: Date.now() },
    })
    .returning('id');
  const delivery = { webhook_id: id, message_id: message.id, record: 'tag 1', next_attempt: 0 };
  const [made] = await of('_deliveries')
    .insert({ ...delivery, status: 'delivered' })
    .returning('id');
  return { public_id: id, delivery: made.id } as unknown as Stored;
}

type Build = (data?: Values, making?: Making) => Promise<Stored>;

/** A record with an external id, so that every route can refer to it. */
const identified =
  (build: Build): Build =>
  (data, making) =>
    build({ external_id: unique('external'), ...data }, making);

export const BUILD: Record<string, Build> = {
  feeds: buildFeed,
  webhooks: buildWebhook,
  events: identified(buildEvent),
  venues: identified(buildVenue),
  organizers: identified(buildOrganizer),
  categories: buildCategory,
  tags: buildTag,
};

/** The field with the name of each type. */
export const NAME: Record<string, string> = {
  feeds: 'name',
  webhooks: 'url',
  batch: 'requests',
  events: 'title',
  venues: 'venue',
  organizers: 'organizer',
  categories: 'name',
  tags: 'name',
};

/** Creates a record of each type, with an event in the terms, so that lists do not omit them as empty. */
export async function named(): Promise<Named> {
  const [categories, tags] = [await buildCategory(), await buildTag()];
  const linked = { categories: [categories.public_id], tags: [tags.public_id] };
  firstWebhook = 0;
  return {
    events: await identified(buildEvent)(linked),
    venues: await identified(buildVenue)(),
    organizers: await identified(buildOrganizer)(),
    categories,
    tags,
    feeds: await buildFeed(),
    webhooks: await buildWebhook(),
    author: (await member('author')).id,
    picture: await buildPicture(),
  };
}

const PLAIN: Record<string, unknown> = { boolean: true, integer: 1, number: 1, string: 'words' };

/** A value that is valid by a schema alone. */
export function plainValue({ enum: words, default: standard, type, anyOf }: Schema): unknown {
  const [word] = (words ?? []) as unknown[];
  const [kind] = [type].flat();
  const [first] = (anyOf ?? []) as Schema[];
  return word ?? standard ?? (first ? plainValue(first) : PLAIN[String(kind)]);
}

/** Values of query parameters that require more knowledge than their schemas. */
export function queryValues(one: Named, resource: string): Values {
  const own = one[resource as 'events']?.public_id;
  return {
    include: own,
    exclude: own,
    ...Object.fromEntries(DATES.map((name) => [name, '2040-03-11'])),
    modified_after: '2000-01-01',
    modified_before: '2999-01-01',
    status: resource === 'webhooks' ? 'pending' : 'publish',
    _fields: 'id',
    post_parent: one.events.public_id,
    event: one.events.public_id,
    post: one.events.public_id,
    venue: one.venues.public_id,
    organizer: one.organizers.public_id,
    categories: one.categories.public_id,
    tags: one.tags.public_id,
    parent: 0,
    ical: false, // Consistent with `format`, for which the first word, JSON, is sent.
  };
}

const post = ({ author, picture }: Named): Values => ({
  author,
  date: '2026-03-08 09:00:00',
  date_utc: '2026-03-08 09:00:00',
  image: picture,
  website: 'https://example.org/',
  external_id: unique('id'),
  source: '',
});

/** Values of fields that require more knowledge than their schemas. */
export const fieldValues: Record<string, (one: Named) => Values> = {
  events: (one) => ({
    ...post(one),
    title: unique('Event'),
    slug: unique('event'),
    start_date: '2040-03-11 01:30:00',
    end_date: '2040-03-11 03:30:00',
    timezone: 'America/New_York',
    categories: [one.categories.public_id],
    tags: [one.tags.public_id],
    venue: [one.venues.public_id],
    organizer: [one.organizers.public_id],
    virtual_url: 'https://example.org/live',
    ticket_url: 'https://example.org/tickets',
    currency_code: 'EUR',
    post_parent: one.events.public_id,
    custom_fields: { dress: { label: 'Dress', value: 'warm' } },
  }),
  venues: (one) => ({
    ...post(one),
    venue: unique('Venue'),
    slug: unique('venue'),
  }),
  organizers: (one) => ({
    ...post(one),
    organizer: unique('Organizer'),
    slug: unique('organizer'),
    email: 'club@example.org',
  }),
  categories: () => ({
    name: unique('Category'),
    slug: unique('category'),
    parent: 0,
    color: '#1a7f64',
  }),
  tags: () => ({ name: unique('Tag'), slug: unique('tag') }),
  feeds: () => ({ name: unique('Feed') }),
  webhooks: () => ({ url: 'https://example.org/hook', types: ['tag.deleted'], enabled: true }),
  batch: () => ({ requests: [{ method: 'GET', path: '/tags' }] }),
};
