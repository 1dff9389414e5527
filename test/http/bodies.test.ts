import { gzipSync } from 'node:zlib';
import { readSettings } from '../../src/plugins/calendar/server/src/settings/settings';
import { apiToken, bearer } from '../support/callers';
import { api, get, send } from '../support/http';
import { buildPicture } from '../support/pictures';
import { answersIn, sayRaw } from '../support/raw';
import { buildEvent, buildVenue } from '../support/records';
import { withSettings } from '../support/settings';

let full: Record<string, string>;

beforeAll(async () => {
  full = bearer(await apiToken('full-access'));
});

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const times = { start_date: '2040-05-01 18:00:00', end_date: '2040-05-01 20:00:00' };

const post = (body: unknown, headers: Record<string, string> = {}, path = '/events') =>
  send('POST', api(path), body, { ...full, ...headers });

const fields = {
  title: 'Fête & café',
  ...times,
  'venue[venue]': 'Town hall',
  'venue[city]': 'Lyon',
  'organizer[0][organizer]': 'One',
  'organizer[1][organizer]': 'Two',
};

describe('an event', () => {
  const expected = {
    title: 'Fête & café',
    venue: { venue: 'Town hall', city: 'Lyon' },
    organizer: [{ organizer: 'One' }, { organizer: 'Two' }],
  };

  it('is created from a JSON body', async () => {
    const { status, body } = await post({ ...expected, ...times });
    expect(status).toBe(201);
    expect(body).toMatchObject(expected);
  });

  it('is created from a URL-encoded form', async () => {
    const { status, body } = await post(new URLSearchParams(fields));
    expect(status).toBe(201);
    expect(body).toMatchObject(expected);
  });

  it('is created from a multipart form', async () => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    const { status, body } = await post(form);
    expect(status).toBe(201);
    expect(body).toMatchObject(expected);
  });

  it('is created from the query alone', async () => {
    const { status, body } = await post(undefined, {}, `/events?${new URLSearchParams(fields)}`);
    expect(status).toBe(201);
    expect(body).toMatchObject(expected);
  });

  it('takes its picture from the image field of a multipart form', async () => {
    const id = await buildPicture();
    const { url } = await strapi.db.query('plugin::upload.file').findOne({ where: { id } });
    const picture = await fetch(`${baseURL}${url}`).then((answer) => answer.blob());
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('image', picture, 'poster.png');
    form.append('attachment', picture, 'other.png');
    const { status, body } = await post(form);
    expect(status).toBe(201);
    expect(body.image).toMatchObject({ extension: 'png', width: 12, height: 8 });
    expect(body.image.id).not.toBe(id);
  });

  it('keeps its picture when the value from a GET is sent back', async () => {
    const image = await buildPicture();
    const { public_id } = await buildEvent({ image });
    const { body } = await get(api(`/events/${public_id}`));
    for (const sent of [body.image, body.image.url, body.image.id, String(image)]) {
      const changed = await post({ image: sent }, {}, `/events/${public_id}`);
      expect(changed.body.image).toEqual(body.image);
    }
  });
});

describe('a reference in a form', () => {
  it('is rejected when it mixes list items with the fields of one record', async () => {
    const { public_id } = await buildVenue();
    for (const sent of [`venue[]=${public_id}&venue[venue]=X`, `venue[venue]=X&venue[0]=9`]) {
      const { status, body } = await post(
        `${new URLSearchParams({ title: 'X', ...times })}&${sent}`,
        FORM,
      );
      expect([sent, status, body.data.params]).toEqual([
        ...[sent, 400, { venue: expect.stringContaining('mixes the items of a list') }],
      ]);
    }
    const sound = `venue[0]=${public_id}&venue[1][venue]=X`;
    const { status, body } = await post(
      `${new URLSearchParams({ title: 'X', ...times })}&${sound}`,
      FORM,
    );
    expect([status, body.venue.length]).toEqual([201, 2]);
  });
});

describe('a value sent in several places', () => {
  it('is taken from the path, then the body, then the query', async () => {
    const { public_id, slug } = await buildEvent({ title: 'Fair' });
    const other = await buildEvent({ title: 'Other' });
    const sent = { id: other.public_id, title: 'Body', slug: 'renamed' };
    const { body } = await post(sent, {}, `/events/by-slug/${slug}?title=Query&cost=5`);
    expect(body).toMatchObject({ id: public_id, title: 'Body', slug: 'renamed', cost: '$5' });
    expect((await get(api(`/events/${other.public_id}`))).body.title).toBe('Other');
  });
});

