import { type Caller, readableIds, statusOfNew, type TargetStatus } from '../access/rights';
import { type Row, type Status, statusOf, type Values } from '../content-types/rows';
import { createRecord, livingRowsNamed, userExists } from '../database/rows';
import { settings } from '../database/site';
import { errorBody, invalidParams, refusalOf, refuse } from '../messages/errors';
import { writable } from '../saves/languages';
import { NAME_FIELD, type PostType, type TermType } from '../settings/record-types';
import { flagOf, isPublic, publish, trash } from './versions';
import type { Writing } from './write-request';

/** A write, with the number of records that it may still make besides its own. */
export interface Making extends Writing {
  left: number;
}

export const making = (writing: Writing): Making => ({
  ...writing,
  left: settings().limits.newRecords,
});

/** D9.7: a field would make more records than one write may. */
export const tooManyNew = (field: string) =>
  invalidParams({
    [field]: { text: 'too_many_new', values: { most: settings().limits.newRecords } },
  });

/** Counts a record that is about to be made; throws CalendarError 400 naming the field. */
export function countNew(field: string, counted: Making): void {
  if (counted.left === 0) throw tooManyNew(field);
  counted.left -= 1;
}

/** A nested record's faults, told under the name of the field that holds it; also those that its save finds. */
function asNested(field: string, error: unknown, { language }: Writing) {
  const refused = refusalOf(error);
  if (refused.status !== 400 || refused.refusal.code === 'rest_bad_request') return error;
  const { message, data } = errorBody(refused, language);
  const params = 'params' in data && !Array.isArray(data.params) ? (data.params as Values) : {};
  const faults = Object.entries(params).map(([name, what]) => `${name}: ${what}`);
  const why = faults.length > 0 ? [`${message}.`, ...faults].join(' ') : message;
  return invalidParams({ [field]: { text: 'invalid_nested', values: { why } } });
}

/** Does what belongs to a nested record; its faults are those of the field that holds it. */
export async function nestedIn<Result>(
  field: string,
  writing: Writing,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw asNested(field, error, writing);
  }
}

/** D10.3: whoever writes is the author; naming another one needs `manageOthers`. */
export async function authorOf(type: PostType, sent: number | undefined, caller: Caller) {
  if (sent === undefined || sent === caller.userId) return caller.userId;
  // First: only those who may name others may find out whom there is.
  if (!(await caller.may(type, 'manageOthers'))) throw refuse(403, 'rest_forbidden');
  if (sent !== 0 && !(await userExists(sent))) {
    throw invalidParams({ author: { text: 'unknown_author' } });
  }
  return sent;
}

/** What the fields that were read write into the attributes of the same names. */
export function attributesOf({ status: _, date_utc, ...values }: Values): Values {
  const date = date_utc ?? values.date; // D5.6: `date_utc` wins.
  return date === undefined ? values : { ...values, date };
}

/** D12: what a new event has where nothing is sent; clients rely on it. */
const DEFAULTS: Partial<Record<PostType, Values>> = {
  event: { show_map: false, show_map_link: false },
};

/** A new event, venue or organizer in one language; gives its public id. */
export async function makePost(type: PostType, values: Values, writing: Writing): Promise<number> {
  const { language: locale, caller, now } = writing;
  const wanted = await statusOfNew(type, values.status as Status | undefined, caller);
  const author = await authorOf(type, values.author as number | undefined, caller);
  const post_status = flagOf(wanted);
  const data = { ...DEFAULTS[type], ...attributesOf(values), author, post_status };
  const { documentId, public_id } = await createRecord(type, locale, data);
  const version = { type, documentId, locale };
  if (wanted === 'trash') await trash(version, now);
  else if (isPublic(wanted)) await publish(version);
  return public_id;
}

/** A new category or tag in one language; gives its public id. */
export async function makeTerm(
  type: TermType,
  data: Values,
  { language: locale }: Writing,
): Promise<number> {
  return (await createRecord(type, locale, data)).public_id;
}

/** How many see a record in this state: the later, the more. */
const LEAST_VISIBLE_FIRST: Status[] = ['trash', 'draft', 'pending', 'private', 'future', 'publish'];

const visibility = (state: Status) => LEAST_VISIBLE_FIRST.indexOf(state);

const alike = (stored: unknown, sent: unknown) =>
  (writable(stored) ?? '') === (sent ?? '') || stored === sent;

const equals = (sent: Values) => (row: Row) =>
  Object.entries(sent).every(([field, value]) => alike(row[field], value));

/** What was made since the request came, by itself or by another, is public by now. */
export const asOfNow = ({ caller }: Writing) => ({ caller, now: new Date() });

/** The state in which the record would be made. */
function stateOfNew(wanted: TargetStatus, { date }: Values, now: Date): Status {
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
  const { caller, now } = asOfNow(writing);
  const sent = attributesOf(values);
  const rows = await livingRowsNamed(type, String(sent[NAME_FIELD[type]]));
  const equal = rows.filter(equals(sent));
  if (equal.length === 0) return undefined;
  const author = await authorOf(type, named as number | undefined, caller);
  const wanted = await statusOfNew(type, status as Status | undefined, caller);
  const least = visibility(stateOfNew(wanted, sent, now));
  const readable = await readableIds(
    type,
    equal.map((row) => [row]),
    { caller, now },
  );
  const isTheirs = (row: Row) => readable.has(row.public_id) && (row.author ?? 0) === author;
  const [best] = equal
    .map((row) => ({ row, state: statusOf(row, now) }))
    .filter(({ state }) => visibility(state) >= least)
    .filter(({ row, state }) => state === 'publish' || isTheirs(row))
    .toSorted((one, other) => visibility(other.state) - visibility(one.state));
  return best?.row.public_id;
}
