import { admin } from '../support/admin';
import { withoutDatabase } from '../support/held-database';
import { api, get, send } from '../support/http';
import { buildEvent } from '../support/records';
import { withSettings } from '../support/settings';

const LANGUAGES = ['ar', 'en', 'fr', 'es'] as const;

const grant = (action: string) => ({
  action: `plugin::calendar.event.${action}`,
  role: { type: 'public' },
});

/** Runs work while the public role may not list events. */
async function withoutGrant<Result>(work: () => Promise<Result>): Promise<Result> {
  const query = strapi.db.query('plugin::users-permissions.permission');
  const held = await query.findOne({ where: grant('find'), populate: ['role'] });
  await query.delete({ where: { id: held.id } });
  try {
    return await work();
  } finally {
    await query.create({ data: { action: held.action, role: held.role.id } });
  }
}

it('names every invalid parameter at once', async () => {
  const { status, body, headers } = await get(
    api('/events?page=foo&start_date=&strict_dates=2&x=%20'),
  );
  expect(status).toBe(400);
  expect(headers['content-type']).toMatch('application/json');
  expect(body).toEqual({
    code: 'rest_invalid_param',
    message: 'Invalid parameter(s): page, start_date, strict_dates',
    data: {
      status: 400,
      params: {
        page: 'must be a whole number of at least 1.',
        start_date: 'must not be empty.',
        strict_dates: 'must be true or false.',
      },
      details: [],
    },
  });
});

const NO_DATE = 'must be a date such as 2027-01-31 or 2027-01-31 18:30:00.';

it.each([
  ['search=a%00', 'search', 'must not contain a NUL character (%00).'],
  ['search=%ff%00', 'search', 'is not valid percent-encoded UTF-8.'],
  ['page=9007199254740993', 'page', 'must not be larger than 9007199254740991.'],
  ['per_page=1e30', 'per_page', 'must not be larger than 9007199254740991.'],
  ['include[5000]=x', 'include', 'must be a list of ids.'],
  ['start_date=2026-11-05T10Z', 'start_date', NO_DATE],
  ['end_date=2026-W45-4', 'end_date', NO_DATE],
  ['starts_after=2026-309', 'starts_after', NO_DATE],
  ['include[a]=1', 'include', 'must be a list of ids.'],
])('explains what is wrong with the query %s', async (query, name, why) => {
  const { status, body } = await get(api(`/events?${query}`));
  expect([status, body.data.params]).toEqual([400, { [name]: why }]);
});

it.each(['page', 'per_page'])(
  'rejects a value of %s that is not a positive whole number',
  async (name) => {
    for (const value of ['0', '-1', '1.5', 'foo', '', '1e400', '0x1']) {
      const { status, body } = await get(api(`/events?${name}=${value}`));
      expect([value, status, Object.keys(body.data.params)]).toEqual([value, 400, [name]]);
    }
  },
);

it('rejects an unknown language in the language of the address', async () => {
  const { status, body } = await get(api('/events?i18n_language=de', 'fr'));
  expect(status).toBe(400);
  expect(body.data.params.i18n_language).toBe('doit être l’une de ces valeurs : ar, en, fr, es.');
});

it('rejects a status that only editors may request', async () => {
  expect((await get(api('/events?status=publish'))).status).toBe(200);
  for (const query of ['status=draft', 'status[]=publish&status[]=draft', 'status=publish,any']) {
    const { status, body } = await get(api(`/events?${query}`));
    expect([status, Object.keys(body.data.params)]).toEqual([400, ['status']]);
  }
});

it.each(['status[]=publish', 'status[0]=publish', 'status=publish&status=publish'])(
  'accepts a list of statuses as %s',
  async (query) => {
    for (const path of ['/events', '/venues', '/organizers']) {
      const { status, body } = await get(api(`${path}?${query}`));
      expect([status, new URL(body.rest_url).searchParams.get('status')]).toEqual([200, 'publish']);
    }
  },
);

