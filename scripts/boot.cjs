const path = require('node:path');
const { useOwnTemporaryFolder } = require('./temporary.cjs');

const ROOT = path.join(__dirname, '..');

/** Strapi forgets whom to tell of the end of the process when it ends by itself. */
function afterDestroying(strapi, work) {
  const destroy = strapi.destroy.bind(strapi);
  strapi.destroy = () => destroy().finally(work);
}

/** Strapi, configured but not started. Required this late because it reads `.env` when required. */
function createCalendar() {
  const removeTemporaryFolder = useOwnTemporaryFolder();
  const { createStrapi } = require('@strapi/strapi');
  const strapi = createStrapi({ appDir: ROOT, distDir: path.join(ROOT, 'dist') });
  afterDestroying(strapi, removeTemporaryFolder);
  return strapi;
}

module.exports = { createCalendar };
