import type { Knex } from 'knex';
import { refuse } from '../messages/errors';
import { keepReply, keptReply, type RepeatableWrite, type Reply } from '../store/idempotency-keys';
import { tryLock } from '../store/lock';
import type { Once } from '../store/whole';

/** What was answered before is answered again; it is no failure, but ends the write. */
export class Repeated extends Error {
  constructor(readonly reply: Reply) {
    super('The write has been answered before.');
  }
}

/** The answer that this write had, if it was done before; throws CalendarError 422 for another one with its key. */
export async function answeredBefore(
  write: RepeatableWrite,
  now: Date,
  trx?: Knex.Transaction,
): Promise<Reply | undefined> {
  const kept = await keptReply(write, now, trx);
  if (kept && kept.request !== write.request) throw refuse(422, 'rest_idempotency_key_reused');
  return kept?.reply;
}

/**
 * Does the write once: nobody else writes by the key meanwhile (else CalendarError 409), and what it
 * answers is kept by its own transaction, or nothing is. Throws `Repeated` when it was done before.
 */
export const onceFor = <Written>(
  write: RepeatableWrite,
  now: Date,
  replyOf: (written: Written) => Reply,
): Once => ({
  async begin(trx) {
    const name = `idempotency:${write.caller}:${write.key}`;
    if (!(await tryLock(name, trx))) throw refuse(409, 'rest_idempotency_key_in_use');
    const reply = await answeredBefore(write, now, trx);
    if (reply) throw new Repeated(reply);
  },
  end: (written, trx) => keepReply(write, replyOf(written as Written), { now, trx }),
});
