import { apiToken, bearer } from '../support/callers';
import { api, get, send } from '../support/http';
import { buildEvent, buildVenue } from '../support/records';

/** Poles, the date line, and points in between. */
const POINTS = [
  ...[[90, 0] as const, [-90, 180] as const, [0, 0] as const, [0, -180] as const],
  ...Array.from({ length: 20 }, (_, at) => [at * 8.1234567 - 80, at * 17.7654321 - 170] as const),
].map(([lat, lng]) => [Number(lat.toFixed(6)), Number(lng.toFixed(6))] as const);

const events: number[] = [];

beforeAll(async () => {
  for (const [geo_lat, geo_lng] of POINTS) {
    const venue = await buildVenue({ geo_lat, geo_lng });
    events.push((await buildEvent({ venue: [venue.public_id] })).public_id);
  }
});

async function near(lat: number, lng: number, radius: number): Promise<number[]> {
  const query = `geoloc_lat=${lat}&geoloc_lng=${lng}&geoloc_radius=${radius}&per_page=50`;
  const { body } = await get(api(`/events?${query}`));
  return body.events.map(({ id }: { id: number }) => id);
}

it.each(POINTS.map((point, at) => [...point, at] as const))(
  'finds the event at %d, %d within a radius of 0',
  async (lat, lng, at) => {
    expect(await near(lat, lng, 0)).toEqual([events[at]]);
  },
);

it('distinguishes distances of a few metres', async () => {
  const [lat, lng] = POINTS[10] as readonly [number, number];
  const metres = (count: number) => count / 1609.344;
  const north = (count: number) => lat + count / 111_195;
  expect(await near(north(2), lng, 0)).toEqual([]);
  expect(await near(north(10), lng, metres(5))).toEqual([]);
  expect(await near(north(10), lng, metres(11))).toEqual([events[10]]);
});

it('finds every event within the largest radius', async () => {
  for (const [lat, lng] of POINTS) {
    expect(await near(lat, lng, 20_040)).toHaveLength(POINTS.length);
  }
});

const total = async (query: string) => (await get(api(`/events?${query}`))).body.total;

it('finds the same events when hundreds of other venues have coordinates', async () => {
  const nowhere = await buildEvent({ venue: [(await buildVenue()).public_id] });
  const counts = async () => [
    await total('geoloc=true'),
    await total('geoloc=false'),
    await total('geoloc_lat=0&geoloc_lng=0&geoloc_radius=20040'),
    await total(`geoloc=false&venue=${(nowhere.venue as number[])[0]}`),
    (await get(api('/events?geoloc=true&per_page=1&page=3'))).body.events[0].id,
  ];
  const before = await counts();
  expect(before).toEqual([POINTS.length, 1, POINTS.length, 1, events[2]]);
  const { id, documentId, ...venue } = await buildVenue({ geo_lat: 1, geo_lng: 1 });
  const more = Array.from({ length: 500 }, (_, at) => ({
    ...{ ...venue, public_id: 1_000_000 + at, documentId: `far-${at}`, slug: `far-${at}` },
  }));
  await strapi.db.query('plugin::calendar.venue').createMany({ data: more });
  expect(await counts()).toEqual(before);
  await strapi.db.query('plugin::calendar.venue').deleteMany({
    where: { public_id: { $gte: 1_000_000 } },
  });
});

it('ignores venues in the trash, even for those who may read them', async () => {
  const full = bearer(await apiToken('full-access'));
  const binned = await buildVenue({ geo_lat: 33.25, geo_lng: 33.25 });
  const event = await buildEvent({ venue: [binned.public_id] });
  expect((await send('DELETE', api(`/venues/${binned.public_id}`), undefined, full)).status).toBe(
    200,
  );
  const around = '/events?geoloc_lat=33.25&geoloc_lng=33.25';
  const read = async (path: string) => (await get(api(path), full)).body;
  expect((await read(`${around}&geoloc_radius=1`)).total).toBe(0);
  const on = `include=${event.public_id}`;
  expect((await read(`/events?${on}&geoloc=true`)).total).toBe(0);
  expect((await read(`/events?${on}&geoloc=false`)).events[0]).toMatchObject({ venue: [] });
  const far = await buildEvent({
    venue: [(await buildVenue({ geo_lat: 1, geo_lng: 1 })).public_id],
  });
  const sorted = `${around}&geoloc_radius=20040&orderby=distance&include=${event.public_id},${far.public_id}`;
  expect((await read(sorted)).events.map(({ id }: { id: number }) => id)).toEqual([far.public_id]);
});
