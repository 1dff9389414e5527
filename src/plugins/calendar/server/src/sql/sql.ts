export type Binding = string | number | boolean | Date;

/** A piece of SQL with `?` for its bound values; `@name` stands for a table. */
export interface Sql {
  sql: string;
  bindings: Binding[];
}

const isSql = (value: Binding | Sql): value is Sql => typeof value === 'object' && 'sql' in value;

/** SQL of a template: a value in it is bound, a piece of SQL becomes a part of it. */
export function sql(
  [begin = '', ...texts]: TemplateStringsArray,
  ...values: (Binding | Sql)[]
): Sql {
  const bindings: Binding[] = [];
  let text = begin;
  for (const [at, value] of values.entries()) {
    if (isSql(value)) bindings.push(...value.bindings);
    else bindings.push(value);
    text += (isSql(value) ? value.sql : '?') + texts[at];
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
