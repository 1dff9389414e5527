const { requireMachine } = require('./machine.cjs');

requireMachine();
process.env.NODE_ENV = 'production';
require('./env.cjs').requireSecrets();
require('./build.cjs').buildIfNeeded();

const { createCalendar } = require('./boot.cjs');
const { logRejections } = require('./rejections.cjs');
const { answerWhileStarting, startInPlaceOf } = require('./starting.cjs');
const { endWhileStarting } = require('./stopping.cjs');

async function main() {
  const leaveEnd = endWhileStarting();
  const starting = await answerWhileStarting(); // Before Strapi's modules are loaded.
  const strapi = createCalendar();
  await strapi.load();
  await startInPlaceOf(starting, strapi, leaveEnd);
  logRejections(); // Not before: a start that fails must end.
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
