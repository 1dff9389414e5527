import { POST_TYPES, type PostType, USER_UID } from '../settings/record-types';
import { raw, sql } from '../sql/sql';
import { endGenerations } from './generations';
import { withoutTimeout } from './repair-marks';
import { jsonRows, oneOfIds, run, tableOf } from './run';
import { dataVersion } from './snapshot';
import { lock } from './transaction';

/** The authors of all records: document ids of users, by the user id stored in records. */
type Authors = Record<number, string>;

/** An author whose user id has changed; `now` is 0 if the user no longer exists. */
interface Moved {
  was: number;
  now: number;
}

interface User {
  id: number;
  document_id: string;
}

/** The users who are or were authors. Passed as JSON, because there may be more than a statement's parameters. */
function usersAmong(ids: number[], documentIds: string[]): Promise<User[]> {
  const users = raw(`@${strapi.db.metadata.get(USER_UID).tableName}`);
  const given = documentIds.map((document_id) => ({ document_id }));
  return run<User>(sql`SELECT id, document_id FROM ${users} WHERE ${oneOfIds(raw('id'), ids)}
    OR document_id IN (SELECT given.document_id FROM ${jsonRows({ document_id: 'text' }, given)})`);
}

/**
 * The distinct authors by a loose index scan, independent of the number of records. SQLite seeks to the bound that is
 * written first, and would otherwise scan from 0 at each step.
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
 * Replaces author ids in one statement per type, so that swapped ids are swapped correctly. `author > 0` makes SQLite
 * use the partial index; otherwise it would scan `given` for each row.
 */
async function replace(moved: Moved[]) {
  const given = jsonRows({ was: 'integer', now: 'integer' }, moved);
  for (const type of POST_TYPES) {
    await run(sql`UPDATE ${tableOf(type)} SET author = given.now
      FROM ${given} WHERE author > 0 AND author = given.was`);
  }
}

/**
 * D4.2: updates `author` (a user id) after an import, which assigns new ids to users. Their document ids are kept and
 * stored at each start (that of an export too), so records can follow their authors; records of a deleted user lose
 * their author instead of passing to whoever gets the id. Returns how many authors changed; `check` only counts.
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
      await endGenerations(); // D8.14: not in the list of changes.
    }
    const authors = meant.map(({ now }) => now).filter((id) => id !== 0);
    await memory.set({ value: Object.fromEntries(authors.map((id) => [id, documentOf.get(id)])) });
    return moved.length;
  });
}

/** The time of the last import (ms), among Strapi's settings, which all nodes read. */
const lastImport = () => strapi.store({ type: 'plugin', name: 'calendar', key: 'imported' });

/** Ends the log-ins of registered users, whose ids an import has changed; call before its COMMIT. */
export const endLogIns = (now: Date): Promise<unknown> =>
  lastImport().set({ value: now.getTime() });

let kept: { version: number; imported: number } | undefined;

/** The time of the last import, read once per version of the data (13.3). */
async function readLastImport(): Promise<number> {
  const version = await dataVersion();
  if (version && kept?.version === version.number) return kept.imported;
  const imported = Number((await lastImport().get({})) ?? 0);
  kept = version && { version: version.number, imported };
  return imported;
}

interface Tokens {
  verify(token: string): Promise<{ iat: number }>;
}

/**
 * D10.13: refuses JWTs of users that were issued before the last import: the row id in one may be that of another user
 * now. `iat` is in whole seconds.
 */
export function refuseFormerLogIns(): void {
  const tokens: Tokens = strapi.plugin('users-permissions').service('jwt');
  const verify = tokens.verify.bind(tokens);
  tokens.verify = async (token) => {
    const payload = await verify(token);
    if (payload.iat * 1000 <= (await readLastImport())) throw new Error('Invalid token.');
    return payload;
  };
}
