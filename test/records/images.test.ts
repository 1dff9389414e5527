import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { SentFile } from '../../src/plugins/calendar/server/src/kinds/picture';
import type { CalendarError } from '../../src/plugins/calendar/server/src/messages/errors';
import { INTERNET } from '../../src/plugins/calendar/server/src/records/fetch-bytes';
import { fetchFile, pictureOf } from '../../src/plugins/calendar/server/src/records/pictures';
import { admin } from '../support/admin';
import { ANYBODY } from '../support/anybody';
import { redirects, sends, startPictureServer, testNetwork } from '../support/picture-server';
import { buildPicture } from '../support/pictures';
import { buildEvent } from '../support/records';
import { withSettings } from '../support/settings';

const ORIGIN = 'https://calendar.test';
const uploader = { caller: { ...ANYBODY, mayUpload: async () => true }, origin: ORIGIN };
const nobody = { caller: ANYBODY, origin: ORIGIN };
const network = testNetwork(INTERNET);

const drawn = (width: number) =>
  sharp({ create: { width, height: 300, channels: 3, background: '#1a7f64' } })
    .png()
    .toBuffer();

// The default, with a longer timeout, so that a slow machine causes no failure.
withSettings({ imageImport: { enabled: true, maxBytes: 10 * 1024 * 1024, timeout: 120 } });

/** Responses in progress at `/slow`, and the most there were at once. */
const slow = { open: 0, most: 0 };

let server: Awaited<ReturnType<typeof startPictureServer>>;
let picture: Buffer;

beforeAll(async () => {
  picture = await drawn(400);
  server = await startPictureServer({
    '/a.png': sends(picture),
    '/photo.html': sends(
      Buffer.concat([picture, Buffer.from('<script>alert(1)</script>')]),
      'text/html',
    ),
    '/moved': redirects('/a.png'),
    '/slow': (_, response) => {
      slow.open += 1;
      slow.most = Math.max(slow.most, slow.open);
      setTimeout(() => {
        slow.open -= 1;
        response.end(picture);
      }, 50);
    },
    '/slow-page': (_, response) => setTimeout(() => response.end('<!doctype html>'), 50),
    '/private': redirects('http://127.0.0.1/a.png'),
    '/page': sends('<!doctype html><script>alert(1)</script>'),
    '/drawing.svg': sends('<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'),
    '/huge': sends(Buffer.alloc(20 * 1024 * 1024)),
  });
});

afterAll(() => server.stop());

const uploads = () => fs.readdirSync(path.join(strapi.dirs.static.public, 'uploads')).sort();
const files = () => strapi.db.query('plugin::upload.file').findMany({ orderBy: 'id' });
const file = (id: number | null) =>
  strapi.db.query('plugin::upload.file').findOne({ where: { id } });

beforeEach(async () => {
  server.asked.splice(0);
  for (const one of await files()) await strapi.plugin('upload').service('upload').remove(one);
});

/** The message about `image` in the error. */
async function refusal(asking: Promise<unknown>) {
  const error = await asking.then(
    () => undefined,
    (thrown: CalendarError) => thrown,
  );
  expect(error?.refusal).toMatchObject({ status: 400, code: 'rest_invalid_param' });
  return error?.refusal.params?.image?.text;
}

const taken = (value: unknown, asker = uploader) => pictureOf(value, asker, network);

