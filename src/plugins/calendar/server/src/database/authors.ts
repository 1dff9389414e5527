import { POST_TYPES, type PostType } from '../settings/record-types';
import { raw, sql } from '../sql/sql';
import { endGenerations } from './generations';
import { withoutTimeout } from './repair-marks';
import { jsonRows, oneOfIds, run, tableOf } from './run';
import { lock } from './transaction';

export const USER = 'plugin::users-permissions.user';

/** The authors of all records: who they are, by the id that stands in the records. */
type Authors = Record<number, string>;

/** Another id of somebody who has written; `now` is 0 when that user is gone. */
interface Moved {
  was: number;
  now: number;
}

interface User {
  id: number;
  document_id: string;
}

/** Only those who are or were authors, of whom there may be more than a statement takes values. */
function usersAmong(ids: number[], documentIds: string[]): Promise<User[]> {
  const users = raw(`@${strapi.db.metadata.get(USER).tableName}`);
  const given = documentIds.map((document_id) => ({ document_id }));
  return run<User>(sql`SELECT id, document_id FROM ${users} WHERE ${oneOfIds(raw('id'), ids)}
    OR document_id IN (SELECT given.document_id FROM ${jsonRows({ document_id: 'text' }, given)})`);
}

/**
 * Steps from author to author through the index, however many records each has written: SQLite looks up the
 * bound that is said first, and would read on from 0 at each step.
 */
const authorsOf = (type: PostType) =>
  run<{ id: number }>(
    sql`WITH RECURSIVE each(id) AS (
        SELECT min(author) FROM ${tableOf(type)} WHERE author > 0
        UNION ALL
        SELECT (SELECT min(author) FROM ${tableOf(type)} WHERE author > each.id AND author > 0)
        FROM each WHERE each.id IS NOT NULL)
      SELECT id FROM each WHERE id IS NOT NULL`,
  );

async function authorIds(): Promise<number[]> {
  const ids = new Set<number>();
  for (const type of POST_TYPES) for (const { id } of await authorsOf(type)) ids.add(id);
  return [...ids];
}

/**
 * In one statement for each type, so that users who have swapped their ids swap their records. `author > 0`
 * leads SQLite to the index, which has no others: it would read all of `given` again for each row.
 */
async function replace(moved: Moved[]) {
  const given = jsonRows({ was: 'integer', now: 'integer' }, moved);
  for (const type of POST_TYPES) {
    await run(sql`UPDATE ${tableOf(type)} SET author = given.now
      FROM ${given} WHERE author > 0 AND author = given.was`);
  }
}

/**
 * D4.2: an `author` is the id of a user, and an import gives users new ones. Their document ids stay,
 * and are remembered at each start, also at that of an export: so records follow their authors, and
 * those of a user who is gone belong to nobody rather than to whoever gets the id. Gives how many
 * authors have another id; with `check` it only counts.
 */
export async function repairAuthors({ check = false } = {}): Promise<number> {
  const memory = strapi.store({ type: 'plugin', name: 'calendar', key: 'authors' });
  return withoutTimeout(async (trx) => {
    await lock('authors', trx);
    const before = ((await memory.get({})) as Authors | null) ?? {};
    const ids = await authorIds();
    const users = await usersAmong(ids, Object.values(before));
    const idOf = new Map(users.map(({ id, document_id }) => [document_id, id]));
    const documentOf = new Map(users.map(({ id, document_id }) => [id, document_id]));
    const meant = ids.map((was) => ({
      was,
      now: idOf.get(before[was] ?? documentOf.get(was) ?? '') ?? 0,
    }));
    const moved = meant.filter(({ was, now }) => was !== now);
    if (check) return moved.length;
    if (moved.length > 0) {
      await replace(moved);
      await endGenerations(); // D8.14: no line tells of it.
    }
    const authors = meant.map(({ now }) => now).filter((id) => id !== 0);
    await memory.set({ value: Object.fromEntries(authors.map((id) => [id, documentOf.get(id)])) });
    return moved.length;
  });
}
