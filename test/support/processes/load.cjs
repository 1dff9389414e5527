const { createCalendar } = require('../../../scripts/boot.cjs');

/**
 * Kills the process (SIGKILL) once the database has answered the n-th statement that matches a
 * pattern; argument `<n> <pattern>`.
 */
function endAfter(asked) {
  const [, count, pattern] = /^(\d+) (.+)$/.exec(asked);
  const { prototype } = require('knex/lib/client');
  const emit = prototype.emit;
  const wanted = new RegExp(pattern);
  let left = Number(count);
  prototype.emit = function (name, ...values) {
    const query = values[1];
    if (name === 'query-response' && wanted.test(query?.sql) && --left === 0)
      process.kill(process.pid, 'SIGKILL');
    return emit.call(this, name, ...values);
  };
}

/** Loads a calendar on the database of the environment, and prints when it has finished. */
async function main() {
  if (process.env.END_AFTER) endAfter(process.env.END_AFTER);
  const strapi = createCalendar();
  strapi.log.level = 'info';
  await strapi.load();
  console.log('ANSWER "loaded"');
  process.exit(0);
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
