import { LRUCache } from 'lru-cache';

/** A connection of better-sqlite3. */
export interface SqliteConnection {
  prepare(sql: string, ...more: unknown[]): object;
}

/** Of one connection; a list and a save with all that follows need some dozens. */
const MOST = 500;

const known = new WeakSet<SqliteConnection>();

/**
 * Knex has SQLite compile the text of each statement anew, a tenth of what a request costs: here a
 * connection keeps what it has compiled. SQLite itself compiles again after a change of the schema.
 */
export function keepStatements(connection: SqliteConnection): void {
  if (known.has(connection)) return;
  known.add(connection);
  const kept = new LRUCache<string, object>({ max: MOST });
  const prepare = connection.prepare.bind(connection);
  connection.prepare = (sql, ...more) => {
    if (more.length > 0) return prepare(sql, ...more); // Better-sqlite3's own, for its pragmas.
    const statement = kept.get(sql) ?? prepare(sql);
    kept.set(sql, statement);
    return statement;
  };
}
