const net = require('node:net');
const path = require('node:path');

const ROOT = path.join(__dirname, '..');

/** Strapi, configured but not started. Required this late because it reads `.env` when required. */
function createCalendar() {
  const { createStrapi } = require('@strapi/strapi');
  return createStrapi({ appDir: ROOT, distDir: path.join(ROOT, 'dist') });
}

/** Why the server cannot listen there, in one sentence; nothing when it can. */
function faultOfAddress({ host, port }) {
  return new Promise((resolve) => {
    const probe = net.createServer();
    probe.once('error', ({ code, message }) => resolve(sentence(code, { host, port, message })));
    probe.listen(port, host, () => probe.close(() => resolve(undefined)));
  });
}

function sentence(code, { host, port, message }) {
  if (code === 'EADDRINUSE') {
    return `Port ${port} of ${host} is taken: end the program that holds it, or choose another with PORT=1338.`;
  }
  return `The calendar cannot listen on port ${port} of ${host}: ${message}.`;
}

/** Ends the process with one sentence, before any work is done, when the address cannot be had. */
async function requireAddress(strapi) {
  if (strapi.config.get('server.socket')) return;
  const fault = await faultOfAddress(strapi.config.get('server'));
  if (!fault) return;
  console.error(fault);
  process.exit(1);
}

module.exports = { createCalendar, faultOfAddress, requireAddress };