describe('a picture of the media library', () => {
  it('is accepted by its id in any form, from any caller', async () => {
    const id = await buildPicture();
    for (const value of [id, String(id), { id }, { url: 'https://elsewhere.test/x.png', id }]) {
      expect((await taken(value, nobody)).fileId).toBe(id);
    }
  });

  it('is accepted by its own URL without being fetched', async () => {
    const id = await buildPicture();
    const { url } = await file(id);
    expect((await taken(`${ORIGIN}${url}`, nobody)).fileId).toBe(id);
    expect(await refusal(taken(`https://elsewhere.test${url}`, nobody))).toBe('image.no_upload');
  });

  it('is rejected if it does not exist or is no picture', async () => {
    const document = await buildPicture();
    await strapi.db
      .query('plugin::upload.file')
      .update({ where: { id: document }, data: { mime: 'application/pdf' } });
    for (const value of [document, 999_999, '999999999999', 'foo bar', {}]) {
      expect(await refusal(taken(value))).toBe('image.unknown');
    }
  });

  it('is cleared by an empty value', async () => {
    for (const value of ['', 0, '0', false, [], null]) {
      expect((await taken(value, nobody)).fileId).toBeNull();
    }
  });

  it('is kept when the write that refers to it fails', async () => {
    const id = await buildPicture();
    await (await taken(id)).undo();
    expect(await file(id)).toBeTruthy();
  });
});

describe('a picture given by URL', () => {
  it('is stored like one uploaded in the admin', async () => {
    const { fileId } = await taken(server.url('/a.png'));
    const kept = await file(fileId);
    expect(kept).toMatchObject({
      name: 'a.png',
      ext: '.png',
      mime: 'image/png',
      width: 400,
      height: 300,
      folderPath: '/',
      provider: 'local',
      formats: { thumbnail: { ext: '.png', mime: 'image/png' } },
    });
    const served = await sharp(path.join(strapi.dirs.static.public, kept.url)).metadata();
    expect(served).toMatchObject({ format: 'png', width: 400 });
    const thumbnail = path.join(strapi.dirs.static.public, kept.formats.thumbnail.url);
    expect((await sharp(thumbnail).metadata()).width).toBeLessThan(250);
    const uploaded = await file(await buildPicture());
    expect(Object.keys(kept).sort()).toEqual(Object.keys(uploaded).sort());
  });

  it('is fetched only once', async () => {
    const { fileId } = await taken(server.url('/a.png'));
    expect((await taken(server.url('/a.png'))).fileId).toBe(fileId);
    expect((await taken(server.url('/a.png'), nobody)).fileId).toBe(fileId);
    expect(server.asked).toHaveLength(1);
  });

  it('is fetched only once by several writes at once', async () => {
    const ask = () => pictureOf(server.url('/slow'), uploader, network);
    const [one, ...others] = await Promise.all([ask(), ask(), ask()]);
    expect(others.map(({ fileId }) => fileId)).toEqual([one.fileId, one.fileId]);
    expect([server.asked.length, (await files()).length]).toEqual([1, 1]);
  });

  it('is fetched by the next write if the one that fetches it fails', async () => {
    const ask = () => pictureOf(server.url('/slow-page'), uploader, network);
    const results = await Promise.allSettled([ask(), ask()]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(server.asked).toHaveLength(2);
  });

  it('does not store its URL, which may contain keys', async () => {
    const { fileId } = await taken(server.url('/a.png'));
    expect(JSON.stringify(await file(fileId))).not.toContain('pictures.test');
  });

  it('gets its name and type from its content, not from its URL', async () => {
    const { fileId } = await taken(server.url('/photo.html'));
    expect(await file(fileId)).toMatchObject({ name: 'photo.png', ext: '.png', mime: 'image/png' });
    expect(uploads().filter((name) => !name.endsWith('.png'))).toEqual([]);
  });

  it('is rejected without being fetched for callers who may not upload', async () => {
    expect(await refusal(taken(server.url('/a.png'), nobody))).toBe('image.no_upload');
    expect(server.asked).toEqual([]);
  });

  it.each([
    ['a page called a picture', '/page', 'image.not_picture'],
    ['an SVG', '/drawing.svg', 'image.not_picture'],
    ['20 MB', '/huge', 'image.too_large'],
    ['nothing', '/nowhere', 'image.unreachable'],
    ['a redirect to this machine', '/private', 'image.unreachable'],
  ])('is rejected when it is %s', async (_, where, text) => {
    expect(await refusal(taken(server.url(where)))).toBe(text);
    expect([await files(), uploads()]).toEqual([[], []]);
  });

  it('is rejected at a loopback address by the default network', async () => {
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '2130706433']) {
      const asking = pictureOf(server.url('/a.png', host), uploader);
      expect(await refusal(asking)).toBe('image.unreachable');
    }
    expect(server.asked).toEqual([]);
  });

  it('is rejected when image import is turned off', async () => {
    const settings = strapi.config.get('plugin::calendar') as { imageImport: object };
    strapi.config.set('plugin::calendar.imageImport.enabled', false);
    try {
      expect(await refusal(taken(server.url('/a.png')))).toBe('image.off');
    } finally {
      strapi.config.set('plugin::calendar.imageImport.enabled', true);
    }
    expect(settings.imageImport).toMatchObject({ enabled: true });
    expect(server.asked).toEqual([]);
  });
});

