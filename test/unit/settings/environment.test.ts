import { readEnvironment } from '../../../src/plugins/calendar/server/src/settings/environment';

const STANDARD = {
  HOST: '0.0.0.0',
  PORT: 1337,
  PUBLIC_URL: '',
  CORS_ORIGINS: ['*'],
  CORS_CREDENTIALS: false,
  TRUST_PROXY: false,
  SHUTDOWN_DELAY: 3,
  ANSWER_WHILE_STARTING: true,
  DATABASE_CLIENT: 'sqlite',
  DATABASE_FILENAME: '.tmp/data.db',
  DATABASE_HOST: 'localhost',
  DATABASE_PORT: 5432,
  DATABASE_NAME: 'calendar',
  DATABASE_USERNAME: 'calendar',
  DATABASE_PASSWORD: '',
  DATABASE_SCHEMA: 'public',
  DATABASE_SSL: false,
  DATABASE_SSL_REJECT_UNAUTHORIZED: true,
  DATABASE_POOL_MIN: 2,
  DATABASE_POOL_MAX: 10,
  DATABASE_CONNECTION_TIMEOUT: 10_000,
};
const NAMES = [...Object.keys(STANDARD), 'DATABASE_URL'];
const all = (value: string) => Object.fromEntries(NAMES.map((name) => [name, value]));

it.each([
  ['not set', {}],
  ['empty', all('')],
  ['blank', all('  ')],
])('uses the defaults if variables are %s', (_, given) => {
  expect(readEnvironment(given)).toEqual(STANDARD);
});

it('ignores variables of others', () => {
  expect(readEnvironment({ PATH: '/bin', NODE_ENV: 'x' })).toEqual(STANDARD);
});

it.each([
  ['true', true],
  ['TRUE', true],
  ['1', true],
  ['yes', true],
  ['on', true],
  ['false', false],
  ['0', false],
  ['no', false],
])('reads the flag %s', (text, meant) => {
  const flags = ['TRUST_PROXY', 'CORS_CREDENTIALS', 'DATABASE_SSL'] as const;
  for (const name of [...flags, 'DATABASE_SSL_REJECT_UNAUTHORIZED'] as const)
    expect(readEnvironment({ [name]: text })[name]).toBe(meant);
});

it.each([
  ['HOST', '::1', '::1'],
  ['HOST', 'calendar.example.org', 'calendar.example.org'],
  ['PORT', '8080', 8080],
  ['PUBLIC_URL', 'https://example.org', 'https://example.org'],
  ['PUBLIC_URL', 'https://example.org/town', 'https://example.org/town'],
  ['PUBLIC_URL', 'HTTPS://Example.org/a/../Town//', 'https://example.org/Town'],
  ['PUBLIC_URL', 'https://münchen.example', 'https://xn--mnchen-3ya.example'],
  ['CORS_ORIGINS', 'https://a.org, http://b.org:8080 ,', ['https://a.org', 'http://b.org:8080']],
  [
    'CORS_ORIGINS',
    'HTTPS://Example.org:443,https://münchen.example,Capacitor://localhost',
    ['https://example.org', 'https://xn--mnchen-3ya.example', 'capacitor://localhost'],
  ],
  ['DATABASE_URL', 'postgres://me:p@db.example.org/x', 'postgres://me:p@db.example.org/x'],
  ['DATABASE_URL', 'postgresql:///x?host=/run/pg', 'postgresql:///x?host=/run/pg'],
  ['DATABASE_URL', 'postgres://me:p@/x?host=/run/pg', 'postgres://me:p@/x?host=/run/pg'],
  ['DATABASE_PASSWORD', ' a b ', ' a b '],
  [
    'APP_KEYS',
    '["0123456789abcdef", "fedcba9876543210"]',
    ['0123456789abcdef', 'fedcba9876543210'],
  ],
])('reads %s=%s', (name, text, meant) => {
  expect(readEnvironment({ [name]: text })).toMatchObject({ [name]: meant });
});

it.each([
  ['DATABASE_URL', 'postgres://db.example.org/x'],
  ['DATABASE_HOST', 'db.example.org'],
])('selects PostgreSQL for %s unless SQLite is requested', (name, value) => {
  const clientOf = (more: object) => readEnvironment({ [name]: value, ...more }).DATABASE_CLIENT;
  expect(clientOf({})).toBe('postgres');
  expect(clientOf({ DATABASE_CLIENT: 'sqlite' })).toBe('sqlite');
});

