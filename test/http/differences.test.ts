import { apiToken, bearer } from '../support/callers';
import { someTimes } from '../support/doors';
import { api, get, send } from '../support/http';
import { buildCategory, buildEvent, buildOrganizer, buildVenue } from '../support/records';

let full: Record<string, string>;
let event: { public_id: number };
let organizers: number[];

beforeAll(async () => {
  full = bearer(await apiToken('full-access'));
  const { public_id: venue } = await buildVenue({ venue: 'Hall' });
  const made = await Promise.all(['Ana', 'Bo'].map((organizer) => buildOrganizer({ organizer })));
  organizers = made.map(({ public_id }) => public_id);
  event = await buildEvent({ title: 'Fair', slug: 'fair', venue: [venue], organizer: organizers });
});

const patch = (sent: object) => send('PATCH', api(`/events/${event.public_id}`), sent, full);

const refusal = async (answer: Promise<{ status: number; body: { data: { params: object } } }>) => {
  const { status, body } = await answer;
  return [status, Object.keys(body.data.params)];
};

// The numbers refer to rows of section 12 of the rules.

it('27: adds json_ld only to a published record that is itself requested', async () => {
  const { body } = await get(api(`/events/${event.public_id}`));
  expect(body.json_ld['@type']).toBe('Event');
  const { json_ld, ...rest } = body;
  expect(JSON.stringify(rest)).not.toContain('json_ld');
  const drafts = await Promise.all([
    buildEvent({}, { publish: false }),
    buildVenue({}, { publish: false }),
    buildOrganizer({}, { publish: false }),
  ]);
  for (const [at, { public_id }] of drafts.entries()) {
    const path = ['events', 'venues', 'organizers'][at];
    const draft = await get(api(`/${path}/${public_id}`), full);
    expect([draft.status, draft.text.includes('json_ld')]).toEqual([200, false]);
  }
});

it.each(['/events', '/events/12', '/categories', '/'])(
  '28: answers OPTIONS of %s with 204 and no body',
  async (path) => {
    const { status, text, headers } = await send('OPTIONS', api(path));
    expect([status, text]).toEqual([204, '']);
    expect(headers.allow).toContain('GET');
  },
);

it('29: rejects a parent that is the record itself or below it, naming the field', async () => {
  const child = await buildEvent({ post_parent: event.public_id });
  for (const { public_id: post_parent } of [event, child]) {
    expect(await refusal(patch({ post_parent }))).toEqual([400, ['post_parent']]);
  }
  const top = await buildCategory({ name: 'Top' });
  const leaf = await buildCategory({ name: 'Leaf', parent: top.public_id });
  const move = send('PATCH', api(`/categories/${top.public_id}`), { parent: leaf.public_id }, full);
  expect(await refusal(move)).toEqual([400, ['parent']]);
});

it.each(['categories', 'tags'])(
  '30: finds existing names of %s regardless of case, but not of accents',
  async (path) => {
    const post = (name: string) => send('POST', api(`/${path}`), { name }, full);
    expect((await post('Été')).status).toBe(201);
    for (const name of ['Été', 'ÉTÉ', 'été']) {
      const { status, body } = await post(name);
      expect([status, body.code]).toEqual([400, 'term_exists']);
    }
    expect((await post('Ete')).status).toBe(201);
  },
);

it.each([2027, 0, '2027', '0'])('31: accepts %j as a name', async (name) => {
  const post = (path: string, sent: object) => send('POST', api(path), sent, full);
  const made = await post('/events', { title: name, ...someTimes, venue: { venue: name } });
  expect([made.status, made.body.title, made.body.venue.venue]).toEqual([
    201,
    `${name}`,
    `${name}`,
  ]);
  expect((await post('/organizers', { organizer: name })).body.organizer).toBe(`${name}`);
});

it('32: accepts ids as comma-separated text', async () => {
  const { status, body } = await patch({ organizer: organizers.toReversed().join(',') });
  expect(status).toBe(200);
  const ids = body.organizer.map(({ id }: { id: number }) => id);
  expect(ids).toEqual(organizers.toReversed());
});

it('33: rejects an invalid boolean parameter', async () => {
  expect(await refusal(get(api('/events?strict_dates=banana')))).toEqual([400, ['strict_dates']]);
});

it('34: applies _fields to each item of a list', async () => {
  const query = `include=${event.public_id}&_fields=total,events.slug,events.organizer.organizer`;
  const { body } = await get(api(`/events?${query}`));
  expect(body).toEqual({
    total: 1,
    events: [{ slug: 'fair', organizer: expect.arrayContaining([{ organizer: 'Ana' }]) }],
  });
});

it('35: ignores _jsonp', async () => {
  const plain = await get(api('/tags'));
  const { status, headers, text } = await get(api('/tags?_jsonp=callback'));
  expect([status, text]).toEqual([200, plain.text]);
  expect(headers['content-type']).toBe(plain.headers['content-type']);
});

it('36: ignores a WordPress nonce', async () => {
  const nonce = { 'x-wp-nonce': 'a1b2c3d4e5' };
  expect((await get(api('/events?_wpnonce=a1b2c3d4e5'), nonce)).status).toBe(200);
  const { status } = await send('POST', api('/events'), { title: 'x', ...someTimes }, nonce);
  expect(status).toBe(401);
  expect(
    (await send('PATCH', api(`/events/${event.public_id}`), {}, { ...full, ...nonce })).status,
  ).toBe(200);
});
