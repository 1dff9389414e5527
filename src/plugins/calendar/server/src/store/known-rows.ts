import type { Knex } from 'knex';
import type { Row } from '../content-types/rows';
import type { PostType } from '../settings/record-types';
import { holdsRecord } from './lock';
import { REVISIONS } from './revisions';

/** The rows of records, by type and document. */
type Known = Map<string, Promise<Row[]>>;

const knownTo = new WeakMap<Knex.Transaction, Known>();

/** Whether a statement may change rows: all but reads, and but the counter that each save raises. */
const mayChange = (sql: string) => !/^\s*select\b/i.test(sql) && !sql.includes(REVISIONS);

/** What the transaction has read and nothing was written since. */
function knownIn(trx: Knex.Transaction): Known {
  const known = knownTo.get(trx) ?? new Map();
  if (!knownTo.has(trx)) {
    knownTo.set(trx, known);
    trx.on('query', ({ sql }: { sql: string }) => mayChange(sql) && known.clear());
  }
  return known;
}

const copied = (rows: Row[]) => rows.map((row) => ({ ...row }));

/** A post and the transaction that reads it. */
interface Reading {
  type: PostType;
  documentId: string;
  trx: Knex.Transaction;
}

/**
 * All rows of a post: where the transaction holds it (nobody else can write it) they are read once,
 * and again when the transaction has written anything. So the next save, and the answer, begin with
 * what the save before them has read last.
 */
export async function readOnce(reading: Reading, read: () => Promise<Row[]>): Promise<Row[]> {
  const { type, documentId, trx } = reading;
  if (!holdsRecord(type, documentId, trx)) return read();
  const known = knownIn(trx);
  const key = `${type}:${documentId}`;
  const rows = known.get(key) ?? read();
  known.set(key, rows);
  return copied(await rows);
}

/** What a save gives as all rows of a post that it has made. */
export function rememberRows({ type, documentId, trx }: Reading, rows: Row[]): void {
  knownIn(trx).set(`${type}:${documentId}`, Promise.resolve(rows));
}

/** The rows of the post with this public id (D4.2: no two types share one), if they are known. */
export async function knownRows(publicId: number, trx: Knex.Transaction) {
  for (const rows of knownTo.get(trx)?.values() ?? []) {
    const all = await rows;
    if (all[0]?.public_id === publicId) return copied(all);
  }
  return undefined;
}
