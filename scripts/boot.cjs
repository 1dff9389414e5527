const path = require('node:path');
const v8 = require('node:v8');
const {
  faultOfDatabaseError,
  faultOfNoUploads,
  faultOfPostgres,
  faultOfUploads,
  leftByImports,
  makeUploads,
  requireDatabase,
} = require('./machine.cjs');
const { useOwnTemporaryFolder } = require('./temporary.cjs');

const ROOT = path.join(__dirname, '..');

/** Runs `work` after `strapi.destroy()`, which removes all listeners of the process, those of `exit` included. */
function afterDestroying(strapi, work) {
  const destroy = strapi.destroy.bind(strapi);
  strapi.destroy = () => destroy().finally(work);
}

/**
 * Creates the folder of uploads, and warns at start when they cannot be stored, instead of at the first one. Before
 * `load()` Strapi does not know yet whether they are stored elsewhere.
 */
function tellOfUploads({ dirs }) {
  const uploads = path.join(dirs.static.public, 'uploads');
  makeUploads(uploads);
  for (const sentence of [faultOfUploads(uploads), leftByImports(uploads)]) {
    if (sentence) console.warn(sentence);
  }
}

/**
 * Wraps `strapi.load()` so that an unusable database or a missing folder ends the process with one sentence. Checked
 * on load and not earlier: a backup creates Strapi for its settings only. Returns `strapi`.
 */
function tellOfPlaces(strapi) {
  const load = strapi.load.bind(strapi);
  const database = strapi.config.get('database.connection');
  strapi.load = async () => {
    requireDatabase(database);
    tellOfUploads(strapi);
    try {
      return await load();
    } catch (error) {
      const { client, connection } = database;
      const fault =
        faultOfNoUploads(error) ??
        (client === 'postgres'
          ? faultOfPostgres(error)
          : faultOfDatabaseError(connection.filename, error));
      if (!fault) throw error;
      console.error(fault);
      return process.exit(1);
    }
  };
  return strapi;
}

/**
 * Percent by which the heap may grow between two full collections. With much memory V8 lets it reach
 * four times the live size; 50 % more costs no measurable time.
 */
const GROWTH = 50;

/** Creates Strapi, configured but not loaded. Required here because Strapi reads `.env` when it is required. */
function createCalendar() {
  v8.setFlagsFromString(`--heap-growing-percent=${GROWTH}`);
  const removeTemporaryFolder = useOwnTemporaryFolder();
  const { createStrapi } = require('@strapi/strapi');
  const strapi = tellOfPlaces(createStrapi({ appDir: ROOT, distDir: path.join(ROOT, 'dist') }));
  afterDestroying(strapi, removeTemporaryFolder);
  return strapi;
}

module.exports = { afterDestroying, createCalendar, tellOfPlaces };
