const { randomBytes } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');

const CONFIG = path.join(__dirname, '..', 'config');
const READ = /\benv(?:\.\w+)?\(\s*'(\w+)'/g;
const TIME_ZONE = 'America/New_York';
const SECRETS = [
  'ADMIN_JWT_SECRET',
  'API_TOKEN_SALT',
  'APP_KEYS',
  'ENCRYPTION_KEY',
  'JWT_SECRET',
  'TRANSFER_TOKEN_SALT',
];

/** The names of all variables that the configuration reads. */
function variables() {
  const files = fs.readdirSync(CONFIG, { recursive: true }).filter((name) => name.endsWith('.ts'));
  const text = files.map((name) => fs.readFileSync(path.join(CONFIG, name), 'utf8')).join('\n');
  return [...text.matchAll(READ)].map(([, name]) => name);
}

/** The host's own settings must not reach the tests, neither from its shell nor from its `.env`. */
function testEnvironment(folder) {
  const file = path.join(folder, 'empty.env');
  fs.writeFileSync(file, '');
  return {
    ...Object.fromEntries(variables().map((name) => [name, undefined])),
    ...Object.fromEntries(SECRETS.map((name) => [name, randomBytes(24).toString('hex')])),
    ENV_PATH: file,
    NODE_ENV: 'test',
    CALENDAR_RATE_LIMIT: '0',
    TZ: TIME_ZONE,
    PGOPTIONS: `-c timezone=${TIME_ZONE}`,
    STRAPI_TELEMETRY_DISABLED: 'true',
  };
}

module.exports = { testEnvironment };
