export type Binding = string | number | boolean | Date;

/** A piece of SQL with `?` for its bound values; `@name` stands for a table. */
export interface Sql {
  sql: string;
  bindings: Binding[];
}

const isSql = (value: Binding | Sql): value is Sql => typeof value === 'object' && 'sql' in value;

/** SQL of a template: a value in it is bound, a piece of SQL becomes a part of it. */
export const sql = (texts: TemplateStringsArray, ...values: (Binding | Sql)[]): Sql => ({
  sql: texts
    .map((text, at) => {
      const value = values[at];
      return text + (value === undefined ? '' : isSql(value) ? value.sql : '?');
    })
    .join(''),
  bindings: values.flatMap((value) => (isSql(value) ? value.bindings : [value])),
});

/** Text of our own, such as the name of a column: never anything that was sent. */
export const raw = (text: string): Sql => ({ sql: text, bindings: [] });

/** Pieces with something between them. */
export const list = (pieces: Sql[], between = ', '): Sql => ({
  sql: pieces.map((piece) => piece.sql).join(between),
  bindings: pieces.flatMap(({ bindings }) => bindings),
});

/** `?, ?, ?` with as many values. */
export const values = (given: readonly Binding[]): Sql => ({
  sql: given.map(() => '?').join(', '),
  bindings: [...given],
});
