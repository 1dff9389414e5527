const { createCalendar } = require('../../../scripts/boot.cjs');

const { repairAll } = require('../../../dist/src/plugins/calendar/server/src/saves/repair.js');

const WORDS = ['jazz', 'garden', 'river', 'market', 'choir', 'lantern', 'bridge', 'harvest'];

/** The approximate length of a searched text. */
const LONG = 2000;
const AT_ONCE = 250;
const DAY = 24 * 60 * 60 * 1000;

const wordsOf = (id) =>
  Array.from({ length: LONG / 7 }, (_, at) => WORDS[(id * 7 + at * at) % WORDS.length]).join(' ');

/** The row of a published event, inserted directly, since the Document Service would take minutes for thousands. */
function row(id) {
  const start = new Date(Date.now() + (id % 700) * DAY);
  const wall = `${start.toISOString().slice(0, 10)} 18:00:00`;
  return {
    public_id: id,
    documentId: `event-${id}`,
    locale: 'en',
    publishedAt: start,
    date: new Date(),
    title: `Event ${id}`,
    slug: `event-${id}`,
    timezone: 'UTC',
    start_date: wall,
    end_date: wall,
    utc_start_date: new Date(`${wall.replace(' ', 'T')}Z`),
    utc_end_date: new Date(`${wall.replace(' ', 'T')}Z`),
    description: wordsOf(id),
  };
}

const Clock = Date;
let ahead = 0;

/** A Date with an adjustable offset, in place of the process's clock. */
class ShownDate extends Clock {
  constructor(...given) {
    super(...(given.length > 0 ? given : [ShownDate.now()]));
  }

  static now() {
    return Clock.now() + ahead;
  }
}

/** The tasks that a test can run in the calendar's process. */
const tasks = (strapi) => ({
  async fill(count) {
    const events = strapi.db.query('plugin::calendar.event');
    for (let from = 0; from < count; from += AT_ONCE) {
      const length = Math.min(AT_ONCE, count - from);
      await events.createMany({ data: Array.from({ length }, (_, at) => row(10_000 + from + at)) });
    }
    await repairAll(); // Derives the listing and search texts, which saves would maintain.
    if (strapi.db.dialect.client === 'postgres') await strapi.db.connection.raw('ANALYZE');
  },
  async token() {
    const asked = { name: 'test', description: '', type: 'full-access', lifespan: null };
    return (await strapi.service('admin::api-token').create(asked)).accessKey;
  },
  usage: () => process.cpuUsage(),
  /** Sets the clock this many milliseconds ahead of the correct time. */
  clock(milliseconds) {
    global.Date = ShownDate;
    ahead = milliseconds;
  },
});

async function main() {
  const strapi = createCalendar();
  strapi.log.level = 'error';
  await strapi.load();
  strapi.server.mount();
  const does = tasks(strapi);
  process.on('message', async ({ id, task, words }) => {
    try {
      process.send({ id, result: await does[task](...words) });
    } catch (error) {
      process.send({ id, fault: String(error.stack) });
    }
  });
  process.on('disconnect', () => process.exit(0));
  strapi.server.httpServer.listen(0, '127.0.0.1', () => {
    process.send({ port: strapi.server.httpServer.address().port });
  });
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
