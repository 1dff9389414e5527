/**
 * Strapi's own command line, on what is compiled already. Strapi's compiles before each command, file by
 * file: beside a calendar that starts at that moment, which then reads empty ones, and in an image without
 * what only development needs not at all.
 */
const { createRequire } = require('node:module');
const path = require('node:path');
const { requireMachine } = require('./machine.cjs');

requireMachine();
require('./env.cjs').requireSecrets();

const appDir = path.join(__dirname, '..');
const strapi = require.resolve('@strapi/strapi/package.json');

createRequire(strapi)('@strapi/core').compileStrapi = async () => {
  require('./build.cjs').compileIfNeeded();
  return { appDir, distDir: path.join(appDir, 'dist') };
};

require(path.join(path.dirname(strapi), 'bin', 'strapi.js'));
