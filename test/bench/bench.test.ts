import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readScenarios } from '../../scripts/bench/scenarios.cjs';
import { isExhaustive } from '../support/extent';

const ROOT = path.resolve(__dirname, '../..');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'calendar-bench-page-'));
const database = process.env.DATABASE_CLIENT === 'postgres' ? 'postgres' : 'sqlite';

afterAll(() => fs.rmSync(folder, { recursive: true }));

const bench = (...words: string[]) =>
  new Promise<{ status: number; told: string }>((resolve) => {
    const script = ['scripts/bench/bench.cjs', '--folder', folder, ...words];
    // On PostgreSQL a schema of its own on the server of this run.
    const env = { ...process.env, TEST_DATABASE_URL: process.env.DATABASE_URL };
    execFile(process.execPath, script, { cwd: ROOT, env }, (error, stdout, stderr) =>
      resolve({ status: Number(error?.code ?? 0), told: stdout + stderr }),
    );
  });

const facts = { now: 0, ids: {}, event: {}, word: 'a', lastPage: 2 };
const names: string[] = readScenarios(facts).map(({ name }: { name: string }) => name);

/** A minute of both cores: for releases. */
(isExhaustive ? it : it.skip)(
  'the benchmark measures every scenario and writes a page with a chart',
  async () => {
    const done = await bench(`--${database}`, '--events', '500', '--rounds', '1', '--time', '1');
    expect(done).toEqual({ status: 0, told: expect.stringContaining('performance.md') });
    const page = fs.readFileSync(path.join(folder, 'performance.md'), 'utf8');
    for (const name of [...names, 'create', 'update']) expect(page).toContain(`| ${name} |`);
    expect(names.length).toBeGreaterThan(20);
    expect(page).toMatch(
      /Mixed, 95 reads to 5 changes, 8 connections: [\d.,]+ requests per second/,
    );
    expect(page).toMatch(
      /Feed of \d+ events .* of the \d+ pages of its list.* of a bare server that answers 304/,
    );
    expect(page).not.toMatch(/NaN|undefined/);
    const drawing = fs.readFileSync(path.join(folder, `performance-${database}-500.svg`), 'utf8');
    for (const name of names) expect(drawing).toContain(name);
  },
);

it('the benchmark prints its usage and exits with 2 for an invalid option', async () => {
  const { status, told } = await bench('--events', 'many');
  expect([status, told]).toEqual([2, expect.stringContaining('npm run bench')]);
});
