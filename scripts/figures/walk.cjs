const { Session } = require('node:inspector/promises');
const path = require('node:path');
const { fileURLToPath } = require('node:url');
const { createCalendar } = require('../boot.cjs');

const SERVER = path.join(__dirname, '../../dist/src/plugins/calendar/server/src');
const EVENTS = '/fr/calendar/events/v1/events';

/** A full-access API token, with which writes are measured. */
async function tokenOf(strapi) {
  const asked = { name: 'figures', description: '', type: 'full-access', lifespan: null };
  return (await strapi.service('admin::api-token').create(asked)).accessKey;
}

async function listen(strapi) {
  strapi.server.mount();
  const { httpServer } = strapi.server;
  await new Promise((resolve) => httpServer.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${httpServer.address().port}`;
}

const asker = (origin, token) => async (method, address, body) => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const sent = body && { body: JSON.stringify(body), headers };
  const answer = await fetch(`${origin}${address}`, { method, ...sent });
  if (!answer.ok) throw new Error(`${method} ${address}: ${answer.status} ${await answer.text()}`);
  return answer.json();
};

/** The server's files and functions that V8 has counted as called since the counters were last read. */
async function taken(session) {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const ran = result
    .filter(({ url }) => url.startsWith('file:') || path.isAbsolute(url))
    .map(({ url, functions }) => ({
      file: path.relative(SERVER, url.startsWith('file:') ? fileURLToPath(url) : url),
      functions: functions.filter(({ ranges }) => ranges[0].count > 0),
    }))
    .filter(({ file, functions }) => functions.length > 0 && !file.startsWith('..'));
  const counts = ran.flatMap(({ functions }) => functions.map(({ ranges }) => ranges[0].count));
  return {
    files: ran.map(({ file }) => file.replace(/\.js$/, '.ts')).sort(),
    functions: counts.length,
    calls: counts.reduce((total, count) => total + count, 0),
  };
}

/**
 * Boots a calendar on the configured database and measures which files and functions one list request and
 * one update with a new venue run through. Each is sent once before with other values, so that lazily
 * loaded modules are loaded and no cached response is measured.
 */
async function walk() {
  const strapi = createCalendar();
  strapi.log.level = 'error';
  await strapi.load();
  const session = new Session();
  session.connect();
  try {
    const ask = asker(await listen(strapi), await tokenOf(strapi));
    const made = { start_date: '2030-05-01 18:00:00', end_date: '2030-05-01 20:00:00' };
    const categories = ['musique', 'danse'];
    const { id } = await ask('POST', EVENTS, { ...made, title: 'Premier', categories });
    const list = async (slug) => {
      const window = 'start_date=2030-01-01&end_date=2030-12-31';
      const { total } = await ask('GET', `${EVENTS}?categories=${slug}&${window}`);
      if (total !== 1) throw new Error(`The list shows ${total} events.`);
    };
    const update = (name) =>
      ask('PATCH', `${EVENTS}/${id}`, { title: `Titre ${name}`, venue: { venue: `Lieu ${name}` } });
    await list('danse');
    await update('premier');
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    const measured = async (work) => {
      await taken(session);
      await work();
      return taken(session);
    };
    return {
      list: await measured(() => list('musique')),
      write: await measured(() => update('second')),
    };
  } finally {
    session.disconnect();
    await strapi.destroy();
  }
}

module.exports = { walk };
