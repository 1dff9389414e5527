import { randomUUID } from 'node:crypto';
import { apiToken, basic, bearer } from '../support/callers';
import { api, get, send } from '../support/http';
import { buildEvent, buildTag } from '../support/records';
import { PATIENT, withSettings } from '../support/settings';
import { withTrustedProxy } from '../support/trusted-proxy';
import { waitedFor } from '../support/waiting';

type Headers = Record<string, string>;
type Operation = Record<string, unknown>;

let full: Headers;
let token: string;
beforeAll(async () => {
  token = await apiToken('full-access');
  full = bearer(token);
});

const batch = (requests: unknown, headers: Headers = full, language?: string) =>
  send('POST', api('/batch', language), { requests }, headers);

const post = (body: object, more: Operation = {}) => ({
  method: 'POST',
  path: '/tags',
  body,
  ...more,
});
const read = (path: string): Operation => ({ method: 'GET', path });
const name = () => `Tag ${randomUUID()}`;
const statuses = (body: { responses: { status: number }[] }) =>
  body.responses.map(({ status }) => status);

it('runs requests in order and answers each as if it were sent alone', async () => {
  const { public_id } = await buildEvent();
  const [first, last] = [name(), name()];
  const requests = [
    post({ name: first }),
    post({}),
    read('/events/999999'),
    read(`/events/${public_id}?_fields=id`),
    post({ name: last }),
  ];
  const { status, body, headers } = await batch(requests);
  expect(status).toBe(200);
  expect(statuses(body)).toEqual([201, 400, 404, 200, 201]);
  expect(body.responses[0].body.name).toBe(first);
  expect(body.responses[0].headers.Location).toMatch(/\/tags\/\d+$/);
  expect(body.responses[1].body.code).toBe('rest_missing_callback_param');
  const alone = await get(api(`/events/${public_id}?_fields=id`), full);
  expect(body.responses[3]).toMatchObject({
    body: alone.body,
    headers: { ETag: alone.headers.etag },
  });
  expect(body.responses.map((one: { headers: Headers }) => one.headers['X-Request-Id'])).toEqual(
    requests.map((_, at) => `${headers['x-request-id']}:${at}`),
  );
  expect(Object.keys(body.responses[0].headers)).not.toContain('Vary');
});

it('uses the language of its address unless a request names its own', async () => {
  const requests = [read('/events/999999'), read('/events/999999?i18n_language=es')];
  const { body } = await batch(requests, full, 'fr');
  const said = body.responses.map((one: { headers: Headers }) => one.headers['Content-Language']);
  expect(said).toEqual(['fr', 'es']);
  const chosen = await send('POST', api('/batch?i18n_language=ar'), { requests }, full);
  expect(chosen.body.responses[0].headers['Content-Language']).toBe('ar');
});

it('applies If-Match and If-None-Match to each request', async () => {
  const { public_id } = await buildTag();
  const path = `/tags/${public_id}`;
  const tagged = (headers: Headers) => ({ method: 'PATCH', path, headers, body: { name: name() } });
  const { headers } = await get(api(path), full);
  const { body } = await batch([
    tagged({ 'if-match': headers.etag ?? '' }),
    tagged({ 'If-Match': headers.etag ?? '' }),
    { ...read(path), headers: { 'If-None-Match': '*' } },
  ]);
  expect(statuses(body)).toEqual([200, 412, 304]);
  expect(body.responses[2].body).toBe(null);
});

it('rejects a conditional header that is sent twice in different case', async () => {
  const { public_id } = await buildTag();
  const headers = { 'if-match': '"another"', 'If-Match': '*' };
  const operation = {
    method: 'PATCH',
    path: `/tags/${public_id}`,
    body: { name: name() },
    headers,
  };
  const { status, body } = await batch([operation]);
  expect([status, Object.keys(body.data.params)]).toEqual([400, ['requests[0].headers.if-match']]);
});

