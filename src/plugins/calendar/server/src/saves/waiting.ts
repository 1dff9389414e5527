import type { Knex } from 'knex';

import { statusOf, type Values } from '../content-types/rows';
import {
  LINKED_TYPES,
  type LinkedRow,
  type LinkedType,
  linkedRows,
  type Naming,
} from '../database/links';
import { isPostgres } from '../database/run';
import { holdsRecord, lockRecord } from '../database/transaction';
import { isId } from './prepare';

/** A venue or organizer that nobody can read yet (D6.7). */
export interface Waiting {
  type: LinkedType;
  documentId: string;
  rows: LinkedRow[];
}

/** Whether a save changes what would be published along. */
export const refersAnew = (data: Values) => LINKED_TYPES.some((type) => data[type] !== undefined);

/** Looked at before the rules refuse what is no list of ids. */
const idsIn = (events: Values[], type: LinkedType) => [
  ...new Set(events.flatMap((event) => event[type] ?? []).filter(isId)),
];

/** What these events, as they are sent or stored, name. */
export const namedIn = (events: Values[]): Naming => ({
  venue: idsIn(events, 'venue'),
  organizer: idsIn(events, 'organizer'),
});

/** Draft, pending or scheduled in every language: what is private or in the trash is so on purpose. */
function waits({ rows }: Waiting, now: Date): boolean {
  const states = rows.map((row) => statusOf(row, now));
  const flagged = rows.some(({ post_status }) => post_status === 'private');
  return !flagged && !states.includes('publish') && !states.includes('trash');
}

function recordsIn(rows: LinkedRow[]): Waiting[] {
  const records = new Map<string, Waiting>();
  for (const row of rows) {
    const { type, documentId } = row;
    const record = records.get(documentId) ?? { type, documentId, rows: [] };
    record.rows.push(row);
    records.set(documentId, record);
  }
  return [...records.values()];
}

const orderOf = ({ type, documentId }: Waiting) => `${type}:${documentId}`;

/** In the order in which their names are taken (decision 6). */
export async function waiting(naming: Naming, now: Date): Promise<Waiting[]> {
  const found = recordsIn(await linkedRows(naming)).filter((record) => waits(record, now));
  return found.sort((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1));
}

/** What a transaction has looked at: `venue:12`. */
const seen = new WeakMap<Knex.Transaction, Set<string>>();

/** Of what events name that which the transaction has not looked at; it has, once it holds the event. */
function unseen({ event, ...ids }: Naming, trx: Knex.Transaction): Naming {
  const known = seen.get(trx) ?? new Set();
  seen.set(trx, known);
  const left: Naming = { venue: [], organizer: [] };
  for (const type of LINKED_TYPES) {
    left[type] = ids[type].filter((id) => !known.has(`${type}:${id}`));
    for (const id of left[type]) known.add(`${type}:${id}`);
  }
  return event === undefined || holdsRecord('event', event, trx) ? left : { ...left, event };
}

/**
 * Decision 6: what saving events may publish along is taken before the events themselves. Belongs into
 * the save's transaction.
 */
export async function lockAlong(naming: Naming, now: Date): Promise<void> {
  if (!isPostgres()) return; // Where there are no names to take.
  await strapi.db.transaction(async ({ trx }) => {
    for (const { type, documentId } of await waiting(unseen(naming, trx), now)) {
      await lockRecord(type, documentId);
    }
  });
}
