const { randomBytes } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const { requireMachine } = require('./machine.cjs');
const { requireWords } = require('./parameters.cjs');

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

const USE = 'npm run -s backup -- FILE';
const [given] = requireWords(USE, 1);
if (!given) fail(`Usage: ${USE}`);
const file = path.resolve(given);
const TAKEN = `${file} already exists and is not overwritten.`;
if (fs.existsSync(file)) fail(TAKEN);
requireMachine();
require('./env.cjs').requireReadable();
process.env.NODE_ENV ??= 'production';
require('./build.cjs').compileIfNeeded();

const { createCalendar } = require('./boot.cjs');

/** The path of the calendar's SQLite file. Other databases are backed up with their own tools. */
function databaseFile() {
  const { client, connection } = createCalendar().config.get('database.connection');
  if (client === 'sqlite') return connection.filename;
  return fail(
    'The database is PostgreSQL; back it up with pg_dump: pg_dump --format=custom --file=FILE "$DATABASE_URL"',
  );
}

/** Names of copies that are being written, and the time (ms) without a write after which one was killed. */
const UNFINISHED = /\.[\da-f]{8}\.unfinished$/;
const HOUR = 60 * 60_000;

/** Deletes what killed backups have left in the folder: each is as large as the database. */
function sweep(folder) {
  for (const name of fs.readdirSync(folder)) {
    if (!UNFINISHED.test(name)) continue;
    const left = path.join(folder, name);
    const { mtimeMs = Date.now() } = fs.statSync(left, { throwIfNoEntry: false }) ?? {};
    try {
      if (mtimeMs < Date.now() - HOUR) fs.rmSync(left);
    } catch {} // Another user's, or deleted meanwhile: no reason to refuse a backup.
  }
}

/** Waits until a file, or the names in a folder, are on the disk. */
function sync(place, flags) {
  const descriptor = fs.openSync(place, flags);
  try {
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

/**
 * Gives the complete copy its name, unless another backup has taken it meanwhile: renaming would replace that one. File
 * systems without hard links can only rename.
 */
function name(draft) {
  try {
    fs.linkSync(draft, file);
  } catch (error) {
    if (error.code === 'EEXIST' || fs.existsSync(file)) throw error;
    fs.renameSync(draft, file);
  }
}

/**
 * Copies a database in use by `VACUUM INTO`: a consistent snapshot, write-ahead log included, without
 * blocking writers. Written under a temporary name until it is complete; mode 0600.
 */
function copy(source) {
  const Database = require('better-sqlite3');
  const draft = `${file}.${randomBytes(4).toString('hex')}.unfinished`;
  process.umask(0o077);
  const database = new Database(source, { readonly: true, fileMustExist: true });
  try {
    database.prepare('VACUUM INTO ?').run(draft);
    sync(draft, 'r+'); // SQLite does not: what is said to be written would be lost with the power.
    name(draft);
    if (process.platform !== 'win32') sync(path.dirname(file), 'r');
  } finally {
    database.close();
    fs.rmSync(draft, { force: true });
  }
}

const { R_OK, W_OK } = fs.constants;

/** Whether this user may read or write the place. Root may write everywhere but on a read-only disk. */
function mayUse(place, mode) {
  try {
    fs.accessSync(place, mode);
    return true;
  } catch {
    return false;
  }
}

const source = databaseFile();
try {
  sweep(path.dirname(file));
  copy(source);
} catch ({ code, message }) {
  if (code === 'EEXIST') fail(TAKEN);
  const isBesideDatabase = mayUse(source, R_OK) && mayUse(path.dirname(file), W_OK);
  const hint =
    isBesideDatabase && (code === 'SQLITE_CANTOPEN' || code === 'SQLITE_READONLY_DIRECTORY')
      ? ' SQLite needs to write beside the database: where its folder is read-only, copy it elsewhere while the calendar is stopped.'
      : '';
  fail(`${path.relative('.', source)} could not be copied to ${file}: ${message}.${hint}`);
}
console.log(`Written: ${file} (${(fs.statSync(file).size / 1e6).toFixed(1)} MB)`);
process.exit(0);
