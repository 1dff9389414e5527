import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { FOLDED } from '../kinds/text/normalize';
import { type RecordType, uidOf } from '../settings/record-types';
import { type Sql, sql } from '../sql/sql';
import { execute, isPostgres, qualified, run, table, tableOf } from './run';

/** Not a content type, so that neither exports nor imports include it. */
const MARKS = 'calendar_repairs';

/** Increment when the comparison itself changes: the next start then compares all rows. */
const COMPARISON = 1;

const hash = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex');

/** Includes the attributes, because SQLite rebuilds a changed table, which deletes rows that reference it. */
const versionOf = (type: RecordType): string =>
  hash([COMPARISON, FOLDED, strapi.contentType(uidOf(type)).attributes]);

export async function createMarks(): Promise<void> {
  await execute(`CREATE TABLE IF NOT EXISTS ${qualified(MARKS)} (
    type varchar(16) PRIMARY KEY,
    version varchar(64) NOT NULL,
    highest_id integer
  )`);
}

interface Ends {
  lowest: number | null;
  highest: number | null;
}

/** In two subqueries: SQLite answers one MIN or MAX from the key, and reads all rows for both. */
async function ends(type: RecordType): Promise<Ends> {
  const [row] = await run<Ends>(sql`SELECT (SELECT MIN(id) FROM ${tableOf(type)}) AS lowest,
    (SELECT MAX(id) FROM ${tableOf(type)}) AS highest`);
  return row as Ends;
}

/**
 * Whether all rows of the type were compared or later saved through our hooks. An import empties a
 * type before it fills it, and row ids are never reused, so rows that bypassed the hooks are the
 * only ones left if no compared row is.
 */
export async function isCompared(type: RecordType): Promise<boolean> {
  const mark = await table(MARKS).where({ type }).first('version', 'highest_id');
  const { lowest } = await ends(type);
  if (lowest === null) return true;
  return mark?.version === versionOf(type) && mark.highest_id !== null && lowest <= mark.highest_id;
}

/** Whether another version of the calendar has stored this mark. */
async function isOther(type: string, version: string): Promise<boolean> {
  const mark = await table(MARKS).where({ type }).first('version');
  return mark !== undefined && mark.version !== version;
}

export const isComparedByOther = (type: RecordType) => isOther(type, versionOf(type));

/** Call before a comparison; returns a function that stores the mark once it has finished. */
export async function beginComparison(type: RecordType): Promise<() => Promise<void>> {
  const { highest } = await ends(type);
  const mark = { type, version: versionOf(type), highest_id: highest };
  return async () => {
    await table(MARKS).insert(mark).onConflict('type').merge();
  };
}

/** Whether the derived data was last written by exactly this statement. */
export async function isWrittenBy(name: string, by: Sql): Promise<boolean> {
  const mark = await table(MARKS).where({ type: name }).first('version');
  return mark?.version === hash(by);
}

export const isWrittenByOther = (name: string, by: Sql) => isOther(name, hash(by));

/** Stores by which statement the derived data was written, for `isWrittenBy` at the next start. */
export async function storeMark(name: string, by: Sql): Promise<void> {
  await table(MARKS)
    .insert({ type: name, version: hash(by) })
    .onConflict('type')
    .merge();
}

/** Runs work in a transaction without a statement timeout. */
export async function withoutTimeout<Result>(
  work: (trx: Knex.Transaction) => Promise<Result>,
): Promise<Result> {
  return await strapi.db.transaction(async ({ trx }) => {
    if (isPostgres()) await trx.raw('SET LOCAL statement_timeout = 0');
    return await work(trx as Knex.Transaction);
  });
}
