import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import middlewares from '../../config/middlewares';
import { admin } from '../support/admin';
import { apiToken, bearer, grant, member } from '../support/callers';
import { api, send } from '../support/http';
import { formOf } from '../support/uploads';

/** Distinguishes our temporary files, by size, from those of other programs. */
let size = 300_000 + Math.floor(Math.random() * 100_000);
beforeEach(() => {
  size += 1;
});

const film = () =>
  Buffer.concat([Buffer.from('\x00\x00\x00\x20ftypisom', 'latin1'), Buffer.alloc(size - 12)]);
const form = (field = 'files', bytes = film()) => formOf([{ bytes, name: 'a.mp4', field }]);

function temporary(): string[] {
  const names = fs.readdirSync(os.tmpdir()).filter((name) => /^[a-z][a-z\d]{24}$/.test(name));
  return names.filter((name) => {
    const found = fs.statSync(path.join(os.tmpdir(), name), { throwIfNoEntry: false });
    return found?.size === size;
  });
}

/** Temporary files left after a while, as they may be removed after the answer. */
async function left(): Promise<string[]> {
  for (let tries = 0; tries < 200 && temporary().length > 0; tries += 1) await pause(50);
  return temporary();
}

let full: Record<string, string>;
let asAdmin: Record<string, string>;

beforeAll(async () => {
  full = bearer(await apiToken('full-access'));
  asAdmin = { authorization: `Bearer ${adminToken}` };
});

const DESCRIPTORS = '/proc/self/fd';

/** Whether this process is writing the file, if the system can tell; another test run may upload too. */
function isOurs(name: string): boolean {
  if (!fs.existsSync(DESCRIPTORS)) return true;
  const file = path.join(fs.realpathSync(os.tmpdir()), name);
  return fs.readdirSync(DESCRIPTORS).some((descriptor) => {
    try {
      return fs.readlinkSync(path.join(DESCRIPTORS, descriptor)) === file;
    } catch {
      return false; // Closed meanwhile.
    }
  });
}

/** Milliseconds between two checks; a pause of the process counts as one. */
const TURN = 50;

/** Sends a form; returns how many of its files were in the temporary folder before it was complete. */
async function watched(
  where: string,
  headers: Record<string, string>,
  { method = 'POST', patience = 300 } = {},
) {
  const given = new Response(form());
  const bytes = Buffer.from(await given.arrayBuffer());
  const type = given.headers.get('content-type') ?? '';
  const { hostname, port } = new URL(baseURL);
  const before = new Set(fs.readdirSync(os.tmpdir()));
  const begun = () =>
    fs
      .readdirSync(os.tmpdir())
      .filter((name) => !before.has(name) && /^[a-z][a-z\d]{24}$/.test(name) && isOurs(name));
  return new Promise<{ status: number; kept: number }>((resolve, reject) => {
    const request = http.request({
      ...{ method, hostname, port, path: where },
      headers: { ...headers, 'content-type': type, 'content-length': bytes.length },
    });
    let kept = 0;
    let turns = patience / TURN;
    const half = Math.floor(bytes.length / 2);
    request.write(bytes.subarray(0, half));
    const rest = setInterval(() => {
      kept = begun().length;
      turns -= 1;
      if (kept === 0 && turns > 0) return;
      clearInterval(rest);
      request.end(bytes.subarray(half));
    }, TURN);
    request.on('response', (response) => {
      response.resume().on('end', () => {
        clearInterval(rest);
        request.destroy();
        resolve({ status: response.statusCode ?? 0, kept });
      });
    });
    request.on('error', reject);
  });
}

it.each([
  ['POST', '/admin/login'],
  ['POST', '/api/auth/local'],
  ['POST', '/xyz'],
  ['POST', '/api/nope'],
  ['PUT', '/admin/users/me'],
  ['PATCH', '/upload/files/1/replace/x'],
  ['POST', '/upload/actions/upload-from-urls'],
  ['POST', '/UPLOAD'],
  ['POST', '/api/upload/files'],
  ['POST', '/content-manager/collection-types/plugin::calendar.event'],
])('rejects a form with files where none are accepted: %s %s', async (method, path) => {
  for (const headers of [{}, full, asAdmin]) {
    const { status, kept } = await watched(path, headers, { method });
    expect([status, kept]).toEqual([415, 0]);
  }
  expect(await left()).toEqual([]);
});

it('uses Strapi’s error format at its addresses and the interface’s at its own', async () => {
  const theirs = await send('POST', '/admin/login', form());
  expect([theirs.status, theirs.body.error.name]).toEqual([415, 'UnsupportedMediaTypeError']);
  const unknown = await send('POST', '/calendar/events/v1/nope', form());
  expect([unknown.status, unknown.body.code]).toEqual([404, 'rest_no_route']);
});