it.each([
  ['HOST', 'http://example.org'],
  ['DATABASE_FILENAME', ':memory:'],
  ['DATABASE_FILENAME', '"/srv/calendar.db"'],
  ['DATABASE_FILENAME', ' /srv/calendar.db'],
  ['DATABASE_FILENAME', '~/calendar.db'],
  ['DATABASE_FILENAME', 'file:/srv/calendar.db'],
  ['DATABASE_FILENAME', 'sqlite:///srv/calendar.db'],
  ['DATABASE_FILENAME', '/srv/'],
  ['HOST', 'a b'],
  ['HOST', '999.1.1.1'],
  ['HOST', 'example.org:80'],
  ['PORT', 'abc'],
  ['PORT', '0'],
  ['PORT', '65536'],
  ['PORT', '80a'],
  ['PUBLIC_URL', 'example.org'],
  ['PUBLIC_URL', 'ftp://example.org'],
  ['PUBLIC_URL', 'https://me:secret@example.org'],
  ['PUBLIC_URL', 'https://example.org/?x=1'],
  ['PUBLIC_URL', 'https://example.org/#top'],
  ['CORS_ORIGINS', 'example.org'],
  ['CORS_ORIGINS', 'https://example.org/'],
  ['CORS_ORIGINS', 'https://me@example.org'],
  ['CORS_ORIGINS', 'https://example.org:99999'],
  ['CORS_ORIGINS', 'https://*.example.org'],
  ['CORS_ORIGINS', ' , '],
  ['CORS_ORIGINS', '[]'],
  ['CORS_CREDENTIALS', 'maybe'],
  ['TRUST_PROXY', '10.0.0.1'],
  ['DATABASE_CLIENT', 'mysql'],
  ['DATABASE_URL', 'mysql://db.example.org/x'],
  ['DATABASE_URL', 'postgres://me:se#cret@db.example.org/x'],
  ['DATABASE_PORT', 'abc'],
  ['DATABASE_SCHEMA', 'ä'.repeat(32)],
  ['DATABASE_SCHEMA', '"public"'],
  ['DATABASE_SSL', 'require'],
  ['DATABASE_SSL_REJECT_UNAUTHORIZED', '2'],
  ['DATABASE_POOL_MIN', '-1'],
  ['DATABASE_POOL_MIN', '11'],
  ['DATABASE_POOL_MAX', 'many'],
  ['DATABASE_CONNECTION_TIMEOUT', '1.5'],
  ['APP_KEYS', 'short'],
  ['APP_KEYS', 'long-enough-to-be-a-key,short'],
  ['ADMIN_JWT_SECRET', 'toBeModified1'],
  ['API_TOKEN_SALT', 'x'],
  ['TRANSFER_TOKEN_SALT', 'x'],
  ['ENCRYPTION_KEY', 'x'],
  ['JWT_SECRET', 'x'],
])('rejects an invalid variable by name: %s=%s', (name, text) => {
  expect(() => readEnvironment({ [name]: text })).toThrow(new RegExp(`^.*\\n  ${name}: [^\\n]+$`));
});

it.each([
  ['TRUST_PROXY', 'true\r', true],
  ['TRUST_PROXY', '"true"', true],
  ['DATABASE_CLIENT', "'postgres'", true],
  ['PORT', '"80"', true],
  ['DATABASE_URL', 'postgres://a@b/c\r', true],
  ['TRUST_PROXY', 'maybe', false],
])(
  'mentions quotation marks and spaces only if they surround the value: %s=%j',
  (name, text, is) => {
    const message = expect(() => readEnvironment({ [name]: text }));
    const about = new RegExp(`${name}: .*quotation marks and spaces around it are part of`);
    if (is) message.toThrow(about);
    else message.not.toThrow(about);
  },
);

it('reports all invalid variables at once, without secrets', () => {
  const given = {
    ...{ PORT: 'abc', DATABASE_SSL: 'x', DATABASE_URL: 'postgres://a:se#cret@h/x' },
    JWT_SECRET: 'secret',
  };
  const message = () => {
    try {
      readEnvironment(given);
    } catch (error) {
      return (error as Error).message;
    }
  };
  expect(message()).toMatch(/PORT: .*\n.*DATABASE_URL: .*\n.*DATABASE_SSL: /);
  expect(message()).not.toContain('cret');
});
