const fs = require('node:fs');
const path = require('node:path');

const OLDEST_NODE = [20, 19];

const ROOT = path.join(__dirname, '..');

/** Why this machine cannot run the calendar, in one sentence; nothing when it can. */
function faultOfMachine({
  version = process.versions.node,
  load = require,
  root = ROOT,
  compiled = compiledHalf,
} = {}) {
  if (root.includes('#')) {
    return `The admin cannot be built in ${root}: no folder on the way there may have a # in its name.`;
  }
  const [major, minor] = version.split('.').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE;
  if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor)) {
    return `The calendar needs Node ${OLDEST_NODE.join('.')} or newer, and this is Node ${version}.`;
  }
  return faultOfSqlite(load, compiled);
}

/** The compiled half of better-sqlite3, as bytes, where it is kept as a rule. */
function compiledHalf() {
  const folder = path.dirname(require.resolve('better-sqlite3/package.json'));
  const file = path.join(folder, 'build/Release/better_sqlite3.node');
  return fs.existsSync(file) ? fs.readFileSync(file) : '';
}

/**
 * Since 24.19, Node's headers let each object of a compiled package call this when it is collected, which ends the
 * process where no script runs at that moment. What comes prebuilt was made before.
 */
const ENDS_PROCESSES = 'RemoveEnvironmentCleanupHook';

/** Opening a database is what loads the compiled half of better-sqlite3. */
function faultOfSqlite(load, compiled) {
  try {
    const Database = load('better-sqlite3');
    if (compiled().includes(ENDS_PROCESSES)) {
      return 'better-sqlite3 was compiled here with headers of Node 24.19 or newer, with which it would end the calendar at any moment: run "npm_config_target=24.18.0 npm rebuild better-sqlite3" on Node 24, or use Node 22.';
    }
    new Database(':memory:').close();
  } catch (error) {
    if (error.code === 'MODULE_NOT_FOUND') {
      return 'The packages are not installed: run "npm install" first.';
    }
    const [reason] = String(error.message).split('\n');
    return `better-sqlite3 does not load (${reason}): run "npm rebuild better-sqlite3", which needs Python 3 and a C++ compiler where no prebuilt binary fits.`;
  }
}

/** Ends the process with one sentence when the machine is unfit (D2.2). */
function requireMachine() {
  const fault = faultOfMachine();
  if (!fault) return;
  console.error(fault);
  process.exit(1);
}

const { R_OK, W_OK, X_OK } = fs.constants;

const READABLE_BY_OWNER = 0o600;

/** What each database of SQLite begins with; one that is empty is not written yet. */
const SIGNATURE = 'SQLite format 3\0';

function isDatabase(file) {
  const descriptor = fs.openSync(file, 'r');
  try {
    const begin = Buffer.alloc(SIGNATURE.length);
    const length = fs.readSync(descriptor, begin);
    return length === 0 || begin.toString('latin1') === SIGNATURE;
  } finally {
    fs.closeSync(descriptor);
  }
}

/** A link to a disk that is not mounted is there, and leads nowhere: no folder can be made of its name. */
const isNamed = (place) => fs.lstatSync(place, { throwIfNoEntry: false }) !== undefined;

/** SQLite writes beside its file, too; a folder that is not there yet is made in the nearest that is. */
function faultOfPlace(file) {
  const isThere = fs.existsSync(file);
  if (isThere) fs.accessSync(file, R_OK | W_OK);
  let folder = path.dirname(file);
  while (!isNamed(folder) && folder !== path.dirname(folder)) folder = path.dirname(folder);
  fs.accessSync(folder, R_OK | W_OK | X_OK);
  if (!isThere) return;
  if (!fs.statSync(file).isFile()) return 'it is no file';
  if (!isDatabase(file)) return 'it is no database of SQLite';
}

/** Why this process cannot use the SQLite file, in one sentence; nothing when it can. */
function faultOfDatabaseFile(file) {
  const say = (reason) =>
    `The database ${file} cannot be used (${reason}): the user that runs the calendar must be able to read and write it and its folder; DATABASE_FILENAME may name another.`;
  try {
    const fault = faultOfPlace(file);
    return fault && say(fault);
  } catch (error) {
    return say(error.message);
  }
}

