const fs = require('node:fs');
const path = require('node:path');
const { unfoundIn } = require('../test/support/rings.cjs');

const ROOT = path.join(__dirname, '..');

const files = () =>
  fs
    .readdirSync(path.join(ROOT, 'test'), { recursive: true })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => file.endsWith('.test.ts'));

/** Why files that Jest's parameters name would not be tested in these runs: a line for each name. */
async function unfound(parameters, runs) {
  if (parameters.length === 0) return [];
  const { _: names } = await require('jest').buildArgv(parameters); // Loaded only if a file may be named.
  const below = (name) => String(name).replace(`${ROOT}${path.sep}`, './');
  return unfoundIn(files(), names.map(below), runs);
}

module.exports = { unfound };
