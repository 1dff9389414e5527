import { setTimeout as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import { recordTable } from '../../src/plugins/calendar/server/src/content-types/rows';
import type { PostType } from '../../src/plugins/calendar/server/src/settings/record-types';
import { api, get } from '../support/http';
import { buildCategory, buildEvent, buildVenue, referTo, type Stored } from '../support/records';

let asked = 0;

/** Reads past the cache, by means of an ignored parameter. */
async function bodyOf(path: string) {
  asked += 1;
  const { status, body } = await get(`${api(path)}${path.includes('?') ? '&' : '?'}again=${asked}`);
  return { status, ...body };
}

const SECOND = 1000;

/** A table that is read for most records. */
const PICTURES = 'files_related_mph';

/** Waits for the next second, as dates of publication have no milliseconds. */
const nextSecond = () => pause(SECOND - (Date.now() % SECOND) + 1);

/** Sends a read that arrives before the work and reads the database after it was committed. */
async function readOver(path: string, table: string, work: () => Promise<unknown>) {
  await bodyOf('/tags'); // Lets the calendar know the current data version.
  await nextSecond();
  let early: Promise<unknown> | undefined;
  await strapi.db.transaction(async ({ trx }) => {
    if (strapi.db.dialect.client === 'postgres') {
      const lock = strapi.db.connection.raw(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
      await lock.transacting(trx as Knex.Transaction);
    }
    early = bodyOf(path);
    await nextSecond();
    await work();
  });
  await early;
}

const DRAFT = { publish: false };

const publish = (type: PostType, { documentId }: Stored) =>
  strapi.documents(`plugin::calendar.${type}`).publish({ documentId, locale: '*' });

/** Waits out the pause after a query of the data version that a lock has made time out. */
afterAll(() => pause(SECOND));

describe('a read that overlaps a publication does not cache', () => {
  it('an outdated number of venues', async () => {
    await buildVenue();
    const draft = await buildVenue({}, DRAFT);
    await readOver('/venues', PICTURES, () => publish('venue', draft));
    const { venues, total } = await bodyOf('/venues');
    expect([venues.length, total]).toEqual([2, 2]);
  });

  it('the rejection of a filter by an unpublished venue', async () => {
    const venue = await buildVenue({}, DRAFT);
    const path = `/events?venue=${venue.public_id}`;
    await readOver(path, recordTable('venue'), () => publish('venue', venue));
    expect(await bodyOf(path)).toMatchObject({ status: 200, total: 0 });
  });

  it('an event without its newly published venue', async () => {
    const venue = await buildVenue({}, DRAFT);
    const event = await buildEvent();
    await referTo(event, { venue: [venue.public_id] });
    const path = `/events?include=${event.public_id}`;
    await readOver(path, PICTURES, () => publish('venue', venue));
    const { events } = await bodyOf(path);
    expect(events[0].venue).toMatchObject({ id: venue.public_id });
  });

  it('an outdated number of events in a category', async () => {
    const category = await buildCategory();
    await buildEvent({ categories: [category.public_id] });
    const event = await buildEvent({ categories: [category.public_id] }, DRAFT);
    await readOver('/categories', 'calendar_term_counts', () => publish('event', event));
    const { categories } = await bodyOf('/categories');
    expect(categories).toMatchObject([{ id: category.public_id, count: 2 }]);
  });

  it('the absence of an event whose publication date passes meanwhile', async () => {
    const date = new Date(Date.now() + 2 * SECOND);
    const event = await buildEvent({ date });
    const path = `/events?include=${event.public_id}`;
    await readOver(path, PICTURES, () => pause(date.getTime() - Date.now() + 10));
    const { events, total } = await bodyOf(path);
    expect([events.length, total]).toEqual([1, 1]);
  });
});
