import { readSettings } from '../../../src/plugins/calendar/server/src/settings/settings';

it('uses the defaults for missing and empty settings', () => {
  const standard = {
    timezone: 'UTC',
    defaultLanguage: 'en',
    fallback: true,
    maxPerPage: 50,
    urls: {},
    publicContacts: true,
    currency: { symbol: '$', code: 'USD', position: 'prefix' },
    limits: {
      ids: 1000,
      search: 200,
      body: 1024 * 1024,
      description: 256 * 1024,
      newRecords: 50,
      statement: 5,
      answer: 15,
    },
    geoloc: { radius: 25, unit: 'miles' },
  };
  expect(readSettings(undefined)).toMatchObject(standard);
  const empty = { timezone: '', fallback: '', currency: { code: '' }, limits: { ids: '' } };
  expect(readSettings(empty)).toMatchObject(standard);
});

it('reads settings as strings of environment variables', () => {
  const written = {
    timezone: 'Africa/Cairo',
    defaultLanguage: 'ar',
    fallback: 'false',
    maxPerPage: '100',
    publicContacts: 'no',
    currency: { symbol: 'د.م.', code: 'MAD', position: 'postfix' },
    limits: { ids: '10', search: '50', body: '2048', description: '4096', newRecords: '0' },
    urls: { event: 'https://example.org/{language}/event/{slug}' },
    geoloc: { radius: '7.5', unit: 'km' },
  };
  expect(readSettings(written)).toMatchObject({
    ...written,
    fallback: false,
    maxPerPage: 100,
    publicContacts: false,
    limits: { ids: 10, search: 50, body: 2048, description: 4096, newRecords: 0 },
    geoloc: { radius: 7.5, unit: 'km' },
  });
});

it.each([
  ['europe/paris', 'Europe/Paris'],
  ['AMERICA/PORT-AU-PRINCE', 'America/Port-au-Prince'],
  ['utc', 'UTC'],
  ['UTC+5.5', 'UTC+5.5'],
])('reads the time zone %s as %s', (written, timezone) => {
  expect(readSettings({ timezone: written }).timezone).toBe(timezone);
});

it('normalizes URL patterns and private hosts', () => {
  const read = readSettings({
    urls: {
      event: 'https://مثال.example/{language}/فعاليات/{slug}',
      venue: 'HTTPS://{language}.Example.org/lieux/"{slug}"?q=é&id={id}#{slug}',
      tag: 'https://example.org/{slug}',
    },
    webhooks: { privateHosts: 'N8N, 10.0.0.5,0:0:0:0:0:0:0:1' },
  });
  expect([read.urls, read.webhooks.privateHosts]).toEqual([
    {
      event:
        'https://xn--mgbh0fb.example/{language}/%D9%81%D8%B9%D8%A7%D9%84%D9%8A%D8%A7%D8%AA/{slug}',
      venue: 'https://{language}.example.org/lieux/%22{slug}%22?q=%C3%A9&id={id}#{slug}',
      tag: 'https://example.org/{slug}',
    },
    ['n8n', '10.0.0.5', '::1'],
  ]);
});

it.each([
  ['timezone', { timezone: 'Mars/Base' }],
  ['timezone', { timezone: 'UTC+14.75' }],
  ['timezone', { timezone: 'BST' }],
  ['timezone', { timezone: 5 }],
  ['defaultLanguage', { defaultLanguage: 'de' }],
  ['fallback', { fallback: 'perhaps' }],
  ['maxPerPage', { maxPerPage: '0' }],
  ['maxPerPage', { maxPerPage: 'many' }],
  ['maxPerPage', { maxPerPage: 1.5 }],
  ['urls.event', { urls: { event: 'example.org/{slug}' } }],
  ['urls.venue', { urls: { venue: 'https://example.org/venue' } }],
  ['urls.tag', { urls: { tag: 'https://example.org/{name}/{slug}' } }],
  ['urls', { urls: { page: 'https://example.org/{slug}' } }],
  ['urls.event', { urls: { event: 'https://example.org:99999/{slug}' } }],
  ['webhooks.privateHosts', { webhooks: { privateHosts: '127.0.0.1:8080' } }],
  ['deleteFields.1', { deleteFields: 'event.seats, seats' }],
  ['publicContacts', { publicContacts: 'x' }],
  ['currency.symbol', { currency: { symbol: 'a symbol too long' } }],
  ['currency.symbol: must be the symbol itself', { currency: { symbol: '"€"' } }],
  ['currency.symbol: must be the symbol itself', { currency: { symbol: "'kr'" } }],
  ['currency.code', { currency: { code: 'euro' } }],
  ['currency.position', { currency: { position: 'above' } }],
  ['limits.ids', { limits: { ids: 0 } }],
  ['limits.ids', { limits: { ids: 2001 } }],
  ['limits.search', { limits: { search: -1 } }],
  ['limits.search', { limits: { search: 501 } }],
  ['limits.body', { limits: { body: 10 } }],
  ['limits.description', { limits: { description: 10 } }],
  ['limits.newRecords', { limits: { newRecords: -1 } }],
  ['limits.statement', { limits: { statement: -1 } }],
  ['limits.answer', { limits: { answer: 0 } }],
  ['rateLimit.databaseTime', { rateLimit: { databaseTime: -1 } }],
  ['geoloc.radius: must be greater than 0', { geoloc: { radius: 0 } }],
  ['geoloc.radius: must be a number', { geoloc: { radius: '25km' } }],
  ['geoloc.unit', { geoloc: { unit: 'leagues' } }],
  ['rateLimit.requests', { rateLimit: { requests: -1 } }],
  ['rateLimit.window', { rateLimit: { window: 'minute' } }],
  ['timeZone', { timeZone: 'UTC' }],
])('rejects an invalid setting, naming %s in %j', (name, given) => {
  expect(() => readSettings(given)).toThrow(
    new RegExp(`calendar.*${name.replaceAll('.', '\\.')}`, 's'),
  );
});

it('reports all invalid settings at once', () => {
  const wrong = { timezone: 'Mars', maxPerPage: 0 };
  expect(() => readSettings(wrong)).toThrow(/calendar\.timezone.*calendar\.maxPerPage/s);
});
