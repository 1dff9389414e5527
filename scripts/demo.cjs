const { requireMachine } = require('./machine.cjs');
const { requireWords } = require('./parameters.cjs');

requireWords('npm run demo');
requireMachine();
process.env.NODE_ENV = 'production';
process.env.DATABASE_CLIENT = 'sqlite';
process.env.HOST = '127.0.0.1';
require('./env.cjs').requireSecrets();
require('./build.cjs').buildIfNeeded();

const { makeFirstAdmin, makeReadOnlyToken } = require('./demo-access.cjs');
const { alone, isCalendarEmpty, loadSample } = require('./load-sample.cjs');
const { serve } = require('./serve.cjs');

const INTERFACE = '/calendar/events/v1';

function welcome(address, { login, token }) {
  const lines = ['', 'The calendar is running. Stop it with Ctrl+C.', ''];
  lines.push(`  Admin      ${address}/admin`);
  if (login) lines.push(`             ${login.email}  ${login.password}`);
  if (token) lines.push('', `  Token      ${token}`, '             (read-only; not shown again)');
  lines.push('', `  Interface  ${address}${INTERFACE}`);
  lines.push(`  Try it out ${address}${INTERFACE}/docs`, '');
  lines.push(`  curl ${address}${INTERFACE}/events`);
  lines.push(`  curl ${address}/ar${INTERFACE}/events`, '');
  return lines.join('\n');
}

async function prepare(strapi) {
  await alone(strapi, async () => {
    if (await isCalendarEmpty(strapi)) await loadSample(strapi);
  });
  return { login: await makeFirstAdmin(strapi), token: await makeReadOnlyToken(strapi) };
}

serve(prepare).then(({ strapi, prepared }) => {
  console.log(welcome(`http://127.0.0.1:${strapi.config.get('server.port')}`, prepared));
});
