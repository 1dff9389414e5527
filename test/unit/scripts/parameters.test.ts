import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../../..');
const SCRIPTS = path.join(ROOT, 'scripts');
let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'calendar-parameters-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

const run = (name: string, words: string[], scripts = SCRIPTS) => {
  const env = { ...process.env, DATABASE_CLIENT: 'sqlite', DATABASE_FILENAME: 'data.db' };
  const script = path.join(scripts, `${name}.cjs`);
  const { status, stderr } = spawnSync(process.execPath, [script, ...words], {
    ...{ cwd: folder, env: { ...env, DATABASE_URL: '' }, encoding: 'utf8', timeout: 60_000 },
  });
  return { status, stderr };
};

it.each([
  ['start', ['--help']],
  ['start', ['--port', '8080']],
  ['container-check', ['--help']],
  ['picture', ['--help']],
  ['sample', ['--help']],
  ['sample', ['production']],
  ['demo', ['--help']],
  ['backup', ['--help']],
  ['backup', ['one.db', 'two.db']],
  ['openapi', ['--help']],
  ['token', ['--help']],
])('%s prints its usage and does nothing for %j', (name, words) => {
  expect(run(name, words)).toEqual({
    status: 1,
    stderr: expect.stringMatching(
      new RegExp(`^[^\\n]*Usage: npm (run )?(-s )?${name.replace('-', ':')}[^\\n]*\\n$`),
    ),
  });
  expect(fs.readdirSync(folder)).toEqual([]);
});

it('a build asked for its usage records nothing as built', () => {
  // In a copy: the project itself may be built meanwhile.
  const scripts = path.join(folder, 'scripts');
  fs.cpSync(SCRIPTS, scripts, { recursive: true });
  fs.copyFileSync(path.join(ROOT, 'package.json'), path.join(folder, 'package.json'));
  fs.symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
  fs.mkdirSync(path.join(folder, 'dist'));
  expect(run('build', ['--help'], scripts)).toMatchObject({ status: 0 });
  expect(fs.readdirSync(path.join(folder, 'dist'))).toEqual([]);
});
