import { raw } from '../sql/sql';
import { run } from './run';
import { isPostgres, qualified } from './table';

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
export async function settleAgenda(): Promise<void> {
  if (isPostgres()) await strapi.db.connection.raw(`VACUUM ANALYZE ${qualified(AGENDA)}`);
}
