const path = require('node:path');
const { parseArgs } = require('node:util');

const USE = `Usage: npm run import -- ADDRESS [--language fr] [--update], where ADDRESS is that of a site with The Events Calendar, such as https://example.org`;

function fail(sentence) {
  console.error(sentence);
  process.exit(2);
}

/** `example.org` as an address; undefined for what cannot be one. */
function addressOf(word) {
  const address = /^https?:\/\//i.test(word) ? word : `https://${word}`;
  return URL.canParse(address) ? address : undefined;
}

/** The address and the options of the command; ends the process with the usage when they are invalid. */
function readOptions() {
  const options = {
    language: { type: 'string' },
    update: { type: 'boolean', default: false },
  };
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [address, ...others] = positionals.map(addressOf);
    if (address && others.length === 0) return { ...values, address };
  } catch (error) {
    fail(`${error.message}\n${USE}`);
  }
  return fail(USE);
}

const options = readOptions();
require('./machine.cjs').requireMachine();
process.env.NODE_ENV ??= 'production';
require('./env.cjs').requireSecrets();
require('./build.cjs').compileIfNeeded();

const SETTINGS = '../dist/src/plugins/calendar/server/src/settings';
const { isLanguage, LANGUAGES } = require(`${SETTINGS}/languages.js`);
if (options.language !== undefined && !isLanguage(options.language)) {
  fail(`--language is one of ${LANGUAGES.join(', ')}.\n${USE}`);
}

const { createCalendar } = require('./boot.cjs');
const { endAtOnce } = require('./stopping.cjs');

/**
 * Exits with 1 if a record could not be imported, with 2 if the site could not be read, or the database does not answer,
 * with 143 at a signal. A record that is being written then is not committed.
 */
async function main() {
  endAtOnce('The import has not read everything. Start it again to continue.');
  const strapi = createCalendar();
  strapi.log.level = 'warn';
  await strapi.load();
  const { importSite } = require(path.join(strapi.dirs.dist.root, 'database/import/load.js'));
  const counts = await importSite(strapi, { ...options, log: (line) => console.log(line) });
  const said = Object.entries(counts).map(([what, count]) => `${count} ${what}`);
  console.log(`Events, venues and organizers: ${said.join(', ')}.`);
  process.exit(counts.failed > 0 ? 1 : 0);
}

/** The code of the fault at the bottom, such as `SQLITE_BUSY`; its message repeats a statement with what the site sent. */
const codeOf = (error) => (error.cause && codeOf(error.cause)) || error.code;

main().catch((error) => {
  console.error(error.message, (error.cause && (codeOf(error.cause) ?? error.cause)) || '');
  process.exit(2);
});
