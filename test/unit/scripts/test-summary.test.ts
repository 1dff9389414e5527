import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
  failuresOf,
  skippedByAll,
  summaryOf,
  unseenByAll,
} from '../../../scripts/test-summary.cjs';

const all = ['unit', 'sqlite', 'postgres'];
const whole = { all, wanted: all, everything: true };
const ran = (passed: number, failed = 0) => ({ passed, failed });

it('sums all runs in its last line', () => {
  const results = { unit: ran(100), sqlite: ran(12), postgres: ran(11, 1) };
  expect(summaryOf(results, whole)).toEqual({ failed: 1, lines: ['123 passed, 1 failed'] });
});

it.each(['sqlite', 'postgres'])('fails a full run in which %s ran no test', (run) => {
  const results = { unit: ran(1), sqlite: ran(1), postgres: ran(1), [run]: ran(0) };
  const { failed, lines } = summaryOf(results, whole);
  expect(failed).toBe(1);
  expect(lines).toEqual([`FAILED: ${run} ran no test.`, '2 passed, 1 failed']);
});

it('fails a full run that left out one of the databases', () => {
  expect(summaryOf({ unit: ran(1), sqlite: ran(1) }, whole).failed).toBe(1);
});

describe('a failure', () => {
  const told = (report: object) => failuresOf(report, { part: 'sqlite-1', root: '/calendar' });
  const test = (status: string, message?: string) => ({
    status,
    fullName: `GET /events ${status}`,
    failureMessages: message === undefined ? [] : [message],
  });

  it('is reported with its part, its file and a shortened message without colours', () => {
    const testResults = [
      {
        name: '/calendar/test/http/events.test.ts',
        message: 'all of it, once more',
        assertionResults: [
          test('passed'),
          test('failed', `\u001b[31mno\u001b[39m${'\nat'.repeat(90)}`),
        ],
      },
    ];
    const [{ lines, ...counted }, ...others] = told({ testResults });
    expect(counted).toEqual({ file: 'test/http/events.test.ts', passed: 1, failed: 1 });
    const [first, second, ...rest] = lines[0].split('\n');
    expect([first, second]).toEqual([
      'in sqlite-1: test/http/events.test.ts: GET /events failed',
      'no',
    ]);
    expect(rest).toHaveLength(29);
    expect([lines.length, others]).toEqual([1, []]);
  });

  it('includes a file that does not load', () => {
    const testResults = [
      { name: '/calendar/test/a.test.ts', message: 'Unexpected token', assertionResults: [] },
      { name: '/calendar/test/b.test.ts', message: '', assertionResults: [test('passed')] },
    ];
    const lines = ['in sqlite-1: test/a.test.ts: did not load\nUnexpected token'];
    expect(told({ testResults })).toEqual([
      { file: 'test/a.test.ts', passed: 0, failed: 1, lines },
    ]);
  });

  it('is reported before the last line', () => {
    const results = { unit: ran(1), sqlite: ran(1, 1), postgres: ran(1) };
    expect(summaryOf(results, { ...whole, failures: ['in sqlite: that'] }).lines).toEqual([
      'FAILED in sqlite: that',
      '3 passed, 1 failed',
    ]);
  });

  it('is reported even if it passed when run alone', () => {
    const results = { unit: ran(1), sqlite: ran(2), postgres: ran(1) };
    expect(summaryOf(results, { ...whole, once: ['in sqlite-1: that'] })).toEqual({
      failed: 0,
      lines: ['FAILED ONCE, and not by itself: in sqlite-1: that', '4 passed, 0 failed'],
    });
  });
});

it('reports which runs were left out', () => {
  const { failed, lines } = summaryOf(
    { sqlite: ran(2) },
    { all, wanted: ['sqlite'], everything: false },
  );
  expect(failed).toBe(0);
  expect(lines).toEqual([
    'LEFT OUT: unit, postgres. Only "npm test" tests everything.',
    '2 passed, 0 failed',
  ]);
});

it('does not require a test of every run when a file is named', () => {
  const results = { unit: ran(3), sqlite: ran(0), postgres: ran(0) };
  expect(summaryOf(results, { all, wanted: all, everything: false }).failed).toBe(0);
});

it('fails if no test ran', () => {
  const { failed, lines } = summaryOf({ sqlite: ran(0) }, { all, wanted: all, everything: false });
  expect([failed, lines.at(-1)]).toEqual([1, '0 passed, 1 failed']);
  expect(lines[0]).toMatch(/^FAILED: no test ran\./);
});

it('fails if every run has skipped a test', () => {
  const report = (...tests: [string, string][]) => ({
    testResults: [
      {
        name: '/calendar/test/a.test.ts',
        assertionResults: tests.map(([fullName, status]) => ({ fullName, status })),
      },
    ],
  });
  const skipped = skippedByAll(
    [
      report(['both', 'passed'], ['once', 'pending'], ['never', 'pending'], ['later', 'todo']),
      report(['both', 'passed'], ['once', 'failed'], ['never', 'pending']),
    ],
    '/calendar',
  );
  expect(skipped).toEqual(['test/a.test.ts: never']);
  const results = { unit: ran(1), sqlite: ran(1), postgres: ran(1) };
  expect(summaryOf(results, { ...whole, skipped })).toEqual({
    failed: 1,
    lines: ['FAILED: skipped by every run: test/a.test.ts: never', '3 passed, 1 failed'],
  });
});

describe('documented responses', () => {
  let folder: string;
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'summary-'));
  });
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  const note = (run: string, unseen: string[]) =>
    fs.writeFileSync(path.join(folder, `unseen-${run}.json`), JSON.stringify(unseen));

  it('must be seen by at least one run', () => {
    note('sqlite', ['GET /events 503', 'GET /tags 429']);
    note('postgres', ['GET /events 503']);
    expect(unseenByAll(folder)).toEqual(['GET /events 503']);
  });

  it('fail the full run if they were never seen', () => {
    const results = { unit: ran(1), sqlite: ran(1), postgres: ran(1) };
    expect(summaryOf(results, { ...whole, unseen: ['GET /events 503'] })).toEqual({
      failed: 1,
      lines: ['FAILED: documented, but never seen: GET /events 503', '3 passed, 1 failed'],
    });
  });
});
