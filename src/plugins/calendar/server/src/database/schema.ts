import { contentTypes, recordTable } from '../content-types/rows';
import { MINUTE } from '../kinds/dates/wall-time';
import {
  isPostType,
  NAME_FIELD,
  POST_TYPES,
  type PostType,
  RECORD_TYPES,
  type RecordType,
  uidOf,
} from '../settings/record-types';
import { databaseNow } from './client';
import { compactChanges } from './data-changes';
import { createFeeds } from './feeds';
import { createGenerations, pruneChanges } from './generations';
import { createIdempotencyKeys, pruneReplies } from './idempotency-keys';
import { createLinks } from './links';
import { compactTermCounts, createAgenda, createListing, createTermCounts } from './listing-tables';
import { createRateLimits } from './rate-limits';
import { createRevisions } from './revisions';
import { createIndex, execute, isPostgres, qualified, repeatDeletion } from './run';
import { createSearchTexts, createTitleIndex, createTrigrams } from './search-index';
import { createSharedDrafts } from './shared-drafts';
import { settings } from './site';
import { createDeliveries } from './webhook-deliveries';
import { createMessages } from './webhook-messages';
import { createWebhooks } from './webhooks';

type ContentTypes = Record<string, { attributes: object }>;

const OURS = 'plugin::calendar.';

/** The fields of the calendar's types, as `event.title`. */
const fieldsOf = (types: ContentTypes): string[] =>
  Object.entries(types)
    .filter(([uid]) => uid.startsWith(OURS))
    .flatMap(([uid, { attributes }]) =>
      Object.keys(attributes).map((name) => `${uid.slice(OURS.length)}.${name}`),
    );

interface Schema {
  collectionName: string;
  attributes: Record<string, object>;
  options?: object;
  pluginOptions?: object;
  indexes?: { name: string }[];
}

/**
 * D4.14: gives our types their fields, indexes and options as this version has them, beside a host's own. A file in
 * `src/extensions` replaces each key that it has, even with less (the Content-Type Builder copies the whole schema,
 * without its hidden fields), and an update would not change it; without `draftAndPublish` or `i18n`, Strapi would
 * delete all drafts, or all languages but one. Call before Strapi's schema sync. Throws if the file names another
 * table, in which there would be no records.
 */
export function restoreSchemas(): void {
  for (const type of RECORD_TYPES) {
    const model = strapi.contentType(uidOf(type)) as Schema;
    const ours: Schema = structuredClone(contentTypes[type].schema);
    const { attributes, indexes, collectionName, options, pluginOptions } = ours;
    if (model.collectionName !== collectionName) {
      throw new Error(
        `src/extensions/calendar/content-types/${type}/schema.json names the table ${model.collectionName}, but the records are in ${collectionName}: remove its "collectionName".`,
      );
    }
    model.options = { ...model.options, ...options };
    model.pluginOptions = { ...model.pluginOptions, ...pluginOptions };
    for (const name of ['locale', 'localizations']) {
      model.attributes[name] = { ...model.attributes[name], private: false }; // Strapi has looked at `i18n` by now.
    }
    for (const [name, attribute] of Object.entries(attributes)) {
      model.attributes[name] = { ...attribute, configurable: false }; // Not editable in the Content-Type Builder.
    }
    const isOwn = ({ name }: { name: string }) => !indexes?.some((index) => index.name === name);
    model.indexes = [...(indexes ?? []), ...(model.indexes ?? []).filter(isOwn)];
  }
}

/**
 * D13.8: throws if the database has fields that this version does not know, whose columns Strapi's schema sync would
 * drop: a newer version has made them; or if it has none of ours: another application has made it. Fields in
 * `CALENDAR_DELETE_FIELDS` may go. `oldContentTypes`: those of the last start, if any.
 */
export async function requireKnownFields({
  oldContentTypes,
  contentTypes,
}: {
  oldContentTypes?: ContentTypes | null;
  contentTypes: ContentTypes;
}): Promise<void> {
  if (oldContentTypes && fieldsOf(oldContentTypes).length === 0) {
    throw new Error(
      'The database is that of another Strapi application, whose tables a start would delete with what they contain: check DATABASE_URL, DATABASE_NAME or DATABASE_FILENAME.',
    );
  }
  const known = [...fieldsOf(contentTypes), ...settings().deleteFields];
  const unknown = fieldsOf(oldContentTypes ?? {}).filter((field) => !known.includes(field));
  if (unknown.length === 0) return;
  throw new Error(
    `The database has fields that this version of the calendar does not know: ${unknown.join(', ')}. A newer version has made them, or you had added them yourself, and a start would delete them with what they contain. Start the newer version, restore the backup that was made before the update, or bring your fields back (docs/hosting.md). If they may be deleted, set CALENDAR_DELETE_FIELDS=${unknown.join(',')}.`,
  );
}

/** D4.2, D4.6: unique indexes: one row per record, language and version; one record per slug, language and version. */
async function createUniqueIndexes(type: RecordType) {
  const name = recordTable(type);
  const notTrashed = isPostType(type) ? ' AND trashed_at IS NULL' : '';
  for (const [state, condition] of [
    ['draft', 'published_at IS NULL'],
    ['published', 'published_at IS NOT NULL'],
  ]) {
    await execute(
      `CREATE UNIQUE INDEX IF NOT EXISTS ${name}_${state}_id ON ${qualified(name)} (public_id, locale) WHERE ${condition}`,
    );
    await execute(
      `CREATE UNIQUE INDEX IF NOT EXISTS ${name}_${state}_slug ON ${qualified(name)} (locale, slug) WHERE ${condition}${notTrashed}`,
    );
  }
}

