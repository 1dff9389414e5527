import { CalendarError, refuse } from '../messages/errors';
import { isMatched, versionOf } from '../representation/etag';
import { sparse } from '../representation/sparse';
import type { RecordType } from '../settings/record-types';
import { revisionOf } from '../store/revisions';
import type { Asked, Precondition } from './write-request';

/** What GET answers the caller; throws CalendarError. */
type Served = (asked: Asked) => Promise<object>;

/** Nothing where GET refuses: then this caller has seen no version. */
async function bodyOf(asked: Asked | undefined, served: Served): Promise<string | undefined> {
  if (!asked) return undefined;
  try {
    const body = await served(asked);
    return JSON.stringify(asked.fields.length > 0 ? sparse(body, asked.fields) : body);
  } catch (error) {
    if (error instanceof CalendarError && error.status < 500) return undefined;
    throw error;
  }
}

/**
 * RFC 9110 13.1.1: to be asked once no other write can come between. Throws CalendarError 412 when
 * another version than that of the record was named.
 */
export async function requireVersion(
  { type, id }: { type: RecordType; id: number },
  precondition: Precondition | undefined,
  served: Served,
): Promise<void> {
  if (!precondition) return;
  const body = await bodyOf(precondition.asked, served);
  const matched =
    body !== undefined &&
    isMatched(precondition.ifMatch, versionOf(body, await revisionOf(type, id)));
  if (!matched) throw refuse(412, 'rest_precondition_failed');
}
