import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { pageFile } from '../../src/plugins/calendar/server/src/http/description';

const { app } = strapi.dirs;
const { root } = app;
const empty = mkdtempSync(path.join(os.tmpdir(), 'calendar-page-'));

afterEach(() => {
  app.root = root;
});
afterAll(() => rmSync(empty, { recursive: true }));

it('are read again after one could not be read, and once when they could', async () => {
  app.root = empty;
  await expect(pageFile('docs.css')).rejects.toThrow('ENOENT');
  app.root = root;
  const { plain, packed } = await pageFile('docs.css');
  const written = readFileSync(path.join(root, 'src/plugins/calendar/docs-page/docs.css'), 'utf8');
  expect([plain.toString(), gunzipSync(packed).toString()]).toEqual([written, written]);
  app.root = empty;
  expect((await pageFile('docs.css')).plain).toBe(plain);
});
