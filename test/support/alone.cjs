const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { compileIfNeeded } = require('../../scripts/build.cjs');
const { databases } = require('../../scripts/test-databases.cjs');
const { testEnvironment } = require('../../scripts/test-environment.cjs');

/** A test file that wants a calendar: `test/http/…`, but not `test/unit/…`. */
const BOOTED = /\btest[/\\](?!unit\b|support\b)[\w-]+[/\\]/;

/** What `npx jest FILE`, or an editor that calls it so, means. */
const runOf = (argv) =>
  argv.slice(2).some((argument) => BOOTED.test(argument)) ? 'sqlite' : 'unit';

/** Without the launcher: the same environment, and an SQLite database that goes with the process. */
function prepareSqlite() {
  compileIfNeeded();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'calendar-test-'));
  const database = databases.sqlite();
  process.once('exit', () => {
    database.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  });
  const env = { ...testEnvironment(folder), ...database.env, TEST_FOLDER: folder };
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}

module.exports = { prepareSqlite, runOf };
