import type { Knex } from 'knex';
import { recordTable } from '../content-types/rows';
import {
  isPostType,
  RECORD_TYPES,
  type RecordType,
  type TermType,
  uidOf,
} from '../settings/record-types';
import { raw, type Sql, sql } from '../sql/sql';
import { endGenerations } from './generations';
import { withoutTimeout } from './repair-marks';
import { isPostgres, run, table, tableOf } from './run';
import { lock } from './transaction';

/** The table of counters on SQLite, which has no sequences. */
const SEQUENCES = 'calendar_sequences';

const NAMES = ['post', 'term'] as const;

type Sequence = (typeof NAMES)[number];

/** D4.2: events, venues and organizers share one sequence; categories and tags another. */
const sequenceOf = (type: RecordType): Sequence => (isPostType(type) ? 'post' : 'term');

/** The PostgreSQL sequence, which does not block other transactions until the commit. */
const postgresSequence = (name: Sequence): Sql => raw(`@calendar_${name}_ids`);

async function nextOnPostgres(name: Sequence): Promise<number> {
  const [row] = await run<{ id: string }>(sql`SELECT nextval('${postgresSequence(name)}') AS id`);
  return Number(row?.id);
}

async function nextOnSqlite(name: Sequence): Promise<number> {
  return await strapi.db.transaction(async ({ trx }) => {
    const next = strapi.db.connection.raw('?? + 1', [`${SEQUENCES}.value`]);
    const [row] = await table(SEQUENCES, trx)
      .insert({ name, value: 1 })
      .onConflict('name')
      .merge({ value: next })
      .returning('value');
    return Number(row.value);
  });
}

/** The next public id of a type; gaps are possible. */
export const nextId = (type: RecordType): Promise<number> =>
  isPostgres() ? nextOnPostgres(sequenceOf(type)) : nextOnSqlite(sequenceOf(type));

/** Raises a sequence to an id if it is lower. */
async function raiseSequence(name: Sequence, highest: number, trx: Knex.Transaction) {
  if (isPostgres()) {
    await run(sql`SELECT setval('${postgresSequence(name)}', ${highest}) FROM ${postgresSequence(name)}
      WHERE last_value + is_called::int <= ${highest}`);
    return;
  }
  const counters = () => table(SEQUENCES, trx);
  await counters().insert({ name, value: highest }).onConflict('name').ignore();
  await counters().where({ name }).where('value', '<', highest).update({ value: highest });
}

async function raiseToRows(type: RecordType, trx: Knex.Transaction) {
  const { highest } = await table(recordTable(type), trx).max('public_id as highest').first();
  if (highest) await raiseSequence(sequenceOf(type), highest, trx);
}

/** The last id of a sequence; 0 if none. */
async function lastId(name: Sequence): Promise<number> {
  const [row] = await run<{ id: string | null }>(
    isPostgres()
      ? sql`SELECT last_value + is_called::int - 1 AS id FROM ${postgresSequence(name)}`
      : sql`SELECT max(value) AS id FROM @calendar_sequences WHERE name = ${name}`,
  );
  return Number(row?.id);
}

/** The last ids, in Strapi's store, which exports include, unlike sequences and deleted records. */
const lastIds = () => strapi.store({ type: 'plugin', name: 'calendar', key: 'ids' });

async function raiseSequences(trx: Knex.Transaction) {
  const stored = ((await lastIds().get({})) ?? {}) as Partial<Record<Sequence, number>>;
  for (const name of NAMES) {
    const last = stored[name];
    if (last) await raiseSequence(name, last, trx);
  }
  for (const type of RECORD_TYPES) await raiseToRows(type, trx);
}

async function storeLastIds() {
  await lastIds().set({ value: { post: await lastId('post'), term: await lastId('term') } });
}

async function countWithoutId(type: RecordType, trx: Knex.Transaction): Promise<number> {
  const rows = table(recordTable(type), trx).whereNull('public_id');
  const { count } = await rows.count('* as count').first();
  return Number(count);
}

/** Gives rows without an id the one of their record's other rows. */
const copySiblingIds = (type: RecordType) =>
  run(sql`UPDATE ${tableOf(type)} AS lacking SET public_id = (
      SELECT max(public_id) FROM ${tableOf(type)} AS sibling
      WHERE sibling.document_id = lacking.document_id)
    WHERE public_id IS NULL`);

/** One new id for all rows of each record that has none. */
async function assignNewIds(type: RecordType, trx: Knex.Transaction) {
  const name = sequenceOf(type);
  const next = isPostgres()
    ? sql`nextval('${postgresSequence(name)}')`
    : sql`row_number() OVER () + COALESCE(
        (SELECT max(value) FROM @calendar_sequences WHERE name = ${name}), 0)`;
  await run(sql`WITH named AS MATERIALIZED (SELECT document_id, ${next} AS id
      FROM (SELECT DISTINCT document_id FROM ${tableOf(type)} WHERE public_id IS NULL) AS each)
    UPDATE ${tableOf(type)} AS lacking SET public_id = named.id FROM named
    WHERE named.document_id = lacking.document_id AND public_id IS NULL`);
  if (!isPostgres()) await raiseToRows(type, trx);
}

/**
 * D4.2: raises sequences after an import so that no id is assigned twice, not even that of a deleted record, to which
 * others may refer, and gives records without an id one. Stores the last ids, at each start (that of an export too).
 * Returns how many rows had none, which an index answers at every start; `check` only counts.
 */
export const repairSequences = ({ check = false } = {}): Promise<number> =>
  withoutTimeout(async (trx) => {
    await lock('ids', trx);
    if (!check) await raiseSequences(trx);
    let lacking = 0;
    for (const type of RECORD_TYPES) {
      const count = await countWithoutId(type, trx);
      lacking += count;
      if (count === 0 || check) continue;
      await copySiblingIds(type);
      await assignNewIds(type, trx);
    }
    if (!check) await storeLastIds();
    if (lacking > 0 && !check) await endGenerations(); // D8.14: not in the list of changes.
    return lacking;
  });

/** One language of a record; a new one has no document yet. */
export interface SlugOwner {
  type: RecordType;
  documentId?: string;
  locale: string;
}

/** Those of the slugs that belong to other records of the type and language, outside the trash. */
export async function takenSlugs(
  { type, documentId, locale }: SlugOwner,
  slugs: string[],
  trx: Knex.Transaction,
): Promise<Set<string>> {
  const query = table(recordTable(type), trx)
    .distinct('slug')
    .where({ locale })
    .whereIn('slug', slugs);
  if (documentId) query.whereNot({ document_id: documentId });
  if (isPostType(type)) query.whereNull('trashed_at');
  const rows: { slug: string }[] = await query;
  return new Set(rows.map(({ slug }) => slug));
}

/** The public id of the term that has the slug in the language. */
export async function slugOwner(
  type: TermType,
  slug: string,
  locale: string,
): Promise<number | undefined> {
  const row = await strapi.db.query(uidOf(type)).findOne({ where: { slug, locale } });
  return row?.public_id;
}
