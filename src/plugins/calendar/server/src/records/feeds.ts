import { errors } from '@strapi/utils';
import {
  type Acting,
  acting,
  addFeed,
  feedByHash,
  type Maker,
  removeFeed,
  type StoredFeed,
} from '../database/feeds';
import { type IdempotentWrite, runIdempotent } from '../database/idempotency-keys';
import { type Ability, type Auth, currentEditor } from '../database/permissions';
import { type Records, revisionsOf } from '../database/revisions';
import { oneOfIds, run, tableOf } from '../database/run';
import {
  editorViewer,
  mayRead,
  permittedRows,
  readsAllRows,
  wholeReferenceTypes,
} from '../listing/load-agenda';
import { invalidParams } from '../messages/errors';
import type { View } from '../resources/answer';
import type { ListedEvent } from '../resources/event/payload';
import { presentEvent, redacted } from '../resources/event/present';
import type { FeedEvent } from '../resources/feeds/vevent';
import type { EventRecord } from '../resources/resource';
import { ICS_STATUSES } from '../settings/addresses';
import { AGENDA_ACTION } from '../settings/agenda';
import type { PostType, RecordType } from '../settings/record-types';
import { list, raw, type Sql, sql } from '../sql/sql';
import { hashOf, newToken } from './previews';

/** The fields of events that feeds contain. */
const FEED_FIELDS = [
  ...['title', 'start_date', 'end_date', 'description', 'venue', 'organizer', 'categories'],
  ...['tags', 'image', 'website', 'virtual_url', 'event_status', 'hide_from_listings'],
];

type EditorActing = Acting & Pick<Auth, 'permitted'>;

/** The editor's lists: the events of their agenda; only public ones if they may not read all fields of feeds. */
async function listing(rights: Ability): Promise<Omit<EditorActing, 'credentials'>> {
  const viewer = await editorViewer('event', rights);
  const whole = FEED_FIELDS.every((field) => viewer.reads(field));
  const types: PostType[] = [
    ...(whole ? (['event'] as const) : []),
    ...(await wholeReferenceTypes(rights)),
  ];
  const scopes = ['event.find', ...types.map((type) => `${type}.findUnpublished`)];
  const granted = new Set(scopes.map((scope) => `plugin::calendar.${scope}`));
  return {
    ability: { can: (scope) => granted.has(scope) },
    ...(!readsAllRows(viewer) && { permitted: (alias) => permittedRows(viewer, alias) }),
  };
}

/** D14.7: an admin user with their current rights; undefined if they may not open the agenda. */
async function editorActing(documentId: string): Promise<EditorActing | undefined> {
  const { user, ability } = (await currentEditor({ documentId })) ?? {};
  if (!ability?.can(AGENDA_ACTION) || !mayRead(ability, 'event')) return undefined;
  return { credentials: user, ...(await listing(ability)) };
}

const MAX_FEEDS = 100;

/**
 * Creates a feed key, which is returned only once. A retry of the same write (D9.12) revokes the key whose answer was
 * lost and creates another. Throws CalendarError 400 beyond a hundred keys.
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
  const feed = await runIdempotent(write, { now, make, again });
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

/** Checks a route's scope like Strapi's own strategies. */
function verify({ ability }: Acting, { scope = [] }: AuthConfig) {
  if (!scope.every((one) => ability.can(one))) throw new errors.ForbiddenError();
}

/** The authentication result for a feed key; undefined if the key is not valid. */
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

const isInFeed = ({ status }: { status: string }) => ICS_STATUSES.includes(status);

/** D14.3: removes draft venues and organizers, which no feed contains for any caller. */
const withoutDrafts = (shown: ListedEvent): ListedEvent => ({
  ...shown,
  venue: [shown.venue].flat().filter(isInFeed),
  organizer: shown.organizer.filter(isInFeed),
});

/** D10.7: presents protected events redacted for any caller, because the address of a feed is no secret. */
const presentForFeed =
  (view: View) =>
  (record: EventRecord): PresentedEvent => {
    const shown = presentEvent(record, view);
    const visible = record.row.password ? (redacted(shown) as ListedEvent) : shown;
    return { record, shown: withoutDrafts(visible) };
  };

