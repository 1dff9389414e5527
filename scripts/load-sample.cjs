const path = require('node:path');

const TYPES = ['event', 'venue', 'organizer', 'category', 'tag'];

async function isCalendarEmpty(strapi) {
  for (const type of TYPES) {
    if ((await strapi.db.query(`plugin::calendar.${type}`).count()) > 0) return false;
  }
  return true;
}

/** Loads the sample calendar with dates around today, and prints what was created and updated. */
async function loadSample(strapi) {
  const sample = require(path.join(strapi.dirs.dist.root, 'database', 'sample', 'load.js'));
  const counts = await sample.loadSample(strapi, { now: new Date(), log: console.log });
  const { created, updated, untouched } = counts;
  console.log(`Sample calendar: ${created} created, ${updated} updated, ${untouched} untouched.`);
}

module.exports = { isCalendarEmpty, loadSample };
