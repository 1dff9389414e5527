const { requireMachine } = require('./machine.cjs');
const { requireWords } = require('./parameters.cjs');

requireWords('npm run sample');
requireMachine();
process.env.NODE_ENV = 'production';
require('./env.cjs').requireSecrets();
require('./build.cjs').compileIfNeeded();

const { createCalendar } = require('./boot.cjs');
const { alone, loadSample } = require('./load-sample.cjs');
const { endAtOnce } = require('./stopping.cjs');

async function main() {
  endAtOnce('The sample is not complete. Start it again to continue.');
  const strapi = await createCalendar().load();
  try {
    await alone(strapi, () => loadSample(strapi));
  } finally {
    await strapi.destroy();
  }
}

main().catch((error) => {
  console.error(error);
  process.exit(1); // After a failed load, open connections would keep the process, and with it the start lock.
});
