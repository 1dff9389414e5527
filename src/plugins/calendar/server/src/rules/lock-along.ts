import type { Knex } from 'knex';
import { LINKED_TYPES, type Naming } from '../store/linked-rows';
import { holdsRecord, lockRecord } from '../store/lock';
import { isPostgres } from '../store/table';
import { waiting } from './waiting';

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
