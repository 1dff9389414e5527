const { parseArgs } = require('node:util');
const { requireMachine } = require('../machine.cjs');

const USE =
  'Usage: node scripts/bench/load.cjs --events 10000 [--seed 1]   (into the empty calendar that DATABASE_… names)';

function readOptions() {
  try {
    const { values } = parseArgs({
      options: { events: { type: 'string' }, seed: { type: 'string', default: '1' } },
    });
    const [events, seed] = [Number(values.events), Number(values.seed)];
    if (Number.isInteger(events) && events > 0 && Number.isInteger(seed)) return { events, seed };
  } catch (error) {
    console.error(error.message);
  }
  console.error(USE);
  return process.exit(2);
}

const options = readOptions();
requireMachine();
process.env.NODE_ENV ??= 'production';
require('../env.cjs').requireSecrets();
require('../build.cjs').compileIfNeeded();

const { createCalendar } = require('../boot.cjs');
const { loadSite } = require('./loader.cjs');
const { showProgress } = require('./progress.cjs');

/** Fills the calendar that the environment names, and prints how long it took. */
async function main() {
  const began = Date.now();
  const strapi = createCalendar();
  strapi.log.level = 'warn';
  await strapi.load();
  await loadSite(strapi, { ...options, progress: showProgress('Events') });
  await strapi.destroy();
  console.log(`${options.events} events, after ${((Date.now() - began) / 1000).toFixed(1)} s.`);
}

main().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
