import fs from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { INTERNET } from '../../src/plugins/calendar/server/src/records/fetch-bytes';
import { pictureOf } from '../../src/plugins/calendar/server/src/records/pictures';
import { ANYBODY } from '../support/anybody';
import { apiToken, bearer } from '../support/callers';
import { api, get, send } from '../support/http';
import { sends, startPictureServer, testNetwork } from '../support/picture-server';
import { CAMERA, pictureBytes } from '../support/uploads';

const times = { start_date: '2040-05-01 18:00:00', end_date: '2040-05-01 20:00:00' };

let full: Record<string, string>;
let picture: Buffer;
let server: Awaited<ReturnType<typeof startPictureServer>>;

beforeAll(async () => {
  full = bearer(await apiToken('full-access'));
  picture = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#1a7f64' } })
    .png()
    .toBuffer();
  server = await startPictureServer({ '/a.png': sends(picture) });
});

afterAll(() => server.stop());
beforeEach(() => server.asked.splice(0));

const post = (body: object, headers = full, language?: string) =>
  send('POST', api('/events', language), { title: 'Fair', ...times, ...body }, headers);

const uploads = () => fs.readdirSync(path.join(strapi.dirs.static.public, 'uploads')).sort();
const kept = async () => [uploads(), await strapi.db.query('plugin::upload.file').count()];

/** The temporary folders created during the work; other processes use the same parent folder. */
async function foldersOf(work: () => Promise<unknown>): Promise<string[]> {
  const { mkdtemp } = fs.promises;
  const made: string[] = [];
  fs.promises.mkdtemp = (async (prefix: string) => {
    const folder = await mkdtemp(prefix);
    made.push(folder);
    return folder;
  }) as typeof mkdtemp;
  await work().finally(() => {
    fs.promises.mkdtemp = mkdtemp;
  });
  return made;
}

it.each([
  '127.0.0.1',
  'localhost',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '0.0.0.0',
  '2130706433',
  '0x7f.1',
])('never fetches an image from this machine as %s', async (host) => {
  const { status, body } = await post({ image: server.url('/a.png', host) }, full, 'fr');
  expect([status, body.code]).toEqual([400, 'rest_invalid_param']);
  expect(body.data.params).toEqual({ image: 'n’a pas pu être récupérée à cette adresse.' });
  expect(server.asked).toEqual([]);
});

it('rejects an image URL from a caller without the upload permission', async () => {
  const creating = bearer(await apiToken('custom', ['event.create', 'event.publish']));
  const { status, body } = await post({ image: 'https://example.org/a.png' }, creating);
  expect(status).toBe(400);
  expect(body.data.params).toEqual({
    image: 'must be an id: you are not allowed to upload pictures.',
  });
  const asker = { caller: ANYBODY, origin: baseURL };
  const fetching = pictureOf(server.url('/a.png'), asker, testNetwork(INTERNET));
  await expect(fetching).rejects.toMatchObject({ status: 400 });
  expect(server.asked).toEqual([]);
});

it('accepts images with the calendar’s upload permission, not with Strapi’s alone', async () => {
  const actions = ['event.create', 'event.publish'];
  const form = () => {
    const made = new FormData();
    for (const [name, value] of Object.entries({ title: 'Fair', ...times }))
      made.append(name, value);
    made.append('image', new Blob([picture]), 'a.png');
    return made;
  };
  const ours = bearer(await apiToken('custom', [...actions, 'picture.upload']));
  expect((await send('POST', api('/events'), form(), ours)).status).toBe(201);
  const { accessKey } = await strapi.service('admin::api-token').create({
    ...{ name: 'strapi', description: '', type: 'custom', lifespan: null },
    permissions: [
      ...actions.map((action) => `plugin::calendar.${action}`),
      'plugin::upload.content-api.upload',
    ],
  });
  expect((await send('POST', api('/events'), form(), bearer(accessKey))).status).toBe(400);
});

it('tells Strapi’s own webhooks of a picture, as of any upload', async () => {
  const told: unknown[] = [];
  const stop = strapi.eventHub.on('media.create', async (about: unknown) => {
    told.push(about);
  });
  const form = new FormData();
  for (const [name, value] of Object.entries({ title: 'Fair', ...times })) form.append(name, value);
  form.append('image', new Blob([picture]), 'told.png');
  const { body } = await send('POST', api('/events'), form, full).finally(stop);
  const { pathname: url } = new URL(body.image.url);
  expect(told).toEqual([
    { media: expect.objectContaining({ id: body.image.id, name: 'told.png', url }) },
  ]);
});

it('reuses an image that was fetched from the same URL before', async () => {
  const uploader = { ...ANYBODY, mayUpload: async () => true };
  const url = server.url('/a.png');
  const asker = { caller: uploader, origin: baseURL };
  const { fileId } = await pictureOf(url, asker, testNetwork(INTERNET));
  const { status, body } = await post({ image: url });
  expect([status, body.image.id]).toEqual([201, fileId]);
  expect(server.asked).toHaveLength(1);
});

it.each(['jpeg', 'avif'] as const)(
  'removes camera metadata from an uploaded %s',
  async (format) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ title: 'Fair', ...times }))
      form.append(name, value);
    form.append('image', new Blob([await pictureBytes(format)]), `a.${format}`);
    const { status, body } = await send('POST', api('/events'), form, full);
    expect(status).toBe(201);
    expect((await get(new URL(body.image.url).pathname)).text).not.toContain(CAMERA);
  },
);

it('leaves no file behind when the event cannot be saved', async () => {
  const before = await kept();
  const form = new FormData();
  for (const [name, value] of Object.entries({ title: 'Fair', ...times })) form.append(name, value);
  form.append('image', new Blob([picture]), 'a.png');
  const unsubscribe = strapi.db.lifecycles.subscribe({
    models: ['plugin::calendar.event'],
    beforeCreate: () => {
      throw new Error('No more room.');
    },
  });
  try {
    const folders = await foldersOf(async () => {
      expect((await send('POST', api('/events'), form, full)).status).toBe(500);
    });
    expect(folders.map((folder) => fs.existsSync(folder))).toEqual([false]);
  } finally {
    unsubscribe();
  }
  expect(await kept()).toEqual(before);
  expect((await send('POST', api('/events'), form, full)).status).toBe(201);
});
