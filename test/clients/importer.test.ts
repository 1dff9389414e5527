import { INTERNET } from '../../src/plugins/calendar/server/src/records/fetch-bytes';
import { pictureOf } from '../../src/plugins/calendar/server/src/records/pictures';
import { ANYBODY } from '../support/anybody';
import { apiToken } from '../support/callers';
import { get } from '../support/http';
import { sends, startPictureServer, testNetwork } from '../support/picture-server';
import { withSettings } from '../support/settings';
import { type Feed, Importer } from './importer';

const TRIBE = '/wp-json/tribe/events/v1';

/** One blue pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPj/HwADBwIAMCbHYQAAAABJRU5ErkJggg==',
  'base64',
);

let pictures: Awaited<ReturnType<typeof startPictureServer>>;
let importer: Importer;
let feed: Feed[];

withSettings({ aliases: [TRIBE] });

beforeAll(async () => {
  pictures = await startPictureServer({ '/poster.png': sends(PIXEL) });
  const image = pictures.url('/poster.png');
  // The service fetches from the public internet only, so this picture is given to it beforehand.
  const caller = { ...ANYBODY, mayUpload: async () => true };
  await pictureOf(image, { caller, origin: baseURL }, testNetwork(INTERNET));
  const password = await apiToken('full-access');
  importer = new Importer({ root: `${baseURL}${TRIBE}`, user: 'importer', password });
  const times = { start_date: '2041-05-01 18:00:00', end_date: '2041-05-01 20:00:00' };
  feed = [
    {
      slug: 'spring-fair',
      title: 'Spring fair',
      ...times,
      timezone: 'Europe/Madrid',
      image,
      cost: '€12.50',
      categories: ['Fairs', 'Outdoors'],
      tags: ['free parking'],
      venue: { venue: 'Plaza Mayor', city: 'Madrid', country: 'Spain' },
      organizer: [{ organizer: 'Town council', email: 'town@example.org' }],
    },
    { slug: 'معرض-الكتاب', title: 'معرض الكتاب', ...times, image },
  ];
});

afterAll(() => pictures.stop());

const list = async () =>
  (await get(`${TRIBE}/events?start_date=2041-01-01&end_date=2041-12-31`)).body;

describe('a client that imports a feed', () => {
  it('creates missing events with their linked records', async () => {
    for (const event of feed) expect((await importer.upsert(event)).made).toBe(true);
    const { events } = await list();
    expect(events.map(({ slug }: Feed) => slug)).toEqual(['spring-fair', 'معرض-الكتاب']);
    expect(events[0]).toMatchObject({
      cost: '€12.50',
      timezone: 'Europe/Madrid',
      image: { width: 1, height: 1 },
      venue: { venue: 'Plaza Mayor', city: 'Madrid' },
      organizer: [{ organizer: 'Town council', email: 'town@example.org' }],
      categories: [{ name: 'Fairs' }, { name: 'Outdoors' }],
      tags: [{ name: 'free parking' }],
    });
    expect(events[1].image.id).toBe(events[0].image.id);
  });

  it('finds existing events again and creates no duplicates', async () => {
    const before = await list();
    for (const event of feed) expect((await importer.upsert(event)).made).toBe(false);
    const after = await list();
    const lasting = ({ modified, modified_utc, ...event }: Feed) => event;
    expect(after.events.map(lasting)).toEqual(before.events.map(lasting));
    for (const type of ['venue', 'organizer'] as const) {
      const where = { publishedAt: { $notNull: true } };
      expect(await strapi.db.query(`plugin::calendar.${type}`).count({ where })).toBe(1);
    }
    expect(pictures.asked).toHaveLength(1);
  });

  it('updates what has changed, and keeps fields that it does not send', async () => {
    const [fair] = feed as [Feed];
    const { event } = await importer.upsert({ ...fair, title: 'Summer fair', image: '' });
    expect(event).toMatchObject({ title: 'Summer fair', slug: 'spring-fair', image: false });
    const { slug, title, start_date, end_date } = fair;
    const again = await importer.upsert({ slug, title, start_date, end_date });
    expect(again.event).toMatchObject({ title, cost: '€12.50', timezone: 'Europe/Madrid' });
  });
});
