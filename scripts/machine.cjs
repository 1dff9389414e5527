const fs = require('node:fs');
const path = require('node:path');

const OLDEST_NODE = [20, 19];

/** better-sqlite3 12.8 is not prebuilt for it, and what is compiled with its headers crashes (`ENDS_PROCESSES`). */
const TOO_NEW_NODE = 26;

const ROOT = path.join(__dirname, '..');

/** One sentence about why this machine cannot run the calendar; undefined when it can. */
function faultOfMachine({
  version = process.versions.node,
  load = require,
  root = ROOT,
  compiled = compiledHalf,
} = {}) {
  if (root.includes('#')) {
    return `The admin cannot be built in ${root}: its path must not contain a #.`;
  }
  const [major, minor] = version.split('.').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE;
  if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor)) {
    return `The calendar needs Node ${OLDEST_NODE.join('.')} or newer, but this is Node ${version}.`;
  }
  if (major >= TOO_NEW_NODE) {
    return `The calendar does not run on Node ${version} yet: use Node 22 or 24.`;
  }
  return faultOfSqlite(load, compiled);
}

/** The bytes of better-sqlite3's native addon; empty when it is not at its usual path. */
function compiledHalf() {
  const folder = path.dirname(require.resolve('better-sqlite3/package.json'));
  const file = path.join(folder, 'build/Release/better_sqlite3.node');
  return fs.existsSync(file) ? fs.readFileSync(file) : '';
}

/**
 * Symbol that an addon compiled with the headers of Node 24.19 or newer calls whenever one of its objects is
 * garbage-collected; outside of a running script this aborts the process. Prebuilt binaries do not import it.
 */
const ENDS_PROCESSES = 'RemoveEnvironmentCleanupHook';

/** One sentence about why SQLite does not work here. Opening a database loads better-sqlite3's native addon. */
function faultOfSqlite(load, compiled) {
  try {
    const Database = load('better-sqlite3');
    if (compiled().includes(ENDS_PROCESSES)) {
      return 'better-sqlite3 was compiled here with the headers of Node 24.19 or newer, and would crash the calendar at any moment: run "npm_config_target=24.18.0 npm rebuild better-sqlite3" on Node 24, or use Node 22.';
    }
    new Database(':memory:').close();
  } catch (error) {
    if (error.code === 'MODULE_NOT_FOUND') {
      return 'The packages are not installed: run "npm install" first.';
    }
    const [reason] = String(error.message).replaceAll('\n', ' ').split('. '); // Node breaks its sentences into lines.
    return `better-sqlite3 cannot be loaded (${reason}): run "npm rebuild better-sqlite3", which needs Python 3 and a C++ compiler if no prebuilt binary fits.`;
  }
}

/**
 * D2.2: ends the process with one sentence when this machine cannot run the calendar. Enters the project's folder, where
 * `.env` and relative paths are: a command started elsewhere would begin an empty calendar there.
 */
function requireMachine() {
  process.chdir(ROOT);
  const fault = faultOfMachine();
  if (!fault) return;
  console.error(fault);
  process.exit(1);
}

const { R_OK, W_OK, X_OK } = fs.constants;

const READABLE_BY_OWNER = 0o600;

/** The first bytes of every SQLite database. A file of no bytes is a database not written yet. */
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

/** Whether the name is taken, by a dangling symbolic link too (an unmounted disk): mkdir fails there. */
const isNamed = (place) => fs.lstatSync(place, { throwIfNoEntry: false }) !== undefined;

/**
 * Why the path cannot hold the database, undefined when it can. Throws when access is denied. SQLite also
 * writes next to its file; missing folders are created below the nearest existing one.
 */
function faultOfPlace(file) {
  const isThere = fs.existsSync(file);
  if (isThere) fs.accessSync(file, R_OK | W_OK);
  let folder = path.dirname(file);
  while (!isNamed(folder) && folder !== path.dirname(folder)) folder = path.dirname(folder);
  fs.accessSync(folder, R_OK | W_OK | X_OK);
  if (!isThere) return;
  if (!fs.statSync(file).isFile()) return 'it is not a file';
  if (!isDatabase(file)) return 'it is not an SQLite database';
}

const unusable = (file, reason) =>
  `The database ${file} cannot be used (${reason}): the user that runs the calendar must be able to read and write this file and its folder; DATABASE_FILENAME can name another file.`;

/** One sentence about why this process cannot use the SQLite file; undefined when it can. */
function faultOfDatabaseFile(file) {
  try {
    const fault = faultOfPlace(file);
    return fault && unusable(file, fault);
  } catch (error) {
    return unusable(file, error.message);
  }
}

/** SQLite's codes for a full disk and for a file that cannot be read or written. */
const UNWRITABLE = /^SQLITE_(FULL|READONLY|IOERR|CANTOPEN)/;

/** The error of the database: Strapi wraps one that a migration throws. */
const thrownBy = (error) => error.cause ?? error;

/** One sentence about why SQLite could not work with its file; undefined when the error has another cause. */
function faultOfDatabaseError(file, error) {
  const { code = '', message = '' } = thrownBy(error);
  if (!UNWRITABLE.test(code)) return;
  return unusable(file, message.slice(message.lastIndexOf(' - ') + 1).replace(/^- /, ''));
}

/** Creates the file with mode 0600. SQLite would make it world-readable, and gives `-wal` and `-shm` the same mode. */
function makeDatabaseFile(file) {
  if (fs.existsSync(file)) return;
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.closeSync(fs.openSync(file, 'a', READABLE_BY_OWNER));
}

