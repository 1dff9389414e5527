import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { apiToken } from '../support/callers';
import { api, get } from '../support/http';
import { buildCategory, buildEvent } from '../support/records';
import type { Client } from './generators/contract';

const run = promisify(execFile);
const ROOT = path.resolve(__dirname, '../..');
const OURS = path.join(__dirname, 'generators');

const EVERY = ['openapi-typescript', 'hey-api', 'orval', 'kubb', 'swagger-typescript-api'];
/** Every run makes the client whose types people get from us; the others take a minute together. */
const generators = process.env.TEST_ALL ? EVERY : EVERY.slice(0, 1);

const CANVAS = { width: 12, height: 8, channels: 3 as const, background: '#1a7f64' };

let folder: string;
let category: string;

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'calendar-clients-'));
  fs.symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  const { body } = await get(api('/doc'));
  fs.writeFileSync(path.join(folder, 'openapi.json'), JSON.stringify(body));
  const { public_id, slug } = await buildCategory({ name: 'Chess' });
  category = String(slug);
  await buildEvent({
    title: 'Open',
    categories: [public_id],
    start_date: '2040-05-01 10:00:00',
    end_date: '2040-05-01 12:00:00',
  });
  await buildEvent({
    title: 'Blitz',
    categories: [public_id],
    start_date: '2040-05-02 10:00:00',
    end_date: '2040-05-02 12:00:00',
  });
  await buildEvent({ title: 'Other' });
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

const STRICT = [
  ...['--strict', '--noEmit', '--skipLibCheck', '--allowImportingTsExtensions'],
  ...['--target', 'es2022', '--lib', 'es2022,dom,dom.iterable'],
  ...['--module', 'preserve', '--moduleResolution', 'bundler'],
];

/** What the compiler says of a client, with all that it brings in; in a process of its own, for it takes seconds. */
async function faults(file: string): Promise<string> {
  const parameters = [require.resolve('typescript/bin/tsc'), ...STRICT, file];
  const { stdout } = await run(process.execPath, parameters).catch((failed) => failed);
  return stdout;
}

/** The program beside what its generator makes of the document that is served. */
async function generated(generator: string): Promise<string> {
  const place = path.join(folder, generator);
  fs.mkdirSync(place);
  const document = path.join(folder, 'openapi.json');
  const parameters = [path.join(OURS, 'generate.mjs'), generator, document, place];
  await run(process.execPath, parameters, { cwd: place });
  fs.copyFileSync(path.join(OURS, 'contract.ts'), path.join(place, 'contract.ts'));
  fs.copyFileSync(path.join(OURS, `${generator}.ts`), path.join(place, 'program.ts'));
  return path.join(place, 'program.ts');
}

describe.each(generators)('a client made by %s', (generator) => {
  let file: string;
  let client: Client;

  beforeAll(async () => {
    file = await generated(generator);
    client = require(file).clientOf(baseURL + api(''), await apiToken('full-access'));
  });

  it('compiles in strict mode, and lets nobody leave out what is required', async () => {
    expect(await faults(file)).toBe('');
  });

  it('lists, filters and pages', async () => {
    const query = {
      categories: [category],
      start_date: '2040-05-01',
      end_date: '2040-05-31',
      per_page: 1,
    };
    const { titles, total, fields } = await client.list(query);
    expect({ titles, total, fields }).toEqual({ titles: ['Open'], total: 2, fields: { total: 2 } });
  });

  it('creates, changes, is refused with a stale version, sends a picture, and deletes', async () => {
    const event = { title: 'New', start_date: '2040-06-01 10:00', end_date: '2040-06-01 12:00' };
    const made = await client.create(event);
    expect(made).toMatchObject({ status: 201, title: 'New', state: 'publish' });
    const id = Number(made.id);
    const tag = await client.tagOf(id);
    const changed = await client.patch(id, tag, { featured: true });
    expect(changed).toMatchObject({ status: 200, id, featured: true });
    const stale = await client.patch(id, tag, { featured: false });
    expect(stale).toMatchObject({ status: 412, code: 'rest_precondition_failed' });
    const picture = await client.picture(
      id,
      new Blob([await sharp({ create: CANVAS }).png().toBuffer()], { type: 'image/png' }),
    );
    expect(picture).toMatchObject({ status: 200, id, featured: true, picture: 'png' });
    expect(await client.remove(id)).toMatchObject({ status: 200, id, state: 'trash' });
    expect(await client.remove(id)).toMatchObject({ status: 410, code: 'event-is-in-trash' });
  });
});
