import {
  all,
  any,
  FALSE,
  list,
  not,
  oneOf,
  raw,
  sql,
  TRUE,
} from '../../../src/plugins/calendar/server/src/sql/sql';

it('binds values and inlines SQL fragments in the order of the text', () => {
  const inner = sql`a = ${1} OR b = ${'two'}`;
  const column = raw('e.c');
  expect(sql`SELECT ${column} FROM @t WHERE (${inner}) AND ${column} < ${3}`).toEqual({
    sql: 'SELECT e.c FROM @t WHERE (a = ? OR b = ?) AND e.c < ?',
    bindings: [1, 'two', 3],
  });
});

it('binds a string, whatever it contains', () => {
  const sent = "'; DROP TABLE t; --";
  expect(sql`name = ${sent}`).toEqual({ sql: 'name = ?', bindings: [sent] });
});

it('joins fragments and conditions with their values', () => {
  const [one, two] = [sql`a = ${1}`, sql`b = ${2}`];
  expect(list([one, two])).toEqual({ sql: 'a = ?, b = ?', bindings: [1, 2] });
  expect(all([one, two])).toEqual({ sql: '(a = ?) AND (b = ?)', bindings: [1, 2] });
  expect(not(any([two, one]))).toEqual({ sql: 'NOT ((b = ?) OR (a = ?))', bindings: [2, 1] });
});

it('all of nothing is TRUE, and any of nothing is FALSE', () => {
  expect([all([]), any([]), oneOf(raw('a'), [])]).toEqual([TRUE, FALSE, FALSE]);
});

/** How many conditions stand beside each other at most. */
function widest(text: string): number {
  const open = [1];
  let most = 1;
  for (const [token] of text.matchAll(/[()]| OR /g)) {
    if (token === '(') open.push(1);
    else if (token === ')') open.pop();
    else open.push((open.pop() ?? 0) + 1);
    most = Math.max(most, open.at(-1) ?? 0);
  }
  return most;
}

it('joins many conditions by halves, within the nesting limit of SQLite', () => {
  const numbers = Array.from({ length: 2500 }, (_, at) => at);
  const { sql: text, bindings } = any(numbers.map((at) => sql`a = ${at}`));
  expect(bindings).toEqual(numbers);
  expect([widest(text), text.match(/a = \?/g)?.length]).toEqual([79, 2500]);
});
