import { errors } from '@strapi/utils';
import {
  type Acting,
  acting,
  addFeed,
  editorOf,
  feedByHash,
  type Maker,
  removeFeed,
  type StoredFeed,
} from '../database/feeds';
import { type IdempotentWrite, runIdempotent } from '../database/idempotency-keys';
import type { Ability } from '../database/permissions';
import { type Records, revisionsOf } from '../database/revisions';
import { editorViewer, mayRead, permittedRows, seesAll } from '../listing/load-agenda';
import { invalidParams } from '../messages/errors';
import type { View } from '../resources/answer';
import type { ListedEvent } from '../resources/event/payload';
import { presentEvent, redacted } from '../resources/event/present';
import type { FeedEvent } from '../resources/feeds/vevent';
import type { EventRecord } from '../resources/resource';
import { FEEDS } from '../settings/addresses';
import { AGENDA_ACTION } from '../settings/agenda';
import type { PostType } from '../settings/record-types';
import type { Sql } from '../sql/sql';
import { hashOf, newToken } from './previews';

/** What calendars tell of an event. */
const FEED_FIELDS = [
  ...['title', 'start_date', 'end_date', 'description', 'venue', 'organizer', 'categories'],
  ...['tags', 'image', 'website', 'virtual_url', 'event_status', 'hide_from_listings'],
];

interface EditorActing extends Acting {
  /** The rows of events that may be read; all where nothing is said. */
  permitted?: (alias: string) => Sql;
}

/** Lists of what the agenda shows the editor, and of what everybody sees where fields may not be read. */
async function listing(rights: Ability): Promise<Omit<EditorActing, 'credentials'>> {
  const viewer = await editorViewer('event', rights);
  const whole = FEED_FIELDS.every((field) => viewer.reads(field));
  const types: PostType[] = whole ? ['event'] : [];
  for (const type of ['venue', 'organizer'] as const) {
    if (seesAll(await editorViewer(type, rights))) types.push(type);
  }
  const scopes = ['event.find', ...types.map((type) => `${type}.findUnpublished`)];
  const granted = new Set(scopes.map((scope) => `plugin::calendar.${scope}`));
  return {
    ability: { can: (scope) => granted.has(scope) },
    ...(!seesAll(viewer) && { permitted: (alias) => permittedRows(viewer, alias) }),
  };
}

/** D14.7: an editor of the admin with the rights of this moment; nothing where they may not open the agenda. */
async function editorActing(documentId: string): Promise<EditorActing | undefined> {
  const row = await editorOf(documentId);
  if (!row) return undefined;
  const rights: Ability = await strapi.service('admin::permission').engine.generateUserAbility(row);
  if (!rights.can(AGENDA_ACTION) || !mayRead(rights, 'event')) return undefined;
  return { credentials: row, ...(await listing(rights)) };
}

const MAX_FEEDS = 100;

/**
 * A new key of the maker's feeds; it is told once. The same write sent again (D9.12) revokes the key that nobody
 * was told, and makes another in its place. Throws CalendarError 400 beyond a hundred.
 */
export async function makeFeed(maker: Maker, name: string, write?: IdempotentWrite) {
  const now = new Date();
  const key = newToken();
  const made = { hash: hashOf(key), name, created: now.getTime() };
  const make = () => addFeed(maker, made, MAX_FEEDS);
  const again = async ({ id }: StoredFeed) => {
    await removeFeed(maker, id);
    return undefined;
  };
  const feed = await (write ? runIdempotent(write, { now, make, again }) : make());
  if (!feed) throw invalidParams({ name: { text: 'too_many_feeds', values: { most: MAX_FEEDS } } });
  return { feed, key };
}

const STRATEGIES = {
  user: 'users-permissions',
  token: 'content-api-token',
  admin: 'calendar-admin',
} as const;

interface AuthConfig {
  scope?: string[];
}

/** As Strapi's own strategies judge a route. */
function verify({ ability }: Acting, { scope = [] }: AuthConfig) {
  if (!scope.every((one) => ability.can(one))) throw new errors.ForbiddenError();
}

/** What Strapi knows of somebody who has sent a key; nothing where it opens nothing. */
export async function actingBy(key: string) {
  const feed = key === '' ? undefined : await feedByHash(hashOf(key));
  if (!feed) return undefined;
  const { maker_type: type, maker: documentId, version } = feed;
  const found =
    type === 'admin' ? await editorActing(documentId) : await acting({ type, documentId, version });
  return found && { strategy: { name: STRATEGIES[type], verify }, ...found };
}

interface PresentedEvent {
  shown: ListedEvent;
  record: EventRecord;
}

const STATUSES: readonly string[] = FEEDS.ics.statuses;

const isInFeed = ({ status }: { status: string }) => STATUSES.includes(status);

/** D14.3: whoever asks, no feed tells of a draft, not even of that of a venue or an organizer. */
const withoutDrafts = (shown: ListedEvent): ListedEvent => ({
  ...shown,
  venue: [shown.venue].flat().filter(isInFeed),
  organizer: shown.organizer.filter(isInFeed),
});

/** D10.7: whoever asks, a feed tells of a protected event what everybody is told: its address is no secret. */
const presentForFeed =
  (view: View) =>
  (record: EventRecord): PresentedEvent => {
    const shown = presentEvent(record, view);
    const visible = record.row.password ? (redacted(shown) as ListedEvent) : shown;
    return { record, shown: withoutDrafts(visible) };
  };

const idsOf = (shown: unknown): number[] =>
  ([shown].flat() as { id: number }[]).map(({ id }) => id);

/** What an event shows of other records, and itself. */
const recordsOf = ({ shown }: PresentedEvent): Required<Omit<Records, 'tag'>> => ({
  event: [shown.id],
  venue: idsOf(shown.venue),
  organizer: idsOf(shown.organizer),
  category: idsOf(shown.categories),
});

const TYPES = ['event', 'venue', 'organizer', 'category'] as const;

/** Events as feeds tell of them, with their revisions: one statement for all. */
export async function feedEvents(records: EventRecord[], view: View): Promise<FeedEvent[]> {
  const presented = records.map(presentForFeed(view));
  const all = presented.map(recordsOf);
  const ids = (type: (typeof TYPES)[number]) => [...new Set(all.flatMap((each) => each[type]))];
  const revision = await revisionsOf(Object.fromEntries(TYPES.map((type) => [type, ids(type)])));
  return presented.map(({ shown, record }, at) => ({
    shown,
    documentId: record.row.documentId,
    isProtected: Boolean(record.row.password),
    revision: revision('event', shown.id),
    latest: Math.max(
      ...TYPES.flatMap((type) => (all[at]?.[type] ?? []).map((id) => revision(type, id))),
    ),
  }));
}
