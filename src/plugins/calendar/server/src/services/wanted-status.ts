import type { SentStatus } from '../kinds/choice';
import { refuse } from '../messages/errors';
import type { RecordType } from '../settings/record-types';
import type { Caller } from './caller';

/** What becomes of a language: one of the states that are stored (D6.1), or what it is now. */
export type Wanted = 'publish' | 'private' | 'pending' | 'draft' | 'trash' | 'keep';

/** D10.4: whoever may not publish can ask for it: the record then waits for review. */
async function allowed(type: RecordType, asked: SentStatus, caller: Caller): Promise<Wanted> {
  if (asked === 'trash' && !(await caller.may(type, 'delete'))) throw refuse(403, 'rest_forbidden');
  const public_ = asked === 'publish' || asked === 'future' || asked === 'private';
  if (!public_) return asked;
  if (!(await caller.may(type, 'publish'))) return 'pending';
  return asked === 'private' ? 'private' : 'publish'; // D6.1: a date ahead makes it `future`.
}

/** D10.4: the state of a new record; without a word of it, the best that the caller may. */
export async function statusOfNew(type: RecordType, asked: SentStatus | undefined, caller: Caller) {
  if (asked) return allowed(type, asked, caller);
  return (await caller.may(type, 'publish')) ? 'publish' : 'draft';
}

/** D10.4: the state of a changed record; without a word of it, the one it has. */
export const statusOfChanged = (
  type: RecordType,
  asked: SentStatus | undefined,
  caller: Caller,
): Promise<Wanted> => (asked ? allowed(type, asked, caller) : Promise.resolve('keep'));
