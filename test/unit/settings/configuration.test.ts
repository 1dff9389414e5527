import { env } from '@strapi/utils';
import pg from 'pg';
import admin from '../../../config/admin';
import database from '../../../config/database';
import middlewares from '../../../config/middlewares';
import plugins from '../../../config/plugins';
import server from '../../../config/server';

jest.mock('../../../src/plugins/calendar/server/src/records/previews', () => ({})); // All of the calendar.

const before = { ...process.env };
afterEach(() => {
  process.env = { ...before };
});

const configured = () => ({
  server: server({ env }),
  connection: (database() as unknown as Record<string, Record<string, unknown>>).connection,
  cors: middlewares().find((each) => typeof each === 'object' && each.name === 'strapi::cors'),
});

it('passes the parsed variables to Strapi', () => {
  Object.assign(process.env, {
    PORT: '8080',
    TRUST_PROXY: '1',
    CORS_CREDENTIALS: 'true',
    DATABASE_CLIENT: 'postgres',
    DATABASE_SSL: 'yes',
    DATABASE_SSL_REJECT_UNAUTHORIZED: '0',
    DATABASE_CONNECTION_TIMEOUT: '5000',
  });
  expect(configured()).toMatchObject({
    server: { host: '0.0.0.0', port: 8080, url: '', proxy: { koa: true, maxIpsCount: 1 } },
    connection: {
      client: 'postgres',
      connection: { port: 5432, ssl: { rejectUnauthorized: false } },
      acquireConnectionTimeout: 5000,
    },
    cors: { config: { credentials: true } },
  });
});

it.each([
  ['true', 'postgres://a:b@h/c?sslmode=require', { rejectUnauthorized: false }],
  ['true', 'postgres://a:b@h/c?sslmode=disable&connect_timeout=3', { rejectUnauthorized: false }],
  ['true', 'postgres://a:b@h/c', { rejectUnauthorized: false }],
  ['false', 'postgres://a:b@h/c?sslmode=no-verify', { rejectUnauthorized: false }],
  ['false', 'postgres://a:b@h/c', false],
])('prefers DATABASE_SSL=%s to the parameters of %s', (DATABASE_SSL, DATABASE_URL, ssl) => {
  Object.assign(process.env, { DATABASE_SSL, DATABASE_URL, DATABASE_SSL_REJECT_UNAUTHORIZED: '0' });
  const client = new pg.Client(configured().connection?.connection as pg.ClientConfig);
  expect(client).toMatchObject({ ssl, host: 'h', database: 'c' });
});

it.each([
  'postgres://a:p%ff@h/c',
  'postgres://a:b@h/c%',
  'postgres://a:b@h/c?sslrootcert=/nowhere/ca.pem',
])('refuses by its name an address that the driver cannot read: %s', (DATABASE_URL) => {
  Object.assign(process.env, { DATABASE_URL });
  expect(configured).toThrow(
    /^Variables .* are invalid:\n {2}DATABASE_URL: cannot be read \(.+\)$/,
  );
});

it('treats an empty variable as not set', () => {
  Object.assign(process.env, { PORT: '', HOST: '', DATABASE_CLIENT: '', DATABASE_FILENAME: '' });
  expect(configured()).toMatchObject({
    server: { host: '0.0.0.0', port: 1337 },
    connection: {
      client: 'sqlite',
      connection: { filename: expect.stringMatching(/\.tmp.data\.db$/) },
    },
  });
});

it.each([
  ['PORT', server],
  ['DATABASE_SSL', database],
  ['CORS_CREDENTIALS', middlewares],
] as const)('rejects an invalid %s', (name, read) => {
  process.env[name] = 'perhaps';
  expect(() => read({ env })).toThrow(`${name}: must be`);
});

it.each([
  ['https://example.org', { includeSubDomains: false }],
  ['http://example.org', false],
  ['', false],
])('sets HSTS only for a public HTTPS address: %s', (url, hsts) => {
  process.env.PUBLIC_URL = url;
  const security = middlewares().find(
    (each) => typeof each === 'object' && each.name === 'strapi::security',
  );
  expect(security).toMatchObject({ config: { hsts } });
});

it.each([
  ['', '/admin'],
  ['https://example.org/', '/admin'],
  ['https://example.org/town/', '/town/admin'],
])('sets the cookie path of the admin for the public address %s', (url, path) => {
  process.env.PUBLIC_URL = url;
  expect(admin({ env })).toMatchObject({ auth: { cookie: { path } } });
});

it('warns once about a variable that looks like a setting but is none', () => {
  const warn = jest.spyOn(console, 'warn').mockImplementation();
  Object.assign(process.env, {
    CALENDAR_PUBLIC_CONTACT: 'false',
    CALENDAR_TIMEZONE: 'Europe/Paris',
    CALENDAR_SERVICE_HOST: '10.0.0.1',
    CALENDAR_PORT_1337_TCP: 'tcp://10.0.0.1:1337',
  });
  expect(plugins({ env })).toMatchObject({
    calendar: { config: { timezone: 'Europe/Paris', publicContacts: undefined } },
  });
  plugins({ env });
  const names = warn.mock.calls.map(([said]) => String(said).split(' ')[0]);
  warn.mockRestore();
  expect(names).toEqual(['CALENDAR_PUBLIC_CONTACT']);
});
