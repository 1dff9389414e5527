import fs from 'node:fs';
import path from 'node:path';
import {
  type RecordType,
  uidOf,
} from '../../src/plugins/calendar/server/src/settings/record-types';
import { isExhaustive } from '../support/extent';
import { api, get } from '../support/http';
import { onPostgres } from '../support/in-turn';
import {
  buildCategory,
  buildEvent,
  buildOrganizer,
  buildTag,
  buildVenue,
  type Stored,
} from '../support/records';
import { Served } from '../support/served';

const FIXTURES = path.join(__dirname, '../fixtures/feeds');
const HOST = 'https://calendar.example';
const SITE = '6d0f9b5e-2c1a-4f7e-8b3d-5a9c0e4f1b26';

const WINDOW = 'start_date=2021-01-01&end_date=2022-01-01';

/** The last modification of all records. */
const SAVED = Date.UTC(2022, 1, 3, 4, 5, 6);

const table = (name: string) => strapi.db.getConnection(name);

/** Fixes a record's ids and revisions, which otherwise depend on the moment. */
async function pin(type: RecordType, { documentId }: Stored, name: string) {
  const { tableName } = strapi.db.metadata.get(uidOf(type));
  const saved = onPostgres ? new Date(SAVED) : SAVED;
  await table(tableName)
    .where({ document_id: documentId })
    .update({ document_id: `pinned-${name}`, updated_at: saved });
}

const found = (name: string) => fs.readFileSync(path.join(FIXTURES, name), 'utf8');

let kept: unknown;

beforeAll(async () => {
  kept = strapi.config.get('server.url');
  strapi.config.set('server.url', HOST);
  await strapi
    .store({ type: 'plugin', name: 'calendar', key: 'site' })
    .set({ value: { id: SITE } });
  const venue = await buildVenue({
    venue: 'Salle; « d’été », 2',
    slug: 'salle',
    address: '1, rue du Lac',
    city: 'Lyon',
    zip: '69001',
    country: 'France',
    geo_lat: 45.76,
    geo_lng: 4.83,
  });
  const organizer = await buildOrganizer({
    organizer: 'The "club"',
    slug: 'club',
    email: 'club@example.org',
  });
  const category = await buildCategory({ name: 'Chess, fast', slug: 'chess' });
  const tag = await buildTag({ name: 'Free', slug: 'free' });
  const dated = { date: '2020-12-01T08:00:00Z' };
  const night = await buildEvent({
    ...dated,
    title: 'A night of 25 hours',
    slug: 'night',
    description: '<p>One &amp; <em>two</em></p><ul><li>three</li></ul>',
    timezone: 'Europe/Paris',
    start_date: '2021-10-31 02:30:00',
    end_date: '2021-10-31 06:00:00',
    venue: [venue.public_id],
    organizer: [organizer.public_id],
    categories: [category.public_id],
    tags: [tag.public_id],
    virtual_url: 'https://example.org/join',
  });
  await buildEvent({ title: 'Une nuit de 25 heures', slug: 'nuit' }, { of: night, language: 'fr' });
  const spring = await buildEvent({
    ...dated,
    title: 'Spring in New York',
    slug: 'spring',
    description: `<p>${'Long and longer, é 漢 🎉. '.repeat(300)}</p>`,
    timezone: 'America/New_York',
    start_date: '2021-03-13 20:00:00',
    end_date: '2021-03-14 03:30:00',
  });
  const days = await buildEvent({
    ...dated,
    title: 'Days',
    slug: 'days',
    all_day: true,
    timezone: 'Asia/Kolkata',
    start_date: '2021-05-01 00:00:00',
    end_date: '2021-05-02 23:59:59',
  });
  const offset = await buildEvent({
    ...dated,
    title: 'Off the map',
    slug: 'offset',
    event_status: 'canceled',
    timezone: 'UTC+5.75',
    start_date: '2021-06-01 10:00:00',
    end_date: '2021-06-01 10:00:00',
    venue: [venue.public_id],
  });
  const pinned: [RecordType, Stored, string][] = [
    ['venue', venue, 'venue'],
    ['organizer', organizer, 'organizer'],
    ['category', category, 'category'],
    ...[night, spring, days, offset].map((event, at): [RecordType, Stored, string] => [
      'event',
      event,
      `event-${at}`,
    ]),
  ];
  await table('calendar_revisions').delete();
  for (const one of pinned) await pin(...one);
});

afterAll(() => strapi.config.set('server.url', kept));

it.each(['en', 'fr'])('returns the same feed bytes on every database, in %s', async (language) => {
  const { text } = await get(api(`/events.ics?${WINDOW}`, language));
  if (process.env.WRITE_FIXTURES)
    fs.writeFileSync(path.join(FIXTURES, `events.${language}.ics`), text);
  expect(text).toBe(found(`events.${language}.ics`));
});

(isExhaustive ? describe : describe.skip)(
  'a second process that started later, at another address',
  () => {
    let other: Served;

    beforeAll(async () => {
      const { filename } = strapi.config.get<{ filename?: string }>(
        'database.connection.connection',
      );
      other = await Served.start({
        PUBLIC_URL: HOST,
        ...(!onPostgres && filename && { DATABASE_FILENAME: filename }),
      });
    });
    afterAll(() => other?.stop());

    it.each([
      `/events.ics?${WINDOW}`,
      '/events.ics',
      `/events.rss?${WINDOW}`,
      `/events.json?${WINDOW}`,
      '/events/by-slug/night.ics',
      `/venues/by-slug/salle.ics?${WINDOW}`,
      '/organizers/by-slug/club.ics',
    ])('returns the same bytes at %s, and 304 for the ETag of the first process', async (where) => {
      for (const language of ['en', 'fr', 'ar']) {
        const { status, text, headers } = await get(api(where, language));
        const there = await other.ask('GET', api(where, language));
        expect([status, there.status, there.text]).toEqual([200, 200, text]);
        const tag = { 'if-none-match': String(headers.etag) };
        expect((await other.ask('GET', api(where, language), undefined, tag)).status).toBe(304);
      }
    });
  },
);
