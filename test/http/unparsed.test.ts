import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { t } from '../../src/plugins/calendar/server/src/messages/t';
import { LANGUAGES } from '../../src/plugins/calendar/server/src/settings/languages';
import { api, get } from '../support/http';
import { answersIn, HALF_CLOSED, raw, sayRaw } from '../support/raw';
import { withSettings } from '../support/settings';
import { warmed } from '../support/warm';

const TRIBE = '/wp-json/tribe/events/v1';
const LONG = 'x'.repeat(70_000);

const asked = (line: string, ...headers: string[]) =>
  `${[line, 'Host: calendar.test', ...headers].join('\r\n')}\r\n\r\n`;

const MALFORMED: [string, number, string, (address: string) => string[]][] = [
  [
    'letters beyond ASCII',
    400,
    'rest_bad_request',
    (at) => [asked(`GET ${at}?search=été HTTP/1.1`)],
  ],
  ['Arabic', 400, 'rest_bad_request', (at) => [asked(`GET ${at}?categories=موسيقى HTTP/1.1`)]],
  [
    'a blank in the address',
    400,
    'rest_bad_request',
    (at) => [asked(`GET ${at}?search=a b HTTP/1.1`)],
  ],
  ['a long query', 431, 'rest_headers_too_large', (at) => [asked(`GET ${at}?a=${LONG} HTTP/1.1`)]],
  [
    'a long header',
    431,
    'rest_headers_too_large',
    (at) => [asked(`GET ${at} HTTP/1.1`, `X-A: ${LONG}`)],
  ],
  [
    'a header that is none',
    400,
    'rest_bad_request',
    (at) => [asked(`GET ${at} HTTP/1.1`, 'A B: c')],
  ],
  [
    'a header without its colon',
    400,
    'rest_bad_request',
    (at) => [asked(`GET ${at} HTTP/1.1`, 'Referer /a')],
  ],
  [
    'a header of its own packet that is none',
    400,
    'rest_bad_request',
    (at) => [`GET ${at} HTTP/1.1\r\n`, 'Host: calendar.test\r\nA B: c\r\n\r\n'],
  ],
  ['no host', 400, 'rest_bad_request', (at) => [`GET ${at} HTTP/1.1\r\nConnection: close\r\n\r\n`]],
  [
    'two hosts',
    400,
    'rest_bad_request',
    (at) => [asked(`GET ${at} HTTP/1.1`, 'Host: elsewhere.test', 'Connection: close')],
  ],
  [
    'an expectation',
    417,
    'rest_bad_request',
    (at) => [asked(`GET ${at} HTTP/1.1`, 'Expect: wonders', 'Connection: close')],
  ],
  [
    'two lengths',
    400,
    'rest_bad_request',
    (at) => [asked(`POST ${at} HTTP/1.1`, 'Content-Length: 2', 'Transfer-Encoding: chunked')],
  ],
];

describe.each(MALFORMED)('a request with %s', (_, status, code, parts) => {
  withSettings({ aliases: [TRIBE] });

  it.each([
    ['', 'en'],
    ...LANGUAGES.map((language) => [`/${language}`, language] as const),
  ] as const)(
    'gets a JSON error at the prefix "%s", at the alias too, in "%s"',
    async (prefix, language) => {
      for (const root of [api(''), TRIBE]) {
        const answer = await raw(...parts(`${prefix}${root}/events`));
        expect(answer).toMatchObject({ status, body: { code, data: { status } } });
        expect(answer.headers).toMatchObject({
          'content-type': 'application/json; charset=utf-8',
          'content-language': language,
          'content-length': String(Buffer.byteLength(answer.text)),
          connection: 'close',
          'cache-control': 'no-store',
          'x-request-id': expect.stringMatching(/./),
          'x-tec-api-root': expect.stringContaining(`${prefix}${root}/`),
        });
      }
    },
  );
});

it.each(LANGUAGES)('explains in "%s" how to percent-encode letters', async (language) => {
  for (const at of [api('/events', language), `${api('/events')}?i18n_language=${language}&x=`]) {
    const { body } = await raw(asked(`GET ${at}?search=été HTTP/1.1`));
    expect(body.message).toBe(t(language, 'not_percent_encoded'));
  }
  expect(t('en', 'not_percent_encoded')).toMatch(/percent-encode/i);
});

it('keeps CORS headers and the request id of an unparsable request', async () => {
  const { headers } = await raw(
    asked(
      `GET ${api('/events')}?search=été HTTP/1.1`,
      'Origin: https://a.example',
      'X-Request-Id: r1',
    ),
  );
  const usual = await get(api('/events'), { origin: 'https://a.example' });
  expect(headers['access-control-allow-origin']).toBe(usual.headers['access-control-allow-origin']);
  expect(headers['access-control-allow-origin']).toBe('https://a.example');
  expect(headers['access-control-expose-headers']).toMatch(/x-request-id/i);
  expect(headers['x-request-id']).toBe('r1');
});

