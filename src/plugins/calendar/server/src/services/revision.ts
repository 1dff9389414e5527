import { type Caller, mayWrite } from '../access/rights';
import type { RowState } from '../access/state';
import { isPostType, type RecordType } from '../settings/record-types';
import { statesById } from '../store/choose-one';
import { revisionOf } from '../store/revisions';

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