it('counts the levels of each body from that body, and refuses alone what is too deep', async () => {
  const json = { ...full, 'content-type': 'application/json' };
  const times = '"start_date":"2031-01-01 10:00:00","end_date":"2031-01-01 11:00:00"';
  const sent = [19, 20, 21, 8000].map((levels) => {
    const deep = `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
    return `{"title":"Levels ${levels}",${times},"custom_fields":${deep}}`; // Too deep for JSON.stringify.
  });
  const requests = sent.map((body) => `{"method":"POST","path":"/events","body":${body}}`);
  const last = JSON.stringify(post({ name: name() }));
  const all = `{"requests":[${[...requests, last].join()}]}`;
  const { body } = await send('POST', api('/batch'), all, json);
  const alone = [];
  for (const each of sent) alone.push(await send('POST', api('/events'), each, json));
  expect(alone.map(({ status }) => status)).toEqual([201, 201, 400, 400]);
  expect(statuses(body)).toEqual([201, 201, 400, 400, 201]);
  expect(Object.keys(body.responses[2].body.data.params)).toEqual(['custom_fields']);
  for (const at of [2, 3]) expect(body.responses[at].body).toEqual(alone[at]?.body);
});

it('has no more values than a body, in all of its requests together', async () => {
  const half = { custom_fields: { ones: Array(5000).fill(1) } };
  const { status, body } = await batch([post(half), post(half)]);
  expect([status, Object.keys(body.data.params)]).toEqual([400, ['requests']]);
});

it('rejects body fields of a DELETE under handling=strict', async () => {
  const { public_id } = await buildTag();
  const headers = { Prefer: 'handling=strict' };
  const path = `/tags/${public_id}`;
  const deletion = { method: 'DELETE', path, headers, body: { source: 'tickets' } };
  const { body } = await batch([deletion]);
  expect(body.responses[0]).toMatchObject({
    status: 400,
    body: { code: 'rest_invalid_param', data: { params: { source: expect.any(String) } } },
  });
  const alone = await send('DELETE', api(path), { source: 'tickets' }, { ...full, ...headers });
  expect([alone.status, Object.keys(alone.body.data.params)]).toEqual([400, ['source']]);
  expect(statuses((await batch([{ ...deletion, body: {} }])).body)).toEqual([200]);
});

it('replays requests that are repeated with the same idempotency keys', async () => {
  const requests = [1, 2].map(() =>
    post({ name: name() }, { headers: { 'Idempotency-Key': randomUUID() } }),
  );
  const [once, again] = [await batch(requests), await batch(requests)];
  expect(statuses(once.body)).toEqual([201, 201]);
  expect(again.body.responses.map((one: { body: object }) => one.body)).toEqual(
    once.body.responses.map((one: { body: object }) => one.body),
  );
});

it('checks the permissions of each request as if it were sent alone', async () => {
  const requests = [read('/tags'), post({ name: name() })];
  expect(statuses((await batch(requests, {})).body)).toEqual([200, 401]);
  const reader = bearer(await apiToken('custom', ['event.find']));
  expect(statuses((await batch(requests, reader)).body)).toEqual([403, 403]);
  expect(statuses((await batch(requests, bearer('wrong'))).body)).toEqual([401, 401]);
  expect(statuses((await batch(requests, basic('any', token))).body)).toEqual([200, 201]);
});

it('honours _envelope and _method on each request and _envelope on the batch', async () => {
  const { public_id } = await buildTag();
  const requests = [
    read(`/tags/${public_id}?_envelope`),
    { method: 'POST', path: `/tags/${public_id}?_method=DELETE`, body: {} },
    read(`/tags/${public_id}`),
  ];
  const { body } = await send('POST', api('/batch?_envelope'), { requests }, full);
  expect(body.status).toBe(200);
  expect(statuses(body.body)).toEqual([200, 200, 404]);
  expect(body.body.responses[0].body.body.id).toBe(public_id);
});

it('returns a response that is not JSON as text', async () => {
  const { body } = await batch([read('/events.ics')], {});
  expect(body.responses[0].body).toMatch(/^BEGIN:VCALENDAR/);
  expect(body.responses[0].headers['Content-Type']).toMatch(/^text\/calendar/);
});

it('leaves no batch request id in cached responses', async () => {
  const path = `/tags?search=${randomUUID()}`;
  const { body } = await batch([read(path)], {});
  const { body: alone, headers } = await get(api(path));
  expect(alone).toEqual(body.responses[0].body);
  expect(headers['x-request-id']).not.toContain(':');
});

describe('an invalid batch', () => {
  const tag = name();
  const made = post({ name: tag });
  it.each<[string, unknown, string[]]>([
    ['no list', 'x', ['requests']],
    ['nothing', undefined, ['requests']],
    ['an empty list', [], ['requests']],
    ['more than 100', Array(101).fill(made), ['requests']],
    ['no object', [made, 1], ['requests[1]']],
    ['a method', [made, { ...made, method: 'HEAD' }], ['requests[1].method']],
    ['no method and no path', [made, {}], ['requests[1].method', 'requests[1].path']],
    ['a word', [made, { ...made, url: '/x' }], ['requests[1].url']],
    [
      'a header',
      [{ ...made, headers: { Authorization: 'x' } }],
      ['requests[0].headers.Authorization'],
    ],
    [
      'a header of two lines',
      [{ ...made, headers: { 'If-Match': 'a\r\nb' } }],
      ['requests[0].headers.If-Match'],
    ],
    ['a body', [made, { ...made, body: [1] }], ['requests[1].body']],
    ...[
      ...['', 'tags', 'http://other.example/tags', '/tags#x', '/tags\\..', '/tägs', '/ta gs'],
      ...[
        '/../../admin',
        '/tags/%2e%2E/batch',
        '/tags/..',
        '/batch',
        '/BATCH/',
        '/%62atch',
        '/batch?x',
      ],
      ...['/feeds', '/feeds/1', '/docs', '/health', `/tags?search=${'x'.repeat(70_000)}`],
    ].map((path): [string, unknown, string[]] => [
      `the path ${path.slice(0, 30)}`,
      [made, { ...made, path }],
      ['requests[1].path'],
    ]),
  ])(
    'is rejected without running any request, naming the invalid value: %s',
    async (_, requests, places) => {
      const { status, body } = await batch(requests);
      expect([status, body.code]).toEqual([400, 'rest_invalid_param']);
      expect(Object.keys(body.data.params)).toEqual(places);
      const { total } = (
        await get(api(`/tags?hide_empty=false&search=${encodeURIComponent(tag)}`), full)
      ).body;
      expect(total).toBe(0);
    },
  );

  it('is rejected when the batch itself has an idempotency key', async () => {
    const headers = { ...full, 'idempotency-key': randomUUID() };
    const { status, body } = await batch([made], headers);
    expect([status, Object.keys(body.data.params)]).toEqual([400, ['Idempotency-Key']]);
  });

  it('is rejected when sent as a form with files', async () => {
    const form = new FormData();
    form.set('requests', JSON.stringify([made]));
    form.set('image', new Blob(['x'], { type: 'image/png' }), 'x.png');
    const { status, body } = await send('POST', api('/batch'), form, full);
    expect([status, Object.keys(body.data.params)]).toEqual([400, ['requests']]);
  });

  it('is rejected in the language of its address', async () => {
    const { body } = await batch([], full, 'fr');
    expect(body.data.params.requests).toBe('doit être une liste de 1 à 100 requêtes.');
  });

  it('is not rejected as a whole for paths without a route', async () => {
    const paths = ['//admin', '/nowhere', '/events//', '/batch%2F', '/.%00./x', '/tags/%zz'];
    const { body } = await batch(paths.map(read));
    expect(statuses(body)).toEqual([404, 404, 200, 404, 404, 404]);
  });

  it('is rejected with 405 as a GET', async () => {
    const { status, headers } = await get(api('/batch'), full);
    expect([status, headers.allow]).toEqual([405, 'POST, OPTIONS']);
  });
});

describe('with a limit of five requests per window', () => {
  withSettings({ rateLimit: { requests: 5, window: 3613, databaseTime: 0 } });

  it('counts each request of a batch, per token and per address', async () => {
    for (const headers of [bearer(await apiToken('full-access')), {}]) {
      const { body, headers: told } = await batch(Array(7).fill(read('/tags')), headers);
      expect(statuses(body)).toEqual([200, 200, 200, 200, 200, 429, 429]);
      expect(told['ratelimit-remaining']).toBe('0');
      expect(Number(body.responses[6].headers['Retry-After'])).toBeGreaterThan(0);
      expect((await get(api('/tags'), headers)).status).toBe(429);
    }
    expect((await batch([read('/tags')], {})).status).toBe(429);
  });
});

describe('with a limit of three requests per window', () => {
  withSettings({ rateLimit: { requests: 3, window: 3615, databaseTime: 0 } });

  it('rate-limits invalid batches, even with a valid token', async () => {
    const token = await apiToken('full-access');
    const found = [];
    for (let tries = 0; tries < 4; tries += 1) {
      found.push((await batch([], bearer(token))).status);
    }
    expect(found).toEqual([400, 400, 400, 429]);
  });
});

describe('with a limit of eight requests per window', () => {
  withSettings({ rateLimit: { requests: 8, window: 3619, databaseTime: 0 } });

  it.each([
    ['nobody', () => ({})],
    ['whoever sends a word for a token', () => bearer('x')],
  ])('counts requests to unknown paths (caller: %s)', async (_, headersOf) => {
    const nowhere = Array(10).fill(read('/nowhere'));
    const first = await batch(nowhere, headersOf());
    expect(statuses(first.body)).toEqual(Array(10).fill(404));
    expect((await batch(nowhere, headersOf())).status).toBe(429);
  });
});

describe('with a limit on database time', () => {
  withSettings({ rateLimit: { requests: 1000, window: 3617, databaseTime: 0.001 } });

  it('charges the database time of its requests, even of a single one', async () => {
    const left = async (count: number) => {
      const answer = await batch(Array(count).fill(read(`/tags?search=${randomUUID()}`)), {});
      return Number(answer.headers['ratelimit-remaining']);
    };
    await left(1);
    const [before, after] = [await left(1), await left(1)];
    expect(before - after).toBeGreaterThan(2);
  });
});

describe('when the time limit of the response is exceeded', () => {
  withSettings({ limits: { ...PATIENT.limits, answer: 0.4 } });

  it('returns 503 for requests it has not started and stores only the others', async () => {
    const tags = Array.from({ length: 100 }, name);
    const { result, waited } = await waitedFor(() => batch(tags.map((tag) => post({ name: tag }))));
    const { body } = result;
    expect(waited).toBeLessThan(5000);
    const told = statuses(body);
    const done = told.filter((status) => status === 201).length;
    expect(done).toBeLessThan(100);
    expect(told).toEqual([...Array(done).fill(201), ...Array(100 - done).fill(503)]);
    expect(body.responses[99].headers).toMatchObject({ 'Retry-After': '10' });
    const stored = await strapi.db
      .query('plugin::calendar.tag')
      .findMany({ where: { name: { $in: tags } } });
    expect(new Set(stored.map((tag: { name: string }) => tag.name)).size).toBe(done);
  });
});

(process.env.TEST_ALL ? it : it.skip)(
  'starts no further requests when its responses become too large',
  async () => {
    const { body } = await batch(Array(100).fill(read('/doc')));
    const told = statuses(body);
    const done = told.filter((status) => status === 200).length;
    expect(done).toBeGreaterThan(0);
    expect(told).toEqual([...Array(done).fill(200), ...Array(100 - done).fill(503)]);
    expect(JSON.stringify(body).length).toBeLessThan(32 * 1024 * 1024);
  },
);

describe('with many concurrent batches', () => {
  withSettings(PATIENT);

  (process.env.TEST_ALL ? it : it.skip)(
    'limits the total size of the responses and releases it afterwards',
    async () => {
      const all = await Promise.all(
        Array.from({ length: 5 }, () => batch(Array(30).fill(read('/doc')))),
      );
      const done = all.flatMap(({ body }) => statuses(body)).filter((status) => status === 200);
      const { text } = await get(api('/doc'));
      expect(done.length).toBeGreaterThan(10);
      // Each batch is limited to 16 MiB, and one that exceeds it frees its share for the others.
      expect((done.length - 10) * text.length).toBeLessThan(4 * 16 * 1024 * 1024);
      expect(statuses((await batch([read('/doc')])).body)).toEqual([200]);
    },
  );

  it('completes every write of every batch', async () => {
    const all = Array.from({ length: 6 }, () =>
      batch(Array.from({ length: 10 }, () => post({ name: name() }))),
    );
    for (const { body } of await Promise.all(all))
      expect(statuses(body)).toEqual(Array(10).fill(201));
  });
});

describe('behind a trusted proxy', () => {
  withTrustedProxy();
  withSettings({ rateLimit: { requests: 2, window: 3623, databaseTime: 0 } });

  it('counts requests per forwarded client address', async () => {
    const from = (address: string) => ({
      'x-forwarded-for': address,
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'calendar.example',
    });
    const { body } = await batch(Array(3).fill(read('/tags')), from('203.0.113.9'));
    expect(statuses(body)).toEqual([200, 200, 429]);
    const other = await batch([read('/tags')], from('198.51.100.7'));
    expect(statuses(other.body)).toEqual([200]);
    expect(other.body.responses[0].body.rest_url).toMatch(/^https:\/\/calendar\.example\//);
  });
});
