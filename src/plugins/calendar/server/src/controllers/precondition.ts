import type { Context } from 'koa';
import { CalendarError, refuse } from '../messages/errors';
import { readAnswerShape } from '../params/answer-shape';
import { isAny, isMatched, versionOf } from '../representation/etag';
import { sparse } from '../representation/sparse';
import type { Demand } from '../services/write-request';
import type { RecordType } from '../settings/record-types';
import { revisionOf } from '../store/revisions';

/** What GET answers the caller at the address of a request; throws CalendarError. */
export type Served = (ctx: Context) => Promise<object>;

/** Nothing where GET refuses: then this caller has seen no version. */
async function bodyServed(ctx: Context, served: Served): Promise<string | undefined> {
  try {
    const body = await served(ctx);
    const { fields } = readAnswerShape(ctx.querystring);
    return JSON.stringify(fields.length > 0 ? sparse(body, fields) : body);
  } catch (error) {
    if (error instanceof CalendarError && error.status < 500) return undefined;
    throw error;
  }
}

/**
 * RFC 9110 13.1.1: what a write must ask once no other write can come between; it throws
 * CalendarError 412 when `If-Match` names another version than the record has.
 */
export const precondition =
  (ctx: Context, { type, served }: { type: RecordType; served: Served }) =>
  (id: number): Demand =>
  async () => {
    const list = ctx.get('If-Match');
    if (!list || isAny(list)) return;
    const body = await bodyServed(ctx, served);
    const matched =
      body !== undefined && isMatched(list, versionOf(body, await revisionOf(type, id)));
    if (!matched) throw refuse(412, 'rest_precondition_failed');
  };
