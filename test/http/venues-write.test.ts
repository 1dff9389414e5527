import { asListed } from '../support/as-listed';
import { apiToken, bearer } from '../support/callers';
import { api, get, send } from '../support/http';
import { fc, runs } from '../support/property';

let full: Record<string, string>;

beforeAll(async () => {
  full = bearer(await apiToken('full-access'));
});

const post = (body: object, language?: string) =>
  send('POST', api('/venues', language), body, full);
const patch = (id: number, body: object, language?: string) =>
  send('PATCH', api(`/venues/${id}`, language), body, full);
const read = (id: number, language?: string) => get(api(`/venues/${id}`, language), full);

const made = async (body: object) => (await post({ venue: 'A place', ...body })).body;

it('shows the map and its link by default, and keeps both hidden once hidden', async () => {
  expect(await made({})).toMatchObject({ show_map: true, show_map_link: true });
  const hidden = await made({ show_map: 'false', show_map_link: '0' });
  expect(hidden).toMatchObject({ show_map: false, show_map_link: false });
  const { body } = await patch(hidden.id, { city: 'Lyon' });
  expect(body).toMatchObject({ show_map: false, show_map_link: false, city: 'Lyon' });
  expect((await patch(hidden.id, { show_map: 'yes' })).body.show_map).toBe(true);
});

it('stores every field of an address', async () => {
  const sent = {
    address: '12 Quay Street',
    city: 'Lisbon',
    country: 'Portugal',
    province: 'Lisboa',
    zip: '1100-148',
    phone: '+351 91',
    website: 'https://example.org/',
  };
  expect(await made(sent)).toMatchObject({ ...sent, stateprovince: 'Lisboa' });
});

it.each([
  [{ state: 'DC', country: 'US' }, 'DC'],
  [{ state: 'DC', province: 'X', country: 'United States' }, 'DC'],
  [{ state: 'DC' }, 'DC'],
  [{ province: 'ON', country: 'Canada' }, 'ON'],
  [{ state: 'X', province: 'Île-de-France', country: 'France' }, 'Île-de-France'],
  [{ state: 'X', country: 'France' }, undefined],
  [{ state: 'DC', country: 'US', stateprovince: 'Mine' }, 'Mine'],
  [{ city: 'Nowhere' }, undefined],
])('derives stateprovince from %j: %s', async (sent, stateprovince) => {
  const venue = await made(sent);
  expect(venue.stateprovince).toBe(stateprovince);
  expect((await patch(venue.id, { city: 'Elsewhere' })).body.stateprovince).toBe(stateprovince);
});

it('updates stateprovince with its parts until it is set explicitly, and again once cleared', async () => {
  const { id } = await made({ state: 'DC', province: 'ON', country: 'US' });
  expect((await patch(id, { state: 'NY' })).body.stateprovince).toBe('NY');
  expect((await patch(id, { country: 'Canada' })).body.stateprovince).toBe('ON');
  expect((await patch(id, { state: 'X', stateprovince: 'Mine' })).body.stateprovince).toBe('Mine');
  expect((await patch(id, { phone: '1' })).body.stateprovince).toBe('Mine');
  const whole = (await read(id)).body;
  const moved = { ...whole, province: 'QC' };
  expect((await send('PUT', api(`/venues/${id}`), moved, full)).body.stateprovince).toBe('Mine');
  expect((await patch(id, { stateprovince: '' })).body.stateprovince).toBe('QC');
  const again = { ...(await read(id)).body, province: 'BC' };
  expect((await send('PUT', api(`/venues/${id}`), again, full)).body.stateprovince).toBe('BC');
});

it('derives stateprovince in each language from the texts of that language', async () => {
  const { id } = await made({ province: 'Catalonia', country: 'Spain' });
  const french = await patch(id, { province: 'Catalogne', country: 'Espagne' }, 'fr');
  expect(french.body).toMatchObject({ language: 'fr', stateprovince: 'Catalogne' });
  const spanish = await patch(id, { venue: 'Un lugar' }, 'es');
  expect(spanish.body).toMatchObject({ language: 'es', stateprovince: 'Catalonia' });
  expect((await read(id)).body.stateprovince).toBe('Catalonia');
});

it('includes coordinates only if both are set', async () => {
  const { id, ...one } = await made({ geo_lat: 48.8566 });
  expect(one).not.toHaveProperty('geo_lat');
  const { body } = await patch(id, { geo_lng: '2.3522' });
  expect(body).toMatchObject({ geo_lat: 48.8566, geo_lng: 2.3522 });
  expect((await patch(id, { geo_lat: 0, geo_lng: 0 })).body).toMatchObject({
    geo_lat: 0,
    geo_lng: 0,
  });
  expect((await patch(id, { geo_lat: '' })).body).not.toHaveProperty('geo_lng');
});

it.each([
  ['geo_lat', { geo_lat: 90.1 }],
  ['geo_lat', { geo_lat: 'north' }],
  ['geo_lng', { geo_lng: -180.1 }],
  ['show_map', { show_map: 'perhaps' }],
  ['address', { address: ['x'] }],
  ['zip', { zip: 'x'.repeat(300) }],
])('rejects an invalid %s by name: %j', async (name, wrong) => {
  const { status, body } = await post({ venue: 'Wrong', ...wrong });
  expect([status, Object.keys(body.data.params)]).toEqual([400, [name]]);
});

const text = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.constantFrom('', 'Île-de-France', 'US', 'مكان', '50% <b>off</b>', 'a & b', '"x"', '*a* _b_'),
  )
  .map((value) => value.replaceAll('\u0000', ''));

const venue = fc.record(
  {
    venue: text.map((value) => `Place ${value}`),
    description: text,
    excerpt: text,
    address: text,
    city: text,
    country: text,
    state: text,
    province: text,
    stateprovince: text,
    zip: text,
    phone: text,
    website: fc.constantFrom('', 'https://example.org/?a=b&c=%20d#e'),
    show_map: fc.boolean(),
    show_map_link: fc.boolean(),
    geo_lat: fc.double({ min: -90, max: 90, noNaN: true }),
    geo_lng: fc.double({ min: -180, max: 180, noNaN: true }),
    status: fc.constantFrom('publish', 'draft', 'private'),
  },
  { requiredKeys: ['venue'] },
);

it('leaves any venue unchanged when it is sent back as it was read', async () => {
  await fc.assert(
    fc.asyncProperty(venue, fc.constantFrom('en', 'fr'), async (sent, language) => {
      const first = await post(sent);
      expect([first.status, first.text]).toEqual([201, expect.anything()]);
      const before = (await read(first.body.id, language)).body;
      const again = await send('PUT', api(`/venues/${before.id}`, language), before, full);
      expect([again.status, again.body]).toEqual([200, asListed(before)]);
      expect((await read(before.id, language)).body).toEqual(before);
    }),
    { numRuns: runs(40), endOnFailure: true },
  );
});
