import type { Context } from 'koa';
import { formatParams, language } from '../kinds/choice';
import type { Params } from '../kinds/kind';
import { readParams } from '../kinds/read';
import { CalendarError } from '../messages/errors';
import { languageRead, type Sent } from '../middlewares/edge';
import { readAnswerShape } from '../params/answer-shape';
import { isAny } from '../representation/etag';
import type { Key } from '../services/named-record';
import { settings } from '../services/settings';
import type { Asked, Precondition } from '../services/write-request';
import { placeOf } from '../settings/formats';
import type { RecordType } from '../settings/record-types';
import { viewOf } from './view-of';

/** What GET answers the caller at the address of a request; throws CalendarError. */
export type Served = (ctx: Context) => Promise<object>;

/** What the description of a resource says of the address of one record. */
interface Single {
  type: RecordType;
  single?: Params;
}

export const keyOf = ({ params }: Context): Key =>
  params.id === undefined ? { slug: params.slug } : { id: params.id };

/** What a request asks of the record at its address, before its parameters are judged (D9.1). */
export function oneAsked(ctx: Context) {
  const { password } = ctx.state.sent as Sent;
  return {
    key: keyOf(ctx),
    language: languageRead(ctx),
    password: typeof password === 'string' ? password : undefined,
  };
}

/** What the answer is written for; throws CalendarError 400 where a parameter is wrong. */
export function viewAsked(ctx: Context, { type, single }: Single, now: Date) {
  const params = { ...single, ...formatParams(placeOf(type)), i18n_language: language };
  const { password } = ctx.state.sent as Sent;
  const context = { now, settings: settings() };
  const { i18n_language } = readParams(params, { ...ctx.query, password }, context);
  return viewOf(ctx, i18n_language, now);
}

/** What GET would be asked here; nothing where its parameters are wrong. */
function asked(ctx: Context, resource: Single): Asked | undefined {
  try {
    const view = viewAsked(ctx, resource, new Date());
    return { ...oneAsked(ctx), view, fields: readAnswerShape(ctx.querystring).fields };
  } catch (error) {
    if (error instanceof CalendarError && error.status < 500) return undefined;
    throw error;
  }
}

/** RFC 9110 13.1.1: the version that a write is of, where its caller names one. */
export function preconditionOf(ctx: Context, resource: Single): Precondition | undefined {
  const ifMatch = ctx.get('If-Match');
  return !ifMatch || isAny(ifMatch) ? undefined : { ifMatch, asked: asked(ctx, resource) };
}
