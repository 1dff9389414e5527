const { requireMachine } = require('./machine.cjs');

requireMachine();
process.env.NODE_ENV = 'production';
process.env.DATABASE_CLIENT = 'sqlite';
process.env.HOST = '127.0.0.1';
require('./env.cjs').requireSecrets();
require('./build.cjs').buildIfNeeded();

const { createCalendar } = require('./boot.cjs');
const { makeFirstAdmin, makeReadOnlyToken } = require('./demo-access.cjs');
const { isCalendarEmpty, loadSample } = require('./load-sample.cjs');
const { logRejections } = require('./rejections.cjs');
const { answerWhileStarting, startInPlaceOf } = require('./starting.cjs');
const { endWhileStarting } = require('./stopping.cjs');

const INTERFACE = '/calendar/events/v1';

function welcome(address, { login, token }) {
  const lines = ['', 'The calendar is running. End it with Ctrl+C.', ''];
  lines.push(`  Admin      ${address}/admin`);
  if (login) lines.push(`             ${login.email}  ${login.password}`);
  if (token) lines.push('', `  Token      ${token}`, '             (read-only; not shown again)');
  lines.push('', `  Interface  ${address}${INTERFACE}`);
  lines.push(`  Try it out ${address}${INTERFACE}/docs`, '');
  lines.push(`  curl ${address}${INTERFACE}/events`);
  lines.push(`  curl ${address}/ar${INTERFACE}/events`, '');
  return lines.join('\n');
}

async function main() {
  const leaveEnd = endWhileStarting();
  const starting = await answerWhileStarting(); // Before Strapi's modules are loaded.
  const strapi = createCalendar();
  await strapi.load();
  if (await isCalendarEmpty(strapi)) await loadSample(strapi);
  const access = { login: await makeFirstAdmin(strapi), token: await makeReadOnlyToken(strapi) };
  await startInPlaceOf(starting, strapi, leaveEnd);
  logRejections();
  console.log(welcome(`http://127.0.0.1:${strapi.config.get('server.port')}`, access));
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
