/**
 * Strapi's own command line, on what is compiled already. Strapi's compiles before each command, file by
 * file: beside a calendar that starts at that moment, which then reads empty ones, and in an image without
 * what only development needs not at all.
 */
const { createRequire } = require('node:module');
const path = require('node:path');
const { tellOfPlaces } = require('./boot.cjs');
const { requireMachine } = require('./machine.cjs');

requireMachine();
require('./env.cjs').requireSecrets();

const appDir = path.join(__dirname, '..');
const strapi = require.resolve('@strapi/strapi/package.json');

const core = createRequire(strapi)('@strapi/core');

core.compileStrapi = async () => {
  require('./build.cjs').compileIfNeeded();
  return { appDir, distDir: path.join(appDir, 'dist') };
};

/** The first command may come before the first start: it makes the same database file, or says why it cannot. */
const { createStrapi } = core;
core.createStrapi = (options) => tellOfPlaces(createStrapi(options));

require(path.join(path.dirname(strapi), 'bin', 'strapi.js'));
