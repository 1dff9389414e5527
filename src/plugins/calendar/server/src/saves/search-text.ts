import type { Values } from '../content-types/rows';
import { jsonRows, recordTable, run, table, tableOf } from '../database/run';
import { blockHtml, MARKED_UP, textOfHtml } from '../kinds/text/html';
import { FOLDED, fold } from '../kinds/text/spelling';
import { NAME_FIELD, type RecordType } from '../settings/record-types';
import { CONTACTS, CONTACTS_BEGIN, NAME_END, sql } from '../sql/sql';

const PLACE = ['address', 'city', 'province', 'state', 'stateprovince', 'zip', 'country'];

/** What a search looks into besides the title or name (Spec 4.2 to 4.6). */
const BODY: Record<RecordType, readonly string[]> = {
  event: MARKED_UP,
  venue: [...MARKED_UP, ...PLACE, 'phone', 'website'],
  organizer: [...MARKED_UP, 'phone', 'website', 'email'],
  category: ['slug'],
  tag: ['slug'],
};

/** The fields of which a search text is made. */
export const searchedFields = (type: RecordType): string[] => [NAME_FIELD[type], ...BODY[type]];

/** What people see of a field: an editor's Markdown is HTML to them, and HTML is text. */
const shown = (field: string, value: string) =>
  MARKED_UP.includes(field) ? textOfHtml(blockHtml(value)) : value;

/** A line for each field: what is sought stands in one of them. */
const textOf = (fields: readonly string[], values: Values): string =>
  fields
    .map((field) => [field, values[field]] as const)
    .map(([field, value]) => (typeof value === 'string' ? fold(shown(field, value)) : ''))
    .filter(Boolean)
    .join('\n');

/**
 * D4.7: the folded text of a record in one language: its name, for searches and look-ups that know
 * only that (D10.7, D8.5); the rest; and, apart from it, contacts (D10.8).
 */
export function searchText(type: RecordType, values: Values): string {
  const contacts = CONTACTS[type] ?? [];
  const open = BODY[type].filter((field) => !contacts.includes(field));
  const name = textOf([NAME_FIELD[type]], values) + NAME_END;
  const apart = contacts.length > 0 ? CONTACTS_BEGIN + textOf(contacts, values) : '';
  return name + textOf(open, values) + apart + FOLDED;
}

/** A row with its search text as it is stored, and the fields that make it. */
interface Searched extends Values {
  id: number;
  search_text: string | null;
}

/** How many rows are held in memory, and written, at once. */
const CHUNK = 500;

/** After how many rows whoever waits is told. */
const REPORTED = 10_000;

interface Options {
  /** Only counts. */
  check?: boolean;
  /** Compares every text with its fields, not only those that are missing or were folded otherwise. */
  every?: boolean;
  /** Is told now and then how many rows were read. */
  progress?: (read: number) => void;
}

/** The next rows in the order of their ids. */
async function nextRows(type: RecordType, after: number, every: boolean): Promise<Searched[]> {
  const rows = table(recordTable(type))
    .select('id', 'search_text', ...searchedFields(type))
    .where('id', '>', after)
    .orderBy('id')
    .limit(CHUNK);
  return every ? rows : rows.whereRaw("COALESCE(search_text, '') NOT LIKE ?", [`%${FOLDED}`]);
}

/** Writes renewed texts in one statement, except into rows that were saved meanwhile; `updated_at` stays. */
async function renewTexts(type: RecordType, rows: (Searched & { renewed: string })[]) {
  const given = rows.map(({ id, search_text, renewed }) => ({ id, was: search_text, renewed }));
  const texts = jsonRows({ id: 'integer', was: 'text', renewed: 'text' }, given);
  await run(sql`UPDATE ${tableOf(type)} AS searched SET search_text = given.renewed FROM ${texts}
    WHERE searched.id = given.id AND search_text IS NOT DISTINCT FROM given.was`);
}

/** D4.7: makes the search texts of a type again that differ; gives how many. Each row is read once. */
export async function repairSearchTexts(
  type: RecordType,
  { check = false, every = false, progress }: Options = {},
): Promise<number> {
  let differing = 0;
  let read = 0;
  for (let after = 0; ; ) {
    const rows = await nextRows(type, after, every);
    const last = rows.at(-1);
    if (!last) return differing;
    const made = rows
      .map((row) => ({ ...row, renewed: searchText(type, row) }))
      .filter(({ search_text, renewed }) => search_text !== renewed);
    if (!check && made.length > 0) await renewTexts(type, made);
    differing += made.length;
    read += rows.length;
    after = last.id;
    if (read % REPORTED === 0) progress?.(read);
  }
}
