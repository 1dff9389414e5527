const { createCalendar } = require('../../../scripts/boot.cjs');
const { answerWhileStarting, startInPlaceOf } = require('../../../scripts/starting.cjs');

/** What scripts/start.cjs does, without building the admin. */
async function main() {
  const strapi = createCalendar();
  const starting = await answerWhileStarting(strapi);
  await strapi.load();
  await startInPlaceOf(starting, strapi);
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
