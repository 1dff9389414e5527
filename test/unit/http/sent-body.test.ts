import { createHash } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import Koa, { type Context } from 'koa';
import { sentBody, sentValues } from '../../../src/plugins/calendar/server/src/http/body';
import { errorBody, refusalOf } from '../../../src/plugins/calendar/server/src/messages/errors';

const LIMIT = 64 * 1024;
const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data; boundary=----edge1729';

let server: http.Server;
let address: string;

/** Answers with what it was sent, or with the refusal. */
async function echo(ctx: Context) {
  try {
    const body = await sentBody(ctx, LIMIT);
    Object.assign(ctx.request, { body });
    ctx.params = { id: '3', slug: 'in-the-path', external_id: '7' };
    ctx.body = sentValues(ctx);
  } catch (error) {
    ctx.status = refusalOf(error).status;
    ctx.body = errorBody(refusalOf(error), 'en');
  }
}

beforeAll(async () => {
  const app = new Koa().use(echo);
  server = await new Promise((resolve) => {
    const listening = app.listen(0, '127.0.0.1', () => resolve(listening));
  });
  // As the calendar's own: were it closed after Node's 5 seconds, a request on its way could be lost.
  server.keepAliveTimeout = 65_000;
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
});

async function post(type: string | undefined, body: string | Buffer, headers = {}, query = '') {
  const answer = await fetch(`${address}/${query}`, {
    method: 'POST',
    body: Buffer.from(body),
    headers: { ...(type && { 'content-type': type }), ...headers },
  });
  // biome-ignore lint/suspicious/noExplicitAny: what was sent may be anything.
  return { status: answer.status, body: (await answer.json()) as any };
}