it('recognizes percent-encoded paths (RFC 3986 6.2.2.2)', async () => {
  const path = api('/events', 'fr').replace('calendar', '%63alend%61r');
  const { status, body } = await raw(asked(`GET ${path}?search=été HTTP/1.1`));
  expect([status, body?.message]).toEqual([400, t('fr', 'not_percent_encoded')]);
});

it('sends no body for HEAD, and accepts a request target in absolute form', async () => {
  const head = await raw(asked(`HEAD ${api('/events')}?search=été HTTP/1.1`));
  expect([head.status, head.text]).toEqual([400, '']);
  const whole = await raw(asked(`GET http://calendar.test${api('/events', 'fr')}?q=é HTTP/1.1`));
  expect([whole.status, whole.headers['content-language']]).toEqual([400, 'fr']);
});

describe.each(['http://[bad', 'http://a:99999', 'http://a%zz', 'ftp://256.256.256.256'])(
  'a request target in absolute form with an invalid host: %s',
  (origin) => {
    const CLOSE = 'Connection: close';

    it.each([
      ['plain', []],
      ['problem details', ['Accept: application/problem+json']],
    ])('is rejected with 400 in the language of its path: %s', async (_, accept) => {
      for (const path of [api('/events', 'fr'), api('/none', 'fr'), api('/batch', 'fr')]) {
        const answer = await raw(asked(`GET ${origin}${path} HTTP/1.1`, CLOSE, ...accept));
        expect([path, answer.status, answer.body.code, answer.headers['content-language']]).toEqual(
          [path, 400, 'rest_bad_request', 'fr'],
        );
      }
    });

    it('causes no server error at other paths', async () => {
      for (const rest of ['', '?a=b', '/none']) {
        const answer = await raw(asked(`GET ${origin}${rest} HTTP/1.1`, CLOSE));
        expect([rest, answer.status < 500]).toEqual([rest, true]);
      }
    });
  },
);

it('ignores the host of a request target in absolute form', async () => {
  const path = `${api('/events')}?per_page=1`;
  const whole = await raw(asked(`GET http://elsewhere.test${path} HTTP/1.1`, 'Connection: close'));
  const short = await raw(asked(`GET ${path} HTTP/1.1`, 'Connection: close'));
  expect([whole.status, whole.text]).toEqual([200, short.text]);
  expect(whole.text).toContain('http://calendar.test/');
});

