import { isDeepStrictEqual } from 'node:util';
import { allDoors } from '../support/doors';
import { api, get } from '../support/http';
import { doneBefore } from '../support/moments';
import { buildCategory, buildEvent, buildVenue, type Stored } from '../support/records';
import { NOTHING_KEPT, withSettings } from '../support/settings';
import { statementsFor } from '../support/statements';

withSettings(NOTHING_KEPT);

let category: Stored;
let event: Stored;

const list = () => api(`/events?categories=${category.public_id}`);

beforeAll(async () => {
  category = await buildCategory();
  event = await buildEvent({ categories: [category.public_id] });
  await buildEvent({ categories: [category.public_id] });
});

/** The total of a list, and whether it was counted for this request. */
async function total(path = list()) {
  const { answer, statements } = await statementsFor(() => get(path));
  expect(answer.status).toBe(200);
  const counted = statements.some((sql) => /COUNT\(\*\) AS total/.test(sql));
  return { counted, total: answer.body.total };
}

/** Repeats a read, since a background commit may have invalidated the cache. */
async function expectSoon(read: () => Promise<unknown>, expected: unknown) {
  let seen = await read();
  for (let tries = 0; tries < 10 && !isDeepStrictEqual(seen, expected); tries += 1)
    seen = await read();
  expect(seen).toEqual(expected);
}

it('counts a list once for all its pages and languages', async () => {
  const french = api(`/events?categories=${category.public_id}`, 'fr');
  const read = async () => {
    await buildEvent();
    const first = await total();
    return [first, await total(), await total(`${list()}&page=2&per_page=1`), await total(french)];
  };
  const known = { counted: false, total: 2 };
  await expectSoon(read, [{ counted: true, total: 2 }, known, known, known]);
});

it('counts a list once for concurrent requests', async () => {
  const read = async () => {
    await buildEvent();
    const asked = await Promise.all(Array.from({ length: 5 }, () => total()));
    return [asked.filter(({ counted }) => counted).length, ...asked.map((one) => one.total)];
  };
  await expectSoon(read, [1, 2, 2, 2, 2, 2]);
});

it('counts a search once per language', async () => {
  const search = `${list()}&search=event`;
  const french = search.replace('/calendar', '/fr/calendar');
  const read = async () => {
    await buildEvent();
    const asked = [await total(search), await total(search), await total(french)];
    return asked.map(({ counted }) => counted);
  };
  await expectSoon(read, [true, false, true]);
});

it.each(allDoors)('counts a list again after a write through %s', async (_, door) => {
  await total();
  await door.update('event', event.documentId, { categories: [] });
  await door.publish('event', event.documentId);
  expect(await total()).toEqual({ counted: true, total: 1 });
  await door.update('event', event.documentId, { categories: [category.public_id] });
  await door.publish('event', event.documentId);
  expect(await total()).toEqual({ counted: true, total: 2 });
});

it('counts a list again after a direct change in the database', async () => {
  await total();
  const rows = strapi.db.getConnection('calendar_listing');
  await rows.where({ kind: 1, event_id: event.public_id }).update({ flags: 2 });
  expect(await total()).toEqual({ counted: true, total: 1 });
  await strapi.db
    .getConnection('calendar_listing')
    .where({ kind: 1, event_id: event.public_id })
    .update({ flags: 16 });
  expect(await total()).toEqual({ counted: true, total: 2 });
});

it('counts a list again when the publication date of an event passes', async () => {
  const { path, coming, known, untilThen } = await doneBefore(async (date) => {
    const categories = [(await buildCategory()).public_id];
    const path = api(`/events?categories=${categories}`);
    await buildEvent({ categories });
    const coming = await buildEvent({ categories, date });
    let known = await total(path);
    for (let tries = 0; tries < 10 && known.counted; tries += 1) known = await total(path);
    return { path, coming, known };
  }, 2000);
  expect(known).toEqual({ counted: false, total: 1 });
  await untilThen();
  expect(await total(path)).toEqual({ counted: true, total: 2 });
  expect(coming.publishedAt).not.toBeNull();
});

it('counts within an open transaction instead of using the cached total', async () => {
  await total();
  const within = await strapi.db
    .transaction(async ({ rollback }) => {
      await strapi
        .documents('plugin::calendar.event')
        .unpublish({ documentId: event.documentId, locale: '*' });
      const nobody = { userId: 0, known: false, may: async () => false };
      const { total } = await strapi
        .plugin('calendar')
        .service('event')
        .find({ categories: String(category.public_id), per_page: 1 }, { caller: nobody });
      await rollback();
      return total;
    })
    .catch((error) => error);
  expect(within).toBe(1);
  expect((await total()).total).toBe(2);
});

describe('more venues than are listed as ids', () => {
  const MANY = 2001;
  const copies = () => strapi.db.connection('calendar_venues').where('public_id', '>=', 1_000_000);

  beforeAll(async () => {
    const { public_id } = await buildVenue({ geo_lat: 48.85, geo_lng: 2.35 });
    await buildEvent({ venue: [public_id] });
    const venues = strapi.db.connection('calendar_venues').where({ public_id });
    const { id, ...row } = await venues.whereNotNull('published_at').first();
    const rows = Array.from({ length: MANY }, (_, at) => ({
      ...row,
      public_id: 1_000_000 + at,
      document_id: `copy${at}`,
      slug: `copy-${at}`,
    }));
    await strapi.db.connection.batchInsert('calendar_venues', rows, 100);
  });

  afterAll(() => copies().delete());

  it.each(['geoloc=true', 'geoloc=false', 'geoloc_lat=48.85&geoloc_lng=2.35&geoloc_radius=10'])(
    'do not make each page count the list: %s',
    async (query) => {
      const path = api(`/events?${query}&per_page=1`);
      const read = async () => {
        await buildEvent();
        return [await total(path), await total(path)].map(({ counted }) => counted);
      };
      await expectSoon(read, [true, false]);
    },
  );
});