describe('a file that the media library fetches', () => {
  it.each(['/moved', '/a.png'])('is stored from a public address: %s', async (place) => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'calendar-picture-'));
    try {
      const { file: sent } = await fetchFile(server.url(place), folder, network);
      expect(sent.originalFilename).toBe(path.basename(place));
      expect(fs.readFileSync(sent.filepath)).toEqual(picture);
    } finally {
      fs.rmSync(folder, { recursive: true });
    }
  });

  it('is fetched together with at most two others', async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'calendar-picture-'));
    try {
      const url = server.url('/slow');
      await Promise.all([1, 2, 3, 4, 5].map(() => fetchFile(url, folder, network)));
      expect(slow.most).toBe(3);
    } finally {
      fs.rmSync(folder, { recursive: true });
    }
  });

  it.each(['http://0.0.0.0', 'http://[::ffff:127.0.0.1]'])(
    'is rejected at a private address, also after a redirect: %s',
    async (host) => {
      const urls = [`${host}:${server.port}/a.png`];
      const { text } = await admin('POST', '/upload/actions/upload-from-urls', { urls });
      expect(text).toContain('could not be fetched from this address');
      expect(server.asked).toEqual([]);
      await expect(fetchFile(server.url('/private'), os.tmpdir(), network)).rejects.toThrow(
        'could not be fetched from this address',
      );
    },
  );
});

describe('a failed write', () => {
  it('removes the picture that it has fetched', async () => {
    const kept = await taken(server.url('/a.png'));
    expect(uploads().length).toBeGreaterThanOrEqual(2);
    await kept.undo();
    expect([await files(), uploads()]).toEqual([[], []]);
  });

  it('keeps the picture if another record uses it by then', async () => {
    const kept = await taken(server.url('/a.png'));
    await buildEvent({ title: 'Fair', image: kept.fileId });
    await kept.undo();
    expect(await file(kept.fileId)).toBeTruthy();
  });

  it('leaves no file behind if the media library cannot store it', async () => {
    const subscriber = {
      models: ['plugin::upload.file'],
      beforeCreate: () => {
        throw new Error('The disk is full.');
      },
    };
    const unsubscribe = strapi.db.lifecycles.subscribe(subscriber);
    try {
      await expect(taken(server.url('/a.png'))).rejects.toThrow('The disk is full.');
    } finally {
      unsubscribe();
    }
    expect([await files(), uploads()]).toEqual([[], []]);
  });
});

describe('an uploaded file', () => {
  it('is stored when it is a picture', async () => {
    const { fileId, undo } = await taken(new SentFile('été.jpeg', picture));
    expect(await file(fileId)).toMatchObject({ name: 'été.png', mime: 'image/png' });
    await undo();
    expect(uploads()).toEqual([]);
  });

  it('is rejected when it is no picture or the caller may not upload', async () => {
    const page = new SentFile('a.png', Buffer.from('<script>alert(1)</script>'));
    expect(await refusal(taken(page))).toBe('image.not_picture');
    expect(await refusal(taken(new SentFile('a.png', picture), nobody))).toBe('image.no_upload');
  });
});
