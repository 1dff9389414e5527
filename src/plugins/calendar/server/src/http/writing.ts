import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import type { Context } from 'koa';
import type { Values } from '../content-types/rows';
import {
  findReply,
  type IdempotentWrite,
  type Reply,
  storeReply,
} from '../database/idempotency-keys';
import { type Once, tryLock } from '../database/transaction';
import { language } from '../kinds/choice';
import { readParams } from '../kinds/kind';
import { cleanSlug, normalizeName } from '../kinds/text/normalize';
import { CalendarError, invalidParams, refuse } from '../messages/errors';
import type { MessageKey } from '../messages/t';
import type { Key } from '../records/named-record';
import type { Precondition, Rows, WritingService, Written } from '../records/write-request';
import { isAny, type View } from '../resources/answer';
import { IDEMPOTENCY_KEY } from '../resources/payloads';
import type { Resource } from '../resources/resource';
import { recordKeyOf, requireAgreement, sentValues, withoutSecrets } from './body';
import { callerOf, viewOf } from './caller';
import { type Edge, isStrict, likelyLanguage, readContext } from './edge';
import { readRequestOf, validateKeyParams } from './reading';

/** What was answered before is answered again; it is no failure, but ends the write. */
class Replay extends Error {
  constructor(readonly reply: Reply) {
    super('The write has been answered before.');
  }
}

/** The answer that this write had, if it was done before; throws CalendarError 422 for another one with its key. */
async function storedReply(
  write: IdempotentWrite,
  now: Date,
  trx?: Knex.Transaction,
): Promise<Reply | undefined> {
  const stored = await findReply(write, now, trx);
  if (stored && stored.request !== write.request) throw refuse(422, 'rest_idempotency_key_reused');
  return stored?.reply;
}

/**
 * Runs the write once: concurrent use of its key is CalendarError 409, and its reply is stored by the same
 * transaction, or nothing is. Throws `Replay` when it was done before.
 */
const onceFor = <Written>(
  write: IdempotentWrite,
  now: Date,
  replyOf: (written: Written) => Reply,
): Once => ({
  async begin(trx) {
    const name = `idempotency:${write.caller}:${write.key}`;
    if (!(await tryLock(name, trx))) throw refuse(409, 'rest_idempotency_key_in_use');
    const reply = await storedReply(write, now, trx);
    if (reply) throw new Replay(reply);
  },
  end: (written, trx) => storeReply(write, replyOf(written as Written), { now, trx }),
});

/** A string of RFC 8941, as the draft has it, or the same without its quotes. */
const FORM = /^(?:"([\x20\x21\x23-\x5b\x5d-\x7e]{1,255})"|([\x21\x23-\x5b\x5d-\x7e]{1,255}))$/;

const invalidKey = (text: MessageKey) => invalidParams({ [IDEMPOTENCY_KEY]: { text } });

