import { readableIds, statusOfNew, type Wanted } from '../access/rights';
import { type Status, statusOf } from '../access/state';
import type { Row, Values } from '../content-types/rows';
import type { SentStatus } from '../kinds/choice';
import { writable } from '../rules/align-languages';
import { NAME_FIELD, type PostType } from '../settings/record-types';
import { livingRowsNamed } from '../store/siblings';
import { attributesOf, authorOf } from './make-record';
import type { Writing } from './write-request';

/** How many see a record in this state: the later, the more. */
const LEAST_VISIBLE_FIRST: Status[] = ['trash', 'draft', 'pending', 'private', 'future', 'publish'];

const visibility = (state: Status) => LEAST_VISIBLE_FIRST.indexOf(state);

const alike = (stored: unknown, sent: unknown) =>
  (writable(stored) ?? '') === (sent ?? '') || stored === sent;

const equals = (sent: Values) => (row: Row) =>
  Object.entries(sent).every(([field, value]) => alike(row[field], value));

/** The state in which the record would be made. */
function stateOfNew(wanted: Wanted, { date }: Values, now: Date): Status {
  if (wanted !== 'publish' && wanted !== 'keep') return wanted;
  return typeof date === 'string' && new Date(date) > now ? 'future' : 'publish';
}

/**
 * D12 row 12: the public id of a record that equals everything that was sent and is at least as visible
 * as the one that would be made: a public one first, else one of the caller's own; nothing of it is
 * overwritten.
 */
export async function reusable(
  type: PostType,
  { status, author: named, ...values }: Values,
  writing: Writing,
): Promise<number | undefined> {
  const { caller, now } = writing;
  const sent = attributesOf(values);
  const rows = await livingRowsNamed(type, String(sent[NAME_FIELD[type]]));
  const equal = rows.filter(equals(sent));
  if (equal.length === 0) return undefined;
  const author = await authorOf(type, named as number | undefined, caller);
  const wanted = await statusOfNew(type, status as SentStatus | undefined, caller);
  const least = visibility(stateOfNew(wanted, sent, now));
  const readable = await readableIds(
    type,
    equal.map((row) => [row]),
    writing,
  );
  const isTheirs = (row: Row) => readable.has(row.public_id) && (row.author ?? 0) === author;
  const [best] = equal
    .map((row) => ({ row, state: statusOf(row, now) }))
    .filter(({ state }) => visibility(state) >= least)
    .filter(({ row, state }) => state === 'publish' || isTheirs(row))
    .toSorted((one, other) => visibility(other.state) - visibility(one.state));
  return best?.row.public_id;
}
