import { apiToken, bearer } from '../support/callers';
import { api, get, send } from '../support/http';
import { buildEvent, buildOrganizer, buildVenue } from '../support/records';

let id: number;
let full: Record<string, string>;

beforeAll(async () => {
  full = bearer(await apiToken('full-access'));
  const venue = await buildVenue({ venue: 'Town Hall', city: 'Lyon' });
  const organizer = await buildOrganizer({ organizer: 'Ana' });
  const event = await buildEvent({
    title: 'معرض الكتاب',
    slug: 'معرض-الكتاب',
    venue: [venue.public_id],
    organizer: [organizer.public_id],
  });
  id = event.public_id;
  await buildEvent({ title: 'Été', slug: 'été' });
});

describe('_fields', () => {
  it('keeps only the requested keys, including dotted paths', async () => {
    const { body } = await get(
      api(`/events/${id}?_fields=id,title,venue.venue,organizer.organizer`),
    );
    expect(body).toEqual({
      id,
      title: 'معرض الكتاب',
      venue: { venue: 'Town Hall' },
      organizer: [{ organizer: 'Ana' }],
    });
  });

  it('selects keys of the list, and keys of its records by dotted paths', async () => {
    const query = '_fields[]=total&_fields[]=events.slug';
    const { body, headers } = await get(api(`/events?${query}`));
    expect(body).toEqual({ total: 2, events: [{ slug: 'معرض-الكتاب' }, { slug: 'été' }] });
    expect(headers['x-tec-total']).toBe('2');
  });

  it('applies to the responses of writes, but not to errors', async () => {
    const path = api(`/events/${id}?_fields=id`);
    expect((await send('PATCH', path, { featured: true }, full)).body).toEqual({ id });
    const { body } = await send('PATCH', path, { title: '' }, full);
    expect(Object.keys(body)).toEqual(['code', 'message', 'data']);
  });
});

describe('_envelope', () => {
  it('wraps the response with its status and the relevant headers', async () => {
    const plain = await get(api('/events'));
    const { status, body } = await get(api('/events?_envelope'));
    expect([status, body.status]).toEqual([200, 200]);
    expect(body.body.total).toBe(plain.body.total);
    expect(body.headers).toMatchObject({ 'X-TEC-Total': '2', 'X-TEC-TotalPages': '1' });
    expect(Object.keys(body.headers).join()).not.toMatch(
      /security|content|powered|access-control/i,
    );
  });

  it('wraps errors, and responses reduced by _fields', async () => {
    const refused = await get(api('/events/foo?_envelope=1'));
    expect(refused.status).toBe(200);
    expect(refused.body).toMatchObject({ status: 404, body: { code: 'rest_no_route' } });
    const method = await send('POST', api(`/nothing?_envelope=1`), {});
    expect(method.body.status).toBe(404);
    const little = await get(api(`/events/${id}?_envelope=1&_fields=id`));
    expect(little.body.body).toEqual({ id });
  });
});

describe('a method override in a POST', () => {
  it.each([
    ['_method in the query', '?_method=PATCH', {}],
    ['_method in small letters', '?_method=put', {}],
    ['a header', '', { 'x-http-method-override': 'PATCH' }],
  ])('works with %s', async (_, query, headers) => {
    const { status, body } = await send(
      'POST',
      api(`/events/${id}${query}`),
      { sticky: true },
      { ...full, ...headers },
    );
    expect([status, body.sticky]).toEqual([200, true]);
  });

  it('moves to the trash by _method=DELETE and reads by _method=GET', async () => {
    const { public_id } = await buildEvent({ title: 'Gone' });
    const path = api(`/events/${public_id}`);
    expect((await send('POST', `${path}?_method=GET`, '')).body.title).toBe('Gone');
    expect((await send('POST', `${path}?_method=DELETE`, '', full)).body.status).toBe('trash');
  });

  it('is ignored in a GET', async () => {
    const { status, body } = await get(api(`/events/${id}?_method=DELETE`), full);
    expect([status, body.status]).toEqual([200, 'publish']);
  });
});

describe('trailing slashes', () => {
  it.each(['/events/', '/events//', '/events/by-slug/%C3%A9t%C3%A9/'])(
    'are accepted at %s',
    async (path) => {
      expect((await get(api(path))).status).toBe(200);
    },
  );

  it('are accepted in writes', async () => {
    const path = api(`/events/${id}/`);
    expect((await send('POST', path, { cost: '5' }, full)).body.cost).toBe('$5');
  });
});

describe('HEAD and OPTIONS', () => {
  it('HEAD returns no body for existing and missing records', async () => {
    const found = await send('HEAD', api(`/events/${id}`));
    expect([found.status, found.text]).toEqual([200, '']);
    const missing = await send('HEAD', api('/events/987654321'));
    expect([missing.status, missing.text]).toEqual([404, '']);
  });

  it.each([
    ['/events', 'GET, POST, HEAD, OPTIONS'],
    ['/events/12', 'GET, DELETE, POST, PUT, PATCH, HEAD, OPTIONS'],
    ['/events/by-slug/anything', 'GET, DELETE, POST, PUT, PATCH, HEAD, OPTIONS'],
  ])('OPTIONS lists the allowed methods of %s', async (path, allow) => {
    const { status, headers } = await send('OPTIONS', api(path));
    expect([status, headers.allow]).toEqual([204, allow]);
  });
});

describe('a non-ASCII slug', () => {
  const arabic = encodeURIComponent('معرض-الكتاب');

  it.each([
    ['in capital hex', arabic],
    ['in small hex', arabic.toLowerCase()],
    ['in part', arabic.replace('-', '%2D')],
  ])('is found when percent-encoded %s', async (_, slug) => {
    expect((await get(api(`/events/by-slug/${slug}`))).body.id).toBe(id);
  });

  it.each([
    ['composed', 'été'],
    ['decomposed', 'été'.normalize('NFD')],
    ['in capitals', 'ÉTÉ'],
  ])('is found when it is %s', async (_, slug) => {
    const { body } = await get(api(`/events/by-slug/${encodeURIComponent(slug)}`));
    expect(body.slug).toBe('été');
  });

  it('is found in decomposed form by a PATCH', async () => {
    const path = api(`/events/by-slug/${encodeURIComponent('été'.normalize('NFD'))}`);
    expect((await send('PATCH', path, { featured: true }, full)).body.featured).toBe(true);
  });
});
