import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { knownFiles } from '../../src/plugins/calendar/server/src/database/files';

const ROOT = path.resolve(__dirname, '../..');
const FILE = 'plugin::upload.file';
const HOURS_AGO = new Date(Date.now() - 2 * 60 * 60_000);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'calendar-leftovers-'));
const uploads = path.join(folder, 'uploads');

/** Runs the command with a public folder of its own. */
const leftovers = (...words: string[]) => leftoversIn({}, ...words);

const leftoversIn = (env: NodeJS.ProcessEnv, ...words: string[]) =>
  new Promise<{ status: number; stdout: string; stderr: string }>((resolve) => {
    const script = [
      '--require',
      path.join(folder, 'public.cjs'),
      'scripts/leftovers.cjs',
      ...words,
    ];
    const options = { cwd: ROOT, env: { ...process.env, ...env } };
    execFile(process.execPath, script, options, (error, stdout, stderr) =>
      resolve({ status: Number(error?.code ?? 0), stdout, stderr }),
    );
  });

function keep(name: string, time = HOURS_AGO) {
  fs.writeFileSync(path.join(uploads, name), 'four');
  fs.utimesSync(path.join(uploads, name), time, time);
}

const row = (name: string) => ({
  data: {
    name,
    hash: name,
    mime: 'image/png',
    size: 1,
    provider: 'local',
    url: `/uploads/${name}.png`,
    formats: { small: { url: `/uploads/small_${name}.png` } },
  },
});

/** Strapi stores the admin's logos in its settings, not as rows of files. */
const logos = () => strapi.store({ type: 'core', name: 'admin', key: 'project-settings' });

beforeAll(async () => {
  fs.mkdirSync(uploads);
  fs.writeFileSync(
    path.join(folder, 'public.cjs'),
    `const boot = require(${JSON.stringify(path.join(ROOT, 'scripts/boot.cjs'))});
     const { createCalendar } = boot;
     boot.createCalendar = () => {
       const strapi = createCalendar();
       strapi.dirs.static.public = ${JSON.stringify(folder)};
       return strapi;
     };`,
  );
  await strapi.db.query(FILE).create(row('known'));
  const menuLogo = { name: 'town.png', hash: 'logo', ext: '.png', url: '/uploads/logo.png' };
  await logos().set({ value: { menuLogo, authLogo: null } });
});

afterAll(async () => {
  fs.rmSync(folder, { recursive: true, force: true });
  await strapi.db.query(FILE).deleteMany({ where: { name: 'known' } });
  await logos().delete();
});

it('lists files unknown to the media library and removes them only with --remove', async () => {
  for (const name of [
    'known.png',
    'small_known.png',
    'logo.png',
    '.gitkeep',
    'orphan.png',
    'small_orphan.png',
  ]) {
    keep(name);
  }
  keep('young.png', new Date());
  const before = fs.readdirSync(uploads);
  const listed = await leftovers();
  expect(listed).toMatchObject({ status: 0, stderr: '' });
  expect(listed.stdout.match(/[\w.]+(?= {2}4 bytes)/g)?.sort()).toEqual([
    ...['orphan.png', 'small_orphan.png'],
  ]);
  expect(listed.stdout).toMatch(/^2 files without a row, 8 bytes: listed/m);
  expect(fs.readdirSync(uploads)).toEqual(before);
  expect((await leftovers('--remove')).status).toBe(0);
  expect(fs.readdirSync(uploads).sort()).toEqual([
    ...['.gitkeep', 'known.png', 'logo.png', 'small_known.png', 'young.png'],
  ]);
});

it('removes nothing with a database that knows no file, such as a new one by mistake', async () => {
  keep('kept.png');
  const before = fs.readdirSync(uploads);
  const DATABASE_FILENAME = path.join(folder, 'mistaken.db');
  const mistaken = { DATABASE_CLIENT: 'sqlite', DATABASE_URL: '', DATABASE_FILENAME };
  const { status, stderr } = await leftoversIn(mistaken, '--remove');
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: expect.stringMatching(/^The database knows none of the files in .*\n$/),
  });
  expect(fs.readdirSync(uploads)).toEqual(before);
});

it('reads the rows of all files, however many there are', async () => {
  const many = Array.from({ length: 1500 }, (_, at) => row(`many-${at}`).data);
  await strapi.db.query(FILE).createMany({ data: many as never });
  const known = await knownFiles();
  expect([known.has('many-0.png'), known.has('small_many-1499.png')]).toEqual([true, true]);
  await strapi.db.query(FILE).deleteMany({ where: { name: { $startsWith: 'many-' } } });
});
