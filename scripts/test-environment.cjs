const { randomBytes } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');

const OF_A_HOST =
  /^(CALENDAR|CORS|DATABASE)_|^(PUBLIC_URL|HOST|PORT|TRUST_PROXY|SHUTDOWN_DELAY|ANSWER_WHILE_STARTING)$/;
const TIME_ZONE = 'America/New_York';

/** What a role or a server may give connections to PostgreSQL, on none of which the calendar may depend. */
const POSTGRES = `-c timezone=${TIME_ZONE} -c datestyle=German -c default_transaction_isolation=serializable`;

const SECRETS = [
  'ADMIN_JWT_SECRET',
  'API_TOKEN_SALT',
  'APP_KEYS',
  'ENCRYPTION_KEY',
  'JWT_SECRET',
  'TRANSFER_TOKEN_SALT',
];

/** Seconds for time limits, so that a slow or busy machine fails no test. Tests of the limits set their own. */
const PATIENCE = 60;

/** The environment of a test run: without the host's settings, neither from the shell nor from `.env`. */
function testEnvironment(folder) {
  const file = path.join(folder, 'empty.env');
  fs.writeFileSync(file, '');
  const cleared = Object.keys(process.env).filter((name) => OF_A_HOST.test(name));
  return {
    ...Object.fromEntries(cleared.map((name) => [name, undefined])),
    ...Object.fromEntries(SECRETS.map((name) => [name, randomBytes(24).toString('hex')])),
    ENV_PATH: file,
    NODE_ENV: 'test',
    CALENDAR_RATE_LIMIT: '0',
    CALENDAR_LIMIT_ANSWER: `${PATIENCE}`,
    CALENDAR_LIMIT_STATEMENT: `${PATIENCE}`,
    DATABASE_CONNECTION_TIMEOUT: `${PATIENCE * 1000}`,
    TZ: TIME_ZONE,
    PGOPTIONS: POSTGRES,
    STRAPI_TELEMETRY_DISABLED: 'true',
  };
}

module.exports = { testEnvironment };
