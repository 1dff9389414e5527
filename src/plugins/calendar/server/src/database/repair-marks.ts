import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { FOLDED } from '../kinds/text/normalize';
import { type RecordType, uidOf } from '../settings/record-types';
import type { Sql } from '../sql/sql';
import { isPostgres, qualified, recordTable, table } from './run';

/** Beside Strapi's own tables, so that no export takes it along and no import brings another's. */
const MARKS = 'calendar_repairs';

/** Whoever changes what a comparison looks for counts on, and the next start compares all rows. */
const COMPARISON = 1;

const hash = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex');

/** SQLite rebuilds a table whose columns change, which cascades to what references its rows. */
const versionOf = (type: RecordType): string =>
  hash([COMPARISON, FOLDED, strapi.contentType(uidOf(type)).attributes]);

export async function createMarks(): Promise<void> {
  await strapi.db.connection.raw(`CREATE TABLE IF NOT EXISTS ${qualified(MARKS)} (
    type varchar(16) PRIMARY KEY,
    version varchar(64) NOT NULL,
    highest_id integer
  )`);
}

interface Ends {
  lowest: number | null;
  highest: number | null;
}

const ends = async (type: RecordType): Promise<Ends> =>
  (await table(recordTable(type)).min('id as lowest').max('id as highest').first()) as Ends;

/**
 * Whether all rows of the type were compared and later ones saved by the rules. An import empties a type
 * before it fills it, and ids are never reused: when no compared row is left, the others bypassed the rules.
 */
export async function isCompared(type: RecordType): Promise<boolean> {
  const mark = await table(MARKS).where({ type }).first('version', 'highest_id');
  const { lowest } = await ends(type);
  if (lowest === null) return true;
  return mark?.version === versionOf(type) && mark.highest_id !== null && lowest <= mark.highest_id;
}

/** To be asked before the comparison begins: gives what remembers it once it has ended. */
export async function beginComparison(type: RecordType): Promise<() => Promise<void>> {
  const { highest } = await ends(type);
  const mark = { type, version: versionOf(type), highest_id: highest };
  return async () => {
    await table(MARKS).insert(mark).onConflict('type').merge();
  };
}

/** Whether something that follows from records of several types was made by this very statement. */
export async function isMade(name: string, by: Sql): Promise<boolean> {
  const mark = await table(MARKS).where({ type: name }).first('version');
  return mark?.version === hash(by);
}

export async function rememberMade(name: string, by: Sql): Promise<void> {
  await table(MARKS)
    .insert({ type: name, version: hash(by) })
    .onConflict('type')
    .merge();
}

/** A transaction whose statements may read every row, however many there are, in whatever time that takes. */
export async function withoutTimeout<Result>(
  work: (trx: Knex.Transaction) => Promise<Result>,
): Promise<Result> {
  return await strapi.db.transaction(async ({ trx }) => {
    if (isPostgres()) await trx.raw('SET LOCAL statement_timeout = 0');
    return await work(trx as Knex.Transaction);
  });
}