const part = (name: string, value: string | Buffer, more = '') =>
  Buffer.concat([
    Buffer.from(`------edge1729\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ]);

const multipart = (...parts: Buffer[]) =>
  Buffer.concat([...parts, Buffer.from('------edge1729--\r\n')]);

describe('the same values', () => {
  const expected = {
    external_id: '7',
    title: 'Fête & café',
    venue: { venue: 'A' },
    organizer: [{ organizer: 'B' }, { organizer: 'C' }],
    categories: ['3', '4'],
  };

  it('are read from JSON', async () => {
    const { body } = await post(JSON_TYPE, JSON.stringify({ ...expected, external_id: '9' }));
    expect(body).toEqual(expected);
  });

  it.each(['application/json; charset=utf-8', 'application/vnd.api+json', 'Application/JSON'])(
    'are read from %s',
    async (type) => {
      expect((await post(type, JSON.stringify(expected))).body).toEqual(expected);
    },
  );

  it('are read from a form with bracketed names', async () => {
    const form =
      'title=F%C3%AAte+%26+caf%C3%A9&venue[venue]=A&organizer[0][organizer]=B' +
      '&organizer%5B1%5D%5Borganizer%5D=C&categories[]=3&categories[]=4';
    expect((await post(FORM, form)).body).toEqual(expected);
  });

  it('are read from a multipart form with bracketed names', async () => {
    const form = multipart(
      part('title', 'Fête & café'),
      part('venue[venue]', 'A'),
      part('organizer[0][organizer]', 'B'),
      part('organizer[1][organizer]', 'C'),
      part('categories[]', '3'),
      part('categories[]', '4'),
    );
    expect((await post(MULTIPART, form)).body).toEqual(expected);
  });

  it.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['br', brotliCompressSync],
  ])('are read from a body compressed with %s', async (encoding, pack) => {
    const packed = pack(Buffer.from(JSON.stringify(expected)));
    const { body } = await post(JSON_TYPE, packed, { 'content-encoding': encoding });
    expect(body).toEqual(expected);
  });
});

it('reads nothing from an empty body of any type', async () => {
  for (const type of [JSON_TYPE, FORM, MULTIPART, 'image/png', undefined]) {
    expect(await post(type, '')).toEqual({ status: 200, body: { external_id: '7' } });
  }
});

it('prefers the path to the body and the body to the query, ignoring null', async () => {
  const sent = JSON.stringify({ title: 'body', cost: null, external_id: 3 });
  const { body } = await post(JSON_TYPE, sent, {}, '?title=query&cost=5&slug=query');
  expect(body).toEqual({ external_id: '7', title: 'body', cost: '5', slug: 'query' });
});

it('does not add the id and slug of the path to the values', async () => {
  expect((await post(FORM, 'slug=new')).body).toEqual({ external_id: '7', slug: 'new' });
});

it('drops a __proto__ field', async () => {
  const json = await post(JSON_TYPE, '{"title":"A","__proto__":{"x":1}}');
  const form = await post(FORM, 'title=A&__proto__[x]=1');
  for (const { body } of [json, form])
    expect(JSON.stringify(body)).toBe('{"title":"A","external_id":"7"}');
});

it('keeps nested keys such as constructor, and rejects __proto__ in forms by name', async () => {
  const json = '{"custom_fields":{"constructor":"a","toString":["b"],"__proto__":1}}';
  expect(JSON.stringify((await post(JSON_TYPE, json)).body.custom_fields)).toBe(
    '{"constructor":"a","toString":["b"],"__proto__":1}', // For the field itself to refuse.
  );
  const form = 'custom_fields[constructor]=a&custom_fields[toString][]=b';
  expect(JSON.stringify((await post(FORM, form)).body.custom_fields)).toBe(
    '{"constructor":"a","toString":["b"]}',
  );
  for (const name of ['custom_fields[__proto__]', 'custom_fields%5Ba%5D%5B%5F_proto__%5D[]']) {
    const { status, body } = await post(FORM, `${form}&${name}=1`);
    expect([status, Object.keys(body.data.params)]).toEqual([400, ['custom_fields']]);
  }
});

it.each([
  ['a list', '[1]'],
  ['a list of objects', '[{"title":"A"}]'],
  ['a text', '"x"'],
  ['a number', '1'],
  ['null', 'null'],
])('rejects JSON that is %s instead of an object', async (_, json) => {
  const { status, body } = await post(JSON_TYPE, json);
  expect([status, body.code]).toEqual([400, 'rest_bad_request']);
  expect(body.message).toMatch(/must be a JSON object/);
});

it.each([
  ['half an object', '{"title":'],
  ['not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
  ['blanks', '   '],
])('rejects invalid JSON: %s', async (_, json) => {
  const { status, body } = await post(JSON_TYPE, json);
  expect([status, body.code]).toEqual([400, 'rest_invalid_json']);
});

it('accepts JSON after a byte order mark', async () => {
  expect((await post(JSON_TYPE, '\uFEFF{"title":"A"}')).body).toEqual({
    external_id: '7',
    title: 'A',
  });
});

const nested = (depth: number) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`;
const ONES = `${'1,'.repeat(5000)}1`;
const brackets = (depth: number) => `a${'[b]'.repeat(depth)}=1`;

it.each([
  ['JSON nested 25 deep', JSON_TYPE, nested(25), 'deeper than 20'],
  ['JSON nested 30,000 deep', JSON_TYPE, nested(30_000), 'deeper than 20'],
  [
    'JSON with 10,001 values',
    JSON_TYPE,
    `{"z":1,"a":[${'1,'.repeat(10_000)}1]}`,
    'more than 10000',
  ],
  ['JSON with 10,002 values in two fields', JSON_TYPE, `{"a":[${ONES}],"z":[${ONES}]}`],
  ['a form nested 25 deep', FORM, `z=1&${brackets(25)}`, 'deeper than 20'],
  ['a form with 1,001 items of a list', FORM, `z=1&${'a[]=1&'.repeat(1000)}a[]=1`, 'than 1000'],
  ['a form with a place beyond 1,000', FORM, 'z=1&%61[5000]=1', 'than 1000'],
  ['a form with 10,001 values', FORM, 'a&'.repeat(10_001)],
  [
    'a form with 10,001 values, whatever they are called',
    FORM,
    `${'&'.repeat(10_000)}a[__proto__]`,
  ],
  [
    'a multipart form nested 25 deep',
    MULTIPART,
    multipart(part('z', '1'), part(`a${'[b]'.repeat(25)}`, '1')),
    'deeper than 20',
  ],
])('rejects %s instead of truncating it, and names the field', async (_, type, sent, ...[why]) => {
  const { status, body } = await post(type, sent);
  expect([status, body.code]).toEqual([400, 'rest_bad_request']);
  expect(body.message).toMatch(/too many values/);
  expect(body.data.params).toEqual(why && { a: expect.stringContaining(String(why)) });
});

it.each([
  ['JSON nested 15 deep', JSON_TYPE, nested(15)],
  ['a form nested 15 deep', FORM, brackets(15)],
  ['a form with 1,000 items of a list', FORM, 'a[]=1&'.repeat(999).concat('a[]=1')],
])('accepts %s', async (_, type, sent) => {
  expect((await post(type, sent)).status).toBe(200);
});

it.each([
  ['a percent sign alone', 'title=100%'],
  ['half a character', 'title=%C3'],
  ['a NUL', 'title=a%00b'],
])('rejects by name the field of a form with %s', async (_, form) => {
  const { status, body } = await post(FORM, form);
  expect([status, body.code]).toEqual([400, 'rest_invalid_param']);
  expect(Object.keys(body.data.params)).toEqual(['title']);
});

it.each([
  ['a form', FORM, Buffer.from([0x61, 0x3d, 0xff])],
  ['a multipart form', MULTIPART, multipart(part('title', Buffer.from([0x61, 0xff])))],
  [
    'a multipart form that stops',
    MULTIPART,
    Buffer.from('------edge1729\r\nContent-Disposition: form'),
  ],
  ['a multipart form without a boundary', 'multipart/form-data', multipart(part('title', 'A'))],
])('rejects broken bytes of %s', async (_, type, sent) => {
  expect((await post(type, sent)).status).toBe(400);
});

it.each([
  ['no type', undefined, {}],
  ['plain text', 'text/plain', {}],
  ['XML', 'application/xml', {}],
  ['JSON in another character set', 'application/json; charset=utf-16le', {}],
  ['JSON in an unknown packing', JSON_TYPE, { 'content-encoding': 'compress' }],
  ['JSON in the packing of all objects', JSON_TYPE, { 'content-encoding': 'constructor' }],
])('rejects a body of %s with 415', async (_, type, headers) => {
  const { status, body } = await post(type, '{"title":"A"}', headers);
  expect([status, body.code]).toEqual([415, 'rest_unsupported_media_type']);
});

it('rejects a corrupt compressed body', async () => {
  const { status } = await post(JSON_TYPE, '{"a":1}', { 'content-encoding': 'gzip' });
  expect(status).toBe(400);
});

describe('a body larger than the limit', () => {
  const large = JSON.stringify({ title: 'x'.repeat(LIMIT) });

  it.each([
    ['JSON', JSON_TYPE, large],
    ['a form', FORM, `title=${'x'.repeat(LIMIT)}`],
    ['a multipart form', MULTIPART, multipart(part('title', 'x'.repeat(LIMIT)))],
  ])('is rejected in %s', async (_, type, sent) => {
    const { status, body } = await post(type, sent);
    expect([status, body.code]).toEqual([413, 'rest_body_too_large']);
  });

  it('is rejected if it is compressed below the limit', async () => {
    const packed = gzipSync(large);
    expect(packed.length).toBeLessThan(LIMIT / 10);
    expect((await post(JSON_TYPE, packed, { 'content-encoding': 'gzip' })).status).toBe(413);
  });

  it('is rejected if it declares no length', async () => {
    const status = await new Promise((resolve, reject) => {
      const request = http.request(address, { method: 'POST' }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      request.setHeader('content-type', JSON_TYPE).on('error', reject);
      for (let sent = 0; sent <= LIMIT; sent += 1024) request.write('x'.repeat(1024));
      request.end();
    });
    expect(status).toBe(413);
  });
});

it('accepts a file part named image, and no other file', async () => {
  const picture = Buffer.from([0x89, 0x50, 0xff, 0x00]);
  const { body } = await post(
    MULTIPART,
    multipart(
      part('title', 'Fête'),
      part('image', picture, '; filename="été.png"'),
      part('other', picture, '; filename="a.png"'),
    ),
  );
  expect(Object.keys(body).sort()).toEqual(['external_id', 'image', 'title']);
  expect(body.image.name).toBe('été.png');
  expect(body.image.bytes).toBe(createHash('sha256').update(picture).digest('hex'));
});

describe('a multipart form as other clients write it', () => {
  const picture = Buffer.from([0x89, 0x50, 0x0d, 0x0a, 0x2d, 0x2d, 0xff, 0x00]);
  const sha = createHash('sha256').update(picture).digest('hex');

  /** A form with a text and a file, whose dispositions have these parameters. */
  const form = (text: string, file: string) =>
    Buffer.concat([
      Buffer.from(`--edge1729\r\nContent-Disposition: form-data${text}\r\n\r\nFête\r\n`),
      Buffer.from(`--edge1729\r\nContent-Disposition: form-data${file}\r\n`),
      Buffer.from('Content-Type: image/png\r\n\r\n'),
      picture,
      Buffer.from('\r\n--edge1729--\r\n'),
    ]);

  it.each([
    [
      '.NET, without quotation marks and with two names of the file',
      '; name=title',
      `; name=image; filename=a.png; filename*=utf-8''%C3%A9t%C3%A9.png`,
      'été.png',
    ],
    [
      'Java, with an encoded name of the file',
      '; name="title"',
      `; name="image"; filename*=UTF-8''%C3%A9t%C3%A9.png`,
      'été.png',
    ],
    [
      'Python, with both',
      '; name="title"',
      `; name="image"; filename="ete.png"; filename*=utf-8''%C3%A9t%C3%A9.png`,
      'été.png',
    ],
    [
      'Go, with escaped quotes',
      '; name="title"',
      '; name="image"; filename="a \\"b\\".png"',
      'a "b".png',
    ],
    ['browsers', '; name="title"', '; name="image"; filename="a %22b%22.png"', 'a "b".png'],
    [
      'old browsers',
      '; name="title"',
      String.raw`; name="image"; filename="C:\a\b.png"`,
      String.raw`C:\a\b.png`,
    ],
    ['without blanks', ';name="title"', ';name="image";filename="a.png"', 'a.png'],
    ['with folded headers', ';\r\n name="title"', '; name="image";\r\n\tfilename="a.png"', 'a.png'],
    [
      'in another order',
      '; charset=utf-8; name="title"',
      '; filename="a.png"; name="image"',
      'a.png',
    ],
  ])('is read: %s', async (_, text, file, name) => {
    for (const boundary of ['edge1729', '"edge1729"']) {
      const type = `multipart/form-data; charset=utf-8; boundary=${boundary}`;
      const { status, body } = await post(type, form(text, file));
      expect([status, body]).toEqual([
        200,
        { external_id: '7', title: 'Fête', image: { name, bytes: sha } },
      ]);
    }
  });

  it('is read with text around it, blanks after boundaries, and any case of headers', async () => {
    const sent = multipart(part('title', 'A'), part('cost', '')).toString();
    const padded = sent.replaceAll(/edge1729\r\n/g, 'edge1729 \t\r\n').toLowerCase();
    const { body } = await post(MULTIPART, `For old programs.\r\n${padded}The end.`);
    expect(body).toEqual({ external_id: '7', title: 'a', cost: '' });
  });

  it.each([
    'see ----edge1729 here',
    'see ------edge1729 here',
    'one\r\n------edge17290\r\nline',
    '\r\n',
    '--',
  ])('keeps a text like a boundary: %j', async (text) => {
    const { body } = await post(MULTIPART, multipart(part('title', text), part('cost', '5')));
    expect(body).toEqual({ external_id: '7', title: text, cost: '5' });
  });

  it('decodes a part in Base64', async () => {
    const encoded = part(
      'title',
      Buffer.from('Fête').toString('base64'),
      '\r\nContent-Transfer-Encoding: base64',
    );
    expect((await post(MULTIPART, multipart(encoded))).body.title).toBe('Fête');
  });

  it.each([
    [
      'a part without a name',
      '------edge1729\r\nContent-Disposition: form-data\r\n\r\nA\r\n------edge1729--',
    ],
    ['a part without headers', '------edge1729\r\n\r\nA\r\n------edge1729--'],
    [
      'a part that is no field',
      '------edge1729\r\nContent-Disposition: attachment; name=a\r\n\r\nA\r\n------edge1729--',
    ],
    [
      'headers without an end',
      '------edge1729\r\nContent-Disposition: form-data; name=a\r\n------edge1729--',
    ],
    ['no last boundary', '------edge1729\r\nContent-Disposition: form-data; name=a\r\n\r\nA\r\n'],
    ['another boundary', '--other\r\nContent-Disposition: form-data; name=a\r\n\r\nA\r\n--other--'],
  ])('is rejected as a whole: %s', async (_, sent) => {
    const { status, body } = await post(MULTIPART, sent);
    expect([status, body.code]).toEqual([400, 'rest_bad_request']);
  });

  it('is read in linear time', async () => {
    const quotes = `; a="`.repeat(LIMIT / 8);
    const began = performance.now();
    for (const sent of [
      part('title', 'A', quotes),
      part('title', '\r\n------edge1729'.repeat(LIMIT / 20)),
    ])
      await post(MULTIPART, multipart(sent));
    expect(performance.now() - began).toBeLessThan(2000);
  });
});

it('does not list the values of a JSON body that has too many (D9.7)', async () => {
  const listing = jest.spyOn(Object, 'values');
  const { status } = await post(JSON_TYPE, `{"a":[${'1,'.repeat(20_000)}1]}`);
  const longest = Math.max(...listing.mock.results.map(({ value }) => value.length));
  listing.mockRestore();
  expect([status, longest < 20_000]).toEqual([400, true]);
});

it('ignores an empty file without a name, but keeps one with a name', async () => {
  const form = (name: string) =>
    multipart(part('title', 'A'), part('image', '', `; filename="${name}"`));
  expect((await post(MULTIPART, form(''))).body).toEqual({ external_id: '7', title: 'A' });
  expect((await post(MULTIPART, form('a.png'))).body.image.name).toBe('a.png');
});
