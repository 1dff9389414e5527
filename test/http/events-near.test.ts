import { apiToken, bearer } from '../support/callers';
import { api, get, send } from '../support/http';
import { allPages } from '../support/pages';
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

describe('a list of many events by distance (D8.5)', () => {
  const FIRST_VENUE = 1_100_000;
  const VENUES = 40;
  const FIRST_EVENT = 1_200_000;
  const EVENTS = 1100;
  const LIST = 'geoloc_lat=0.2&geoloc_lng=50&geoloc_radius=20040&orderby=distance&per_page=50';
  const WINDOW = 'start_date=2043-01-01&end_date=2043-12-31';
  const venueOf = (at: number) => FIRST_VENUE + ((at * 7) % VENUES);
  const isHall = (id: number) => id >= FIRST_VENUE && id < FIRST_VENUE + VENUES;
  const rows = (name: string) => strapi.db.connection(name);

  /** Copies a venue and an event with their rows for lists: as many saves would take long. */
  beforeAll(async () => {
    const times = { start_date: '2043-05-01 10:00:00', end_date: '2043-05-01 12:00:00' };
    const { public_id: hall } = await buildVenue({ geo_lat: 80, geo_lng: 50 });
    const { public_id: event } = await buildEvent({ ...times, venue: [hall] });
    const published = async (name: string, public_id: number) => {
      const { id: _, ...row } = await rows(name)
        .where({ public_id })
        .whereNotNull('published_at')
        .first();
      return row;
    };
    const venue = await published('calendar_venues', hall);
    const halls = Array.from({ length: VENUES }, (_, at) => ({
      ...{ ...venue, public_id: FIRST_VENUE + at, document_id: `hall${at}`, slug: `hall-${at}` },
      geo_lat: Math.floor(at / 2), // Two each at the same distance.
    }));
    await strapi.db.connection.batchInsert('calendar_venues', halls, 50);
    const { venue: __, ...original } = await published('calendar_events', event);
    const places = Array.from({ length: EVENTS }, (_, at) => at);
    const copies = places.map((at) => ({
      ...{ ...original, public_id: FIRST_EVENT + at, document_id: `near${at}`, slug: `near-${at}` },
      venue: JSON.stringify([venueOf(at)]),
    }));
    for (const name of ['categories', 'tags', 'organizer', 'custom_fields'])
      for (const copy of copies) delete copy[name];
    await strapi.db.connection.batchInsert('calendar_events', copies, 50);
    const made = await rows('calendar_events')
      .select('id', 'public_id')
      .where('public_id', '>=', FIRST_EVENT);
    const links = made.map(({ id, public_id }) => ({
      ...{ row_id: id, kind: 'venue', position: 0, target_id: venueOf(public_id - FIRST_EVENT) },
    }));
    await strapi.db.connection.batchInsert('calendar_links', links, 100);
    const listed = await rows('calendar_listing').where({ event_id: event, kind: 0 }).first();
    const lines = places.flatMap((at) => {
      const own = { ...listed, event_id: FIRST_EVENT + at, occurrence_id: FIRST_EVENT + at };
      return [own, { ...own, kind: 3, target: venueOf(at) }];
    });
    await strapi.db.connection.batchInsert('calendar_listing', lines, 50);
  });

  afterAll(async () => {
    await rows('calendar_events').where('public_id', '>=', FIRST_EVENT).delete();
    await rows('calendar_listing').where('event_id', '>=', FIRST_EVENT).delete();
    await rows('calendar_venues').where('public_id', '>=', FIRST_VENUE).delete();
  });

  it('has the same order from the nearest and from the farthest', async () => {
    const ids = async (order: string) => {
      const pages = await allPages(api(`/events?${LIST}&${WINDOW}&order=${order}`));
      return pages.flatMap(({ events }) => events.map(({ id }: { id: number }) => id));
    };
    const nearest = await ids('asc');
    expect(nearest).toHaveLength(EVENTS + 1);
    expect(await ids('desc')).toEqual(nearest.toReversed());
    const latitudeOf = (id: number) => Math.floor((venueOf(id - FIRST_EVENT) - FIRST_VENUE) / 2);
    const latitudes = nearest.slice(0, EVENTS).map(latitudeOf);
    expect(latitudes).toEqual(latitudes.toSorted((one, other) => one - other));
  });

  it('reads the events at the nearest venues for an early page', async () => {
    interface Statement {
      sql: string;
      bindings: unknown[];
    }
    const seen: Statement[] = [];
    const note = ({ sql, bindings }: Statement) => seen.push({ sql, bindings });
    strapi.db.connection.on('query', note);
    await get(api(`/events?${LIST}&${WINDOW}&page=2`));
    strapi.db.connection.removeListener('query', note);
    const pages = seen.filter(({ sql }) => /SELECT e\.id FROM/.test(sql));
    expect(pages).not.toEqual([]); // PostgreSQL may read it twice.
    for (const { bindings } of pages) {
      const named = bindings.filter((value) => isHall(Number(value)));
      expect(named.length).toBeGreaterThan(0);
      expect(named.length).toBeLessThan(VENUES / 2);
    }
  });
});
