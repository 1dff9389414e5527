import { type Caller, statusOfNew } from '../access/rights';
import type { Values } from '../content-types/rows';
import type { SentStatus } from '../kinds/choice';
import { invalidParams, refuse } from '../messages/errors';
import type { PostType, TermType } from '../settings/record-types';
import { createRecord, userExists } from '../store/siblings';
import { flagOf, isPublic, publish, trash } from './versions';
import type { Writing } from './write-request';

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

/** D9.6, wire of the clients: what a new event is without a word about it. */
const UNSAID: Partial<Record<PostType, Values>> = {
  event: { show_map: false, show_map_link: false },
};

/** A new event, venue or organizer in one language; gives its public id. */
export async function makePost(type: PostType, values: Values, writing: Writing): Promise<number> {
  const { language: locale, caller, now } = writing;
  const wanted = await statusOfNew(type, values.status as SentStatus | undefined, caller);
  const author = await authorOf(type, values.author as number | undefined, caller);
  const post_status = flagOf(wanted);
  const data = { ...UNSAID[type], ...attributesOf(values), author, post_status };
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
