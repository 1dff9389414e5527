import { allDoors } from '../support/doors';
import { api, get } from '../support/http';
import { buildCategory, buildEvent, type Stored } from '../support/records';
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

/** What a list says that there is, and whether that was counted for it. */
async function total(path = list()) {
  const { answer, statements } = await statementsFor(() => get(path));
  expect(answer.status).toBe(200);
  const counted = statements.some((sql) => /COUNT\(\*\) AS total/.test(sql));
  return { counted, total: answer.body.total };
}

it('is counted once, for all pages and languages', async () => {
  await buildEvent();
  expect(await total()).toEqual({ counted: true, total: 2 });
  expect(await total()).toEqual({ counted: false, total: 2 });
  expect(await total(`${list()}&page=2&per_page=1`)).toEqual({ counted: false, total: 2 });
  expect(await total(api(`/events?categories=${category.public_id}`, 'fr'))).toEqual({
    counted: false,
    total: 2,
  });
});

it('is counted once when many ask at once', async () => {
  await buildEvent();
  const asked = await Promise.all(Array.from({ length: 5 }, () => total()));
  expect(asked.filter(({ counted }) => counted)).toHaveLength(1);
  expect(new Set(asked.map((one) => one.total))).toEqual(new Set([2]));
});

it('is counted for each search and its language', async () => {
  const search = `${list()}&search=event`;
  expect([await total(search), await total(search)].map(({ counted }) => counted)).toEqual([
    true,
    false,
  ]);
  expect((await total(search.replace('/calendar', '/fr/calendar'))).counted).toBe(true);
});

it.each(allDoors)('is counted anew after a write through %s', async (_, door) => {
  await total();
  await door.update('event', event.documentId, { categories: [] });
  await door.publish('event', event.documentId);
  expect(await total()).toEqual({ counted: true, total: 1 });
  await door.update('event', event.documentId, { categories: [category.public_id] });
  await door.publish('event', event.documentId);
  expect(await total()).toEqual({ counted: true, total: 2 });
});

it('is counted anew after a write that none of our processes made', async () => {
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

it('is counted anew when an event is published by itself', async () => {
  const date = new Date(Date.now() + 5000);
  const coming = await buildEvent({ categories: [category.public_id], date });
  expect((await total()).total).toBe(2);
  expect(await total()).toEqual({ counted: false, total: 2 });
  await new Promise((done) => setTimeout(done, date.getTime() - Date.now() + 10));
  expect(await total()).toEqual({ counted: true, total: 3 });
  expect(coming.publishedAt).not.toBeNull();
});

it('is that of the transaction where somebody writes', async () => {
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
  expect(within).toBe(2);
  expect((await total()).total).toBe(3);
});
