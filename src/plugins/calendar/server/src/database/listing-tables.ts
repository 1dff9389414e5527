import { raw } from '../sql/sql';
import { isPostgres, qualified, run } from './run';

export const AGENDA = 'calendar_agenda';

const statement = (text: string) => run(raw(text));

const languages = ['published', 'private', 'pending', 'draft'];

/**
 * D15.1: one row per event in any state, for those who edit. Each state holds the languages that are
 * in it, as bits; an event without a start or an end stands nowhere in time.
 */
export async function createAgenda(): Promise<void> {
  const [moment, small] = isPostgres() ? ['timestamp(6)', 'smallint'] : ['integer', 'integer'];
  await statement(`CREATE TABLE IF NOT EXISTS ${qualified(AGENDA)} (
    event_id integer PRIMARY KEY,
    utc_start ${moment},
    utc_end ${moment},
    visible_from ${moment} NOT NULL,
    ${languages.map((state) => `${state} ${small} NOT NULL`).join(', ')},
    trashed ${small} NOT NULL
  )`);
}

/** After many rows at once, PostgreSQL learns how they lie. */
export async function vacuumAgenda(): Promise<void> {
  if (isPostgres()) await strapi.db.connection.raw(`VACUUM ANALYZE ${qualified(AGENDA)}`);
}

export const LISTING = 'calendar_listing';

/** The `visible_from` of what has no date of publication. */
export const ALWAYS = () => (isPostgres() ? "'-infinity'::timestamp" : '-8640000000000000');

/** Without a vacuum soon after saves PostgreSQL reads the table beside the index again. */
const VACUUMED = `WITH (autovacuum_vacuum_scale_factor = 0.002,
  autovacuum_vacuum_insert_scale_factor = 0.002, autovacuum_analyze_scale_factor = 0.02)`;

const COVERED = 'utc_end, visible_from, event_id, languages, flags';

/** D8.9: what the lists read, a range of it each. */
export const createListingIndex = () =>
  statement(
    `CREATE INDEX IF NOT EXISTS ${LISTING}_start ON ${qualified(LISTING)}
      (kind, target, utc_start, occurrence_id${isPostgres() ? `) INCLUDE (${COVERED})` : `, ${COVERED})`}`,
  );

export const dropListingIndex = () =>
  statement(
    `DROP INDEX IF EXISTS ${isPostgres() ? qualified(`${LISTING}_start`) : `${LISTING}_start`}`,
  );

/** D8.9: one row per event and per fact about it that lists ask for; nulls stand nowhere in time. */
export async function createListing(): Promise<void> {
  const [moment, small] = isPostgres() ? ['timestamp(6)', 'smallint'] : ['integer', 'integer'];
  await statement(`CREATE TABLE IF NOT EXISTS ${qualified(LISTING)} (
    utc_start ${moment},
    utc_end ${moment},
    visible_from ${moment} NOT NULL,
    event_id integer NOT NULL,
    occurrence_id integer NOT NULL,
    target integer NOT NULL,
    kind ${small} NOT NULL,
    languages ${small} NOT NULL,
    flags ${small} NOT NULL,
    PRIMARY KEY (event_id, occurrence_id, kind, target)
  ) ${isPostgres() ? VACUUMED : 'WITHOUT ROWID'}`);
  await createListingIndex();
}

/** After many rows at once: PostgreSQL learns how they lie, and which pages the index need not look up. */
export async function vacuumListing(): Promise<void> {
  if (isPostgres()) await strapi.db.connection.raw(`VACUUM ANALYZE ${qualified(LISTING)}`);
}
