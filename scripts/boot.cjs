const path = require('node:path');
const v8 = require('node:v8');
const {
  faultOfPostgres,
  faultOfUploads,
  leftByImports,
  requireDatabase,
} = require('./machine.cjs');
const { useOwnTemporaryFolder } = require('./temporary.cjs');

const ROOT = path.join(__dirname, '..');

/** Strapi forgets whom to tell of the end of the process when it ends by itself. */
function afterDestroying(strapi, work) {
  const destroy = strapi.destroy.bind(strapi);
  strapi.destroy = () => destroy().finally(work);
}

/** What a host would otherwise learn from whoever adds the first picture; kept elsewhere, files need no folder here. */
function tellOfUploads({ config, dirs }) {
  if (config.get('plugin::upload.provider', 'local') !== 'local') return;
  const uploads = path.join(dirs.static.public, 'uploads');
  for (const sentence of [faultOfUploads(uploads), leftByImports(uploads)]) {
    if (sentence) console.warn(sentence);
  }
}

/**
 * Around the loading and not before: a backup only asks for the settings, and reads a file that may not be
 * written, too. Ends the process with one sentence where the database is not there, or not for this user. Gives `strapi`.
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
      const fault = database.client === 'postgres' && faultOfPostgres(error);
      if (!fault) throw error;
      console.error(fault);
      return process.exit(1);
    }
  };
  return strapi;
}

/**
 * Percent: on a machine with much memory V8 lets what nobody needs any more grow to four times what is
 * in use before it looks for it; half as much again costs no measurable time.
 */
const GROWTH = 50;

/** Strapi, configured but not started. Required this late because it reads `.env` when required. */
function createCalendar() {
  v8.setFlagsFromString(`--heap-growing-percent=${GROWTH}`);
  const removeTemporaryFolder = useOwnTemporaryFolder();
  const { createStrapi } = require('@strapi/strapi');
  const strapi = tellOfPlaces(createStrapi({ appDir: ROOT, distDir: path.join(ROOT, 'dist') }));
  afterDestroying(strapi, removeTemporaryFolder);
  return strapi;
}

module.exports = { createCalendar, tellOfPlaces };
