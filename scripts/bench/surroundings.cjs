const os = require('node:os');

async function versionOf(database, env) {
  if (database === 'sqlite') {
    const memory = new (require('better-sqlite3'))(':memory:');
    const { version } = memory.prepare('SELECT sqlite_version() AS version').get();
    memory.close();
    return `SQLite ${version}`;
  }
  const { Client } = require('pg');
  const client = new Client({ connectionString: env.DATABASE_URL });
  await client.connect();
  const { rows } = await client.query('SHOW server_version').finally(() => client.end());
  return `PostgreSQL ${rows[0].server_version}`;
}

/**
 * The surroundings on which the figures depend; `load` is the machine's average of the last minute.
 */
const describeMachine = async (database, env) => ({
  cores: os.availableParallelism(),
  memory: Math.round(os.totalmem() / 2 ** 30),
  node: process.versions.node,
  database: await versionOf(database, env),
  load: os.loadavg()[0],
});

module.exports = { describeMachine };