/** D4.13: a unique index of external ids. */
async function createExternalIndex(type: PostType) {
  const name = recordTable(type);
  await execute(
    `CREATE UNIQUE INDEX IF NOT EXISTS ${name}_draft_external ON ${qualified(name)} (external_id, COALESCE(source, ''), locale) WHERE published_at IS NULL AND external_id IS NOT NULL`,
  );
}

/** D3.4: creates our tables and indexes. Call after Strapi's schema sync, as they refer to its tables. */
export async function createSchema(): Promise<void> {
  if (!isPostgres()) await execute('PRAGMA journal_mode = WAL'); // D2.3: readers do not wait for the writer.
  await createLinks();
  await createRevisions();
  await createGenerations();
  await createFeeds();
  await createSharedDrafts();
  await createIdempotencyKeys();
  await createListing();
  await createAgenda();
  await createRateLimits();
  await createTermCounts();
  await createSearchTexts();
  await createTrigrams();
  await createWebhooks();
  await createMessages();
  await createDeliveries();
  for (const type of RECORD_TYPES) await createUniqueIndexes(type);
  for (const type of POST_TYPES) await createExternalIndex(type);
}

/** What keeps our tables small; each deletes or merges some rows, by the clock that all nodes share. */
const MAINTENANCE = [compactTermCounts, compactChanges, pruneReplies, pruneChanges];

let timer: NodeJS.Timeout | undefined;
let running: Promise<void> | undefined;

async function maintain(): Promise<void> {
  for (const work of MAINTENANCE) {
    const some = async () => work(await databaseNow());
    await repeatDeletion(some, () => timer !== undefined).catch(({ message }: Error) =>
      strapi.log.warn(`The calendar's tables were not cleaned (${work.name}): ${message}`),
    );
  }
}

const maintainOnce = () => {
  running ??= maintain().finally(() => {
    running = undefined;
  });
};

/** Cleans our tables now and every minute until `stopMaintenance`; a failure is logged, and tried again then. */
export function startMaintenance(): void {
  timer = setInterval(maintainOnce, MINUTE).unref();
  maintainOnce();
}

/** Resolves when what is being deleted is. */
export async function stopMaintenance(): Promise<void> {
  clearInterval(timer);
  timer = undefined;
  await running;
}

const PUBLISHED = 'WHERE published_at IS NOT NULL';
const PUBLIC = `${PUBLISHED} AND trashed_at IS NULL`;

const EXTERNAL = 'WHERE external_id IS NOT NULL';

/** D15.13: a partial index for counting and listing pending drafts, as few rows have a `post_status`. */
const HAS_STATUS = 'WHERE post_status IS NOT NULL';

/** The SQLSTATE of a lock that was not granted in time. */
const LOCK_TIMEOUT = '55P03';

/**
 * Drops a superfluous index. On PostgreSQL this waits for all who read the table, such as a dump, and lets all others
 * wait meanwhile, so it is left to a later start if it takes long.
 */
async function dropIndex(name: string): Promise<void> {
  const statement = `DROP INDEX IF EXISTS ${qualified(name)}`;
  if (!isPostgres()) return execute(statement);
  try {
    await execute(`SET LOCAL lock_timeout = '1s'; ${statement}`); // One transaction, as one text.
  } catch (error) {
    if ((error as { code?: string }).code !== LOCK_TIMEOUT) throw error;
  }
}

/** What decides about the state of an event's row and about its place in time. */
const STATE =
  'published_at, trashed_at, post_status, date, hide_from_listings, utc_start_date, utc_end_date, updated_at';

/**
 * Creates the indexes for lists and look-ups of records (D8.1), for distinct authors (D4.2), and for venues and
 * organizers by name (D12, row 12). Rows are wide: `states` has all that a total in any states reads, and the row's id,
 * by which references name it (SQLite's indexes always have that).
 */
export async function createReadIndexes(): Promise<void> {
  const events = recordTable('event');
  await createIndex(events, 'start', '(utc_start_date, public_id)');
  await dropIndex(`${events}_public_start`); // Of versions before `start`.
  await createIndex(events, 'public_end', `(utc_end_date) ${PUBLIC}`);
  await createTitleIndex();
  const states = isPostgres() ? `locale) INCLUDE (id, ${STATE})` : `locale, ${STATE})`;
  await createIndex(events, 'states', `(public_id, ${states}`);
  await dropIndex(`${events}_modified`); // Of versions before `changed`.
  await dropIndex(`${events}_public_id_locale`); // Of versions before `states`, renamed by a migration.
  await createIndex(events, 'date', `(COALESCE(date, created_at), public_id) ${PUBLISHED}`);
  await createIndex(events, 'status', `(post_status, updated_at) ${HAS_STATUS}`);
  for (const type of RECORD_TYPES) {
    const table = recordTable(type);
    await dropIndex(`${table}_public_id`); // Of versions that had it beside others that begin with this column.
    await createIndex(table, 'slug', '(slug)');
    if (!isPostType(type)) continue;
    await createIndex(table, 'changed', '(updated_at, public_id, published_at, locale)');
    if (isPostgres()) await createIndex(table, 'published_at', `(published_at) ${PUBLISHED}`); // SQLite would sort by it.
    await createIndex(table, 'published_date', `(date) ${PUBLISHED}`);
    await createIndex(table, 'external', `(external_id, source) ${EXTERNAL}`);
    await createIndex(table, 'source', '(source) WHERE source IS NOT NULL');
    await createIndex(table, 'author', '(author) WHERE author > 0');
    if (type === 'event') continue;
    await createIndex(table, 'name', `(${NAME_FIELD[type]}) WHERE trashed_at IS NULL`);
  }
}