/** All that a write depends on. */
function fingerprintOf(ctx: Context): string {
  const { language, rest } = ctx.state.calendar as Edge;
  const { body } = ctx.request as { body?: unknown };
  const conditions = [ctx.get('If-Match'), ctx.get('If-None-Match')];
  if (isStrict(ctx.req)) conditions.push('strict');
  const parts = [ctx.method, language, rest, ctx.querystring, body, ...conditions];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** The write by its key; throws CalendarError 400 for no key, and where nobody says who asks. */
function idempotentWriteIn(ctx: Context): IdempotentWrite {
  const { strategy, credentials } = ctx.state.auth ?? {};
  if (!credentials) throw invalidKey('idempotency.anonymous');
  const [, quoted, bare] = FORM.exec(ctx.get(IDEMPOTENCY_KEY).trim()) ?? [];
  const key = quoted ?? bare;
  if (!key) throw invalidKey('idempotency.form');
  return { caller: `${strategy.name}:${credentials.id}`, key, request: fingerprintOf(ctx) };
}

/** RFC 9110 13.1: the version that a write is of, or is not of, where its caller names one. */
function preconditionOf(
  ctx: Context,
  resource: Pick<Resource, 'type' | 'single'>,
): Precondition | undefined {
  // Empty, `If-Match` names no version, and none matches.
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = ctx.req.headers;
  if (isAny(ifMatch ?? '*') && ifNoneMatch === undefined) return undefined;
  return { ifMatch, ifNoneMatch, readRequest: readRequestOf(ctx, resource) };
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

async function perform<Written>(ctx: Context, write: Write<Written>): Promise<Reply> {
  const isSent = ctx.req.headers[IDEMPOTENCY_KEY.toLowerCase()] !== undefined;
  if (!isSent) return write(ctx, async (replyOf, work) => replyOf(await work()));
  const keyed = idempotentWriteIn(ctx);
  const now = new Date();
  const before = await storedReply(keyed, now);
  if (before) return before;
  try {
    return await write(ctx, async (replyOf, work) => {
      ctx.state.once = onceFor(keyed, now, replyOf);
      return replyOf(await work());
    });
  } catch (error) {
    if (error instanceof Replay) return error.reply;
    const meanwhile = error instanceof CalendarError && (await storedReply(keyed, now));
    if (meanwhile) return meanwhile; // Its repeat ran beside it: what it deletes was gone already.
    throw error;
  }
}

/** D8.15: a write that is repeated with its `Idempotency-Key` is done once, and answered as it was. */
const idempotent =
  <Written>(write: Write<Written>) =>
  async (ctx: Context): Promise<void> =>
    send(ctx, await perform(ctx, write));

/** Who writes what, in the language of query, body, address, default (D7.1); any other is refused. */
function requestOf(ctx: Context) {
  const { now, settings, strict } = readContext(ctx);
  if (strict) requireAgreement(ctx);
  const { i18n_language: sentLanguage, ...sent } = sentValues(ctx);
  const params = { i18n_language: language };
  const { i18n_language } = readParams(params, { i18n_language: sentLanguage }, { now, settings });
  const view = viewOf(ctx, i18n_language, now);
  const of = { language: view.language, origin: view.origin, caller: callerOf(ctx) };
  return { ...of, now, view, sent, strict };
}

const hasStatus = (error: unknown, status: number) =>
  error instanceof CalendarError && error.status === status;

/** What was sent for a new record, with the slug of its address; throws CalendarError 400 for another one. */
function namedAs(key: Key, sent: Values): Values {
  if (!('slug' in key)) return sent;
  const slug = normalizeName(key.slug);
  const wanted = typeof sent.slug === 'string' ? sent.slug : slug;
  const other = [slug, wanted].map(cleanSlug).find((clean) => clean !== slug);
  if (other === undefined) return { ...sent, slug };
  throw invalidParams({ slug: { text: 'slug_of_address', values: { slug: other } } });
}

/** The writing half of a resource's controller. */
export function writingController<Record>(
  resource: Resource<Record>,
  service: WritingService<Record>,
) {
  const { type, path, present, presentDeleted = present } = resource;

  /** D9.1: the record that the path names, before any parameter is looked at. */
  const toWrite = (ctx: Context) => {
    const target = { key: recordKeyOf(ctx), language: likelyLanguage(ctx), caller: callerOf(ctx) };
    return service.toWrite(target, ctx.method === 'DELETE');
  };

  /**
   * The record to be changed; none where PUT is to make it: by an external id, or by a slug with
   * `If-None-Match: *` (RFC 9110 13.1.2).
   */
  async function toChange(ctx: Context): Promise<Rows | undefined> {
    const mustBeNew = isAny(ctx.get('If-None-Match'));
    const key = recordKeyOf(ctx);
    const makes = ctx.method === 'PUT' && ('externalId' in key || (mustBeNew && 'slug' in key));
    const rows = await toWrite(ctx).catch((error) => {
      if (makes && hasStatus(error, 404)) return undefined;
      throw error;
    });
    const mustExist = ctx.req.headers['if-match'] !== undefined;
    if (rows ? mustBeNew : mustExist) throw refuse(412, 'rest_precondition_failed');
    if (!rows && !(await callerOf(ctx).may(type, 'create'))) throw refuse(403, 'rest_forbidden');
    return rows;
  }

  const changed =
    (view: View, shown = present) =>
    ({ record, revision, now, isGone }: Written<Record>) => ({
      status: 200,
      body: shown(record, { ...view, now }),
      ...(!isGone && { tagged: { revision } }),
    });

  const made = (view: View) => (written: Written<Record>) => ({
    ...changed(view)(written),
    ...{ status: 201, headers: { Location: `${view.root}/${path}/${written.id}` } },
  });

  /** A new record by what its address names it; nothing where somebody else was quicker. */
  async function makeNamed(ctx: Context, answer: Answering<Written<Record>>) {
    const request = requestOf(withoutSecrets(ctx));
    const vacant = recordKeyOf(ctx);
    const creation = { ...request, vacant, sent: namedAs(vacant, request.sent) };
    try {
      return await answer(made(request.view), () => service.create(creation));
    } catch (error) {
      if (isAny(ctx.get('If-None-Match')) || !hasStatus(error, 412)) throw error;
      return undefined;
    }
  }

  return {
    create: idempotent<Written<Record>>((ctx, answer) => {
      const request = requestOf(withoutSecrets(ctx));
      return answer(made(request.view), () => service.create(request));
    }),

    update: idempotent<Written<Record>>(async (ctx, answer) => {
      const found = await toChange(ctx);
      const reply = found ? undefined : await makeNamed(ctx, answer);
      if (reply) return reply;
      const rows = found ?? (await toWrite(ctx));
      const request = requestOf(withoutSecrets(ctx));
      const change = { ...request, precondition: preconditionOf(ctx, resource) };
      return answer(changed(request.view), () => service.update(rows, change));
    }),

    delete: idempotent<Written<Record>>(async (ctx, answer) => {
      const rows = await toWrite(ctx);
      validateKeyParams(ctx, resource);
      const request = requestOf(ctx);
      const removal = { ...request, precondition: preconditionOf(ctx, resource) };
      return answer(changed(request.view, presentDeleted), () => service.remove(rows, removal));
    }),
  };
}
