/**
 * Strapi's own command line, on what is compiled already. Strapi's compiles before each command, file by
 * file: beside a calendar that starts at that moment, which then reads empty ones, and in an image without
 * what only development needs not at all.
 */
const cluster = require('node:cluster');
const { createRequire } = require('node:module');
const path = require('node:path');
const { tellOfPlaces } = require('./boot.cjs');
const { requireMachine, requireOnlyServer } = require('./machine.cjs');

requireMachine();
require('./env.cjs').requireSecrets();
if (process.argv[2] === 'export') process.umask(0o077); // It holds what a backup does, which is its owner's alone.

const appDir = path.join(__dirname, '..');
const strapi = require.resolve('@strapi/strapi/package.json');

const core = createRequire(strapi)('@strapi/core');

core.compileStrapi = async () => {
  require('./build.cjs').compileIfNeeded();
  return { appDir, distDir: path.join(appDir, 'dist') };
};

/**
 * The first command may come before the first start: it makes the same database file, or says why it cannot. What
 * serves, as the process does that `develop` begins anew after each change, is the only one.
 */
const { createStrapi } = core;
core.createStrapi = (options) => {
  const strapi = tellOfPlaces(createStrapi(options));
  if (cluster.isWorker || process.argv[2] === 'start') {
    requireOnlyServer(strapi.config.get('database.connection'));
  }
  return strapi;
};

require(path.join(path.dirname(strapi), 'bin', 'strapi.js'));
