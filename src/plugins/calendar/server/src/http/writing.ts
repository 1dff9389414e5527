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
import { type IdempotencyHooks, tryLock } from '../database/transaction';
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
import { readRequestOf, validateKeyParams } from './reading';
import { isStrict, likelyLanguage, readContext, requestAddressOf } from './request';

/** Thrown to end a write whose stored reply is sent again; not a failure. */
class Replay extends Error {
  constructor(readonly reply: Reply) {
    super('The write has been answered before.');
  }
}

/** The stored reply of this write, if any. Throws CalendarError 422 if its key was used for another one. */
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
 * Runs the write once and stores its reply in the same transaction. Throws CalendarError 409 if its key is in use
 * concurrently, and `Replay` if it was done before.
 */
const onceFor = <Written>(
  write: IdempotentWrite,
  now: Date,
  replyOf: (written: Written) => Reply,
): IdempotencyHooks => ({
  async begin(trx) {
    const name = `idempotency:${write.caller}:${write.key}`;
    if (!(await tryLock(name, trx))) throw refuse(409, 'rest_idempotency_key_in_use');
    const reply = await storedReply(write, now, trx);
    if (reply) throw new Replay(reply);
  },
  end: (written, trx) => storeReply(write, replyOf(written as Written), { now, trx }),
});

/** A string of RFC 8941, as in the draft on idempotency keys, or the same without quotation marks. */
const FORM = /^(?:"([\x20\x21\x23-\x5b\x5d-\x7e]{1,255})"|([\x21\x23-\x5b\x5d-\x7e]{1,255}))$/;

const invalidKey = (text: MessageKey) => invalidParams({ [IDEMPOTENCY_KEY]: { text } });

/** A hash of everything that the write depends on. */
function fingerprintOf(ctx: Context): string {
  const { language, rest } = requestAddressOf(ctx);
  const { body } = ctx.request as { body?: unknown };
  const conditions = [ctx.get('If-Match'), ctx.get('If-None-Match')];
  if (isStrict(ctx.req)) conditions.push('strict');
  const parts = [ctx.method, language, rest, ctx.querystring, body, ...conditions];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** The idempotent write of a request. Throws CalendarError 400 for a malformed key, or without credentials. */
function idempotentWriteIn(ctx: Context): IdempotentWrite {
  const { strategy, credentials } = ctx.state.auth ?? {};
  if (!strategy || !credentials) throw invalidKey('idempotency.anonymous');
  const [, quoted, bare] = FORM.exec(ctx.get(IDEMPOTENCY_KEY).trim()) ?? [];
  const key = quoted ?? bare;
  if (!key) throw invalidKey('idempotency.form');
  return { caller: `${strategy.name}:${credentials.id}`, key, request: fingerprintOf(ctx) };
}

/** RFC 9110 13.1: the preconditions of a write; undefined if there are none. */
function preconditionOf(
  ctx: Context,
  resource: Pick<Resource, 'type' | 'single'>,
): Precondition | undefined {
  // An empty `If-Match` lists no version, so none matches.
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = ctx.req.headers;
  if (isAny(ifMatch ?? '*') && ifNoneMatch === undefined) return undefined;
  return { ifMatch, ifNoneMatch, readRequest: readRequestOf(ctx, resource) };
}

/** Sends the reply of a write, new or stored. */
function send(ctx: Context, { status, body, headers = {}, tagged }: Reply) {
  ctx.status = status;
  ctx.set(headers);
  ctx.body = body;
  if (tagged) ctx.state.tagged = tagged;
}

/** Runs the work and makes its reply, which is stored for an idempotency key in the work's own transaction. */
export type Answering<Written> = (
  replyOf: (written: Written) => Reply,
  work: () => Promise<Written>,
) => Promise<Reply>;

/** A write up to its reply. */
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
      ctx.state.idempotency = onceFor(keyed, now, replyOf);
      return replyOf(await work());
    });
  } catch (error) {
    if (error instanceof Replay) return error.reply;
    const meanwhile = error instanceof CalendarError && (await storedReply(keyed, now));
    if (meanwhile) return meanwhile; // A concurrent retry deleted the record first.
    throw error;
  }
}

/** D8.15: executes a write with an `Idempotency-Key` once; retries get the stored reply. */
const idempotent =
  <Written>(write: Write<Written>) =>
  async (ctx: Context): Promise<void> =>
    send(ctx, await perform(ctx, write));

/** The write request; its language from query, body, address or default (D7.1). Throws CalendarError 400. */
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

/** The values of a new record, with the slug of its address. Throws CalendarError 400 if another slug was sent. */
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

  /** D9.1: the record that the path names, before parameters are validated. */
  const toWrite = (ctx: Context) => {
    const isRemoval = ctx.method === 'DELETE';
    const trashes = isRemoval || sentValues(ctx).status === 'trash';
    const named = { key: recordKeyOf(ctx), language: likelyLanguage(ctx), caller: callerOf(ctx) };
    return service.toWrite({ ...named, trashes }, isRemoval);
  };

  /**
   * The record to change; undefined if PUT creates it: by an external id, or by a slug with `If-None-Match: *`
   * (RFC 9110 13.1.2).
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

  /** Creates a record with the name in its address; undefined if a concurrent request was faster. */
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
