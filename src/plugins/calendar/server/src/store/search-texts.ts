import { FOLDED } from '../query/fold';
import type { RecordType } from '../settings/record-types';
import { recordTable } from './record-table';
import { table } from './table';

/** A row with its search text as it is stored, and the fields that make it. */
interface Searched extends Record<string, unknown> {
  id: number;
  search_text: string | null;
}

/** How many rows are held in memory, and written, at once. */
const CHUNK = 200;

/** The next rows whose search text is missing or was folded otherwise. */
export const outdatedTexts = (
  type: RecordType,
  fields: string[],
  after: number,
): Promise<Searched[]> =>
  table(recordTable(type))
    .select('id', 'search_text', ...fields)
    .where('id', '>', after)
    .whereRaw("COALESCE(search_text, '') NOT LIKE ?", [`%${FOLDED}`])
    .orderBy('id')
    .limit(CHUNK) as unknown as Promise<Searched[]>;

/** Writes renewed texts, except into rows that were saved meanwhile; `updated_at` stays. */
export async function renewTexts(
  type: RecordType,
  rows: (Searched & { renewed: string })[],
): Promise<void> {
  await strapi.db.transaction(async ({ trx }) => {
    for (const { id, search_text, renewed } of rows) {
      await table(recordTable(type), trx)
        .where({ id, search_text })
        .update({ search_text: renewed });
    }
  });
}
