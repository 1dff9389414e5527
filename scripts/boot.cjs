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

/** What follows Strapi's own words in an error about settings: one line for each that is invalid. */
const INVALID = /(?:Variables in the environment|The calendar's settings) .* are invalid:\n.*/s;

/** The lines about invalid settings; undefined for another error. */
const faultOfSettings = ({ message = '' }) => INVALID.exec(message)?.[0];

/** Runs work that reads the settings, or ends the process with a line for each that is invalid, without a stack. */
function tellOfSettings(work) {
  try {
    return work();
  } catch (error) {
    const fault = faultOfSettings(error);
    if (!fault) throw error;
    console.error(fault);
    return process.exit(1);
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
        faultOfSettings(error) ??
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
  const places = { appDir: ROOT, distDir: path.join(ROOT, 'dist') };
  const strapi = tellOfPlaces(tellOfSettings(() => createStrapi(places)));
  afterDestroying(strapi, removeTemporaryFolder);
  return strapi;
}

module.exports = { createCalendar, tellOfPlaces, tellOfSettings };
