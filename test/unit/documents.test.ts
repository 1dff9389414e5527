import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import manifest from '../../package.json';

const ROOT = path.resolve(__dirname, '../..');
const SERVER = 'src/plugins/calendar/server/src';

const read = (name: string) => readFileSync(path.join(ROOT, name), 'utf8');
const markdownIn = (folder: string) =>
  readdirSync(path.join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join(folder, name));

const DOCUMENTS = ['.', 'docs', 'docs/decisions'].flatMap(markdownIn);
const README = read('README.md');

it.each(DOCUMENTS)('%s leads only to files that exist', (name) => {
  const targets = [...read(name).matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, target = '']) =>
    path.join(ROOT, path.dirname(name), target),
  );
  expect(targets.filter((target) => !existsSync(target))).toEqual([]);
});

it.each(['README.md', 'CONTRIBUTING.md'])('%s names only commands that exist', (name) => {
  const named = [...read(name).matchAll(/npm run (?:-s )?([a-z:]+)/g)].map(([, script]) => script);
  expect(named.length).toBeGreaterThan(2);
  expect(named.filter((script) => !Object.keys(manifest.scripts).includes(script ?? ''))).toEqual(
    [],
  );
});

it('gives a reason for every dependency, and for nothing else', () => {
  const reasons = read('docs/decisions/dependencies.md').match(/^\| `.*? \|/gm) ?? [];
  const named = reasons.flatMap((line) => [...line.matchAll(/`([^`]+)`/g)].map(([, word]) => word));
  const used = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
  expect(named.sort()).toEqual(used.sort());
});

it('explains every environment variable that the configuration reads', () => {
  const files = readdirSync(path.join(ROOT, 'config')).map((name) => read(`config/${name}`));
  const names = files.flatMap((text) =>
    [...text.matchAll(/env(?:\.\w+)?\(\s*'([A-Z_]+)'/g)].map(([, name = '']) => name),
  );
  expect(names.length).toBeGreaterThan(30);
  const explained = (name: string) =>
    README.includes(`\`${name}\``) || README.includes(`\`…_${name.split('_').at(-1)}\``);
  expect(names.filter((name) => !explained(name))).toEqual([]);
});

it('describes every room of the server', () => {
  const rooms = readdirSync(path.join(ROOT, SERVER), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
  const described = read('docs/architecture.md');
  expect(rooms.length).toBeGreaterThan(5);
  expect(
    rooms.filter(
      (room) => !described.includes(`| \`${room}/\``) && !described.includes(`, \`${room}/\``),
    ),
  ).toEqual([]);
});

it('keeps the numbers of the rules: thirteen sections, each counted from one', () => {
  const sections = read('docs/rules.md').split(/^## /m).slice(1);
  expect(sections.map((section) => Number.parseInt(section, 10))).toEqual(
    Array.from({ length: 13 }, (_, index) => index + 1),
  );
  for (const section of sections) {
    const numbers = [...section.matchAll(/\n(\d+)\. /g)].map(([, number]) => Number(number));
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  }
});

it('lists every error code that the interface answers with', () => {
  const codes = read(`${SERVER}/texts/en.ts`).match(/\brest_\w+|\b[a-z]+(?:-[a-z]+)+(?=':)/g) ?? [];
  const listed = read('docs/interface.md');
  expect(codes).toEqual(expect.arrayContaining(['rest_invalid_param', 'event-not-accessible']));
  expect(codes.filter((code) => !listed.includes(`\`${code}\``))).toEqual([]);
});

it('speaks of nothing that is not in the repository', () => {
  const absent = /(?<![-\w])(?:wire|strapi|style|ecosystem|DESIGN|spec)\.md\b/;
  const sources = readdirSync(path.join(ROOT, 'src'), { recursive: true })
    .map((name) => path.join('src', String(name)))
    .filter((name) => /\.tsx?$/.test(name));
  expect(sources.length).toBeGreaterThan(50);
  expect([...DOCUMENTS, ...sources].filter((name) => absent.test(read(name)))).toEqual([]);
});
