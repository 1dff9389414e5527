import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';

const run = promisify(execFile);
const SCRIPT = path.resolve(__dirname, '../../scripts/openapi.cjs');
const HOST = 'https://calendar.example';

const CLIENT = `
import type { Event, EventFields, NewEvent, operations } from './calendar';
const query: operations['listEvents']['parameters']['query'] = { page: 2, featured: true };
const sent: NewEvent = { title: 'A', start_date: '2040-01-01', end_date: 2208988800 };
const change: EventFields = {
  venue: { venue: 'Hall', city: null },
  categories: ['Jazz', 3, { id: 4 }],
  image: false,
  author: '0',
};
type Answer<Name extends 'listEvents' | 'getIndex'> =
  operations[Name]['responses'][200]['content']['application/json'];
const index: Answer<'getIndex'>['routes'][string]['methods'] = ['GET'];
export const read = (list: Answer<'listEvents'>): string[] =>
  list.events.map((event: Event) => event.start_date_details.year);
export { change, index, query, sent };
`;

let folder: string;
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'calendar-types-'));
  const ENV_PATH = path.join(folder, '.env');
  fs.writeFileSync(ENV_PATH, `PUBLIC_URL=${HOST}\n`);
  const env = { ...process.env, ENV_PATH };
  await run(process.execPath, [SCRIPT, folder], { env });
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

it('the script writes the OpenAPI document with the public URL', () => {
  const document = JSON.parse(fs.readFileSync(path.join(folder, 'openapi.json'), 'utf8'));
  expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'Event calendar' } });
  expect(document.servers[0].url).toBe(`${HOST}/calendar/events/v1`);
});

it('the script writes a publishable client that compiles with its types', () => {
  const read = (name: string) => fs.readFileSync(path.join(folder, 'client', name), 'utf8');
  expect(JSON.parse(read('package.json'))).toMatchObject({
    exports: { types: './client.d.ts', default: './client.js' },
    dependencies: {
      'openapi-fetch': expect.stringMatching(/^\d/),
      standardwebhooks: expect.stringMatching(/^\d/),
    },
  });
  expect(read('README.md').trim().split('\n').length).toBeLessThan(20);
  expect(read('client.js')).toContain('export function createCalendar');
  const use = (title: string) => `
    import { createCalendar } from './client/client.js';
    const calendar = createCalendar({ baseUrl: '/' });
    export const work = async () => {
      for await (const event of calendar.each('/events', { per_page: 2 })) event.${title}.trim();
      await calendar.change('/events', 12, ({ title }) => ({ title }));
    };`;
  expect(faults(use('title'))).toEqual([]);
  expect(faults(use('tittle'))).not.toEqual([]);
  const hear = (type: string) => `
    import { createCalendar, verifyWebhook } from './client/client.js';
    const message = verifyWebhook('{}', new Headers(), 'whsec_MQ==');
    if (message.type === '${type}') {
      const { type, id, changed }: { type: 'event'; id: number; changed: string[] } = message.data;
      console.log(type, id.toFixed(), changed.join());
    }
    const calendar = createCalendar({ baseUrl: '/' });
    export const make = async () => {
      const types: 'event.updated'[] = ['event.updated'];
      const { data } = await calendar.POST('/webhooks', { body: { url: 'https://a.example', types } });
      return data?.secret?.slice(6);
    };`;
  expect(faults(hear('event.updated'))).toEqual([]);
  expect(faults(hear('venue.updated'))).not.toEqual([]);
});

it('Node can load the client as it is', async () => {
  fs.symlinkSync(path.resolve(__dirname, '../../node_modules'), path.join(folder, 'node_modules'));
  const client = path.join(folder, 'client/client.js');
  const code = `import { createCalendar, verifyWebhook } from ${JSON.stringify(client)};
    console.log(typeof createCalendar, typeof verifyWebhook);`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', code]);
  expect(stdout).toBe('function function\n');
});

const OPTIONS: ts.CompilerOptions = {
  ...{ strict: true, noEmit: true, types: [], skipLibCheck: true },
  target: ts.ScriptTarget.ES2022,
  moduleResolution: ts.ModuleResolutionKind.Node10,
  paths: {
    'openapi-fetch': [require.resolve('openapi-fetch').replace(/cjs$/, 'd.ts')],
    standardwebhooks: [require.resolve('standardwebhooks').replace(/js$/, 'd.ts')],
  },
};

/** Reads what stays the same between programs once: the language's own types, and those of the interface. */
function hostOf(program: string): ts.CompilerHost {
  const host = ts.createCompilerHost(OPTIONS);
  const getSourceFile: typeof host.getSourceFile = (file, ...more) => {
    const known = file === program ? undefined : sources.get(file);
    const source = known ?? host.getSourceFile(file, ...more);
    if (source && file !== program) sources.set(file, source);
    return source;
  };
  return { ...host, getSourceFile };
}
const sources = new Map<string, ts.SourceFile>();

/** What the compiler says of a client. */
function faults(code: string): string[] {
  const file = path.join(folder, 'program.ts');
  fs.writeFileSync(file, code);
  const program = ts.createProgram([file], OPTIONS, hostOf(file));
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

it('a program compiles against the types of the interface', () => {
  expect(faults(CLIENT)).toEqual([]);
});

it.each([
  ['page: 2', "page: 'two'"],
  ["title: 'A', ", ''],
  ["venue: 'Hall', city", 'city'],
  ['image: false', 'image: true'],
  ['event.start_date_details.year', 'event.start_date_details.century'],
])('a program with an invalid replacement for %s does not compile', (right, wrong) => {
  expect(faults(CLIENT.replace(right, wrong))).toHaveLength(1);
});