/** SQLite makes its file readable to everybody on the machine, and those beside it as that one is. */
function makeDatabaseFile(file) {
  if (fs.existsSync(file)) return;
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.closeSync(fs.openSync(file, 'a', READABLE_BY_OWNER));
}

/**
 * Ends the process with one sentence where Strapi would only say that it could not open a file; a new one
 * is its owner's alone, as secrets and backups are.
 */
function requireDatabase({ client, connection }) {
  if (client !== 'sqlite') return;
  const fault = faultOfDatabaseFile(connection.filename);
  if (!fault) return makeDatabaseFile(connection.filename);
  console.error(fault);
  process.exit(1);
}

/** Of the process, until it ends: a handle that is collected is closed, and its lock gone. */
let serving;

/**
 * Ends the process with one sentence where another serves the calendar of the SQLite file: requests and refused
 * log-ins would be counted, and messages sent, by each of them alone, and a newer version would change the tables
 * under an older one. Held is SQLite's lock on a file of its own, which the system gives up with the process,
 * however that ends; commands may use the database meanwhile.
 */
function requireOnlyServer({ client, connection }) {
  if (client !== 'sqlite') return;
  requireDatabase({ client, connection });
  const file = fs.realpathSync(connection.filename);
  const Database = require('better-sqlite3');
  try {
    makeDatabaseFile(`${file}-serving`);
    serving = new Database(`${file}-serving`, { timeout: 0 });
    serving.pragma('journal_mode = MEMORY'); // Nothing is written, and no journal left beside it.
    serving.exec('BEGIN EXCLUSIVE');
  } catch ({ code }) {
    if (code !== 'SQLITE_BUSY') return; // A file of another user's, say, keeps nobody from starting.
    console.error(
      `The database ${file} is served by another process, and SQLite serves one: end that, or let DATABASE_FILENAME name another. Several share a PostgreSQL (docs/hosting.md).`,
    );
    process.exit(1);
  }
}

/** Nobody there, a name that is none, no way to it; TLS that one side does not take. */
const UNREACHED = /^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|.*CERT|UNABLE_TO)/;
const UNANSWERED = /support SSL|connection timeout|timeout expired|timeout acquiring/i;

/** PostgreSQL's classes of errors: connection, a server that may only be read, log-in, database, schema, rights, too many of a kind, not yet up. */
const REFUSED = /^(08|25006|28|3D|3F|42501|53|57P0)/;

/** Why PostgreSQL could not be used, in one sentence; nothing where the error says something else. */
function faultOfPostgres({ code = '', message = '', syscall }) {
  const isReached = !UNREACHED.test(code) && syscall !== 'connect'; // A socket may be a file that is not there.
  if (isReached && !REFUSED.test(code) && !UNANSWERED.test(message)) return;
  const reason = message.slice(message.lastIndexOf(' - ') + 1).replace(/^- /, ''); // Knex puts the statement before it.
  return `The database cannot be used (${reason || code}): DATABASE_URL, or DATABASE_HOST and those beside it, say where it is and who uses it, DATABASE_SCHEMA and DATABASE_SSL how.`;
}

/** Why no file can be kept there, in one sentence; nothing when it can, or where the folder is not there. */
function faultOfUploads(folder) {
  try {
    if (fs.existsSync(folder)) fs.accessSync(folder, R_OK | W_OK | X_OK);
  } catch (error) {
    return `No picture can be kept in ${folder} (${error.message}): the user that runs the calendar must be able to write it. Everything else works.`;
  }
}

/** Where Strapi keeps the files of before while it imports; what ends before its time leaves them there. */
const FILES_OF_BEFORE = /^uploads_backup_\d+$/;

/** What an import has left beside the folder of files, in one sentence; nothing where there is none of it. */
function leftByImports(uploads) {
  const folder = path.dirname(uploads);
  try {
    const left = fs.readdirSync(folder).filter((name) => FILES_OF_BEFORE.test(name));
    if (left.length === 0) return;
    return `In ${folder}, ${left.join(', ')} has the files of before an import or a transfer that has not ended: where records lack pictures, stop the calendar, move these into ${uploads}, and remove what is empty then (docs/hosting.md).`;
  } catch {} // What cannot be read is told of where it is used.
}

module.exports = {
  faultOfDatabaseFile,
  faultOfMachine,
  faultOfPostgres,
  faultOfUploads,
  leftByImports,
  requireDatabase,
  requireMachine,
  requireOnlyServer,
};
