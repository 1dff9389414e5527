import fs from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');

interface Package {
  version: string;
  dependencies: Record<string, string>;
}

const read = (file: string) => JSON.parse(fs.readFileSync(file, 'utf8')) as Package;
const own = read(path.join(ROOT, 'package.json'));

/** The package as the code of another package would load it. */
function seenFrom(owner: string, name: string): string {
  const start = path.dirname(require.resolve(`${owner}/package.json`));
  for (let folder = start; ; folder = path.dirname(folder)) {
    const found = path.join(folder, 'node_modules', name, 'package.json');
    if (fs.existsSync(found)) return found;
    if (folder === path.dirname(folder)) throw new Error(`${owner} does not have ${name}`);
  }
}

it.each([
  ['@strapi/utils', 'zod'],
  ['@strapi/core', 'dotenv'],
  ['@strapi/core', 'koa'],
  ['@strapi/core', 'qs'],
  ['@strapi/utils', '@sindresorhus/slugify'],
  ['@strapi/database', 'better-sqlite3'],
])("uses %s's copy of %s at the same version", (owner, name) => {
  const copy = seenFrom(owner, name);
  expect(copy).toBe(path.join(ROOT, 'node_modules', name, 'package.json'));
  expect(own.dependencies[name]).toBe(read(copy).version);
});

it('uses every Strapi package at version 5.54.0', () => {
  const strapis = Object.entries(own.dependencies).filter(([name]) => name.startsWith('@strapi/'));
  expect(strapis.length).toBeGreaterThanOrEqual(3);
  expect(new Set(strapis.map(([, version]) => version))).toEqual(new Set(['5.54.0']));
});
