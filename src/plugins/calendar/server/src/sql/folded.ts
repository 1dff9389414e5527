import { fold } from '../kinds/text/fold';
import type { RecordType } from '../settings/record-types';
import { any, oneOf, raw, type Sql, sql } from './sql';

/**
 * Columns of folded texts are compared with what is folded the same way (`kinds/text/fold`): what the
 * databases have of their own differs (SQLite's LOWER knows ASCII alone), and none knows accents,
 * Arabic marks and Arabic digits. Folding twice changes nothing.
 */

/** Each character means itself, the wildcards of LIKE too. */
const literally = (text: string) => text.replace(/[!%_]/g, '!$&');

/** The folded column holds the text; `before`: before the mark, which no folded text holds. */
export const containsFolded = (column: Sql, text: string, before = ''): Sql =>
  sql`${column} LIKE ${`%${literally(fold(text))}%${before}%`} ESCAPE '!'`;

export const beginsFolded = (column: Sql, text: string): Sql =>
  sql`${column} LIKE ${`${literally(fold(text))}%`} ESCAPE '!'`;

/** The folded column is one of the texts, each ended by the mark. */
export const equalsFolded = (column: Sql, texts: readonly string[], end = ''): Sql =>
  oneOf(
    column,
    texts.map((text) => fold(text) + end),
  );

/** Ends the folded title or name, with which a search text begins; no folded text holds it, and it sorts first. */
export const NAME_END = '\u001f';

/** Stands in an organizer's search text before the contacts; no folded text holds it. */
export const CONTACTS_BEGIN = '\u001e';

/** The search text of the row `e`. */
export const searchText: Sql = raw("COALESCE(e.search_text, '')");

/**
 * D8.5: the folded name of the row `e`, with its end. Trimming every other character from the right
 * leaves it, on both databases.
 */
export const foldedName: Sql = sql`RTRIM(${searchText}, REPLACE(${searchText}, ${NAME_END}, ''))`;

/**
 * D7.6: the row `e` has one of these names, case, accents and Arabic marks apart. Of each row as much
 * is compared as such a name has characters, which costs a thirtieth of looking for the name's end.
 */
export function namedLike(names: readonly string[]): Sql {
  const lengthOf = (name: string) => [...(fold(name) + NAME_END)].length;
  const lengths = [...new Set(names.map(lengthOf))];
  return any(
    lengths.map((length) => {
      const alike = names.filter((name) => lengthOf(name) === length);
      return equalsFolded(sql`SUBSTR(${searchText}, 1, ${length})`, alike, NAME_END);
    }),
  );
}

/** D10.8: what the setting `publicContacts` keeps from the public, by record type. */
export const CONTACTS: Partial<Record<RecordType, readonly string[]>> = {
  organizer: ['phone', 'email'],
};
