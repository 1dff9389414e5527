import type { Context } from 'koa';
import { CalendarError } from '../errors/calendar-error';
import { refuse } from '../errors/refusals';
import { readAnswerShape } from '../params/answer-shape';
import { etagOf, isMatched } from '../representation/etag';
import { sparse } from '../representation/sparse';

/** What GET answers the caller at the address of a request; throws CalendarError. */
export type Served = (ctx: Context) => Promise<object>;

/** Nothing where GET refuses: then this caller has seen no version. */
async function etagServed(ctx: Context, served: Served): Promise<string | undefined> {
  try {
    const body = await served(ctx);
    const { fields } = readAnswerShape(ctx.querystring);
    return etagOf(JSON.stringify(fields.length > 0 ? sparse(body, fields) : body));
  } catch (error) {
    if (error instanceof CalendarError && error.status < 500) return undefined;
    throw error;
  }
}

/**
 * RFC 9110 13.1.1: what a write must ask once no other write can come between; it throws
 * CalendarError 412 when `If-Match` names another version than GET would serve.
 */
export const precondition = (ctx: Context, served: Served) => async (): Promise<void> => {
  const list = ctx.get('If-Match');
  if (!list || isMatched(list, undefined)) return;
  if (!isMatched(list, await etagServed(ctx, served))) {
    throw refuse(412, 'rest_precondition_failed');
  }
};
