import type { Caller } from '../access/rights';
import { invalidParams, refuse } from '../messages/errors';

import type { PostType } from '../settings/record-types';
import { userExists } from '../store/users';

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
