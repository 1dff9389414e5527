import { type Sql, sql } from '../sql/sql';
import { isPostgres } from './table';

/**
 * SQL for a page: the row, alias `e` of the table, is one of those that the condition finds. SQLite
 * 3.51 turns an EXISTS beside an OFFSET into a join and then forgets the OFFSET, so there the two must
 * not share a SELECT; PostgreSQL is left to walk its index only as far as the page.
 */
export const pageFilter = (table: Sql, condition: Sql): Sql =>
  isPostgres() ? condition : sql`e.id IN (SELECT e.id FROM ${table} e WHERE ${condition})`;
