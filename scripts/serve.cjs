const { createCalendar } = require('./boot.cjs');
const { requireOnlyServer } = require('./machine.cjs');
const { logRejections } = require('./rejections.cjs');
const { answerWhileStarting, startInPlaceOf } = require('./starting.cjs');
const { endWhileStarting } = require('./stopping.cjs');

async function start(prepare) {
  const leaveEnd = endWhileStarting();
  const starting = await answerWhileStarting(); // Before Strapi's modules are loaded.
  const strapi = createCalendar();
  requireOnlyServer(strapi.config.get('database.connection'));
  await strapi.load();
  const prepared = await prepare(strapi);
  await startInPlaceOf(starting, strapi, leaveEnd);
  logRejections(); // Not before: a start that fails must end.
  return { strapi, prepared };
}

/**
 * Starts the calendar at its address; what `prepare` does with what is loaded comes before the first
 * answer. Gives both. A start that fails ends the process.
 */
function serve(prepare = async () => {}) {
  return start(prepare).catch((error) => {
    console.error(error);
    process.exit(1);
  });
}

module.exports = { serve };
