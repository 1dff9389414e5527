import { documents, rowsOf, rowsOfIds, rowsWithMakers } from '../database/rows';
import { lockRecord, transaction } from '../database/transaction';
import type { Ability } from '../listing/load-agenda';
import { type PostType, uidOf } from '../settings/record-types';

/** Why a record is still there; `failed` is in the log. */
export type Kept = 'gone' | 'restored' | 'rights' | 'failed';

/** What became of a record: nothing in `kept` means that it is no more. */
export interface Deletion {
  id: number;
  kept?: Kept;
}

type Checker = { cannot: { delete(row: object): boolean } };

/** Deletes one record in all its languages, if it is in the trash still; in a transaction of its own. */
async function deleteOne(type: PostType, id: number, { cannot }: Checker): Promise<Deletion> {
  const [found] = await rowsOfIds(type, [id]);
  if (!found) return { id, kept: 'gone' };
  const { documentId } = found;
  await lockRecord(type, documentId);
  const [row] = await rowsOf(type, documentId);
  if (!row) return { id, kept: 'gone' };
  if (!row.trashed_at) return { id, kept: 'restored' };
  const rows = await rowsWithMakers(type, documentId);
  if (rows.some((each) => cannot.delete(each))) return { id, kept: 'rights' };
  await documents(type).delete({ documentId, locale: '*' });
  return { id };
}

/**
 * D6.3: deletes what is in the trash, each record for itself, so that what one is kept for keeps no
 * other. The content manager's permission-checker is asked about every language.
 */
export async function deleteForGood(
  type: PostType,
  ids: number[],
  userAbility: Ability,
): Promise<Deletion[]> {
  const checker: Checker = strapi
    .plugin('content-manager')
    .service('permission-checker')
    .create({ userAbility, model: uidOf(type) });
  const done: Deletion[] = [];
  for (const id of ids) {
    try {
      done.push(await transaction(() => deleteOne(type, id, checker)));
    } catch (error) {
      strapi.log.error(error);
      done.push({ id, kept: 'failed' });
    }
  }
  return done;
}
