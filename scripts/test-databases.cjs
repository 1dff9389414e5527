const { randomBytes } = require('node:crypto');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { startPostgres } = require('./postgres.cjs');

function temporarySqlite() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'calendar-sqlite-'));
  return {
    env: { DATABASE_CLIENT: 'sqlite', DATABASE_FILENAME: path.join(folder, 'data.db') },
    stop: () => fs.rmSync(folder, { recursive: true, force: true }),
  };
}

/** A new schema in the server of TEST_DATABASE_URL. */
async function schemaIn(url) {
  const schema = `calendar_test_${randomBytes(6).toString('hex')}`;
  await query(url, `CREATE SCHEMA ${schema}`);
  return {
    env: { DATABASE_CLIENT: 'postgres', DATABASE_URL: url, DATABASE_SCHEMA: schema },
    stop: () => dropSchemas(url, schema),
  };
}

/** Drops the schema and those that tests created with its name as prefix. */
async function dropSchemas(url, schema) {
  const named = `SELECT nspname FROM pg_namespace WHERE nspname LIKE '${schema}%'`;
  const { rows } = await query(url, named);
  await query(url, `DROP SCHEMA ${rows.map(({ nspname }) => nspname).join(', ')} CASCADE`);
}

async function query(url, sql) {
  const { Client } = require('pg');
  const client = new Client({ connectionString: url });
  await client.connect();
  return client.query(sql).finally(() => client.end());
}

async function ownPostgres() {
  const { near, stop } = await startPostgres();
  return {
    env: { DATABASE_CLIENT: 'postgres', DATABASE_URL: near, DATABASE_SCHEMA: 'public' },
    stop,
  };
}

/** Creates an empty database per run: the environment variables for Strapi, and `stop` to remove it. */
const databases = {
  browser: temporarySqlite,
  sqlite: temporarySqlite,
  postgres: () => {
    const url = process.env.TEST_DATABASE_URL;
    return url ? schemaIn(url) : ownPostgres();
  },
};

module.exports = { databases };
