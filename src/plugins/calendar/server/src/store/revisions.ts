import type { Knex } from 'knex';
import type { RecordType } from '../settings/record-types';
import { list, raw, type Sql, sql } from '../sql/sql';
import { oneOfIds } from './ids';
import { tableOf } from './record-table';
import { run } from './run';
import { table } from './table';

export const REVISIONS = 'calendar_revisions';

interface Stored {
  revision: string | number | null;
  updated: string | number | Date | null;
}

/** The revisions that a transaction has given to records, by type and public id. */
const given = new WeakMap<Knex.Transaction, Map<string, number>>();

/** A record by both of its ids. */
interface Which {
  documentId: string;
  publicId: number;
}

const revisionIn = ({ revision, updated }: Stored) =>
  revision === null ? +new Date(updated ?? 0) : Number(revision);

/** What the open transaction has made of the record's revision, so that it need not be read. */
const revisionGiven = async (type: RecordType, publicId: number): Promise<number | undefined> =>
  strapi.db.inTransaction()
    ? strapi.db.transaction(({ trx }) => given.get(trx)?.get(`${type}:${publicId}`))
    : undefined;

/**
 * D8.4: how often and when a record has changed, in one number that only grows. Before its first
 * change here (an import, an older calendar) it is the moment of the last one.
 */
export async function revisionOf(type: RecordType, publicId: number): Promise<number> {
  const known = await revisionGiven(type, publicId);
  if (known !== undefined) return known;
  return (await revisionsOf({ [type]: [publicId] }))(type, publicId);
}

/** Public ids of records by their type. */
export type Records = Partial<Record<RecordType, number[]>>;

const revisionsIn = (type: RecordType, ids: number[]): Sql => {
  const name = raw(`'${type}'`);
  return sql`SELECT ${name} AS type, e.public_id AS id,
      max(r.revision) AS revision, max(e.updated_at) AS updated
    FROM ${tableOf(type)} e
    LEFT JOIN @calendar_revisions r ON r.type = ${name} AND r.document_id = e.document_id
    WHERE ${oneOfIds(raw('e.public_id'), ids)} GROUP BY e.public_id`;
};

/** The revisions of many records, in one statement; of one that is unknown it is 0. */
export async function revisionsOf(records: Records) {
  const asked = Object.entries(records).filter(([, ids]) => ids.length > 0);
  const queries = asked.map(([type, ids]) => revisionsIn(type as RecordType, ids));
  const rows =
    queries.length === 0
      ? []
      : await run<Stored & { type: RecordType; id: number }>(list(queries, ' UNION ALL '));
  const known = new Map(rows.map((row) => [`${row.type} ${row.id}`, revisionIn(row)]));
  return (type: RecordType, id: number): number => known.get(`${type} ${id}`) ?? 0;
}

/** The one that follows, and not before the moment of the save. */
const NEXT = 'CASE WHEN ?? < excluded.revision THEN excluded.revision ELSE ?? + 1 END';

/**
 * D8.4: another revision, `least` or more. Belongs into the save's transaction, behind the record's
 * lock.
 */
export async function raiseRevision(
  type: RecordType,
  { documentId: document_id, publicId }: Which,
  least: number,
): Promise<void> {
  const own = `${REVISIONS}.revision`;
  await strapi.db.transaction(async ({ trx }) => {
    const [row] = await table(REVISIONS, trx)
      .insert({ type, document_id, revision: least })
      .onConflict(['type', 'document_id'])
      .merge({ revision: trx.raw(NEXT, [own, own]) })
      .returning('revision');
    const revisions = given.get(trx) ?? new Map();
    given.set(trx, revisions.set(`${type}:${publicId}`, Number(row.revision)));
  });
}

/** Of a record that is gone; an import may bring it back as it was. */
export async function forgetRevision(type: RecordType, document_id: string) {
  await strapi.db.transaction(({ trx }) =>
    table(REVISIONS, trx).where({ type, document_id }).delete(),
  );
}
