const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { CHROMIUM, wantsBrowser } = require('../../scripts/browser.cjs');
const { buildIfNeeded, compileIfNeeded } = require('../../scripts/build.cjs');
const { databases } = require('../../scripts/test-databases.cjs');
const { testEnvironment } = require('../../scripts/test-environment.cjs');

/** The path of a test file that needs a calendar: `test/http/…`, but not `test/unit/…`. */
const BOOTED = /\btest[/\\](?!unit\b|support\b)[\w-]+[/\\]/;

/** The run for `npx jest FILE`, as called by editors too. */
const runOf = (argv) =>
  argv.slice(2).some((argument) => BOOTED.test(argument)) ? 'sqlite' : 'unit';

const opensBrowser = (named) => named.length > 0 && wantsBrowser(named);

/**
 * Prepares a run without the launcher: the same environment, with an SQLite database that is
 * removed at exit; builds the admin if files of `test/browser/` are among the parameters.
 */
function prepareSqlite(parameters = []) {
  const browses = opensBrowser(parameters.filter((one) => BOOTED.test(one)));
  if (browses) buildIfNeeded();
  else compileIfNeeded();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'calendar-test-'));
  const database = databases.sqlite();
  process.once('exit', () => {
    database.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  });
  const env = {
    ...testEnvironment(folder),
    ...database.env,
    TEST_FOLDER: folder,
    TEST_BROWSER: browses ? CHROMIUM : '',
  };
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}

module.exports = { prepareSqlite, runOf };
