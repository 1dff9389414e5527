import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { doors, someTimes } from '../support/doors';
import { inFull } from '../support/extent';
import { elsewhere } from '../support/processes/run';

const ROOT = path.resolve(__dirname, '../..');
const onPostgres = process.env.DATABASE_CLIENT === 'postgres';
const [, code] = doors.at(-1)!;

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'calendar-backup-'));
const file = path.join(folder, 'backup.db');
afterAll(() => fs.rmSync(folder, { recursive: true }));

const backUpIn = (env: NodeJS.ProcessEnv, ...words: string[]) => backUpFrom(ROOT, env, ...words);

const backUpFrom = (cwd: string, env: NodeJS.ProcessEnv, ...words: string[]) =>
  new Promise<{ status: number; stdout: string; stderr: string }>((resolve) => {
    execFile(
      process.execPath,
      [path.join(ROOT, 'scripts/backup.cjs'), ...words],
      { cwd, env: { ...process.env, ...env } },
      (error, stdout, stderr) => resolve({ status: Number(error?.code ?? 0), stdout, stderr }),
    );
  });

const backUp = (...words: string[]) => backUpIn({}, ...words);

const write = async (title: string) =>
  (await code.create('event', { title, ...someTimes })).documentId;

const oneSentence = expect.stringMatching(/^[^\n]+\n$/);

if (onPostgres) {
  inFull('refers PostgreSQL users to pg_dump and writes no file', async () => {
    const { status, stdout, stderr } = await backUp(file);
    expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: '', stderr: oneSentence });
    expect(stderr).toContain('pg_dump');
    expect(fs.existsSync(file)).toBe(false);
  });
} else {
  it('a backup contains every event stored before it started, while other writes continue', async () => {
    const before = [await write('One'), await write('Two'), await write('Three')];
    let running = true;
    const backup = backUp(file).finally(() => {
      running = false;
    });
    const meanwhile: string[] = [];
    while (running) {
      meanwhile.push(await write('Meanwhile'));
      await setTimeout(20); // Lets this process notice the other's end.
    }
    expect(await backup).toMatchObject({ status: 0, stderr: '' });
    expect(meanwhile.length).toBeGreaterThan(0);
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
    expect(fs.readdirSync(folder)).toEqual(['backup.db']);
    const { events } = await elsewhere(['read'], { DATABASE_FILENAME: file });
    const kept = events.map(({ documentId }) => documentId);
    expect(kept).toEqual(expect.arrayContaining(before));
  });

  inFull('deletes what killed backups have left beside it, and nothing else', async () => {
    const HOURS_AGO = new Date(Date.now() - 3 * 60 * 60_000);
    const beside = fs.mkdtempSync(path.join(folder, 'beside-'));
    const make = (name: string, time = new Date()) => {
      fs.writeFileSync(path.join(beside, name), 'x');
      fs.utimesSync(path.join(beside, name), time, time);
      return name;
    };
    make('monday.db.0123abcd.unfinished', HOURS_AGO);
    const kept = [make('tuesday.db.0123abcd.unfinished'), make('sunday.db', HOURS_AGO)];
    kept.push(make('other.unfinished', HOURS_AGO), make('sunday.db.1234', HOURS_AGO));
    expect(await backUp(path.join(beside, 'new.db'))).toMatchObject({ status: 0, stderr: '' });
    expect(fs.readdirSync(beside).sort()).toEqual([...kept, 'new.db'].sort());
    fs.rmSync(beside, { recursive: true });
  });

  inFull('copies into the folder in which it was started, from that of the project', async () => {
    const cwd = fs.mkdtempSync(path.join(folder, 'elsewhere-'));
    const DATABASE_FILENAME = path.relative(ROOT, path.resolve(process.env.DATABASE_FILENAME!));
    const answer = await backUpFrom(cwd, { DATABASE_FILENAME }, 'copy.db');
    expect(answer).toMatchObject({ status: 0, stderr: '' });
    expect(fs.readdirSync(cwd)).toEqual(['copy.db']);
  });

  it('does not overwrite an existing file', async () => {
    const kept = path.join(folder, 'kept.db');
    fs.writeFileSync(kept, 'mine');
    expect(await backUp(kept)).toEqual({ status: 1, stdout: '', stderr: oneSentence });
    expect(fs.readFileSync(kept, 'utf8')).toBe('mine');
  });

  inFull('says that a copy is written when the disk has it, and its name', async () => {
    const watch = path.join(folder, 'watch.cjs');
    fs.writeFileSync(
      watch,
      `const fs = require('node:fs');
       const { fsyncSync } = fs;
       fs.fsyncSync = (descriptor) => {
         console.log(fs.fstatSync(descriptor).isFile() ? 'the file' : 'the folder');
         fsyncSync(descriptor);
       };`,
    );
    const synced = path.join(folder, 'synced.db');
    const { stdout } = await backUpIn({ NODE_OPTIONS: `--require ${watch}` }, synced);
    expect(stdout).toMatch(/the file\nthe folder\nWritten: /);
    for (const file of [watch, synced]) fs.rmSync(file);
  });

  it('of two backups to one file at once, one is stored and the other refused', async () => {
    const once = path.join(folder, 'once.db');
    const answers = await Promise.all([backUp(once), backUp(once), backUp(once)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([0, 1, 1]);
    for (const { stderr } of answers.filter(({ status }) => status > 0)) {
      expect(stderr).toBe(`${once} already exists and is not overwritten.\n`);
    }
    expect(fs.readdirSync(folder).filter((name) => name.startsWith('once.db'))).toEqual([
      'once.db',
    ]);
  });

  inFull('fails with its own message when the source is not a database', async () => {
    const DATABASE_FILENAME = path.join(folder, 'other.txt');
    fs.writeFileSync(DATABASE_FILENAME, 'No database.');
    const { status, stderr } = await backUpIn({ DATABASE_FILENAME }, path.join(folder, 'copy.db'));
    expect({ status, stderr }).toEqual({ status: 1, stderr: oneSentence });
    expect(stderr).toContain('could not be copied'); // Its own error, not that of a start.
    fs.rmSync(DATABASE_FILENAME);
  });

  inFull('fails with one sentence when the target folder does not exist', async () => {
    const answer = await backUp(path.join(folder, 'nowhere', 'backup.db'));
    expect(answer).toEqual({ status: 1, stdout: '', stderr: oneSentence });
    expect(answer.stderr).not.toContain('beside the database');
  });
}

it('copies no other database where it cannot read the .env that may name one', async () => {
  const answer = await backUpIn({ ENV_PATH: folder }, path.join(folder, 'other.db')); // Nobody reads a folder.
  expect(answer).toEqual({ status: 1, stdout: '', stderr: oneSentence });
  expect(answer.stderr).toContain(`${folder} cannot be read (EISDIR`);
  expect(fs.existsSync(path.join(folder, 'other.db'))).toBe(false);
});

it('fails with its usage when no file is named', async () => {
  const answer = await backUp();
  expect(answer).toEqual({ status: 1, stdout: '', stderr: oneSentence });
  expect(answer.stderr).toContain('npm run -s backup -- FILE');
});
