import fs from 'node:fs';
import path from 'node:path';
import { runOf } from '../../support/alone.cjs';
import { halfOf } from '../../support/extent';
import {
  AT_THE_END,
  aloneByPart,
  IN_FULL,
  leftByRun,
  mayBeRepeated,
  NEVER_AGAIN,
  NEVER_REPEATED,
  ONCE,
  unfoundIn,
} from '../../support/rings.cjs';

const TEST = path.join(__dirname, '../..');

const files = fs
  .readdirSync(TEST, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts') && !file.startsWith('unit'));

const named = (run: string): string[] =>
  files.filter((file) => ONCE[run].some((prefix: string) => file.startsWith(prefix)));

it.each(Object.entries(ONCE) as [string, string[]][])(
  'each path that only %s runs matches a test file',
  (_, paths) => {
    for (const prefix of paths) {
      expect([prefix, files.some((file) => file.startsWith(prefix))]).toEqual([prefix, true]);
    }
  },
);

it('no file is excluded from both databases', () => {
  expect(named('sqlite').filter((file) => named('postgres').includes(file))).toEqual([]);
  expect(files.length).toBeGreaterThan(60);
});

it('no file that runs on one database alone splits its cases', () => {
  const alone = [...named('sqlite'), ...named('postgres')];
  const shares = (file: string) =>
    /import \{[^}]*\bsplit\b/.test(fs.readFileSync(path.join(TEST, file), 'utf8'));
  expect(alone.filter(shares)).toEqual([]);
});

it('each database excludes the files that only the other runs', () => {
  expect(leftByRun('sqlite', '/here')).toContain('/here/test/http/never-stale');
  expect(leftByRun('postgres', '/here')).toContain('/here/test/http/bodies');
  expect(leftByRun('postgres', '/here')).not.toContain('/here/test/http/never-stale');
});

it('files only in the full cross product exist, and run there on both databases', () => {
  for (const file of IN_FULL) {
    expect([file, files.includes(`${file}.test.ts`)]).toEqual([file, true]);
    for (const run of ['sqlite', 'postgres']) {
      expect(leftByRun(run, '/here')).toContain(`/here/test/${file}`);
      expect(leftByRun(run, '/here', true)).not.toContain(`/here/test/${file}`);
    }
  }
});

it('only the listed concurrency tests are never repeated', () => {
  const all = files.map((file) => `test/${file}`);
  expect(all.filter((file) => !mayBeRepeated(file))).toHaveLength(NEVER_AGAIN.length);
  expect(mayBeRepeated('test/http/while-saved.test.ts')).toBe(false);
  expect(mayBeRepeated('test/http/search.test.ts')).toBe(true);
});

it('gives each case to one of the databases', () => {
  const cases = ['a', 'b', 'c', 'd', 'e'];
  const halves = ['sqlite', 'postgres'].map((run) => halfOf(run, cases));
  expect(halves.flat().sort()).toEqual(cases);
});

it('gives a database the other half of the cases at the next turn', () => {
  const cases = ['a', 'b', 'c', 'd', 'e'];
  for (const run of ['sqlite', 'postgres']) {
    const turns = [0, 1].map((turn) => halfOf(run, cases, turn));
    expect(turns.flat().sort()).toEqual(cases);
  }
});

it('the full cross product excludes the browser and the files run at the end', () => {
  const atTheEnd = ['floods', 'pool-dry', 'mirror'].map((file) => `/here/test/http/${file}`);
  expect(leftByRun('sqlite', '/here', true)).toEqual(['/here/test/browser/', ...atTheEnd]);
  const repeated = NEVER_REPEATED.map((file: string) => `/here/test/${file}`);
  expect(leftByRun('postgres', '/here', true)).toEqual([...repeated, ...atTheEnd]);
  expect(aloneByPart('http/floods', '/here')).toEqual(['/here/test/http/floods.test.ts']);
});

it('each file that is never repeated exists, and one run includes it', () => {
  for (const path of NEVER_REPEATED) {
    expect([path, files.filter((file) => file.startsWith(path)).length]).toEqual([path, 1]);
    const run = path.startsWith('browser/') ? 'browser' : 'sqlite';
    expect(leftByRun(run, '/here', true)).not.toContain(`/here/test/${path}`);
  }
});

it('each file run at the end exists, and a database includes it', () => {
  for (const path of Object.keys(AT_THE_END)) {
    expect([path, files.filter((file) => file.startsWith(path)).length]).toEqual([path, 1]);
    const having = ['sqlite', 'postgres'].filter(
      (run) => !leftByRun(run, '').includes(`/test/${path}`),
    );
    expect(having).not.toEqual([]);
  }
});

const names = [...files, 'unit/scripts/rings.test.ts'];

it.each([
  [
    'test/specification.test.ts',
    ['sqlite'],
    /^test.spec\S+ does not run with --sqlite, but with --unit\.$/,
  ],
  [
    'rings',
    ['sqlite', 'postgres'],
    /^rings does not run with --sqlite --postgres, but with --unit\.$/,
  ],
  ['./test/http/bodies.test.ts', ['unit'], / but with --sqlite or --postgres\.$/],
  ['browser/typing', ['unit'], / but with --browser or --sqlite or --postgres\.$/],
  [
    'test/http/nowhere.test.ts',
    ['sqlite'],
    /^No test file is named test.http.nowhere\.test\.ts\.$/,
  ],
  ['./http/bodies', ['sqlite'], /^No test file/],
])('names the file %s as not tested with %j', (name, runs, words) => {
  expect(unfoundIn(names, [name, '.'], runs)).toEqual([expect.stringMatching(words)]);
});

it('misses no file that one of the runs has, and no run if no file is named', () => {
  expect(
    unfoundIn(names, ['test/http/bodies', 'SPECIFICATION', '^test/unit/'], ['unit', 'sqlite']),
  ).toEqual([]);
  expect(unfoundIn(names, ['test/browser/typing.test.ts'], ['sqlite'])).toEqual([]);
  expect(unfoundIn(names, [], ['sqlite'])).toEqual([]);
});

it.each([
  ['sqlite', ['node', 'jest', 'test/http/bodies']],
  ['sqlite', ['node', 'jest', '--watch', '/home/me/calendar/test/saves/slugs.test.ts']],
  ['unit', ['node', 'jest', 'test/unit/time']],
  ['unit', ['node', 'jest', 'test/architecture.test.ts']],
  ['unit', ['node', 'jest']],
])('chooses the run %s for %j', (run, argv) => {
  expect(runOf(argv)).toBe(run);
});
