import { UNSHOWN } from './data-changes';
import { isPostgres } from './table';

type Query = (connection: object, statement: string | { sql: string }) => Promise<unknown>;

const WRITING = /^\s*(?:insert|update|delete|truncate|copy|merge|alter|create|drop|call|do)\b/i;

/** `WITH` may lead to either. */
const WRITING_WITHIN = /^\s*with\b.*\b(?:insert into|update|delete from)\b/is;

const TABLE = /^\s*(?:insert into|update|delete from)\s+(?:"\w+"\.)?"(\w+)"/i;

const unshown = new RegExp(UNSHOWN);

/** Whether a statement may change what answers are made of. */
export function mayChange(sql: string): boolean {
  if (!WRITING.test(sql) && !WRITING_WITHIN.test(sql)) return false;
  const [, table] = TABLE.exec(sql) ?? [];
  return table === undefined || !unshown.test(table);
}

/** Connections inside a transaction, and whether it has changed something. */
const open = new WeakMap<object, boolean>();

function note(connection: object, sql: string, changed: () => void) {
  if (/^begin\b/i.test(sql)) open.set(connection, false);
  else if (/^(?:commit|rollback\s*;?\s*$)/i.test(sql)) {
    if (open.get(connection) && !/^rollback/i.test(sql)) changed();
    open.delete(connection);
  } else if (mayChange(sql)) {
    if (open.has(connection)) open.set(connection, true);
    else changed();
  }
}

/**
 * From now on every commit of this process on PostgreSQL that may have changed something is told
 * before anybody is told that it succeeded, and whether or not it did: PostgreSQL's own notification
 * comes a moment later. Set where all clients of Knex have it, also those of transactions.
 */
export function watchCommits(changed: () => void): void {
  if (!isPostgres()) return;
  const prototype: { query: Query } = Object.getPrototypeOf(strapi.db.connection.client);
  const { query } = prototype;
  prototype.query = async function (this: unknown, connection, statement) {
    try {
      return await query.call(this, connection, statement);
    } finally {
      note(connection, typeof statement === 'string' ? statement : statement.sql, changed);
    }
  };
}
