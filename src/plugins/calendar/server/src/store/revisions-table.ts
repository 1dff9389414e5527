import { REVISIONS } from './revisions';
import { isPostgres, qualified } from './table';

const run = (sql: string) => strapi.db.connection.raw(sql);

/**
 * D8.14: what says where a record stands among what has changed. Lines that were there before were told
 * to nobody: they keep position 0, before all others.
 */
const ADDED = {
  public_id: 'integer',
  position: 'bigint DEFAULT 0',
  changed: 'bigint',
  told: 'boolean NOT NULL DEFAULT TRUE',
  gone: 'boolean NOT NULL DEFAULT FALSE',
};

async function addColumns() {
  const { schema } = strapi.db.connection;
  const name = strapi.db.getSchemaName();
  const builder = name ? schema.withSchema(name) : schema;
  if (await builder.hasColumn(REVISIONS, 'position')) return;
  for (const [column, type] of Object.entries(ADDED)) {
    await run(`ALTER TABLE ${qualified(REVISIONS)} ADD COLUMN ${column} ${type}`);
  }
}

/** D8.4, D8.14: a line per record that has changed since there is this table. */
export async function createRevisions(): Promise<void> {
  const id = isPostgres() ? 'serial PRIMARY KEY' : 'integer PRIMARY KEY AUTOINCREMENT';
  await run(`CREATE TABLE IF NOT EXISTS ${qualified(REVISIONS)} (
    type varchar(16) NOT NULL,
    document_id varchar(255) NOT NULL,
    revision bigint NOT NULL,
    PRIMARY KEY (type, document_id)
  )`);
  await addColumns();
  await run(`CREATE TABLE IF NOT EXISTS ${qualified('calendar_generations')} (
    id ${id},
    token varchar(32) NOT NULL,
    origin varchar(255) NOT NULL,
    first bigint NOT NULL,
    last bigint NOT NULL,
    due bigint NOT NULL,
    began bigint NOT NULL
  )`);
  const index = (name: string, rest: string) =>
    run(`CREATE INDEX IF NOT EXISTS ${REVISIONS}_${name} ON ${qualified(REVISIONS)} ${rest}`);
  await index('position', '(position) WHERE position > 0');
  await index('waiting', '(changed) WHERE position IS NULL');
  await index('gone', '(changed) WHERE gone');
}
