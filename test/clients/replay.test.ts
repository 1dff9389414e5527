import { readFileSync } from 'node:fs';
import path from 'node:path';
import table from '../fixtures/recorded/differences.json';
import { emptyCalendar } from '../support/empty';
import { firstOf } from '../support/extent';
import { api } from '../support/http';
import { EXTRAS, LEFT_OUT, WORDED_ANEW } from '../support/replay/known';
import { type Played, play } from '../support/replay/play';
import { CALLERS, type Json, RECORDING } from '../support/replay/recording';
import { withSettings } from '../support/settings';

interface Row {
  request: string;
  field: string;
  theirs: Json;
  ours: Json;
  /** Of section 12 of the rules. */
  rule: number;
}

const ROWS = table as unknown as Row[];

/** So many requests may differ on purpose. */
const MOST = 35;

const keyOf = ({ request, field, theirs, ours }: Omit<Row, 'rule'>) =>
  JSON.stringify([request, field, theirs, ours]);

const rowsOf = ({ name, differences }: Played) =>
  differences.map((difference) => ({ request: name, ...difference }));

it('the recording contains 178 uniquely named requests by all callers', () => {
  expect(RECORDING).toHaveLength(178);
  expect(new Set(RECORDING.map(({ name }) => name)).size).toBe(178);
  expect(new Set(RECORDING.map(({ request }) => request.as))).toEqual(new Set(CALLERS));
});

it('every known difference names a row of section 12 of the rules, and is listed once', () => {
  const rules = readFileSync(path.resolve(__dirname, '../../docs/rules.md'), 'utf8');
  const known = [...rules.matchAll(/^\| (\d+) \|/gm)].map(([, number]) => Number(number));
  expect(known.length).toBeGreaterThan(20);
  expect(ROWS.filter(({ rule }) => !known.includes(rule))).toEqual([]);
  expect(new Set(ROWS.map(keyOf)).size).toBe(ROWS.length);
});

describe.each(firstOf(1, [api(''), '/wp-json/tribe/events/v1']))(
  'the recording replayed at %s',
  (root) => {
    withSettings({ aliases: ['/wp-json/tribe/events/v1'] });

    let played: Played[];
    let met: Set<string>;

    beforeAll(async () => {
      await emptyCalendar();
      ({ played, met } = await play(root));
    });

    it('differs only in known differences, in at most 35 requests', () => {
      const known = new Set(ROWS.map(keyOf));
      const different = played.filter(({ differences }) => differences.length > 0);
      const otherwise = different.flatMap(rowsOf).filter((row) => !known.has(keyOf(row)));
      const wrong = new Set(otherwise.map(({ request }) => request)).size;
      const onPurpose = different.length - wrong;
      process.stdout.write(
        `${root}: ${played.length - different.length} equal, ${onPurpose} different on purpose, ${wrong} different otherwise\n`,
      );
      expect(otherwise).toEqual([]);
      expect(onPurpose).toBeLessThanOrEqual(MOST);
    });

    it('meets every known difference and every exception', () => {
      const seen = new Set(played.flatMap(rowsOf).map(keyOf));
      expect(ROWS.filter((row) => !seen.has(keyOf(row)))).toEqual([]);
      expect([...EXTRAS, ...LEFT_OUT, ...WORDED_ANEW].filter((key) => !met.has(key))).toEqual([]);
    });
  },
);