describe('an unreadable body', () => {
  it.each([
    ['broken JSON', '{"title":', 'application/json', 400, 'rest_invalid_json'],
    ['a list', '[]', 'application/json', 400, 'rest_bad_request'],
    ['text', 'title=A', 'text/plain', 415, 'rest_unsupported_media_type'],
    ['a broken encoding', 'title=%C3', FORM['content-type'], 400, 'rest_invalid_param'],
    ['too many values', 'a&'.repeat(10_001), FORM['content-type'], 400, 'rest_bad_request'],
    [
      'too long names',
      [...Array(3400).keys()].join('[a]%5Bb%5D&'),
      FORM['content-type'],
      400,
      'rest_bad_request',
    ],
    ['2 MB', 'x'.repeat(2 * 1024 * 1024), 'application/json', 413, 'rest_body_too_large'],
  ])('is rejected, whatever the credentials: %s', async (_, sent, type, status, code) => {
    for (const headers of [full, {}, bearer('wrong')]) {
      const answer = await send('POST', api('/events', 'fr'), sent, {
        ...headers,
        'content-type': type,
      });
      expect([answer.status, answer.body.code]).toEqual([status, code]);
    }
  });

  it.each([
    ['en', 'The request body must be a JSON object'],
    ['fr', 'Le corps de la requête doit être un objet JSON'],
    ['es', 'El cuerpo de la petición debe ser un objeto JSON'],
    ['ar', 'يجب أن يكون نص الطلب كائن JSON'],
  ])('is rejected with a message in language %s when it is a list', async (language, says) => {
    const { body } = await send('POST', api('/events', language), [{ title: 'A' }], full);
    expect([body.code, body.message.slice(0, says.length)]).toEqual(['rest_bad_request', says]);
  });

  it('is not parsed when the path or the method is unknown', async () => {
    const { status } = await send('POST', api('/nowhere'), '{', full);
    expect(status).toBe(404);
    expect((await send('DELETE', api('/events'), '{', full)).status).toBe(405);
  });

  it('is ignored in a GET or a DELETE', async () => {
    const { public_id } = await buildEvent();
    const json = { ...full, 'content-type': 'application/json' };
    expect((await send('GET', api(`/events/${public_id}`), '{', json)).status).toBe(200);
    expect((await send('DELETE', api(`/events/${public_id}`), '{', json)).status).toBe(200);
  });
});

describe('with a smaller body limit', () => {
  const { limits } = readSettings({ limits: { body: 2000 } });
  withSettings({ limits });

  it('rejects bodies above the limit with 413', async () => {
    const answer = await post({ title: 'x'.repeat(2000) });
    expect([answer.status, answer.body.code]).toEqual([413, 'rest_body_too_large']);
    expect((await post({ title: 'x'.repeat(200), ...times })).status).toBe(201);
  });
});

describe('a POST that overrides its method', () => {
  const meaning = (method: string) => ({ 'X-HTTP-Method-Override': method });

  it.each(['PUT', 'patch'])('updates a record as %s', async (method) => {
    const { public_id } = await buildEvent({ title: 'Before' });
    const answer = await post({ title: 'After' }, meaning(method), `/events/${public_id}`);
    expect([answer.status, answer.body.title]).toEqual([200, 'After']);
  });

  it('deletes a record by X-HTTP-Method-Override or _method', async () => {
    const one = await buildEvent();
    const other = await buildEvent();
    const header = await post({ title: 'x' }, meaning('DELETE'), `/events/${one.public_id}`);
    const query = await post({}, {}, `/events/${other.public_id}?_method=DELETE`);
    expect([header.body.status, query.body.status]).toEqual(['trash', 'trash']);
  });

  it('needs the permission for the overriding method', async () => {
    const { public_id } = await buildEvent();
    const creating = bearer(await apiToken('custom', ['event.create', 'event.update']));
    const headers = { ...creating, ...meaning('DELETE') };
    expect((await send('POST', api(`/events/${public_id}`), {}, headers)).status).toBe(403);
    expect((await get(api(`/events/${public_id}`))).status).toBe(200);
  });

  it('is rejected with 405 when the method is unknown or the path does not allow it', async () => {
    for (const method of ['PURGE', 'OPTIONS', 'HEAD', 'TRACE', 'DELETE']) {
      const { status, headers, body } = await post({}, meaning(method));
      expect([status, body.code]).toEqual([405, 'rest_no_route']);
      expect(headers.allow).toBe('GET, POST, HEAD, OPTIONS');
    }
  });

  it('is the only method that honours the override', async () => {
    const { public_id } = await buildEvent();
    await get(api(`/events/${public_id}?_method=DELETE`), { ...full, ...meaning('DELETE') });
    expect((await get(api(`/events/${public_id}`))).status).toBe(200);
  });
});

it('leaves request bodies of the admin to Strapi', async () => {
  const answer = await send('POST', '/admin/login', { email: 'nobody@example.org', password: 'x' });
  expect(answer.status).toBe(400);
  expect(answer.body.error.name).toBe('ApplicationError');
});

describe('a body at Strapi’s own addresses', () => {
  const NEXT = `GET ${api('/health')} HTTP/1.1\r\nHost: calendar.test\r\nConnection: close\r\n\r\n`;
  const bomb = Buffer.concat(Array(3).fill(gzipSync(Buffer.alloc(100_000_000))));
  const broken = Buffer.alloc(200_000, 'x');
  const PACKED: [string, number, string, Buffer][] = [
    ['is too large when it is unpacked', 413, 'gzip', bomb],
    ['is not packed as it says', 400, 'gzip', broken],
    ['is not packed as it says, either', 400, 'br', broken],
  ];

  describe.each(['/admin/login', '/api/auth/local'])('such as %s', (path) => {
    it.each(PACKED)('that %s is rejected without breaking the next request', async (...given) => {
      const [, refusal, encoding, bytes] = given;
      const head = [
        ...[`POST ${path} HTTP/1.1`, 'Host: calendar.test', 'Content-Type: application/json'],
        ...[`Content-Encoding: ${encoding}`, `Content-Length: ${bytes.length}`, '', ''],
      ].join('\r\n');
      const answers = answersIn(await sayRaw(head, bytes, NEXT));
      expect(answers.map(({ status }) => status)).toEqual([refusal, 200]);
    });
  });

  it.each([
    '/api/auth/local',
    '/api/auth/forgot-password',
    '/api/auth/reset-password',
    '/api/auth/send-email-confirmation',
    '/admin/register',
  ])('is rejected with 400 when it is missing at %s', async (path) => {
    expect((await send('POST', path)).status).toBe(400);
  });
});