it.each([
  ['nobody', '/upload', async () => ({})],
  ['nobody', '/upload/files', async () => ({})],
  ['nobody', '/upload/files/1/replace', async () => ({})],
  ['nobody', '/admin/project-settings', async () => ({})],
  ['a wrong token', '/upload', async () => bearer('wrong')],
  ['an API token', '/upload', async () => full],
  ['nobody', '/api/upload', async () => ({})],
  ['a wrong token', '/api/upload', async () => bearer('wrong')],
  ['an administrator’s token', '/api/upload', async () => asAdmin],
  ['a token without the right', '/api/upload', async () => bearer(await apiToken('custom', []))],
  ['a role without the right', '/api/upload', async () => (await member('author')).headers],
])('writes no file of an unauthorised upload (caller: %s) to %s', async (_, path, headers) => {
  const { status, kept } = await watched(path, await headers());
  expect([401, 403]).toContain(status);
  expect(kept).toBe(0);
});

it('writes temporary files as they arrive from authorised callers', async () => {
  for (const [path, headers] of [
    ['/upload', asAdmin],
    ['/api/upload', full],
  ] as const) {
    const { status, kept } = await watched(path, headers, { patience: 5000 });
    expect([status, kept]).toEqual([201, 1]);
    expect(await left()).toEqual([]);
  }
});

it('allows anonymous uploads when the public role has the permission', async () => {
  const { id } = await grant('public', 'plugin::upload.content-api.upload');
  try {
    expect((await send('POST', '/api/upload', form())).status).toBe(201);
  } finally {
    await strapi.db.query('plugin::users-permissions.permission').delete({ where: { id } });
  }
});

it('leaves no temporary file behind, whatever its field and the outcome', async () => {
  for (const [path, sent, headers, statuses] of [
    ['/upload', form(), asAdmin, [201]],
    ['/upload', form('other'), asAdmin, [400]],
    ['/upload', form('files', Buffer.alloc(size)), asAdmin, [400]],
    ['/upload?id=999999', form(), asAdmin, [404]],
    ['/upload/files/999999/replace', form(), asAdmin, [404]],
    ['/admin/project-settings', form('menuLogo'), asAdmin, [400]],
    ['/api/upload', form('other'), full, [400]],
    ['/api/upload', form('files', Buffer.alloc(size)), full, [400]],
    ['/api/upload?id=999999', form(), full, [404]],
  ] as const) {
    const { status } = await send('POST', path, sent, headers);
    expect([path, statuses]).toEqual([path, expect.arrayContaining([status])]);
    expect(await left()).toEqual([]);
  }
});

it('leaves no temporary file of an aborted or malformed request', async () => {
  const given = new Response(form());
  const bytes = Buffer.from(await given.arrayBuffer());
  const type = given.headers.get('content-type') ?? '';
  const { hostname, port } = new URL(baseURL);
  const before = new Set(fs.readdirSync(os.tmpdir()));
  await new Promise<void>((resolve) => {
    const headers = { ...asAdmin, 'content-type': type, 'content-length': bytes.length };
    const request = http.request({ method: 'POST', hostname, port, path: '/upload', headers });
    request.on('error', () => resolve());
    request.write(bytes.subarray(0, bytes.length - 1000));
    setTimeout(() => request.destroy(), 300);
  });
  const broken = bytes.subarray(0, bytes.length - 40);
  const answer = await send('POST', '/upload', broken, { ...asAdmin, 'content-type': type });
  expect([answer.status, answer.body.error.name]).toEqual([400, 'BadRequestError']);
  const fresh = () =>
    fs
      .readdirSync(os.tmpdir())
      .filter((name) => !before.has(name) && /^[a-z][a-z\d]{24}$/.test(name));
  // Waits for temporary files of other processes to disappear.
  for (let tries = 0; fresh().length > 0 && tries < 600; tries += 1) await pause(100);
  expect(fresh()).toEqual([]);
});

it('rejects text bodies in the content manager with 415', async () => {
  const path = '/content-manager/collection-types/plugin::calendar.event';
  for (const caller of [asAdmin, {}]) {
    const headers = { ...caller, 'content-type': 'text/plain' };
    const { status, body } = await send('POST', path, Buffer.from('{}'), headers);
    expect([status, body.error?.name]).toEqual([415, 'UnsupportedMediaTypeError']);
  }
});

it('rejects more than 1 MB of fields with 413', async () => {
  const fields = formOf([], { fileInfo: 'x'.repeat(2 * 1024 * 1024) });
  expect((await send('POST', '/upload', fields, asAdmin)).status).toBe(413);
});

const MOST = 200 * 1024 * 1024;

it('limits uploads to 200 MB in the configuration', () => {
  const body = middlewares().find(
    (each) => typeof each === 'object' && each.name === 'strapi::body',
  );
  expect(body).toMatchObject({ config: { formidable: { maxFileSize: MOST } } });
  expect(strapi.config.get('plugin::upload.sizeLimit')).toBe(MOST);
});

(process.env.TEST_ALL ? it : it.skip)(
  'rejects a larger file with 413 and keeps nothing',
  async () => {
    size = MOST + 1;
    expect((await send('POST', '/upload', form(), asAdmin)).status).toBe(413);
    expect(await left()).toEqual([]);
  },
);

it('still accepts forms without files and JSON bodies of the admin', async () => {
  const fields = { title: 'Fair', start_date: '2040-05-01', end_date: '2040-05-02' };
  expect((await send('POST', api('/events'), formOf([], fields), full)).status).toBe(201);
  expect((await admin('PUT', '/admin/users/me', { firstname: 'Test' })).status).toBe(200);
});
