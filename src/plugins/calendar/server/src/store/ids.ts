import { type Condition, condition } from '../query/condition';
import { isPostgres } from './table';

/** As one bound value, so that a statement's text does not depend on how many there are. */
const bound = (ids: number[]) => (isPostgres() ? `{${ids.join(',')}}` : JSON.stringify(ids));

/** The expression is one of the ids. */
export const oneOfIds = (expression: string, ids: number[]): Condition =>
  condition(
    isPostgres()
      ? `${expression} = ANY(CAST(? AS integer[]))`
      : `${expression} IN (SELECT value FROM json_each(?))`,
    bound(ids),
  );

/** The ids as rows: a table `given` with the column `id`. */
export const givenIds = (ids: number[]): Condition =>
  condition(
    isPostgres()
      ? 'unnest(CAST(? AS integer[])) AS given(id)'
      : '(SELECT value AS id FROM json_each(?)) AS given',
    bound(ids),
  );
