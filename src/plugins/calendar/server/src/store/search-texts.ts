import type { Values } from '../content-types/rows';
import { FOLDED } from '../kinds/text/fold';
import type { RecordType } from '../settings/record-types';
import { sql } from '../sql/sql';
import { jsonRows } from './json';
import { recordTable, tableOf } from './record-table';
import { run } from './run';
import { table } from './table';

/** A row with its search text as it is stored, and the fields that make it. */
interface Searched extends Values {
  id: number;
  search_text: string | null;
}

/** How many rows are held in memory, and written, at once. */
const CHUNK = 500;

const outdated = (type: RecordType) =>
  table(recordTable(type)).whereRaw("COALESCE(search_text, '') NOT LIKE ?", [`%${FOLDED}`]);

/** The next rows whose search text is missing or was folded otherwise. */
export const outdatedTexts = async (
  type: RecordType,
  fields: string[],
  after: number,
): Promise<Searched[]> =>
  outdated(type)
    .select('id', 'search_text', ...fields)
    .where('id', '>', after)
    .orderBy('id')
    .limit(CHUNK);

/** How many there are. */
export async function countOutdatedTexts(type: RecordType): Promise<number> {
  const { count } = await outdated(type).count('* as count').first();
  return Number(count);
}

/** Writes renewed texts in one statement, except into rows that were saved meanwhile; `updated_at` stays. */
export async function renewTexts(
  type: RecordType,
  rows: (Searched & { renewed: string })[],
): Promise<void> {
  const given = rows.map(({ id, search_text, renewed }) => ({ id, was: search_text, renewed }));
  const texts = jsonRows({ id: 'integer', was: 'text', renewed: 'text' }, given);
  await run(sql`UPDATE ${tableOf(type)} AS searched SET search_text = given.renewed FROM ${texts}
    WHERE searched.id = given.id AND search_text IS NOT DISTINCT FROM given.was`);
}