it('uses the language of the query, else of the address, with the same code', async () => {
  const said = new Set<string>();
  for (const language of LANGUAGES) {
    const addressed = (await get(api('/events/999999', language))).body;
    const asked = (await get(api(`/events/999999?i18n_language=${language}`, 'en'))).body;
    expect(addressed).toEqual(asked);
    expect(addressed.code).toBe('rest-event-not-found');
    said.add(addressed.message);
  }
  expect(said.size).toBe(LANGUAGES.length);
});

it.each([
  ['search=%E0%A4', 'search'],
  ['page=1&x=a%00b', 'x'],
  ['categories[]=%FF', 'categories'],
  ['%FF=1', '%FF'],
])('rejects the invalid encoding in %s', async (query, name) => {
  const { status, body } = await get(api(`/events?${query}`));
  expect([status, body.code, Object.keys(body.data.params)]).toEqual([
    400,
    'rest_invalid_param',
    [name],
  ]);
});

it.each([
  ['/events?post_parent=0', 'post_parent', 'must be an id.'],
  ['/categories?post=x', 'post', 'must be an id.'],
  ['/tags?event=1,2', 'event', 'must be a single value.'],
  ['/events?venue=0', 'venue', 'must be a list of ids.'],
])('explains what is wrong with %s', async (path, name, sentence) => {
  const { status, body } = await get(api(path));
  expect([status, body.data.params]).toEqual([400, { [name]: sentence }]);
});

it('ignores unknown parameters', async () => {
  expect((await get(api('/events?utm_source=x&__proto__[a]=1&constructor=1'))).status).toBe(200);
});

it('returns 401 for invalid credentials and for anonymous callers without permission', async () => {
  const bad = await get(api('/events'), { authorization: 'Bearer nonsense' });
  expect([bad.status, bad.body.code]).toEqual([401, 'rest_invalid_credentials']);
  const anonymous = await withoutGrant(() => get(api('/events')));
  expect([anonymous.status, anonymous.body.code, anonymous.body.data]).toEqual([
    401,
    'rest_forbidden',
    { status: 401 },
  ]);
  expect((await get(api('/events'))).status).toBe(200);
});

it('ignores Basic credentials that contain no token', async () => {
  expect((await get(api('/events'), { authorization: 'Basic YTpi' })).status).toBe(200);
});

it('returns 403 to an authenticated caller without permission', async () => {
  const { accessKey } = await strapi.service('admin::api-token').create({
    name: 'without rights',
    type: 'custom',
    permissions: ['plugin::calendar.event.findOne'],
    lifespan: null,
  });
  const { status, body } = await get(api('/events'), { authorization: `Bearer ${accessKey}` });
  expect([status, body.code, body.data]).toEqual([403, 'rest_forbidden', { status: 403 }]);
});

it('lets a read-only token read', async () => {
  const { accessKey } = await strapi
    .service('admin::api-token')
    .create({ name: 'reader', type: 'read-only', permissions: null, lifespan: null });
  const headers = { authorization: `Bearer ${accessKey}` };
  expect((await get(api('/events'), headers)).status).toBe(200);
  expect((await get(api('/events/999999'), headers)).status).toBe(404);
});

