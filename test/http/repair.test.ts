import { execFile } from 'node:child_process';
import path from 'node:path';
import {
  buildTrigramIndex,
  TRIGRAM_INDEX,
} from '../../src/plugins/calendar/server/src/database/search-index';
import { doors, someTimes } from '../support/doors';
import { emptyCalendar } from '../support/empty';
import { onPostgres } from '../support/in-turn';
import { buildEvent } from '../support/records';
import { tellingsEnded } from '../support/tellings';

const ROOT = path.resolve(__dirname, '../..');
const [, code] = doors.at(-1)!;
const links = () => strapi.db.getConnection('calendar_links');

const repairIn = (env: Record<string, string>, ...words: string[]) =>
  new Promise<{ status: number; stdout: string; stderr: string }>((resolve) => {
    const script = ['scripts/repair.cjs', ...words];
    const options = { cwd: ROOT, env: { ...process.env, ...env } };
    execFile(process.execPath, script, options, (error, stdout, stderr) =>
      resolve({ status: Number(error?.code ?? 0), stdout, stderr }),
    );
  });

const repair = (...words: string[]) => repairIn({}, ...words);

beforeAll(async () => {
  await emptyCalendar();
  await code.create('event', { title: 'It', venue: [5], categories: [1, 2], ...someTimes });
  await tellingsEnded(strapi);
});

it('npm run repair only counts with --check, repairs without it, and reports both', async () => {
  const before = await links().select('*').orderBy('target_id');
  await links().where({ target_id: 2 }).delete();
  const checked = await repair('--check');
  expect(checked).toMatchObject({ status: 1, stderr: '' });
  expect(checked.stdout).toMatch(/^1 events whose references were not in the index$/m);
  expect(checked.stdout).toMatch(/^Nothing was changed, after [\d.]+ s\.$/m);
  expect(await links().select('*')).toHaveLength(before.length - 1);
  const mended = await repair();
  expect(mended).toMatchObject({ status: 0, stderr: '' });
  expect(mended.stdout).toMatch(/^Comparing all rows of the type event \.\.\.$/m);
  expect(mended.stdout).toMatch(/^Repaired, after [\d.]+ s\.$/m);
  expect(await links().select('*').orderBy('target_id')).toEqual(before);
});

(onPostgres ? it : it.skip)(
  'npm run repair leaves the index of search texts in place',
  async () => {
    await buildEvent({ title: 'Searched' });
    await buildTrigramIndex();
    await strapi.db.getConnection('calendar_search_text').delete();
    const { stdout } = await repair();
    expect(stdout).toMatch(/^1 texts of public events that were out of date in searches$/m);
    const index = `"${strapi.db.getSchemaName()}"."${TRIGRAM_INDEX}"`;
    const { rows } = await strapi.db.connection.raw('SELECT to_regclass(?) IS NOT NULL AS built', [
      index,
    ]);
    expect(rows).toEqual([{ built: true }]);
  },
);

it('npm run repair exits with 2 and its usage for an unknown option', async () => {
  const { status, stderr } = await repair('--chekc');
  expect([status, stderr]).toEqual([2, expect.stringContaining('npm run repair [-- --check]')]);
});

it('npm run repair --check exits with 2, not as with differences, if the database cannot be used', async () => {
  const nowhere = { DATABASE_CLIENT: 'postgres', DATABASE_URL: 'postgresql://127.0.0.1:1/none' };
  const { status, stderr } = await repairIn(nowhere, '--check');
  expect([status, stderr]).toEqual([2, expect.stringMatching(/^The database cannot be used/)]);
});
