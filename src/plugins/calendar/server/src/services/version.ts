import { type Caller, mayWrite } from '../access/rights';
import type { RowState } from '../access/state';
import { CalendarError, refuse } from '../messages/errors';
import { isMatched, versionOf } from '../representation/etag';
import { sparse } from '../representation/sparse';
import { isPostType, type RecordType } from '../settings/record-types';
import { statesById } from '../store/choose-one';
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

/**
 * D8.4: the record's revision for those who may change or delete it; nothing for all others: it also
 * tells of drafts. To be asked in the snapshot, or the write, that reads the record: a tag newer than
 * what it stands for would let its holder overwrite what they have not seen. `states` are those of its
 * rows, where they are known.
 */
export async function revisionFor(
  type: RecordType,
  id: number,
  { caller, states }: { caller: Caller; states?: Pick<RowState, 'author' | 'publishedAt'>[] },
): Promise<number | undefined> {
  const writes = (await caller.may(type, 'update')) || (await caller.may(type, 'delete'));
  if (!writes) return undefined;
  if (isPostType(type)) {
    if (!(await mayWrite(type, states ?? (await statesById(type, id)), caller))) return undefined;
  }
  return revisionOf(type, id);
}
