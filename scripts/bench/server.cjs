const { createCalendar } = require('../boot.cjs');
const { tableOf } = require('./bulk.cjs');
const { loadSite } = require('./loader.cjs');
const { makePages } = require('./pages.cjs');
const { addRoutes } = require('./routes.cjs');

/** The number of events among which the updates of the mixed load are spread. */
const CHANGED = 50;

const settings = {};
let strapi;

/** The records that the scenarios request; the loader numbers each type without gaps. */
async function findFacts() {
  const query = (type) => strapi.db.connection(tableOf(strapi, type));
  const ids = {};
  for (const type of ['event', 'venue', 'organizer', 'category', 'tag']) {
    const { lowest } = await query(type).min('public_id as lowest').first();
    ids[type] = lowest;
  }
  const now = Date.now();
  const soon = new Date(now + 86_400_000);
  const event = await query('event')
    .where({ locale: 'en' })
    .whereNotNull('published_at')
    .where('utc_start_date', '>', strapi.db.dialect.client === 'postgres' ? soon : +soon)
    .orderBy('utc_start_date')
    .first();
  const [word] = /ref\d{8}/.exec(event.description);
  const { public_id: id, slug, document_id: documentId } = event;
  const others = await query('event')
    .where({ locale: 'en' })
    .whereNotNull('published_at')
    .orderBy('id')
    .limit(CHANGED)
    .select('public_id');
  const events = others.map(({ public_id }) => public_id);
  return { now, ids, word, event: { id, slug, documentId }, events };
}

/**
 * Changes data without a visible effect, which invalidates all caches. The value must be new:
 * SQLite neither writes a row that stays the same nor counts it as changed.
 */
const touch = async () => {
  const tags = strapi.db.connection(tableOf(strapi, 'tag'));
  const first = strapi.db.connection(tableOf(strapi, 'tag')).min('id');
  await tags.where('id', first).update({ updated_at: new Date() });
};

const makeToken = async () => {
  const asked = { name: 'bench', description: '', type: 'full-access', lifespan: null };
  return (await strapi.service('admin::api-token').create(asked)).accessKey;
};

let statements = 0;

/** The functions that the parent process calls by name. */
const ANSWERS = {
  fill: async (given) => void (await loadSite(strapi, given)),
  facts: async () => ({ ...(await findFacts()), token: await makeToken() }),
  pages: ({ word }) => makePages(strapi, word),
  scenarios: (given) => void Object.assign(settings, given),
  touch,
  memory: () => process.memoryUsage().rss,
  mostMemory: () => process.resourceUsage().maxRSS * 1024,
  statements: () => {
    const seen = statements;
    statements = 0;
    return seen;
  },
};

process.on('message', async ({ number, name, given }) => {
  try {
    process.send({ number, answer: (await ANSWERS[name](given)) ?? null });
  } catch (error) {
    process.send({ number, error: error.stack });
  }
});
process.once('disconnect', () => process.exit());

async function start() {
  const began = Date.now();
  strapi = createCalendar();
  strapi.log.level = 'error';
  await strapi.load();
  addRoutes(strapi, settings);
  strapi.server.mount();
  strapi.db.connection.on('query', () => {
    statements += 1;
  });
  const { httpServer } = strapi.server;
  httpServer.listen(0, '127.0.0.1', () =>
    process.send({ port: httpServer.address().port, seconds: (Date.now() - began) / 1000 }),
  );
}

start().catch((error) => {
  process.send({ error: error.stack }, () => process.exit(1));
});
