import { apiToken, bearer } from '../support/callers';
import { api, get, send } from '../support/http';
import { buildEvent, buildOrganizer, buildVenue } from '../support/records';

let full: Record<string, string>;
let paths: string[];

beforeAll(async () => {
  full = bearer(await apiToken('full-access'));
  const venue = await buildVenue({ city: 'Springfield' });
  const organizer = await buildOrganizer({ website: 'https://club.example' });
  const references = { venue: [venue.public_id], organizer: [organizer.public_id] };
  const event = await buildEvent({ ...references, cost: '$5', description: '<p>All</p>' });
  paths = [
    `/events/${event.public_id}`,
    `/venues/${venue.public_id}`,
    `/organizers/${organizer.public_id}`,
  ];
});

it('returns json_ld for a single record, but not in lists or after writes', async () => {
  for (const path of paths) {
    const { body } = await get(api(path));
    expect(body.json_ld).toMatchObject({
      '@context': 'https://schema.org',
      url: expect.any(String),
    });
    const { text: list } = await get(api(path.replace(/\d+$/, '')));
    expect(list).toContain('"total":1');
    expect(list).not.toContain('json_ld');
    const written = await send('PATCH', api(path), {}, full);
    expect([written.status, written.text.includes('json_ld')]).toEqual([200, false]);
  }
});

it('json_ld contains the place, organizer and price of an event', async () => {
  const { json_ld } = (await get(api(paths[0] ?? ''))).body;
  expect(json_ld).toMatchObject({
    location: { '@type': 'Place', address: { addressLocality: 'Springfield' } },
    organizer: { '@type': 'Organization', url: 'https://club.example' },
    offers: { price: 5, priceCurrency: 'USD' },
    description: 'All',
  });
});

it('omits json_ld for drafts and for protected events', async () => {
  const draft = await buildEvent({}, { publish: false });
  expect((await get(api(`/events/${draft.public_id}`), full)).body).not.toHaveProperty('json_ld');
  const { public_id } = await buildEvent({ password: 'sesame' });
  const opened = await get(api(`/events/${public_id}?password=sesame`));
  expect(opened.status).toBe(200);
  expect(opened.body).not.toHaveProperty('json_ld');
});

it('ignores json_ld when a record is sent back with it', async () => {
  for (const path of paths) {
    const { body: before } = await get(api(path), full);
    const { status } = await send('PUT', api(path), before, full);
    const { body: after } = await get(api(path), full);
    const changing = { modified: '', modified_utc: '', venue: [], organizer: [] };
    expect([path, status]).toEqual([path, 200]);
    expect({ ...after, ...changing }).toEqual({ ...before, ...changing });
  }
});
