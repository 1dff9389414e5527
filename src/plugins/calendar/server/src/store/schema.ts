import { isPostType, RECORD_TYPES, type RecordType } from '../settings/record-types';
import { createAgenda } from './agenda-table';
import { createFeeds } from './feeds';
import { createIdempotencyKeys } from './idempotency-keys';
import { LINKS } from './links';
import { createListing } from './listing-table';
import { createRateLimits } from './rate-limits';
import { recordTable } from './record-table';
import { createRevisions } from './revisions-table';
import { createSearchTexts } from './search-text-table';
import { isPostgres, qualified } from './table';
import { createTermCounts } from './term-counts-table';
import { createTrigrams } from './trigram-index';

const run = (sql: string) => strapi.db.connection.raw(sql);

/** D4.4: the references of an event row, one line each; they go when the row goes. */
async function createLinks() {
  await run(`CREATE TABLE IF NOT EXISTS ${qualified(LINKS)} (
    row_id integer NOT NULL REFERENCES ${qualified(recordTable('event'))} (id) ON DELETE CASCADE,
    kind varchar(16) NOT NULL,
    target_id integer NOT NULL,
    position integer NOT NULL,
    PRIMARY KEY (row_id, kind, target_id)
  )`);
  await run(
    `CREATE INDEX IF NOT EXISTS calendar_links_target ON ${qualified(LINKS)} (kind, target_id, row_id)`,
  );
}

/** D4.2 and D4.6, held by the database as well: one row per record, language and state; one slug. */
async function createUniqueIndexes(type: RecordType) {
  const name = recordTable(type);
  const notTrashed = isPostType(type) ? ' AND trashed_at IS NULL' : '';
  for (const [state, condition] of [
    ['draft', 'published_at IS NULL'],
    ['published', 'published_at IS NOT NULL'],
  ]) {
    await run(
      `CREATE UNIQUE INDEX IF NOT EXISTS ${name}_${state}_id ON ${qualified(name)} (public_id, locale) WHERE ${condition}`,
    );
    await run(
      `CREATE UNIQUE INDEX IF NOT EXISTS ${name}_${state}_slug ON ${qualified(name)} (locale, slug) WHERE ${condition}${notTrashed}`,
    );
  }
}

/** D3.4: tables and indexes that refer to Strapi's own, made after its schema sync. */
export async function createSchema(): Promise<void> {
  if (!isPostgres()) await run('PRAGMA journal_mode = WAL'); // D2.3: readers beside the writer.
  await createLinks();
  await createRevisions();
  await createFeeds();
  await createIdempotencyKeys();
  await createListing();
  await createAgenda();
  await createRateLimits();
  await createTermCounts();
  await createSearchTexts();
  await createTrigrams();
  for (const type of RECORD_TYPES) await createUniqueIndexes(type);
}
