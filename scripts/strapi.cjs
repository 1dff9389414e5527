/**
 * Strapi's own command line, on what is compiled already. Strapi's compiles before each command, file by
 * file: beside a calendar that starts at that moment, which then reads empty ones, and in an image without
 * what only development needs not at all.
 */
const path = require('node:path');
const { requireMachine } = require('./machine.cjs');

requireMachine();
require('./env.cjs').requireSecrets();

const appDir = path.join(__dirname, '..');
const strapi = path.dirname(require.resolve('@strapi/strapi/package.json'));

require(require.resolve('@strapi/core', { paths: [strapi] })).compileStrapi = async () => {
  require('./build.cjs').compileIfNeeded();
  return { appDir, distDir: path.join(appDir, 'dist') };
};

require(path.join(strapi, 'bin', 'strapi.js'));
