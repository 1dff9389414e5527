import type { Values } from '../content-types/rows';
import { blockHtml, htmlToLine, RICH_TEXT_FIELDS } from '../kinds/text/html';
import { FOLDED, fold } from '../kinds/text/normalize';
import { NAME_FIELD, type RecordType } from '../settings/record-types';
import type { Settings } from '../settings/settings';

export type Binding = string | number | boolean | Date;

/** SQL with `?` for its bindings and `@name` for a table. */
export interface Sql {
  sql: string;
  bindings: Binding[];
  /**
   * Of a condition on an event's row that compares a column of the index of states: whether another index begins with
   * this column, so that the rows that fulfil the condition are a range of it.
   */
  indexed?: 'range' | 'column';
  /** Makes a condition with which a database begins, where all rows are read that fulfil this one. */
  finding?: (amongRows: (ids: Sql) => Sql) => Sql;
}

/** Template tag for SQL: values become bindings, nested SQL is inserted. */
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

/** SQL from trusted text such as a column name; must never contain input. */
export const raw = (text: string): Sql => ({ sql: text, bindings: [] });

/** Marks a condition on a column with which an index of events begins. */
export const onRange = (condition: Sql): Sql => ({ ...condition, indexed: 'range' });

/** Marks a condition on another column of the index of states. */
export const onColumn = (condition: Sql): Sql => ({ ...condition, indexed: 'column' });

/** Joins pieces of SQL with a separator. */
export const list = (pieces: readonly Sql[], between = ', '): Sql => ({
  sql: pieces.map((piece) => piece.sql).join(between),
  bindings: pieces.flatMap(({ bindings }) => bindings),
});

/** `?, ?, ?` bound to the values. */
export const values = (given: readonly Binding[]): Sql => ({
  sql: given.map(() => '?').join(', '),
  bindings: [...given],
});

export const TRUE = raw('TRUE');
export const FALSE = raw('FALSE');

/** The conjunction of the conditions; true if there are none. */
export const all = (conditions: readonly Sql[]): Sql => joined(conditions, ' AND ', TRUE);

/** The disjunction of the conditions; false if there are none. */
export const any = (conditions: readonly Sql[]): Sql => joined(conditions, ' OR ', FALSE);

export const not = (condition: Sql): Sql => sql`NOT (${condition})`;

/** `IN` with bindings; false for an empty list. */
export const oneOf = (expression: Sql, given: readonly Binding[]): Sql =>
  given.length > 0 ? sql`${expression} IN (${values(given)})` : FALSE;

/**
 * Maximum conditions joined at one level. More are joined as two halves, since SQLite limits the
 * depth of expressions to 1,000.
 */
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
 * Columns of folded texts are compared with texts folded by the same function, `fold` of
 * `kinds/text/normalize.ts`: the databases' own functions differ (SQLite's LOWER covers ASCII
 * only), and neither handles accents, Arabic marks and Arabic digits. Folding is idempotent.
 */

/** Escapes the wildcards of LIKE, for `ESCAPE '!'`. */
const literally = (text: string) => text.replace(/[!%_]/g, '!$&');

/**
 * The folded column contains the text; with `before`, it does so before this mark, which folded
 * texts never contain.
 */
export const containsFolded = (column: Sql, text: string, before = ''): Sql =>
  sql`${column} LIKE ${`%${literally(fold(text))}%${before}%`} ESCAPE '!'`;

export const beginsFolded = (column: Sql, text: string): Sql =>
  sql`${column} LIKE ${`${literally(fold(text))}%`} ESCAPE '!'`;

/** The folded column equals one of the texts, each followed by `end`. */
export const equalsFolded = (column: Sql, texts: readonly string[], end = ''): Sql =>
  oneOf(
    column,
    texts.map((text) => fold(text) + end),
  );

/**
 * Marks the end of the title or name at the start of a search text. Folded texts never contain it,
 * and it sorts first.
 */
export const NAME_END = '\u001f';

/** Marks the start of the contacts in an organizer's search text; folded texts never contain it. */
export const CONTACTS_BEGIN = '\u001e';

/** The search text of the row (alias `e`). */
export const searchText: Sql = raw("COALESCE(e.search_text, '')");

/**
 * D8.5: the folded name of the term (alias `e`), including its end mark, in SQL for both databases:
 * RTRIM removes all characters other than the mark from the right. For short texts only, because
 * its cost is the product of the text's length and its number of characters.
 */
export const foldedName: Sql = sql`RTRIM(${searchText}, REPLACE(${searchText}, ${NAME_END}, ''))`;

/**
 * D7.6: the row (alias `e`) has one of the names, ignoring case, accents and Arabic marks. Compares
 * prefixes of the names' lengths, which is thirty times cheaper than locating each row's end mark.
 */
export function namedLike(names: readonly string[]): Sql {
  const byLength = new Map<number, string[]>();
  for (const name of names) {
    const { length } = [...(fold(name) + NAME_END)];
    const alike = byLength.get(length) ?? [];
    alike.push(name);
    byLength.set(length, alike);
  }
  return any(
    [...byLength].map(([length, alike]) =>
      equalsFolded(sql`SUBSTR(${searchText}, 1, ${length})`, alike, NAME_END),
    ),
  );
}

const CONTACTS: Partial<Record<RecordType, readonly string[]>> = {
  organizer: ['phone', 'email'],
};

/** D10.8: the fields of a type that `publicContacts: false` hides from everybody at the interface. */
export const hiddenContacts = (
  type: RecordType,
  { publicContacts }: Pick<Settings, 'publicContacts'>,
): readonly string[] => (publicContacts ? [] : (CONTACTS[type] ?? []));

const PLACE = ['address', 'city', 'province', 'state', 'stateprovince', 'zip', 'country'];

/** Spec 4.2 to 4.6: the searched fields other than the title or name. */
const BODY: Record<RecordType, readonly string[]> = {
  event: RICH_TEXT_FIELDS,
  venue: [...RICH_TEXT_FIELDS, ...PLACE, 'phone', 'website'],
  organizer: [...RICH_TEXT_FIELDS, 'phone', 'website', 'email'],
  category: ['slug'],
  tag: ['slug'],
};

/** The fields that are part of the search text. */
export const searchedFields = (type: RecordType): string[] => [NAME_FIELD[type], ...BODY[type]];

/** The text of a field as displayed: the rich text fields contain Markdown or HTML, which is rendered to plain text. */
const shown = (field: string, value: string) =>
  RICH_TEXT_FIELDS.includes(field) ? htmlToLine(blockHtml(value)) : value;

/** One line per field, so that a phrase matches within a single field. */
const textOf = (fields: readonly string[], values: Values): string =>
  fields
    .map((field) => [field, values[field]] as const)
    .map(([field, value]) => (typeof value === 'string' ? fold(shown(field, value)) : ''))
    .filter(Boolean)
    .join('\n');

/**
 * D4.7: the folded text of a record in one language: its name, for searches and look-ups by name
 * only (D10.7, D8.5), the other fields, and separately the contacts (D10.8).
 */
export function searchTextOf(type: RecordType, values: Values): string {
  const contacts = CONTACTS[type] ?? [];
  const open = BODY[type].filter((field) => !contacts.includes(field));
  const name = textOf([NAME_FIELD[type]], values) + NAME_END;
  const apart = contacts.length > 0 ? CONTACTS_BEGIN + textOf(contacts, values) : '';
  return name + textOf(open, values) + apart + FOLDED;
}
