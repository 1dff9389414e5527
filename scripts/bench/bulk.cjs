const isPostgres = (strapi) => strapi.db.dialect.client === 'postgres';

const tableOf = (strapi, type) => strapi.db.metadata.get(`plugin::calendar.${type}`).tableName;

function qualified(strapi, name) {
  const schema = strapi.db.getSchemaName();
  return schema ? `"${schema}"."${name}"` : `"${name}"`;
}

const MOMENTS = ['datetime', 'timestamp'];

/** The columns that rows fill, with the types of their values. */
function columnsOf(strapi, type) {
  const { attributes } = strapi.db.metadata.get(`plugin::calendar.${type}`);
  return Object.values(attributes)
    .filter(
      ({ type: kind, columnName }) => columnName && columnName !== 'id' && kind !== 'relation',
    )
    .map(({ type: kind, columnName }) => ({ name: columnName, kind }));
}

/** The value as SQLite stores it: times and booleans as numbers, JSON as text. */
function forSqlite(kind, value) {
  if (value === undefined || value === null) return null;
  if (MOMENTS.includes(kind)) return +new Date(value);
  if (typeof value === 'boolean') return Number(value);
  return kind === 'json' ? JSON.stringify(value) : value;
}

const forPostgres = (kind, value) =>
  MOMENTS.includes(kind) && value ? new Date(value).toISOString() : value;

/**
 * Inserts with one prepared statement per type, all in one transaction on a connection of its own.
 */
function sqliteWriter(strapi) {
  const Database = require('better-sqlite3');
  const { filename } = strapi.config.get('database.connection.connection');
  const database = new Database(filename, { timeout: 60_000 });
  const statements = {};
  function prepared(type) {
    const columns = columnsOf(strapi, type);
    const names = columns.map(({ name }) => `"${name}"`).join(', ');
    const into = qualified(strapi, tableOf(strapi, type));
    const holes = columns.map(() => '?').join(', ');
    return {
      columns,
      statement: database.prepare(`INSERT INTO ${into} (${names}) VALUES (${holes})`),
    };
  }
  database.exec('BEGIN IMMEDIATE');
  return {
    insert(type, rows) {
      statements[type] ??= prepared(type);
      const { columns, statement } = statements[type];
      for (const row of rows)
        statement.run(columns.map(({ name, kind }) => forSqlite(kind, row[name])));
    },
    end() {
      database.exec('COMMIT');
      database.close();
    },
  };
}

/** Inserts with one statement per call, whose rows are one parameter, as JSON. */
function postgresWriter(strapi) {
  return {
    async insert(type, rows) {
      const columns = columnsOf(strapi, type);
      const into = qualified(strapi, tableOf(strapi, type));
      const names = columns.map(({ name }) => `"${name}"`).join(', ');
      const entry = (row) => columns.map(({ name, kind }) => [name, forPostgres(kind, row[name])]);
      const given = JSON.stringify(rows.map((row) => Object.fromEntries(entry(row))));
      await strapi.db.connection.raw(
        `INSERT INTO ${into} (${names}) SELECT ${names} FROM json_populate_recordset(NULL::${into}, ?::json)`,
        [given],
      );
    },
    end() {},
  };
}

/** Inserts rows without Strapi and its rules, many at a time; call `end` after the last ones. */
const bulkWriter = (strapi) => (isPostgres(strapi) ? postgresWriter(strapi) : sqliteWriter(strapi));

module.exports = { bulkWriter, isPostgres, qualified, tableOf };
