import fs from 'node:fs';
import path from 'node:path';
import { countsOf } from '../scripts/figures/counts.cjs';
import { ALLOWED, GOALS } from '../scripts/figures/goals.cjs';
import type { Sources } from './support/imports';
import { breaches, ENTRIES, ROOMS, roomOf } from './support/rooms';

const ROOT = path.resolve(__dirname, '..');
const SERVER = path.join(ROOT, 'src/plugins/calendar/server/src');

const filesBelow = (folder: string) =>
  fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'));

const sources: Sources = new Map(
  filesBelow(SERVER)
    .filter((file) => file.endsWith('.ts'))
    .map((file) => [file, fs.readFileSync(path.join(SERVER, file), 'utf8')]),
);

it('every source file of the server is in a known room', () => {
  expect(sources.size).toBeGreaterThanOrEqual(40);
  const places = new Set([...sources.keys()].map(roomOf));
  expect([...places].filter((room) => room !== '' && !ROOMS.includes(room))).toEqual([]);
  const entries = [...sources.keys()].filter((file) => roomOf(file) === '');
  expect(entries.sort()).toEqual(ENTRIES.map((name) => `${name}.ts`).sort());
});

it('each room imports only itself and the rooms that the table allows', () => {
  expect(breaches(sources)).toEqual([]);
});

it.each([
  ["import { late } from '../http/planted';", 'may not import'],
  ["export { late } from '../http/planted';", 'may not import'],
  ["const late = require('../http/planted');", 'may not import'],
  ["const late = import('../http/planted');", 'may not import'],
  ["import { register } from '../register';", 'above every room'],
  ["import anything from '../../../admin/src';", 'reaches out of the server'],
  ["import fs from 'node:fs';", 'is pure and imports node:fs'],
  ["import { factories } from '@strapi/strapi';", 'is pure and imports @strapi/strapi'],
  ['const now = new Date();', 'reads the clock'],
  ["strapi.db.query('x');", 'past the rooms'],
])('finds a planted %s', (text, fault) => {
  const planted = new Map([...sources, ['kinds/planted.ts', text], ['http/planted.ts', '']]);
  const found = breaches(planted).filter((breach) => breach.includes('planted'));
  expect(found).toHaveLength(1);
  expect(found[0]).toContain(fault);
});

/** The figures beyond what the house allows them, in words. */
const beyond = (planted: Sources) => {
  const most: Record<string, number> = { ...GOALS, ...ALLOWED };
  const figures = Object.entries<number>(countsOf(planted));
  return figures.flatMap(([name, today]) =>
    today > (most[name] ?? 0) ? [`${name}: ${today}, at most ${most[name]}`] : [],
  );
};

it('the figures of the server stay within the goals and exceptions', () => {
  expect(beyond(sources)).toEqual([]);
});

it.each([
  ['lines of the longest file', 'x\n'.repeat(251)],
  ['as never', 'x as never;'.repeat(99)],
])('finds a planted figure: %s', (name, text) => {
  const found = beyond(new Map([...sources, ['index.ts', `${sources.get('index.ts')}${text}`]]));
  expect(found.map((said) => said.split(':')[0])).toEqual([name]);
});

it('no folder is named utils, helpers, common or lib', () => {
  const folders = ['src', 'config', 'database', 'scripts', 'test'].flatMap((folder) =>
    fs.existsSync(path.join(ROOT, folder)) ? filesBelow(path.join(ROOT, folder)) : [],
  );
  expect(folders.length).toBeGreaterThanOrEqual(60);
  expect(folders.filter((file) => /(^|\/)(utils|helpers|common|lib)(\/|$)/.test(file))).toEqual([]);
});

it('only support/property.ts imports fast-check', () => {
  const importing = filesBelow(__dirname).filter(
    (file) =>
      file.endsWith('.ts') &&
      /from 'fast[-]check'/.test(fs.readFileSync(path.join(__dirname, file), 'utf8')),
  );
  expect(importing).toEqual(['support/property.ts']);
});
