import {
  type Caller,
  mayWrite,
  readableIds,
  statusOfNew,
  type TargetStatus,
} from '../access/rights';
import { isAhead, type Row, type Status, statusOf, type Values } from '../content-types/rows';
import { createRecord, rowsOf, untrashedRowsNamed, userExists } from '../database/rows';
import { settings } from '../database/site';
import { cleanSlug } from '../kinds/text/normalize';
import { errorBody, invalidParams, refusalOf, refuse } from '../messages/errors';
import { writable } from '../saves/languages';
import { followsParts } from '../saves/prepare';
import { NAME_FIELD, type PostType, type TermType } from '../settings/record-types';
import { hiddenContacts } from '../sql/sql';
import { flagOf, hasPublishedRow, publish, trash } from './versions';
import type { Writing } from './write-request';

/** A write, with the number of further records that it may create. */
export interface RecordCreation extends Writing {
  left: number;
}

/** Begins to count the records that one write creates for its references. */
export const beginCreation = (writing: Writing): RecordCreation => ({
  ...writing,
  left: settings().limits.newRecords,
});

/** D9.7: the error for a field that would create more records than a write may. */
export const tooManyNew = (field: string) =>
  invalidParams({
    [field]: { text: 'too_many_new', values: { most: settings().limits.newRecords } },
  });

/** Counts a record to be created. Throws CalendarError 400 that names the field. */
export function countNew(field: string, counted: RecordCreation): void {
  if (counted.left === 0) throw tooManyNew(field);
  counted.left -= 1;
}

/** Rewrites the errors of a nested record as errors of the field that contains it. */
function asNested(field: string, error: unknown, { language }: Writing) {
  const refused = refusalOf(error);
  if (refused.status !== 400 || refused.refusal.code === 'rest_bad_request') return error;
  const { message, data } = errorBody(refused, language);
  const params = 'params' in data && !Array.isArray(data.params) ? (data.params as Values) : {};
  const faults = Object.entries(params).map(([name, what]) => `${name}: ${what}`);
  const why = faults.length > 0 ? [`${message}.`, ...faults].join(' ') : message;
  return invalidParams({ [field]: { text: 'invalid_nested', values: { why } } });
}

/** Runs work on a nested record; its errors become errors of the field that contains it. */
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

/** D10.3: the author of a record, by default the caller; another one requires `manageOthers`. */
export async function authorOf(type: PostType, sent: number | undefined, caller: Caller) {
  if (sent === undefined || sent === caller.userId) return caller.userId;
  // Checked first, so that callers without the right cannot probe for users.
  if (!(await caller.may(type, 'manageOthers'))) throw refuse(403, 'rest_forbidden');
  if (sent !== 0 && !(await userExists(sent))) {
    throw invalidParams({ author: { text: 'unknown_author' } });
  }
  return sent;
}

/** The attributes to write for parsed fields. */
export function attributesOf({ status: _, date_utc, ...values }: Values): Values {
  const date = date_utc ?? values.date; // D5.6: `date_utc` wins.
  return date === undefined ? values : { ...values, date };
}

/** D12: defaults of new events, on which clients rely. */
const DEFAULTS: Partial<Record<PostType, Values>> = {
  event: { show_map: false, show_map_link: false },
};

/** Creates an event, venue or organizer in one language; returns its public id. */
export async function makePost(type: PostType, values: Values, writing: Writing): Promise<number> {
  const { language: locale, caller, now } = writing;
  const wanted = await statusOfNew(type, values.status as Status | undefined, caller);
  const author = await authorOf(type, values.author as number | undefined, caller);
  const post_status = flagOf(wanted);
  const data = { ...DEFAULTS[type], ...attributesOf(values), author, post_status };
  const { documentId, public_id } = await createRecord(type, locale, data);
  const version = { type, documentId, locale };
  if (wanted === 'trash') await trash(version, now);
  else if (hasPublishedRow(wanted)) await publish(version);
  return public_id;
}

