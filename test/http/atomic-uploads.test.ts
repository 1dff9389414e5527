import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { checkUploads } from '../../src/plugins/calendar/server/src/http/uploads';
import { admin } from '../support/admin';
import { apiToken, bearer } from '../support/callers';
import { whileRowFails } from '../support/failing-commit';
import { send } from '../support/http';
import { withoutLog } from '../support/quiet';
import { formOf, pictureBytes } from '../support/uploads';

/** Wide enough for several resized versions. */
const WIDTH = 800;

let full: Record<string, string>;

beforeAll(async () => {
  full = bearer(await apiToken('full-access'));
});

const folder = () => path.join(strapi.dirs.static.public, 'uploads');

/** The contents of all stored files, by name. */
const stored = () =>
  Object.fromEntries(
    fs
      .readdirSync(folder())
      .sort()
      .map((name) => [name, fs.readFileSync(path.join(folder(), name), 'base64')]),
  );

const rows = () => strapi.db.query('plugin::upload.file').findMany({ orderBy: { id: 'asc' } });

const picture = async (name: string, format: 'png' | 'jpeg' = 'png', width = WIDTH) => ({
  bytes: await pictureBytes(format, width),
  name,
});

const DOORS: [string, (form: FormData) => ReturnType<typeof send>][] = [
  ['the media library', (form) => admin('POST', '/upload', form)],
  ['Strapi’s own interface', (form) => send('POST', '/api/upload', form, full)],
];

const replace = (id: number, form: FormData) => admin('POST', `/upload?id=${id}`, form);

const refusing = (action: 'INSERT' | 'UPDATE', name: string) => ({
  table: 'files',
  action,
  isMeant: `NEW.name = '${name}'`,
});

describe.each(DOORS)('a failed upload to %s (D10.9)', (_, upload) => {
  withoutLog();

  it('leaves no file behind, in any size', async () => {
    const before = stored();
    const form = formOf([await picture('refused.png')]);
    const { status } = await whileRowFails(refusing('INSERT', 'refused.png'), () => upload(form));
    expect(status).toBeGreaterThanOrEqual(400);
    expect(stored()).toEqual(before);
  });

  it('keeps none of several files when one of them fails', async () => {
    const before = [stored(), await rows()];
    const form = formOf([await picture('first.png'), await picture('second.png')]);
    const { status } = await whileRowFails(refusing('INSERT', 'second.png'), () => upload(form));
    expect(status).toBeGreaterThanOrEqual(400);
    expect([stored(), await rows()]).toEqual(before);
  });

  it('does not affect the next upload of several files with their own fileInfo', async () => {
    const form = formOf([await picture('first.png'), await picture('second.png')]);
    const about = { 'first.png': 'One', 'second.png': 'Two' };
    for (const [name, alternativeText] of Object.entries(about)) {
      form.append('fileInfo', JSON.stringify({ name, alternativeText }));
    }
    const { status, body } = await upload(form);
    expect(status).toBe(201);
    expect(body.map((file: { alternativeText: string }) => file.alternativeText)).toEqual([
      'One',
      'Two',
    ]);
  });
});

