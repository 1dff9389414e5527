import fs from 'node:fs';
import path from 'node:path';
import { ROOMS } from '../../support/rooms';

const ROOT = path.join(__dirname, '../../..');
const SERVER = path.join(ROOT, 'src/plugins/calendar/server/src');

/** Scripts load the compiled server while they run, past the compiler. */
const SCRIPTS = ['scripts', 'test/support', 'test/bench'].flatMap((folder) =>
  fs
    .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(cjs|ts)$/.test(file))
    .map((file) => path.join(folder, file)),
);

const MODULE = new RegExp(`['/]((?:${ROOMS.join('|')})/[a-z/-]+)(?:\\.js)?'`, 'g');

/** `const { names } = … 'room/file.js' …;` and `built('room/file').name`; not what a path in a variable leads to. */
const TAKEN = [
  new RegExp(
    `const \\{([^}]+)\\} =\\s*[a-z]+\\([^;]*?['/]((?:${ROOMS.join('|')})/[a-z/-]+)(?:\\.js)?'[\\s,)]*;`,
    'gi',
  ),
  new RegExp(`['/]((?:${ROOMS.join('|')})/[a-z/-]+)'\\)\\.([a-z]+)`, 'gi'),
];

const read = (file: string) => fs.readFileSync(path.join(ROOT, file), 'utf8');

function takenBy(file: string): [module: string, name: string][] {
  const text = read(file);
  const [destructured = [], direct = []] = TAKEN.map((form) => [...text.matchAll(form)]);
  return [
    ...destructured.flatMap(([, names = '', module = '']) =>
      names
        .split(',')
        .map((name) => name.replace(/:.*/s, '').trim())
        .filter((name) => name !== '')
        .map((name): [string, string] => [module, name]),
    ),
    ...direct.map(([, module = '', name = '']): [string, string] => [module, name]),
  ];
}

const compiled = SCRIPTS.filter((file) => /server\/src|dist\.root/.test(read(file)));

/** The source of a module of the server, or of the application's `database/`, which has a room's name. */
const sourceOf = (module: string) =>
  [SERVER, ROOT]
    .map((folder) => path.join(folder, `${module}.ts`))
    .find((file) => fs.existsSync(file));

it.each(compiled)('%s loads only existing modules', (file) => {
  const modules = [...read(file).matchAll(MODULE)].map(([, module = '']) => module);
  const isThere = (module: string) =>
    sourceOf(module) !== undefined || fs.existsSync(path.join(SERVER, module));
  expect(modules.filter((module) => !isThere(module))).toEqual([]);
});

const taken = compiled.flatMap((file) => takenBy(file).map((each) => [file, ...each] as const));

it('recognizes what scripts import from the server', () => {
  expect(taken).toContainEqual(['scripts/bench/loader.cjs', 'database/identity', 'nextId']);
  expect(taken).toContainEqual(['scripts/openapi.cjs', 'settings/settings', 'readSettings']);
  expect(taken).toContainEqual(['scripts/import.cjs', 'database/import/load', 'importSite']);
});

it.each(taken)('%s: %s exports %s', (_, module, name) => {
  const file = sourceOf(module);
  expect(file && fs.readFileSync(file, 'utf8')).toMatch(
    new RegExp(`export (async )?(const|function|class) ${name}\\b`),
  );
});
