import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { packFiles } from '../../../scripts/pack.cjs';

const LONG = 'const a = 1;\n'.repeat(200);

let folder: string;

beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'calendar-pack-'));
  for (const name of ['index.html', 'program.js', 'style.css', 'picture.png']) {
    fs.writeFileSync(path.join(folder, name), LONG);
  }
  fs.writeFileSync(path.join(folder, 'short.js'), 'a');
  packFiles(folder);
});

afterAll(() => fs.rmSync(folder, { recursive: true }));

const read = (name: string) => fs.readFileSync(path.join(folder, name));

it.each(['program.js', 'style.css'])('%s is stored both compressed and uncompressed', (name) => {
  expect(String(read(name))).toBe(LONG);
  expect(String(brotliDecompressSync(read(`${name}.br`)))).toBe(LONG);
  expect(String(gunzipSync(read(`${name}.gz`)))).toBe(LONG);
});

it('does not compress pages, pictures and short files', () => {
  const packed = fs.readdirSync(folder).filter((name) => /\.(br|gz)$/.test(name));
  expect(packed.map((name) => name.replace(/\.\w+$/, '')).sort()).toEqual([
    'program.js',
    'program.js',
    'style.css',
    'style.css',
  ]);
});

it('compresses a changed file again', () => {
  fs.writeFileSync(path.join(folder, 'program.js'), `${LONG}//`);
  packFiles(folder);
  expect(String(brotliDecompressSync(read('program.js.br')))).toBe(`${LONG}//`);
});
