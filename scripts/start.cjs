const { requireMachine } = require('./machine.cjs');

requireMachine();
process.env.NODE_ENV = 'production';
require('./env.cjs').requireSecrets();
require('./build.cjs').buildIfNeeded();

const { createCalendar, requireAddress } = require('./boot.cjs');

async function main() {
  const strapi = createCalendar();
  await requireAddress(strapi);
  await strapi.start();
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
