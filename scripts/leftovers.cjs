const fs = require('node:fs');
const path = require('node:path');
const { requireMachine } = require('./machine.cjs');
const { readFlag } = require('./parameters.cjs');

function fail(sentence) {
  console.error(sentence);
  process.exit(2);
}

const remove = readFlag('npm run leftovers [-- --remove]', 'remove');
requireMachine();
process.env.NODE_ENV ??= 'production';
require('./env.cjs').requireSecrets();
require('./build.cjs').compileIfNeeded();

const { createCalendar } = require('./boot.cjs');

/** Milliseconds. Strapi stores a file before its row, so a younger file may still get one. */
const HOUR = 60 * 60_000;

const STORE = 'src/plugins/calendar/server/src/database/files.js';

/**
 * Files without a row, with path, size and age. The folder is listed before the rows are read, so new uploads match.
 */
async function leftovers(strapi) {
  const folder = path.join(strapi.dirs.static.public, 'uploads');
  const files = fs
    .readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ name }) => ({
      name,
      file: path.join(folder, name),
      ...about(path.join(folder, name)),
    }));
  const known = await require(path.join(strapi.dirs.dist.root, STORE)).knownFiles();
  const found = files.filter(({ name, age }) => !known.has(name) && age > HOUR);
  if (remove && found.length > 0 && !files.some(({ name }) => known.has(name))) {
    fail(
      `The database knows none of the files in ${folder}, and may be another than the calendar's: nothing was removed. Commands read the same variables as npm start; if the calendar has no files, delete these by hand.`,
    );
  }
  return found;
}

function about(file) {
  const { size, mtimeMs } = fs.statSync(file);
  return { size, age: Date.now() - mtimeMs };
}

/** Lists uploaded files that the media library does not know, one per line; deletes them with `--remove`. */
async function main() {
  const strapi = createCalendar();
  strapi.log.level = 'warn';
  await strapi.load();
  if (strapi.config.get('plugin::upload').provider !== 'local') {
    fail('Uploads are not stored on this machine: list them with the tools of their provider.');
  }
  const found = await leftovers(strapi);
  for (const { file, size } of found) {
    if (remove) fs.rmSync(file);
    console.log(`${path.relative('.', file)}  ${size} bytes`);
  }
  const bytes = found.reduce((sum, { size }) => sum + size, 0);
  const done = remove ? 'removed' : 'listed; delete them with -- --remove';
  console.log(
    `${found.length} files without a row, ${bytes} bytes${found.length ? `: ${done}` : ''}.`,
  );
  process.exit(0);
}

main().catch((error) => {
  console.error(error);
  process.exit(2);
});
