import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import type { Context } from 'koa';
import {
  keepReply,
  keptReply,
  type RepeatableWrite,
  type Reply,
} from '../database/idempotency-keys';
import { type Once, tryLock } from '../database/transaction';
import { invalidParams, refuse } from '../messages/errors';
import type { MessageKey } from '../messages/t';
import type { Edge } from './edge';

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

const HEADER = 'Idempotency-Key';

/** A string of RFC 8941, as the draft has it, or the same without its quotes. */
const FORM = /^(?:"([\x20\x21\x23-\x5b\x5d-\x7e]{1,255})"|([\x21\x23-\x5b\x5d-\x7e]{1,255}))$/;

const refused = (text: MessageKey) => invalidParams({ [HEADER]: { text } });

/** Bytes of a sent file stand for themselves by their hash. */
function told(this: Record<string, unknown>, name: string, value: unknown) {
  const own = this[name];
  return Buffer.isBuffer(own) ? createHash('sha256').update(own).digest('hex') : value;
}

/** All that a write depends on. */
function requestOf(ctx: Context): string {
  const { language, rest } = ctx.state.calendar as Edge;
  const { body } = ctx.request as { body?: unknown };
  const conditions = [ctx.get('If-Match'), ctx.get('If-None-Match')];
  const parts = [ctx.method, language, rest, ctx.querystring, body, ...conditions];
  return createHash('sha256').update(JSON.stringify(parts, told)).digest('hex');
}

/** The write by its key; throws CalendarError 400 for no key, and where nobody says who asks. */
function repeatable(ctx: Context): RepeatableWrite {
  const { strategy, credentials } = ctx.state.auth ?? {};
  if (!credentials) throw refused('idempotency.anonymous');
  const [, quoted, bare] = FORM.exec(ctx.get(HEADER).trim()) ?? [];
  const key = quoted ?? bare;
  if (!key) throw refused('idempotency.form');
  return { caller: `${strategy.name}:${credentials.id}`, key, request: requestOf(ctx) };
}

/** Answers a write, whether it was done now or before. */
function send(ctx: Context, { status, body, headers = {}, tagged }: Reply) {
  ctx.status = status;
  ctx.set(headers);
  ctx.body = body;
  if (tagged) ctx.state.tagged = tagged;
}

/** Answers what the work has written, which the key's reply is made of in the work's own transaction. */
export type Answering<Written> = (
  replyOf: (written: Written) => Reply,
  work: () => Promise<Written>,
) => Promise<Reply>;

/** A write, up to its answer. */
type Write<Written> = (ctx: Context, answer: Answering<Written>) => Promise<Reply>;

async function done<Written>(ctx: Context, write: Write<Written>): Promise<Reply> {
  if (ctx.get(HEADER) === '') return write(ctx, async (replyOf, work) => replyOf(await work()));
  const asked = repeatable(ctx);
  const now = new Date();
  const before = await answeredBefore(asked, now);
  if (before) return before;
  try {
    return await write(ctx, async (replyOf, work) => {
      ctx.state.once = onceFor(asked, now, replyOf);
      return replyOf(await work());
    });
  } catch (error) {
    if (error instanceof Repeated) return error.reply;
    throw error;
  }
}

/** D8.15: a write that is repeated with its `Idempotency-Key` is done once, and answered as it was. */
export const idempotent =
  <Written>(write: Write<Written>) =>
  async (ctx: Context): Promise<void> =>
    send(ctx, await done(ctx, write));
