import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import manifest from '../../package.json';
import { FIELDS } from '../../src/plugins/calendar/server/src/kinds/fields';
import { MESSAGES } from '../../src/plugins/calendar/server/src/messages/t';
import { RESOURCES } from '../../src/plugins/calendar/server/src/resources/routes';
import { VARIABLES } from '../../src/plugins/calendar/server/src/settings/environment';
import { readSettings } from '../../src/plugins/calendar/server/src/settings/settings';

const ROOT = path.resolve(__dirname, '../..');
const SERVER = 'src/plugins/calendar/server/src';

const read = (name: string) => readFileSync(path.join(ROOT, name), 'utf8');
const markdownIn = (folder: string) =>
  readdirSync(path.join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join(folder, name));

const DOCUMENTS = ['.', 'docs', 'docs/decisions'].flatMap(markdownIn);
const HOSTING = read('docs/hosting.md');
const INTERFACE = read('docs/interface.md');

it.each(DOCUMENTS)('%s links only to existing files', (name) => {
  const targets = [...read(name).matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, target = '']) =>
    path.join(ROOT, path.dirname(name), target),
  );
  expect(targets.filter((target) => !existsSync(target))).toEqual([]);
});

it.each(DOCUMENTS)('%s names only existing source files', (name) => {
  const roots = ['.', 'src/plugins/calendar', SERVER].map((root) => path.join(ROOT, root));
  const named = [...read(name).matchAll(/`((?:[\w-]+\/)+[\w.-]+\.(?:ts|cjs|json))`/g)];
  const files = named.map(([, file = '']) => file);
  const exists = (file: string) => roots.some((root) => existsSync(path.join(root, file)));
  expect(files.filter((file) => !exists(file))).toEqual([]);
});

const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replace(/ /g, '-');

