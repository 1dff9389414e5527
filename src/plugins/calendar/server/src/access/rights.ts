import { isPublic, type Status, type StatusRow } from '../content-types/rows';
import { refuse } from '../messages/errors';
import type { MessageKey } from '../messages/t';
import type { PostType, RecordType } from '../settings/record-types';
import type { Sql } from '../sql/sql';
import type { RowState } from './viewer';

/** D10.2: what a role or token may do with the records of a type, beyond reading. */
type Right = 'create' | 'update' | 'delete' | 'publish' | 'findUnpublished' | 'manageOthers';

/** The caller of a request: their account and rights. */
export interface Caller {
  /** The users-permissions id of a registered user; 0 for tokens and for nobody. */
  userId: number;
  /** Whether credentials were sent and accepted. */
  known: boolean;
  /** Whether a role or a token of the caller holds the right for records of the type. */
  may(type: RecordType, right: Right): Promise<boolean>;
  /** D10.3: whether files may be put into the media library. */
  mayUpload(): Promise<boolean>;
  /** D14.7: of the events whose rows the caller may list in every state, those that may be read at all. */
  permitted?: Permitted;
}

/** A condition on rows, by the alias under which a statement has them. */
export type Permitted = (alias: string) => Sql;

type Owned = Pick<RowState, 'author'>;

/** Whether the record of these rows is the caller's own; all languages share one author. */
const isOwn = ([row]: Owned[], { userId }: Caller): boolean => userId > 0 && row?.author === userId;

/** D10.3: changing somebody else's record requires `manageOthers`. */
const mayManage = async (type: PostType, rows: Owned[], caller: Caller): Promise<boolean> =>
  isOwn(rows, caller) || (await caller.may(type, 'manageOthers'));

/** D10.4: whether the caller may publish the record, alone or along with an event. */
export const mayPublish = async (type: PostType, rows: Owned[], caller: Caller): Promise<boolean> =>
  (await caller.may(type, 'publish')) && (await mayManage(type, rows, caller));

/** D10.3, D10.4: somebody else's record requires `manageOthers`, a published one `publish`. */
export async function mayWrite(
  type: PostType,
  rows: (Owned & Pick<RowState, 'publishedAt'>)[],
  caller: Caller,
): Promise<boolean> {
  if (!(await mayManage(type, rows, caller))) return false;
  return !rows.some(({ publishedAt }) => publishedAt) || caller.may(type, 'publish');
}

/** A writable type and its error codes. */
export interface WritableType {
  type: PostType;
  refusals: { notFound: MessageKey };
}

/** D9.4, D10.3: throws CalendarError 404 when there is no row, 403 when the caller may not write the record. */
export async function requireWritable(
  { type, refusals }: WritableType,
  rows: RowState[],
  caller: Caller,
): Promise<void> {
  if (rows.length === 0) throw refuse(404, refusals.notFound);
  if (!(await mayWrite(type, rows, caller))) throw refuse(403, 'rest_forbidden');
}

/** Error codes for records that are already in the trash. */
export const IN_TRASH = {
  event: 'event-is-in-trash',
  venue: 'venue-is-in-trash',
  organizer: 'organizer-is-in-trash',
} as const;

/** D6.3: throws CalendarError 410 when the record is already in the trash. */
export function refuseTrashed(type: PostType, rows: Pick<RowState, 'trashed_at'>[]): void {
  if (rows.some(({ trashed_at }) => trashed_at)) throw refuse(410, IN_TRASH[type]);
}

type Referred = Owned & StatusRow & { public_id: number };

/** D10.6: the public ids of those records (each given by its rows) that the caller may refer to. */
export async function readableIds(
  type: PostType,
  records: Referred[][],
  { caller, now }: { caller: Caller; now: Date },
): Promise<ReadonlySet<number>> {
  const all = await caller.may(type, 'findUnpublished');
  const ids = records
    .filter((rows) => rows.some((row) => isPublic(row, now)) || all || isOwn(rows, caller))
    .flatMap(([row]) => row?.public_id ?? []);
  return new Set(ids);
}

/** The stored state (D6.1) that a language is changed to; `keep` leaves it unchanged. */
export type TargetStatus = 'publish' | 'private' | 'pending' | 'draft' | 'trash' | 'keep';

/**
 * D10.4: the state granted for the requested one: without the right to publish, `pending`. Throws CalendarError 403.
 */
async function allowed(type: RecordType, asked: Status, caller: Caller): Promise<TargetStatus> {
  if (asked === 'trash' && !(await caller.may(type, 'delete'))) throw refuse(403, 'rest_forbidden');
  const public_ = asked === 'publish' || asked === 'future' || asked === 'private';
  if (!public_) return asked;
  if (!(await caller.may(type, 'publish'))) return 'pending';
  return asked === 'private' ? 'private' : 'publish'; // D6.1: with a future date it counts as `future`.
}

/** D10.4: the state of a new record; by default the most public one that the caller may set. */
export async function statusOfNew(type: RecordType, asked: Status | undefined, caller: Caller) {
  if (asked) return allowed(type, asked, caller);
  return (await caller.may(type, 'publish')) ? 'publish' : 'draft';
}

/** D10.4: the state of a changed record; if none was requested, it stays. */
export const statusOfChanged = (
  type: RecordType,
  asked: Status | undefined,
  caller: Caller,
): Promise<TargetStatus> => (asked ? allowed(type, asked, caller) : Promise.resolve('keep'));