const idsOf = (shown: unknown): number[] =>
  ([shown].flat() as { id: number }[]).map(({ id }) => id);

/** The ids of an event and of the records it shows. */
const recordsOf = ({ shown }: PresentedEvent): Required<Omit<Records, 'tag'>> => ({
  event: [shown.id],
  venue: idsOf(shown.venue),
  organizer: idsOf(shown.organizer),
  category: idsOf(shown.categories),
});

const REFERENCE_TYPES = ['venue', 'organizer', 'category'] as const;
type ReferenceType = (typeof REFERENCE_TYPES)[number];

const TYPES = ['event', ...REFERENCE_TYPES] as const;

/**
 * The ids that an event refers to and does not show. None of a protected one: the time of a change would tell which
 * public venue it has (D10.7).
 */
function hiddenOf({ record: { row } }: PresentedEvent, shown: Records): Records {
  if (row.password) return {};
  const hidden = (type: ReferenceType, ids: number[] | null) =>
    (ids ?? []).filter((id) => !shown[type]?.includes(id));
  return {
    venue: hidden('venue', row.venue),
    organizer: hidden('organizer', row.organizer),
    category: hidden('category', row.categories),
  };
}

const lastTold = (type: ReferenceType, ids: number[]): Sql => {
  const name = raw(`'${type}'`);
  return sql`SELECT ${name} AS type, e.public_id AS id, r.revision FROM ${tableOf(type)} e
      JOIN @calendar_revisions r ON r.type = ${name} AND r.document_id = e.document_id
      WHERE r.told AND ${oneOfIds(raw('e.public_id'), ids)}
    UNION ALL SELECT ${name} AS type, r.public_id AS id, r.revision FROM @calendar_revisions r
      WHERE r.gone AND r.told AND r.type = ${name} AND ${oneOfIds(raw('r.public_id'), ids)}`;
};

/** The revisions of hidden records that have been in public lists; those of others would tell of changes nobody sees. */
async function hiddenRevisions(hidden: Records) {
  const wanted = REFERENCE_TYPES.filter((type) => hidden[type]?.length);
  const queries = wanted.map((type) => lastTold(type, hidden[type] ?? []));
  const rows =
    queries.length === 0
      ? []
      : await run<{ type: ReferenceType; id: number; revision: string | number }>(
          list(queries, ' UNION ALL '),
        );
  const known = new Map(rows.map(({ type, id, revision }) => [`${type} ${id}`, Number(revision)]));
  return (type: ReferenceType, id: number) => known.get(`${type} ${id}`) ?? 0;
}

/** All ids in some records, by type. */
const together = (types: readonly RecordType[], some: Records[]): Records =>
  Object.fromEntries(
    types.map((type) => [type, [...new Set(some.flatMap((each) => each[type] ?? []))]]),
  );

/**
 * Events in the form of feeds, with their revisions, which are loaded in one statement, and another if they refer to
 * hidden records. RFC 5545 3.8.7.2: `latest` does not go back when a venue is hidden.
 */
export async function feedEvents(records: EventRecord[], view: View): Promise<FeedEvent[]> {
  const presented = records.map(presentForFeed(view));
  const shown = presented.map(recordsOf);
  const hidden = presented.map((event, at) => hiddenOf(event, shown[at] ?? {}));
  const revision = await revisionsOf(together(TYPES, shown));
  const hiddenRevision = await hiddenRevisions(together(REFERENCE_TYPES, hidden));
  return presented.map((event, at) => ({
    shown: event.shown,
    documentId: event.record.row.documentId,
    isProtected: Boolean(event.record.row.password),
    revision: revision('event', event.shown.id),
    latest: Math.max(
      ...TYPES.flatMap((type) => (shown[at]?.[type] ?? []).map((id) => revision(type, id))),
      ...REFERENCE_TYPES.flatMap((type) =>
        (hidden[at]?.[type] ?? []).map((id) => hiddenRevision(type, id)),
      ),
    ),
  }));
}
