import { type Sql, sql } from '../sql/sql';
import { isPostgres } from './table';

/** As one bound value, so that a statement's text does not depend on how many there are. */
const bound = (ids: number[]) => (isPostgres() ? `{${ids.join(',')}}` : JSON.stringify(ids));

/** The expression is one of the ids. */
export const oneOfIds = (expression: Sql, ids: number[]): Sql =>
  isPostgres()
    ? sql`${expression} = ANY(CAST(${bound(ids)} AS integer[]))`
    : sql`${expression} IN (SELECT value FROM json_each(${bound(ids)}))`;

/** The ids as rows: a table `given` with the column `id`. */
export const givenIds = (ids: number[]): Sql =>
  isPostgres()
    ? sql`unnest(CAST(${bound(ids)} AS integer[])) AS given(id)`
    : sql`(SELECT value AS id FROM json_each(${bound(ids)})) AS given`;
