import type { Row, Values } from '../content-types/rows';
import { type IdempotentWrite, recordExists, runIdempotent } from '../database/idempotency-keys';
import { revisionOf } from '../database/revisions';
import { cloneRecord } from '../database/rows';
import { instantOf, isKnownZone, isWallTime, wallOf } from '../kinds/dates/wall-time';
import { addDays, type CopyRequest, daysBetween, onDay, recurringDays } from '../resources/bulk';
import {
  type Editor,
  inEventTransaction,
  type LockedEvent,
  type Outcome,
  openRowOf,
  Refused,
  withoutHours,
} from './locked-event';

/** The times of a copy on a day: same wall time and same duration. */
function timesOn(row: Row, day: string | undefined): Values {
  const { start_date, end_date, timezone, all_day } = row;
  const times = { start_date, end_date, timezone, all_day };
  if (day === undefined) return times;
  if (typeof start_date !== 'string') throw new Refused({ why: 'undated' });
  const days = daysBetween(start_date.slice(0, 10), day);
  return {
    ...times,
    start_date: onDay(start_date, day),
    end_date: typeof end_date === 'string' ? addDays(end_date, days) : end_date,
  };
}

/** D5.2: the start that a save stores, since it may be in a gap on that day. A save refuses an unknown zone. */
function savedStart({ start_date, timezone, all_day }: Values): unknown {
  const zone = String(timezone ?? '');
  return isWallTime(start_date) && zone && isKnownZone(zone) && !all_day
    ? wallOf(instantOf(start_date, zone), zone)
    : start_date;
}

/** D15.11: copies an event in every language as drafts, with a reference to the original. */
async function copyOf(
  { rows, rights, documentId, editor, id }: LockedEvent,
  day: string | undefined,
) {
  if (rows[0]?.trashed_at) throw new Refused({ why: 'trash' });
  rights.requireCopyRight();
  const open = openRowOf(rows);
  const copy = await cloneRecord('event', documentId, {
    ...timesOn(open, day),
    post_parent: open.post_parent ?? id,
    post_status: null,
    createdBy: editor.id,
    updatedBy: editor.id,
  });
  const revision = await revisionOf('event', copy.public_id);
  const { public_id, documentId: made, start_date } = copy;
  return { id: public_id, documentId: made, start_date, undo: { revision, made: true as const } };
}

/** The idempotent write for the copy of an event on a day; without a day, on the original's. */
export type WriteOf = (id: number, day: string | undefined) => IdempotentWrite | undefined;

/** D9.12: the copy created before with the same key if it still exists, otherwise a new one. */
async function copyOnce(locked: LockedEvent, day: string | undefined, writeOf: WriteOf) {
  const write = writeOf(locked.id, day);
  if (!write) return copyOf(locked, day);
  const copy = await runIdempotent(write, {
    now: locked.now,
    make: () => copyOf(locked, day),
    again: async (made) => ((await recordExists('event', made.documentId)) ? made : undefined),
  });
  return copy as NonNullable<typeof copy>;
}

/**
 * The days of the copies; `undefined` means the event's own. Throws Refused when an event without a date is repeated.
 */
const daysFor = ({ days, repeat }: CopyRequest, { rows }: LockedEvent): (string | undefined)[] => {
  if (!repeat) return days ?? [undefined];
  const { start_date } = openRowOf(rows);
  if (typeof start_date !== 'string') throw new Refused({ why: 'undated' });
  return recurringDays(start_date.slice(0, 10), repeat.every, repeat.times);
};

/** Previews copies: the first one is created and rolled back. */
async function plan(
  request: CopyRequest,
  { id, revision }: { id: number; revision?: number },
  editor: Editor,
) {
  let days: (string | undefined)[] = [];
  const seen = await inEventTransaction({ id, editor, preview: true }, async (locked) => {
    const now = await revisionOf('event', id);
    if (revision !== undefined && revision !== now) throw new Refused({ why: 'changed' });
    days = daysFor(request, locked);
    const open = openRowOf(locked.rows);
    const starts = days.map((day) => savedStart(timesOn(open, day)));
    const first = await copyOf(locked, days[0]);
    const changes = starts.map((start, at) => ({
      field: 'copy' as const,
      from: withoutHours(open, open.start_date),
      to: withoutHours(open, at === 0 ? first.start_date : start),
    }));
    return { revision: now, changes };
  });
  return { seen, days };
}

/**
 * D15.11: copies one event, each copy in a transaction of its own. A preview creates none and returns all days. After
 * a failure the earlier copies are returned and the rest is not tried; a retry with the same key returns copies that
 * exist already.
 */
export async function copies(
  request: CopyRequest,
  at: { id: number; revision?: number },
  { editor, writeOf }: { editor: Editor; writeOf: WriteOf },
): Promise<Outcome> {
  const { seen, days } = await plan(request, at, editor);
  if (request.preview || seen.refused) return seen;
  const made: NonNullable<Outcome['copies']> = [];
  const makeOne = async (day: string | undefined) => {
    const { refused, copies: one = [] } = await inEventTransaction(
      { id: at.id, editor, preview: false },
      async (locked) => ({ copies: [await copyOnce(locked, day, writeOf)] }),
    );
    made.push(...one);
    return refused;
  };
  for (const day of days) {
    const refused = await makeOne(day).catch((error) => {
      if (made.length === 0) throw error;
      strapi.log.error(error);
      return { why: 'failed' } as const;
    });
    if (refused) return { ...seen, copies: made, refused };
  }
  return { ...seen, copies: made };
}
