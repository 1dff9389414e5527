const path = require('node:path');
const { requireMachine } = require('./machine.cjs');
const { readFlag } = require('./parameters.cjs');

const FAILED = 2;

/** Whatever ends the process earlier (no database, no build) must not look like differences found. */
let isCompared = false;
process.once('exit', () => {
  if (!isCompared) process.exitCode = FAILED;
});

const check = readFlag('npm run repair [-- --check]', 'check');
requireMachine();
process.env.NODE_ENV ??= 'production';
require('./env.cjs').requireSecrets();
require('./build.cjs').compileIfNeeded();

const { createCalendar } = require('./boot.cjs');

/** What each count is called in the output. */
const NAMES = {
  ids: 'rows without an id',
  authors: 'authors whose id has changed',
  links: 'events whose references were not in the index',
  searchTexts: 'search texts missing or out of date',
  listing: 'events that lists would miss or find wrongly',
  counts: 'categories and tags with a wrong number of events',
  searched: 'texts of public events that were out of date in searches',
  agenda: 'events that the agenda would miss or find wrongly',
};

const said = new Intl.NumberFormat('en');

/** Prints one line per kind of difference; returns whether there was any. */
function report(found) {
  for (const [kind, name] of Object.entries(NAMES)) {
    console.log(`${said.format(found[kind])} ${name}`);
  }
  return Object.values(found).some((count) => count > 0);
}

/**
 * D3.5: compares all derived data with the records and repairs it. Exits with 1 when `--check` finds differences, with
 * 2 when it fails.
 */
async function main() {
  const began = Date.now();
  const strapi = createCalendar();
  strapi.log.level = 'warn';
  strapi.config.set('repairs', false); // Otherwise this start would repair what is to be counted.
  await strapi.load();
  const saves = path.join(strapi.dirs.dist.root, 'src/plugins/calendar/server/src/saves');
  const { repairAll } = require(path.join(saves, 'repair.js'));
  const found = report(await repairAll({ check, log: (sentence) => console.log(sentence) }));
  const done = { true: 'Nothing was changed', false: found ? 'Repaired' : 'Nothing to repair' }[
    check
  ];
  console.log(`${done}, after ${((Date.now() - began) / 1000).toFixed(1)} s.`);
  isCompared = true;
  process.exit(check && found ? 1 : 0);
}

main().catch((error) => {
  console.error(error);
  process.exit(FAILED);
});