it.each([
  [
    'letters',
    [asked('GET /admin?é HTTP/1.1')],
    'HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n',
  ],
  [
    'long headers',
    [asked('GET /admin HTTP/1.1', `X: ${LONG}`)],
    'HTTP/1.1 431 Request Header Fields Too Large\r\nConnection: close\r\n\r\n',
  ],
  ['what is no HTTP', ['\x16\x03\x01'], 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n'],
  [
    'half a request',
    ['GET /admin HT', HALF_CLOSED],
    'HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n',
  ],
] as const)('leaves the answer of Node unchanged at other paths: %s', async (_, parts, answer) => {
  expect(await sayRaw(...parts)).toBe(answer);
});

it.each([
  ['no host', ''],
  ['two hosts', 'Host: a.test\r\nHost: b.test\r\n'],
])('rejects a request with %s at other paths too, without a body', async (_, hosts) => {
  const answer = await raw(`GET /admin HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`);
  expect([answer.status, answer.text]).toEqual([400, '']);
});

it('rejects a request with two hosts even if its response is cached', async () => {
  const path = `${api('/events')}?per_page=9`;
  await warmed(path, { host: 'a.test' });
  const hosts = 'Host: a.test\r\nHost: b.test\r\n';
  const { status, body } = await raw(`GET ${path} HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`);
  expect([status, body.code]).toEqual([400, 'rest_bad_request']);
});

it('answers 400 to a request that ends within its headers', async () => {
  const { status, body } = await raw(`GET ${api('/events')} HTTP/1.1\r\nHos`, HALF_CLOSED);
  expect([status, body.code]).toEqual([400, 'rest_bad_request']);
});

/** Emits Node's timeout error for a slow request, as Node checks for these only twice a minute. */
async function toldTimeout(...parts: string[]) {
  const { length } = Buffer.from(parts.join(''));
  const { httpServer } = strapi.server;
  const error = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  const connected = once(httpServer, 'connection');
  const answer = raw(...parts);
  const [socket] = await connected;
  while (socket.bytesRead < length) await pause(20);
  await pause(300);
  httpServer.emit('clientError', error, socket);
  return answer;
}

it.each([
  ['headers', [`GET ${api('/events', 'fr')} HTTP/1.1\r\n`, 'Host: calen']],
  ['body', [asked(`POST ${api('/events', 'fr')} HTTP/1.1`, 'Content-Length: 9'), '{"title"']],
])('answers 408 when the %s does not arrive in time', async (_, parts) => {
  const { status, body, headers } = await toldTimeout(...parts);
  expect([status, body.code]).toEqual([408, 'rest_request_timeout']);
  expect(body.message).toBe(t('fr', 'rest_request_timeout'));
  expect(headers.connection).toBe('close');
});

it('answers 400 to an invalid chunk of the body', async () => {
  const { status, body } = await raw(
    asked(
      `POST ${api('/events', 'es')} HTTP/1.1`,
      'Content-Type: application/json',
      'Transfer-Encoding: chunked',
    ),
    '5\r\n{"tit\r\n',
    'zz\r\n',
  );
  expect([status, body.code]).toEqual([400, 'rest_bad_request']);
  expect(body.message).toBe(t('es', 'rest_bad_request'));
});

describe('a request answered before its body is complete', () => {
  const FORM = 'Content-Type: multipart/form-data; boundary=x';
  const part = (at: string) => `${asked(`POST ${at} HTTP/1.1`, FORM, 'Content-Length: 99')}--x\r\n`;
  const chunk = (at: string) =>
    `${asked(`DELETE ${at} HTTP/1.1`, FORM, 'Transfer-Encoding: chunked')}1\r\n-\r\n`;

  it.each([
    ['ends', part, HALF_CLOSED],
    ['goes on in chunks that are none', chunk, 'zz\r\n'],
  ] as const)('gets no second answer when it %s', async (_, begun, rest) => {
    for (const [at, status] of [
      [api('/nope'), 404],
      ['/admin/login', begun === part ? 415 : 405],
    ] as const) {
      expect((await raw(begun(at), rest)).status).toBe(status);
    }
  });

  it('does not prevent answers to later requests on its connection', async () => {
    const next = [`GET ${api('/events')} HTTP/1.1`, `GET ${api('/events')}?q=é HTTP/1.1`];
    const said = await sayRaw(
      `${part(api('/nope'))}${'-'.repeat(94)}`,
      ...next.map((line) => asked(line)),
    );
    expect(answersIn(said).map(({ status }) => status)).toEqual([404, 200, 400]);
  });
});

it('answers earlier requests on the same connection first', async () => {
  const good = asked(`GET ${api('/events', 'fr')} HTTP/1.1`);
  const bad = asked(`GET ${api('/events', 'ar')}?q=é HTTP/1.1`);
  for (const parts of [[good + good + bad], [good, bad], [good, good + bad]]) {
    const answers = answersIn(await sayRaw(...parts));
    const first = answers.slice(0, -1);
    expect(first.map(({ status }) => status)).toEqual(first.map(() => 200));
    expect(first).toHaveLength(parts.join('') === good + bad ? 1 : 2);
    expect(answers.at(-1)).toMatchObject({
      status: 400,
      headers: { 'content-language': 'ar' },
      body: { code: 'rest_bad_request' },
    });
  }
});

it('answers 100 pipelined requests, and closes the connection for more', async () => {
  const health = asked(`GET ${api('/health')} HTTP/1.1`);
  const last = asked(`GET ${api('/health')} HTTP/1.1`, 'Connection: close');
  const answers = answersIn(await sayRaw(health.repeat(99) + last));
  expect(answers.map(({ status }) => status)).toEqual(Array(100).fill(200));
  const more = await sayRaw(health.repeat(100) + last).catch(({ code }) => code);
  expect(['', 'ECONNRESET']).toContain(more);
});

it('answers 431 to a client that keeps sending an oversized header', async () => {
  const { status, body } = await raw(
    asked(`GET ${api('/events')} HTTP/1.1`, `X: ${'x'.repeat(4_000_000)}`),
  );
  expect([status, body.code]).toEqual([431, 'rest_headers_too_large']);
});

it('survives clients that disconnect at once', async () => {
  const { hostname, port } = new URL(baseURL);
  const net = await import('node:net');
  await Promise.all(
    Array.from({ length: 50 }, async (_, turn) => {
      const socket = net.connect(Number(port), hostname);
      socket.on('error', () => undefined);
      socket.write(asked(`GET ${api('/events')}?q=é HTTP/1.1`));
      await new Promise((next) => setTimeout(next, turn % 5));
      if (turn % 2) socket.resetAndDestroy();
      else socket.destroy();
    }),
  );
  expect((await get(api('/events'))).status).toBe(200);
});