describe('replacing a picture (D10.9)', () => {
  withoutLog();
  let id: number;

  beforeAll(async () => {
    const { body } = await admin('POST', '/upload', formOf([await picture('old.png')]));
    id = body[0].id;
  });

  it('leaves the old picture and its sizes unchanged when it fails', async () => {
    const before = [stored(), await rows()];
    const form = formOf([await picture('new.png', 'png', WIDTH + 100)]);
    const { status } = await whileRowFails(refusing('UPDATE', 'new.png'), () => replace(id, form));
    expect(status).toBeGreaterThanOrEqual(400);
    expect([stored(), await rows()]).toEqual(before);
  });

  it.each([
    ['a larger one', WIDTH + 100],
    ['one that needs fewer sizes', 100],
    ['one that needs more', WIDTH],
  ])('serves the new picture at the same URL and replaces all its sizes: %s', async (_, width) => {
    const names = Object.keys(stored());
    const [before] = (await rows()).filter((row) => row.id === id);
    const gone = Object.values<{ url: string }>(before?.formats ?? {}).map(({ url }) => url);
    const { status, body } = await replace(id, formOf([await picture('new.png', 'png', width)]));
    expect([status, body.url, body.width]).toEqual([200, before?.url, width]);
    const now = Object.values<{ url: string }>(body.formats ?? {}).map(({ url }) => url);
    const expected = names.filter((name) => !gone.includes(`/uploads/${name}`));
    const sizes = now.map((url) => url.slice('/uploads/'.length));
    expect(Object.keys(stored())).toEqual([...expected, ...sizes].sort());
    const served = await fetch(`${baseURL}${body.url}`);
    const { width: shown } = await sharp(await served.arrayBuffer()).metadata();
    expect(shown).toBe(width);
  });

  it('stores one of several that arrive at once, with its own sizes', async () => {
    const others = Object.keys(stored()).filter((name) => !/(?:_|^)old_/.test(name));
    const widths = [1100, 300, 900, 200, 700, 1000, 100, 600];
    const pictures = await Promise.all(widths.map((width) => picture('new.png', 'png', width)));
    const sent = await Promise.all(pictures.map((one) => replace(id, formOf([one]))));
    expect(sent.map(({ status }) => status)).toEqual(widths.map(() => 200));
    const [row] = (await rows()).filter((one) => one.id === id);
    const versions: { url: string; width: number }[] = [row, ...Object.values(row.formats ?? {})];
    const files = versions.map(({ url }) => path.basename(url));
    expect(Object.keys(stored())).toEqual([...others, ...files].sort());
    for (const [at, { width }] of versions.entries()) {
      const shown = await sharp(path.join(folder(), files[at] ?? '')).metadata();
      expect([files[at], shown.width]).toEqual([files[at], width]);
    }
  });
});

describe('a picture whose deletion fails (D10.9)', () => {
  withoutLog();

  it('keeps its files', async () => {
    const sent = await admin('POST', '/upload', formOf([await picture('stays.png')]));
    const before = stored();
    const beforeDelete = () => {
      throw new Error('Planned.');
    };
    const models = ['plugin::upload.file'];
    const stop = strapi.db.lifecycles.subscribe({ models, beforeDelete });
    const { status } = await admin('DELETE', `/upload/files/${sent.body[0].id}`);
    stop();
    expect(status).toBeGreaterThanOrEqual(500);
    expect(stored()).toEqual(before);
  });
});

describe('a replacement that fails while one size is being written', () => {
  withoutLog();

  it('keeps the files of the other sizes', async () => {
    const sent = await admin('POST', '/upload', formOf([await picture('wide.png', 'png', 300)]));
    const { id, formats } = sent.body[0];
    const place = path.join(folder(), path.basename(formats.thumbnail.url));
    fs.rmSync(place);
    fs.mkdirSync(place); // Makes writing the file fail.
    const { status } = await replace(id, formOf([await picture('wider.png')]));
    fs.rmdirSync(place);
    expect(status).toBeGreaterThanOrEqual(500);
    const [row] = (await rows()).filter((one) => one.id === id);
    const { thumbnail: _, ...others } = row.formats as Record<string, { url: string }>;
    const sizes = Object.values(others).map(({ url }) => path.basename(url));
    expect(sizes.length).toBeGreaterThan(0);
    expect(Object.keys(stored())).toEqual(expect.arrayContaining(sizes));
    expect(Object.keys(stored()).filter((name) => name.startsWith('thumbnail_wide'))).toEqual([]);
  });
});

describe('the temporary file of an upload on a full disk (D10.9)', () => {
  const PDF = '%PDF-1.7 of which more was sent';

  it.each([
    ['is refused for want of room', PDF.length + 1, 'ENOSPC'],
    ['is taken where it is whole', PDF.length, undefined],
  ])('%s, and is deleted after the request', async (_, size, code) => {
    const filepath = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'calendar-part-')), 'a.pdf');
    fs.writeFileSync(filepath, PDF);
    const files = {
      files: { filepath, size, originalFilename: 'a.pdf', mimetype: 'application/pdf' },
    };
    const next = jest.fn(async () => undefined);
    const ctx = { method: 'POST', request: { files } } as never;
    const failed = await checkUploads()(ctx, next).catch((error) => error.code);
    expect([failed, next.mock.calls.length]).toEqual([code, code ? 0 : 1]);
    expect(fs.existsSync(filepath)).toBe(false);
  });
});
