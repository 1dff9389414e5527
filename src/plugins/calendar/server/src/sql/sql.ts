import type { Values } from '../content-types/rows';
import { blockHtml, htmlToLine, RICH_TEXT_FIELDS } from '../kinds/text/html';
import { FOLDED, fold } from '../kinds/text/normalize';
import { NAME_FIELD, type RecordType } from '../settings/record-types';

export type Binding = string | number | boolean | Date;

/** A piece of SQL with `?` for its bound values; `@name` stands for a table. */
export interface Sql {
  sql: string;
  bindings: Binding[];
}

/** SQL of a template: a value in it is bound, a piece of SQL becomes a part of it. */
export function sql(
  [begin = '', ...texts]: TemplateStringsArray,
  ...values: (Binding | Sql)[]
): Sql {
  const bindings: Binding[] = [];
  let text = begin;
  for (const [at, value] of values.entries()) {
    if (typeof value === 'object' && 'sql' in value) {
      text += value.sql;
      bindings.push(...value.bindings);
    } else {
      text += '?';
      bindings.push(value);
    }
    text += texts[at];
  }
  return { sql: text, bindings };
}

/** Text of our own, such as the name of a column: never anything that was sent. */
export const raw = (text: string): Sql => ({ sql: text, bindings: [] });

/** Pieces with something between them. */
export const list = (pieces: readonly Sql[], between = ', '): Sql => ({
  sql: pieces.map((piece) => piece.sql).join(between),
  bindings: pieces.flatMap(({ bindings }) => bindings),
});

/** `?, ?, ?` with as many values. */
export const values = (given: readonly Binding[]): Sql => ({
  sql: given.map(() => '?').join(', '),
  bindings: [...given],
});

export const TRUE = raw('TRUE');
export const FALSE = raw('FALSE');

/** All of the conditions; none at all is always true. */
export const all = (conditions: readonly Sql[]): Sql => joined(conditions, ' AND ', TRUE);

/** Any of the conditions; none at all is never true. */
export const any = (conditions: readonly Sql[]): Sql => joined(conditions, ' OR ', FALSE);

export const not = (condition: Sql): Sql => sql`NOT (${condition})`;

/** The expression is one of the values; of none it is not. */
export const oneOf = (expression: Sql, given: readonly Binding[]): Sql =>
  given.length > 0 ? sql`${expression} IN (${values(given)})` : FALSE;

/** More are joined by halves: SQLite takes no expression deeper than 1,000. */
const FLAT = 100;

function joined(conditions: readonly Sql[], word: string, none: Sql): Sql {
  if (conditions.length === 0) return none;
  if (conditions.length <= FLAT) {
    return list(
      conditions.map((condition) => sql`(${condition})`),
      word,
    );
  }
  const middle = Math.ceil(conditions.length / 2);
  const halves = [conditions.slice(0, middle), conditions.slice(middle)];
  return joined(
    halves.map((half) => joined(half, word, none)),
    word,
    none,
  );
}

/**
 * Columns of folded texts are compared with what is folded the same way (`fold` of `kinds/text/normalize.ts`): what the
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
const CONTACTS: Partial<Record<RecordType, readonly string[]>> = {
  organizer: ['phone', 'email'],
};

const PLACE = ['address', 'city', 'province', 'state', 'stateprovince', 'zip', 'country'];

/** What a search looks into besides the title or name (Spec 4.2 to 4.6). */
const BODY: Record<RecordType, readonly string[]> = {
  event: RICH_TEXT_FIELDS,
  venue: [...RICH_TEXT_FIELDS, ...PLACE, 'phone', 'website'],
  organizer: [...RICH_TEXT_FIELDS, 'phone', 'website', 'email'],
  category: ['slug'],
  tag: ['slug'],
};

/** The fields of which a search text is made. */
export const searchedFields = (type: RecordType): string[] => [NAME_FIELD[type], ...BODY[type]];

/** What people see of a field: an editor's Markdown is HTML to them, and HTML is text. */
const shown = (field: string, value: string) =>
  RICH_TEXT_FIELDS.includes(field) ? htmlToLine(blockHtml(value)) : value;

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
export function searchTextOf(type: RecordType, values: Values): string {
  const contacts = CONTACTS[type] ?? [];
  const open = BODY[type].filter((field) => !contacts.includes(field));
  const name = textOf([NAME_FIELD[type]], values) + NAME_END;
  const apart = contacts.length > 0 ? CONTACTS_BEGIN + textOf(contacts, values) : '';
  return name + textOf(open, values) + apart + FOLDED;
}
