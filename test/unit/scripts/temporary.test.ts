import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const SCRIPT = path.resolve(__dirname, '../../../scripts/temporary.cjs');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'calendar-temporary-'));
const HERE = `calendar-${os.hostname().replace(/[^\w-]/g, '_')}-`;
const HOURS_AGO = new Date(Date.now() - 3 * 60 * 60_000);

afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const run = (program: string) =>
  spawnSync(
    process.execPath,
    ['-e', `const { useOwnTemporaryFolder } = require(${JSON.stringify(SCRIPT)}); ${program}`],
    { env: { ...process.env, TMPDIR: folder, TMP: folder, TEMP: folder }, encoding: 'utf8' },
  );

const names = () => fs.readdirSync(folder).sort();

function make(name: string, time = new Date()) {
  fs.mkdirSync(path.join(folder, name));
  fs.writeFileSync(path.join(folder, name, 'file'), 'x');
  fs.utimesSync(path.join(folder, name), time, time);
  return name;
}

it('gives a process its own temporary folder, deleted when it exits', () => {
  const { stdout } = run(
    "useOwnTemporaryFolder(); console.log(require('node:os').tmpdir(), process.pid); require('node:fs').mkdtempSync(require('node:os').tmpdir() + '/strapi-upload-')",
  );
  const [own = '', pid] = stdout.trim().split(' ');
  expect(path.dirname(own)).toBe(folder);
  expect(path.basename(own)).toMatch(new RegExp(`^${HERE}${pid}-`));
  expect(names()).toEqual([]);
});

it('keeps the folder, which systems remove from their temporary folder when nothing has used it for days', () => {
  const { stdout } = run(
    `const fs = require('node:fs');
     const { mock } = require('node:test');
     mock.timers.enable({ apis: ['setInterval'] });
     useOwnTemporaryFolder();
     const own = require('node:os').tmpdir();
     const mode = () => (fs.statSync(own).mode & 0o777).toString(8);
     fs.utimesSync(own, 0, 0);
     mock.timers.tick(60_000);
     console.log(fs.statSync(own).mtimeMs > Date.now() - 60_000, mode());
     fs.rmSync(own, { recursive: true });
     mock.timers.tick(60_000);
     console.log(fs.existsSync(own), mode());`,
  );
  expect(stdout).toBe('true 700\ntrue 700\n');
  expect(names()).toEqual([]);
});

it('deletes the folders of killed processes, and no others', () => {
  run(
    "const remove = useOwnTemporaryFolder(); require('node:fs').writeFileSync(require('node:os').tmpdir() + '/upload', 'x'); process.kill(process.pid, 'SIGKILL')",
  );
  expect(names()).toHaveLength(1);
  const kept = [
    make(`${HERE}${process.pid}-alive`),
    make('calendar-elsewhere-1-abc'),
    make(`${HERE}999999-1-abc`), // Of process 1 on a machine whose name begins like ours.
    make('calendar-picture-young'),
    make('strapi-upload-old', HOURS_AGO),
    make('somebody-elses', HOURS_AGO),
  ];
  make('calendar-picture-old', HOURS_AGO);
  expect(run('useOwnTemporaryFolder()').status).toBe(0);
  expect(names()).toEqual(kept.sort());
});

it('deletes a folder left by an earlier process with the same id', () => {
  const program = `require('node:fs').mkdirSync(require('node:os').tmpdir() + '/${HERE}' + process.pid + '-before'); useOwnTemporaryFolder()`;
  const before = names();
  expect(run(program).status).toBe(0);
  expect(names()).toEqual(before);
});

it('ends the process with one sentence where no temporary file can be stored', () => {
  const missing = path.join(folder, 'missing');
  const answer = run(
    `process.env.TMPDIR = ${JSON.stringify(missing)}; useOwnTemporaryFolder(); console.log('on')`,
  );
  expect(answer).toMatchObject({ status: 1, stdout: '' });
  expect(answer.stderr).toMatch(
    new RegExp(`^Temporary files cannot be stored in ${missing} \\(.+\\): [^\\n]+\\n$`),
  );
});

it('applies to the commands of the project before Strapi is loaded', () => {
  const program = `require(${JSON.stringify(path.resolve(SCRIPT, '../boot.cjs'))}).createCalendar(); console.log(require('node:os').tmpdir(), require('formidable').formidable().options.uploadDir); process.exit()`;
  const said = execFileSync(process.execPath, ['-e', program], {
    cwd: path.resolve(SCRIPT, '../..'),
    env: { ...process.env, TMPDIR: folder },
    encoding: 'utf8',
  });
  const [own, uploads] = said.trim().split('\n').at(-1)?.split(' ') ?? [];
  expect(own).toContain(HERE);
  expect(uploads).toBe(own);
}, 60_000);