describe('an invalid query in the admin', () => {
  const events = '/content-manager/collection-types/plugin::calendar.event';
  const files = '/upload/files';

  beforeAll(() => buildEvent()); // SQLite compares patterns only if there is a row.

  it.each([
    `${files}?sort=related.title`,
    `${files}?filters[related][id]=1`,
    `${files}?filters[name][id]=1`,
    `${files}?filters[name][$between]=a`,
    `${events}?filters[title][id]=1`,
    `${files}?fields=%00`,
    `${files}?fields=nowhere`,
    `${files}?fields[]=name&fields[]=no%27where%22`,
    '/upload/folders?fields=nowhere',
    '/admin/users?fields=nowhere',
    `${events}?_q=%00`,
    `${events}?_q[]=a`,
    `${files}?_q[a]=b`,
    `${events}?filters[$and]=x`,
    `${events}?sort=createdBy:ASC`,
    `${events}?sort=image:DESC`,
    `${events}?filters[$or][0]=x`,
    `${files}?filters[$eq]=x`,
    `${files}?filters[related][$eq]=1&filters[related][id]=1`,
    `${events}?filters[start_date][$between][]=2027-01-01`,
    `${events}?fields=`,
  ])('is rejected with 400 at %s', async (path) => {
    const { status, body } = await admin('GET', path);
    expect([status, body.error.name]).toEqual([400, 'rest_bad_request']);
  });

  it.each([
    `${files}?filters[id]=x`,
    `${files}/99999999999`,
    `${events}?filters[public_id]=99999999999999999999`,
    `${events}?filters[id][$contains]=1`,
    `${events}?page=1e17&pageSize=100`,
    `${events}?filters[title][$eq][$gt]=1`,
    `${events}?filters[id][$in][0][0][0]=1`,
    `${events}?filters[updatedAt][$gt][$gt]=1`,
    `${files}?filters[folder][id][0][0][0]=1`,
    `/upload/folders?filters[parent][id][0][0][0]=1`,
  ])('causes no server error at %s', async (path) => {
    expect((await admin('GET', path)).status).toBeLessThan(500);
  });

  it.each(['_q', 'filters[title][$contains]'])(
    'causes no server error if %s is long',
    async (name) => {
      const { status } = await admin('GET', `${events}?${name}=${'a'.repeat(51_000)}`);
      expect(status).toBeLessThan(500);
    },
  );

  const ids = Array.from({ length: 70_000 }, (_, at) => at + 1_000_000);
  const documentIds = ids.map(String);

  it.each([
    [`${events}/actions/bulkDelete`, { documentIds }],
    [`${events}/actions/bulkPublish`, { documentIds }],
    [`${events}/actions/bulkUnpublish`, { documentIds }],
    ['/upload/actions/bulk-delete', { fileIds: ids }],
    ['/upload/actions/bulk-move', { fileIds: ids, destinationFolderId: null }],
  ])('is rejected with 400 if it names too many records at %s', async (path, body) => {
    const logged = jest.spyOn(strapi.log, 'error');
    const answer = await admin('POST', path, body);
    const lines = logged.mock.calls.map(([line]) => String(line));
    logged.mockRestore();
    expect([answer.status, answer.body.error.name]).toEqual([400, 'rest_bad_request']);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(10_000);
    expect(lines.join()).toMatch(/^- POST \S+: \w*error: (?:.|\n)* at /i);
  });
});

describe('with a broken setting', () => {
  withSettings({ timezone: 'Nowhere/Nowhere' });
  const logged: string[] = [];
  const note = ({ message }: { message: string }) => logged.push(message);
  beforeAll(() => strapi.log.on('data', note));
  afterAll(() => strapi.log.off('data', note));

  it('answers 500 with an id and no detail, and logs it once without the query', async () => {
    const { status, body, text, headers } = await get(api('/events?password=hunter2'));
    expect([status, body.code]).toEqual([500, 'rest_internal_error']);
    expect(text).not.toMatch(/Nowhere|Error:/);
    const faults = logged.filter((message) => message.includes(String(headers['x-request-id'])));
    expect(faults).toHaveLength(1);
    expect(logged.join()).not.toContain('hunter2');
  });
});

it('answers 503 with Retry-After when the database cannot be reached', async () => {
  const { pool } = strapi.db.connection.client;
  const patience = pool.acquireTimeoutMillis;
  const { status, body, headers } = await withoutDatabase(async () => {
    pool.acquireTimeoutMillis = 200;
    return get(api('/events'));
  }).finally(() => {
    pool.acquireTimeoutMillis = patience;
  });
  expect([status, body.code, headers['retry-after']]).toEqual([503, 'rest_unavailable', '10']);
  expect((await get(api('/events'))).status).toBe(200);
});

it('leaves errors of other routes in Strapi’s format', async () => {
  const { body } = await send('GET', '/api/nothing');
  expect(body.error.status).toBe(404);
});
