import { run } from '../../src/plugins/calendar/server/src/database/run';
import { fold } from '../../src/plugins/calendar/server/src/kinds/text/normalize';
import {
  beginsFolded,
  containsFolded,
  equalsFolded,
  list,
  NAME_END,
  raw,
  type Sql,
  sql,
} from '../../src/plugins/calendar/server/src/sql/sql';
import { fc } from '../support/property';

const STORED = [
  'Saint-Étienne',
  'SAINT-ETIENNE',
  'Köln 100% jazz_club!',
  'مُوسِيقَى ٢٠٢٧',
  "L'été « au parc »",
  'ß straße',
  'a!b%c_d',
  '',
];

const texts = () =>
  list(
    STORED.map((text, at) => sql`SELECT ${raw(`${at}`)} AS id, ${fold(text)} AS text`),
    ' UNION ALL ',
  );

/** The positions of the stored texts that fulfil the condition on `s.text`. */
async function found(condition: Sql): Promise<number[]> {
  const rows = await run<{ id: number }>(
    sql`SELECT s.id FROM (${texts()}) AS s WHERE ${condition} ORDER BY s.id`,
  );
  return rows.map(({ id }) => Number(id));
}

const places = (fulfils: (folded: string) => boolean) =>
  STORED.flatMap((text, at) => (fulfils(fold(text)) ? [at] : []));

const column = raw('s.text');

it.each([
  ['saint-etienne', [0, 1]],
  ['ÉTIENNE', [0, 1]],
  ['100%', [2]],
  ['_club!', [2]],
  ['%', [2, 6]],
  ['_', [2, 6]],
  ['!', [2, 6]],
  ['موسيقي 2027', [3]],
  ['« AU PARC »', [4]],
  ['SS STRASSE', [5]],
  ['b%c', [6]],
  ['b_c', []],
  ["'; --", []],
])('containsFolded finds %j literally, ignoring case and accents', async (text, expected) => {
  expect(await found(containsFolded(column, text))).toEqual(expected);
});

it('comparisons of folded texts in SQL agree with JavaScript', async () => {
  const asked = fc.oneof(
    fc.string({ maxLength: 4 }),
    fc.string({ unit: 'binary', maxLength: 3 }).filter((text) => !text.includes('\0')),
    fc.constantFrom(...STORED),
    fc.constantFrom(...STORED).map((text) => text.slice(1, 4).toUpperCase()),
  );
  await fc.assert(
    fc.asyncProperty(asked, async (text) => {
      const folded = fold(text);
      expect(fold(folded)).toBe(folded);
      expect(await found(containsFolded(column, text))).toEqual(
        places((stored) => stored.includes(folded)),
      );
      expect(await found(beginsFolded(column, text))).toEqual(
        places((stored) => stored.startsWith(folded)),
      );
      expect(await found(equalsFolded(column, [text, 'köln']))).toEqual(
        places((stored) => stored === folded || stored === 'koln'),
      );
    }),
    { numRuns: 40 },
  );
});

it('containsFolded searches only before the mark if one is given', async () => {
  const marked = sql`SELECT ${`name${NAME_END}words`} AS text`;
  const count = async (text: string) =>
    (await run(sql`SELECT 1 FROM (${marked}) AS s WHERE ${containsFolded(column, text, NAME_END)}`))
      .length;
  expect([await count('NAME'), await count('words')]).toEqual([1, 0]);
});