/** Creates a category or tag in one language; returns its public id. */
export async function makeTerm(
  type: TermType,
  data: Values,
  { language: locale }: Writing,
): Promise<number> {
  return (await createRecord(type, locale, data)).public_id;
}

/** States in order of visibility. */
const LEAST_VISIBLE_FIRST: Status[] = ['trash', 'draft', 'pending', 'private', 'future', 'publish'];

const visibility = (state: Status) => LEAST_VISIBLE_FIRST.indexOf(state);

const alike = (stored: unknown, sent: unknown) =>
  (writable(stored) ?? '') === (sent ?? '') || stored === sent;

const SUFFIX = /^(?:-\d+)?$/;

/** D4.6: whether the slug is what a save makes of the sent one: `""` asks for any, and a taken one has a suffix. */
function comesFrom(slug: string, sent: unknown): boolean {
  const clean = cleanSlug(String(sent ?? ''));
  return clean === '' || (slug.startsWith(clean) && SUFFIX.test(slug.slice(clean.length)));
}

/** Whether the row holds the values, as a save of them would store them. */
const equals = (sent: Values) => (row: Row) =>
  Object.entries(sent).every(([field, value]) => {
    if (field === 'slug') return comesFrom(row.slug ?? '', value);
    if (field === 'stateprovince' && value === '') return followsParts(row);
    return alike(row[field], value);
  });

/** The caller at the current moment, so that records created since the request arrived are visible. */
export const asOfNow = ({ caller }: Writing) => ({ caller, now: new Date() });

/** The state in which the record would be created. */
function stateOfNew(wanted: TargetStatus, { date }: Values, now: Date): Status {
  if (wanted !== 'publish' && wanted !== 'keep') return wanted;
  return typeof date === 'string' && isAhead(date, now) ? 'future' : 'publish';
}

/**
 * D10.8: those of the equal rows that may be reused. Reusing one tells the caller that it is equal, so if hidden contacts
 * were sent, it requires the right to write the record.
 */
async function withoutGuessed(type: PostType, equal: Row[], sent: Values, caller: Caller) {
  if (!hiddenContacts(type, settings()).some((field) => field in sent)) return equal;
  const found: Row[] = [];
  for (const row of equal) {
    const mayTell = await mayWrite(type, [row], caller); // Without a statement for each of other authors'.
    if (mayTell && (await mayWrite(type, await rowsOf(type, row.documentId), caller)))
      found.push(row);
  }
  return found;
}

/**
 * D12 row 12: the public id of an existing record that equals all sent values and is at least as visible as a new one
 * would be: preferably a public one, otherwise the caller's own. It is not changed.
 */
export async function reusable(
  type: PostType,
  { status, author: named, ...values }: Values,
  writing: Writing,
): Promise<number | undefined> {
  const { caller, now } = asOfNow(writing);
  const sent = attributesOf(values);
  const rows = await untrashedRowsNamed(type, String(sent[NAME_FIELD[type]]));
  const equal = await withoutGuessed(type, rows.filter(equals(sent)), sent, caller);
  if (equal.length === 0) return undefined;
  const author = await authorOf(type, named as number | undefined, caller);
  const wanted = await statusOfNew(type, status as Status | undefined, caller);
  const least = visibility(stateOfNew(wanted, sent, now));
  const readable = await readableIds(
    type,
    equal.map((row) => [row]),
    { caller, now },
  );
  const isOwnReadable = (row: Row) => readable.has(row.public_id) && (row.author ?? 0) === author;
  const [best] = equal
    .map((row) => ({ row, state: statusOf(row, now) }))
    .filter(({ state }) => visibility(state) >= least)
    .filter(({ row, state }) => state === 'publish' || isOwnReadable(row))
    .toSorted((one, other) => visibility(other.state) - visibility(one.state));
  return best?.row.public_id;
}