it.each(DOCUMENTS)('%s links only to existing headings', (name) => {
  const anchors = [...read(name).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    anchorOf(heading),
  );
  const targets = [...read(name).matchAll(/\]\(#([^)]+)\)/g)].map(([, target = '']) => target);
  expect(targets.filter((target) => !anchors.includes(target))).toEqual([]);
});

it.each(['README.md', 'CONTRIBUTING.md', 'docs/hosting.md'])(
  '%s names only existing npm scripts',
  (name) => {
    const named = [...read(name).matchAll(/npm run (?:-s )?([a-z:]+)/g)].map(
      ([, script]) => script,
    );
    expect(named.length).toBeGreaterThan(2);
    expect(named.filter((script) => !Object.keys(manifest.scripts).includes(script ?? ''))).toEqual(
      [],
    );
  },
);

it('dependencies.md gives a reason for every dependency and nothing else', () => {
  const reasons = read('docs/decisions/dependencies.md').match(/^\| `.*? \|/gm) ?? [];
  const named = reasons.flatMap((line) => [...line.matchAll(/`([^`]+)`/g)].map(([, word]) => word));
  const used = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
  expect(named.sort()).toEqual(used.sort());
});

it('the decisions are numbered consecutively in file names, titles and list', () => {
  const names = readdirSync(path.join(ROOT, 'docs/decisions')).filter((name) => /^\d/.test(name));
  const listed = names.map((name, index) => {
    expect(name).toMatch(new RegExp(`^0*${index + 1}-`));
    expect(read(`docs/decisions/${name}`)).toMatch(new RegExp(`^# ${index + 1}\\. `));
    return `${index + 1}. [`;
  });
  const list = read('docs/decisions/README.md');
  expect(list.match(/^\d+\. \[/gm)).toEqual(listed);
  expect(names.filter((name) => !list.includes(`](${name})`))).toEqual([]);
});

it.each(DOCUMENTS)('%s contains no merge conflict markers', (name) => {
  expect(read(name)).not.toMatch(/^(?:<{7}|={7}|>{7})/m);
});

it('hosting.md explains every environment variable that the configuration reads', () => {
  const files = readdirSync(path.join(ROOT, 'config')).map((name) => read(`config/${name}`));
  const names = files.flatMap((text) =>
    [...text.matchAll(/env(?:\.\w+)?\(\s*'([A-Z_]+)'/g)].map(([, name = '']) => name),
  );
  expect(names.length).toBeGreaterThan(25);
  expect(VARIABLES.length).toBeGreaterThan(15);
  const explained = (name: string) =>
    HOSTING.includes(`\`${name}\``) || HOSTING.includes(`\`…_${name.split('_').at(-1)}\``);
  expect([...names, ...VARIABLES].filter((name) => !explained(name))).toEqual([]);
});

it('architecture.md describes every room of the server', () => {
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

it('rules.md has seventeen sections, with consecutive numbers in each', () => {
  const sections = read('docs/rules.md').split(/^## /m).slice(1);
  expect(sections.map((section) => Number.parseInt(section, 10))).toEqual(
    Array.from({ length: 17 }, (_, index) => index + 1),
  );
  for (const section of sections) {
    const numbers = [...section.matchAll(/\n(\d+)\. /g)].map(([, number]) => Number(number));
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  }
});

it('interface.md lists exactly the error codes of the interface', () => {
  const isCode = /^rest[_-]|^(?:event|venue|organizer)-|^term_exists$|^duplicate_/;
  const codes = Object.keys(MESSAGES.en.errors).filter((key) => isCode.test(key));
  const rows = INTERFACE.match(/^\| \d{3}[\d, ]* \|[^|]+\|/gm) ?? [];
  const listed = rows.flatMap((row) => [...row.matchAll(/`([^`]+)`/g)].map(([, code]) => code));
  expect(codes).toEqual(expect.arrayContaining(['rest_invalid_param', 'event-not-accessible']));
  expect([...new Set(listed)].sort()).toEqual(codes.sort());
});

it('interface.md answers everything that the specification leaves open', () => {
  const text = read('docs/specification.md');
  const open = [...text.matchAll(/([^.\n]+): not shown\b/g)].map(([, what = '']) =>
    what.replace(/^-/, '').trim(),
  );
  expect(open).toHaveLength(9);
  expect(open.filter((what) => !INTERFACE.includes(`| ${what} |`))).toEqual([]);
});

it('interface.md names every field and parameter that the specification lacks', () => {
  const specification = read('docs/specification.md');
  const fields = Object.values(FIELDS).flatMap((each) => Object.keys(each));
  const parameters = RESOURCES.flatMap(({ filters }) => Object.keys(filters));
  const ours = [...fields, ...parameters].filter((name) => !specification.includes(`| ${name} |`));
  expect(ours).toEqual(expect.arrayContaining(['ticket_url', 'geoloc_radius']));
  expect(ours.filter((name) => !INTERFACE.includes(`\`${name}\``))).toEqual([]);
});

it('hosting.md explains every setting', () => {
  const settings = Object.keys(readSettings({}));
  const explained = [...HOSTING.matchAll(/\| `([a-z]\w*)[\w.]*` \|/g)].map(([, name]) => name);
  expect(settings).toEqual(expect.arrayContaining(['timezone', 'limits']));
  expect(settings.filter((name) => !explained.includes(name))).toEqual([]);
});

it('hosting.md states the default of every numeric and boolean setting', () => {
  const rows = [...HOSTING.matchAll(/^\|[^|]+\| `([a-z][\w.]*)` \| `(\d+|true|false)` \|/gm)];
  const valueAt = (where: string) =>
    where.split('.').reduce((at: unknown, name) => (at as Record<string, unknown>)?.[name], {
      ...readSettings({}),
    });
  expect(rows.length).toBeGreaterThan(12);
  expect(rows.map(([, where = '']) => [where, String(valueAt(where))])).toEqual(
    rows.map(([, where, told]) => [where, told]),
  );
});

it('interface.md encodes non-ASCII letters in requests, and shows one in Arabic', () => {
  const commands = [...INTERFACE.matchAll(/^curl .*(?:\\\n.*)*/gm)].map(([command]) => command);
  const plain = commands.filter((command) => !command.includes('--data-urlencode'));
  expect(commands.length).toBeGreaterThan(15);
  expect(plain.filter((command) => /[?&][^ "']*[^\x21-\x7e"' ]/.test(command))).toEqual([]);
  expect(INTERFACE).toMatch(/--data-urlencode \w+=[\u0621-\u064a]+\n/);
});

it('no document or source names a document missing from the repository', () => {
  const absent = /(?<![-\w])(?:wire|strapi|style|ecosystem|DESIGN|spec)\.md\b/;
  const sources = readdirSync(path.join(ROOT, 'src'), { recursive: true })
    .map((name) => path.join('src', String(name)))
    .filter((name) => /\.tsx?$/.test(name));
  expect(sources.length).toBeGreaterThan(50);
  expect([...DOCUMENTS, ...sources].filter((name) => absent.test(read(name)))).toEqual([]);
});
