import manifest from '../../package.json';

const OURS: Record<string, string> = manifest.dependencies;

/** D2.1: a package that Strapi brings along must not be there twice, in two versions. */
it.each([
  ['koa', '@strapi/core'],
  ['qs', '@strapi/core'],
  ['zod', '@strapi/utils'],
  ['@sindresorhus/slugify', '@strapi/utils'],
])('uses the %s of %s', (name, user) => {
  const strapis = require(`${user}/package.json`).dependencies[name];
  expect(strapis).toBeDefined();
  expect(OURS[name]).toBe(strapis);
});

it('has all of Strapi in one exact version', () => {
  const versions = Object.keys(OURS).filter((name) => name.startsWith('@strapi/'));
  expect(versions.length).toBeGreaterThan(3);
  expect(new Set(versions.map((name) => OURS[name]))).toEqual(new Set(['5.54.0']));
});
