const { createCalendar } = require('./boot.cjs');
const { requireOnlyServer } = require('./machine.cjs');
const { logRejections } = require('./rejections.cjs');
const { answerWhileStarting, startInPlaceOf } = require('./starting.cjs');
const { endAtOnce } = require('./stopping.cjs');

async function start(prepare) {
  const leaveEnd = endAtOnce();
  const starting = await answerWhileStarting(); // Before Strapi's modules are loaded, which takes seconds.
  const strapi = createCalendar();
  requireOnlyServer(strapi.config.get('database.connection'));
  await strapi.load();
  const prepared = await prepare(strapi);
  await startInPlaceOf(starting, strapi, leaveEnd);
  logRejections(); // Only now: a rejection during the start must end the process.
  return { strapi, prepared };
}

/**
 * Starts the calendar at its address; `prepare` is awaited between loading and the first request.
 * Resolves to `strapi` and the result of `prepare`. Ends the process when the start fails.
 */
function serve(prepare = async () => {}) {
  return start(prepare).catch((error) => {
    console.error(error);
    process.exit(1);
  });
}

module.exports = { serve };
