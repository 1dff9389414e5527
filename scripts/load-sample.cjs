const path = require('node:path');

const TYPES = ['event', 'venue', 'organizer', 'category', 'tag'];

async function isCalendarEmpty(strapi) {
  for (const type of TYPES) {
    if ((await strapi.db.query(`plugin::calendar.${type}`).count()) > 0) return false;
  }
  return true;
}

/**
 * Does the work under the start lock: two loads at once, such as `npm run sample` beside the first `npm run demo`,
 * would each create every record.
 */
async function alone(strapi, work) {
  const place = 'src/plugins/calendar/server/src/database/start-lock.js';
  const { releaseStartLock, takeStartLock } = require(path.join(strapi.dirs.dist.root, place));
  await takeStartLock();
  try {
    return await work();
  } finally {
    await releaseStartLock();
  }
}

/** Loads the sample calendar with dates around today, and prints what was created and updated. */
async function loadSample(strapi) {
  const sample = require(path.join(strapi.dirs.dist.root, 'database/sample/load.js'));
  const counts = await sample.loadSample(strapi, { now: new Date(), log: console.log });
  const { created, updated, untouched } = counts;
  console.log(`Sample calendar: ${created} created, ${updated} updated, ${untouched} untouched.`);
}

module.exports = { alone, isCalendarEmpty, loadSample };
