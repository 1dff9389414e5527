const http = require('node:http');
const { bareStatement, forPostgres } = require('./bare-statements.cjs');

/**
 * Opens the database with its driver alone. Returns a function that prepares a statement and
 * returns a function that executes it and resolves to its rows.
 */
function openDatabase(now) {
  if (process.env.DATABASE_CLIENT === 'postgres') {
    const { Pool } = require('pg');
    const { DATABASE_URL: connectionString, DATABASE_SCHEMA: schema } = process.env;
    const pool = new Pool({ connectionString, max: 8, options: `-c search_path=${schema}` });
    return (bare, place) => {
      const statement = { name: `bare ${place}`, ...forPostgres(bareStatement(bare, now)) };
      return async () => (await pool.query(statement)).rows;
    };
  }
  const database = new (require('better-sqlite3'))(process.env.DATABASE_FILENAME, {
    timeout: 10_000,
  });
  return (bare) => {
    const [sql, values] = bareStatement(bare, now);
    const statement = database.prepare(sql);
    return async () => (statement.reader ? statement.all(values) : statement.run(values));
  };
}

/**
 * Serves `/cold/N`: executes the statement of a scenario, with its rows as JSON; `/warm/N`: its
 * response from memory; `/unchanged/N`: 304.
 */
function serve({ now, scenarios }) {
  const prepare = openDatabase(now);
  const ask = scenarios.map(({ bare }, place) => prepare(bare, place));
  const bytes = scenarios.map(({ answer }) => Buffer.from(answer ?? ''));
  const server = http.createServer(async (request, response) => {
    const [, kind, place] = request.url.split('/');
    if (kind === 'unchanged') {
      response.writeHead(304, { ETag: request.headers['if-none-match'] }).end();
      return;
    }
    try {
      const body = kind === 'warm' ? bytes[place] : JSON.stringify(await ask[place]());
      response.setHeader('Content-Type', 'application/json').end(body);
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
}

process.once('message', serve);
process.once('disconnect', () => process.exit());