/**
 * Ends the process with one sentence when the SQLite file is unusable, where Strapi would only say that it
 * could not open it. Creates a missing file readable by its owner only, like secrets and backups.
 */
function requireDatabase({ client, connection }) {
  if (client !== 'sqlite') return;
  const file = connection.filename;
  let fault = faultOfDatabaseFile(file);
  try {
    if (!fault) return makeDatabaseFile(file);
  } catch (error) {
    fault = unusable(file, error.message); // A full disk, or a symbolic link to a folder that does not exist.
  }
  console.error(fault);
  process.exit(1);
}

/** Kept for the life of the process: a garbage-collected handle is closed, which releases its lock. */
let serving;

/**
 * Ends the process with one sentence when another process serves this SQLite file. Two servers would each count
 * requests and failed log-ins, deliver webhooks twice, and a newer version would migrate tables under an older one.
 * The lock is SQLite's, on a separate file: the operating system releases it however the process ends, and
 * commands can still use the database. Returns a function that releases the lock.
 */
function requireOnlyServer({ client, connection }) {
  const release = () => serving?.close();
  if (client !== 'sqlite') return release;
  requireDatabase({ client, connection });
  const file = fs.realpathSync(connection.filename);
  const Database = require('better-sqlite3');
  try {
    makeDatabaseFile(`${file}-serving`);
    serving = new Database(`${file}-serving`, { timeout: 0 });
    serving.pragma('journal_mode = MEMORY'); // Nothing is written, so no journal file is needed.
    serving.exec('BEGIN EXCLUSIVE');
  } catch ({ code }) {
    if (code !== 'SQLITE_BUSY') return release; // For example a lock file of another user: no reason to refuse the start.
    console.error(
      `The database ${file} is already served by another process, and only one can serve an SQLite file: stop that process, or name another file with DATABASE_FILENAME. Several can share a PostgreSQL database (docs/hosting.md).`,
    );
    process.exit(1);
  }
  return release;
}

/** Error codes of a connection that failed: refused, unknown host, unreachable, TLS certificate. */
const UNREACHED = /^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|.*CERT|UNABLE_TO)/;
/** Messages without a code: PostgreSQL did not answer, or has ended the connection during the start. */
const UNANSWERED =
  /support SSL|connection timeout|timeout expired|timeout acquiring|Connection terminated|Client (was closed|has encountered a connection error)/i;

/**
 * SQLSTATE: connection exception, read-only, authorization, unknown database or schema, privileges, resources,
 * shutdown.
 */
const REFUSED = /^(08|25006|28|3D|3F|42501|53|57P0)/;

/** One sentence about why PostgreSQL is unusable; undefined when the error has another cause. */
function faultOfPostgres(error) {
  const { code = '', message = '', syscall } = thrownBy(error);
  const isReached = !UNREACHED.test(code) && syscall !== 'connect'; // ENOENT of a Unix socket, too.
  if (isReached && !REFUSED.test(code) && !UNANSWERED.test(message)) return;
  const reason = message.slice(message.lastIndexOf(' - ') + 1).replace(/^- /, ''); // Knex prefixes the statement.
  return `The database cannot be used (${reason || code}): check DATABASE_URL, or DATABASE_HOST and the other variables of the connection, and DATABASE_SCHEMA and DATABASE_SSL.`;
}

/** Creates the folder of uploads, without which Strapi does not start if it stores them there. */
function makeUploads(folder) {
  try {
    fs.mkdirSync(folder, { recursive: true });
  } catch {} // Strapi says whether it needs it: `faultOfNoUploads`.
}

/** One sentence for Strapi's error about a missing folder of uploads; undefined for another error. */
const faultOfNoUploads = ({ message = '' }) =>
  /^The upload folder .* doesn't exist/.test(message)
    ? `The folder of uploads cannot be created (${message}): restore it, or mount the disk that a symbolic link in its place leads to.`
    : undefined;

/** One sentence about why uploads cannot be written there; undefined when they can, or the folder does not exist. */
function faultOfUploads(folder) {
  try {
    if (fs.existsSync(folder)) fs.accessSync(folder, R_OK | W_OK | X_OK);
  } catch (error) {
    return `Pictures cannot be stored in ${folder} (${error.message}): the user that runs the calendar must be able to write to this folder. Everything else works.`;
  }
}

/** The folder in which `strapi import` keeps the previous uploads; a killed import leaves it behind. */
const FILES_OF_BEFORE = /^uploads_backup_\d+$/;

/** One sentence about backup folders that an interrupted import left next to the uploads; undefined without any. */
function leftByImports(uploads) {
  const folder = path.dirname(uploads);
  try {
    const left = fs.readdirSync(folder).filter((name) => FILES_OF_BEFORE.test(name));
    if (left.length === 0) return;
    return `In ${folder}, ${left.join(', ')} contains the files from before an import or a transfer that did not finish: if records lack pictures, stop the calendar, move these files into ${uploads}, and remove what is then empty (docs/hosting.md).`;
  } catch {} // An unreadable folder is reported where it is used.
}

module.exports = {
  faultOfDatabaseError,
  faultOfDatabaseFile,
  faultOfMachine,
  faultOfNoUploads,
  faultOfPostgres,
  faultOfUploads,
  leftByImports,
  makeUploads,
  requireDatabase,
  requireMachine,
  requireOnlyServer,
};
