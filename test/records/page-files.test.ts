import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { pageFile, type ServedFile } from '../../src/plugins/calendar/server/src/http/description';

const { app } = strapi.dirs;
const { root } = app;
const other = mkdtempSync(path.join(os.tmpdir(), 'calendar-page-'));
const folder = path.join(other, 'src/plugins/calendar/docs-page');

/** A file that no other test has loaded: the calendar keeps the content of each. */
const FILE = 'loaded-here-alone.css' as ServedFile;
const STYLE = ':root { color: black; }';

beforeAll(() => {
  app.root = other;
});
afterAll(() => {
  app.root = root;
  rmSync(other, { recursive: true });
});

it('pageFile reads a file again after a failure, and caches it once read', async () => {
  await expect(pageFile(FILE)).rejects.toThrow('ENOENT');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, FILE), STYLE);
  const { plain, packed } = await pageFile(FILE);
  expect([plain.toString(), gunzipSync(packed).toString()]).toEqual([STYLE, STYLE]);
  rmSync(folder, { recursive: true });
  expect((await pageFile(FILE)).plain).toBe(plain);
});
