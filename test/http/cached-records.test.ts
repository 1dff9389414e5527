import { ANYBODY } from '../support/anybody';
import { apiToken, bearer } from '../support/callers';
import { allDoors } from '../support/doors';
import { api, get, send } from '../support/http';
import { doneBefore } from '../support/moments';
import { buildPicture } from '../support/pictures';
import {
  buildCategory,
  buildEvent,
  buildOrganizer,
  buildTag,
  buildVenue,
  type Stored,
} from '../support/records';
import { statementsFor } from '../support/statements';

let asked = 0;

/** The same request past the response cache, by means of an ignored parameter. */
function another(path: string) {
  asked += 1;
  return `${path}${path.includes('?') ? '&' : '?'}again=${asked}`;
}

const isOurs = (sql: string) => /calendar_|files/.test(sql) && !/^BEGIN\b/.test(sql);

async function statementsOf(path: string) {
  const { answer, statements } = await statementsFor(() => get(another(path)));
  expect(answer.status).toBe(200);
  return statements.filter(isOurs).length;
}

/** The fewest statements of several requests, as a notification from PostgreSQL may arrive after one or two. */
async function fewest(path: string) {
  const counts: number[] = [];
  for (let at = 0; at < 5; at += 1) counts.push(await statementsOf(path));
  return Math.min(...counts);
}

const service = (type: string) => strapi.plugin('calendar').service(type);

/** The list as read within a transaction, which uses no cache. */
async function read(type: string, query: object): Promise<object[]> {
  const options = { caller: ANYBODY };
  const { records } = await strapi.db.transaction(() => service(type).find(query, options));
  return JSON.parse(JSON.stringify(records).replaceAll(/http:\/\/localhost:\d+/g, baseURL));
}

/** The list as served repeatedly, with `global_id`, which contains the host. */
async function served(path: string, key: string): Promise<object[]> {
  await get(another(path));
  const { status, body } = await get(another(path));
  expect(status).toBe(200);
  return body[key];
}

const LISTS = [
  ['event', 'events', '/events?per_page=50', { per_page: 50 }],
  ['venue', 'venues', '/venues?per_page=50', { per_page: 50 }],
  ['organizer', 'organizers', '/organizers?per_page=50', { per_page: 50 }],
  ['category', 'categories', '/categories?hide_empty=false', { hide_empty: false }],
  ['tag', 'tags', '/tags?hide_empty=false', { hide_empty: false }],
] as const;

const plain = (records: object[]) =>
  JSON.parse(JSON.stringify(records).replaceAll(/[\w.]+(?::\d+)?\?id=/g, 'host?id='));

async function expectAsRead() {
  for (const [type, key, path, query] of LISTS) {
    expect(plain(await served(api(path), key))).toEqual(plain(await read(type, query)));
  }
}

let full: Record<string, string>;
let event: Stored;
let venue: Stored;
let organizer: Stored;
let category: Stored;
let tag: Stored;

beforeAll(async () => {
  full = bearer(await apiToken('full-access'));
  venue = await buildVenue();
  organizer = await buildOrganizer();
  category = await buildCategory();
  tag = await buildTag();
  event = await buildEvent({
    venue: [venue.public_id],
    organizer: [organizer.public_id],
    categories: [category.public_id],
    tags: [tag.public_id],
    custom_fields: { level: { label: 'Level', value: 'all' } },
  });
});

describe('cached public records (D8.12)', () => {
  it('take one statement per list or record while nothing changes', async () => {
    expect(await fewest(api('/events'))).toBe(1);
    expect(await fewest(api(`/events?categories=${category.public_id}`))).toBe(1);
    expect(await fewest(api(`/events/${event.public_id}`))).toBe(1);
    expect(await fewest(api('/venues'))).toBe(1);
    expect(await fewest(api('/categories'))).toBe(1);
  });

  it('stay byte-identical after requests for other fields, envelopes and languages', async () => {
    const { text } = await get(another(api('/events')));
    for (let at = 0; at < 3; at += 1) expect((await get(another(api('/events')))).text).toBe(text);
    expect(JSON.stringify(JSON.parse(text))).toBe(text);
    const { body } = await get(another(api('/events?_fields=events.title')));
    expect(body.events[0]).toEqual({ title: event.title });
    const enveloped = await get(another(api('/events?_envelope')));
    expect(enveloped.body.body).toEqual(JSON.parse(text));
    const french = await get(another(api('/events', 'fr')));
    expect(french.body.events[0].rest_url).toContain('/fr/calendar/');
    expect((await get(another(api('/events')))).text).toBe(text);
  });

  it('never expose what only an editor or a password may open', async () => {
    const secret = await buildEvent({ title: 'Closed', password: 'word' });
    const path = api(`/events?include=${secret.public_id}`);
    const isMapShown = async (headers = {}) =>
      (await get(another(path), headers)).body.events[0].show_map;
    for (let at = 0; at < 2; at += 1) {
      expect(await isMapShown()).toBeNull();
      expect(await isMapShown(full)).toBe(true);
    }
    const single = api(`/events/${secret.public_id}`);
    const opened = await get(another(`${single}?password=word`));
    expect([opened.status, opened.body.show_map]).toEqual([200, true]);
    expect((await get(another(single))).status).toBe(403);
    expect(await isMapShown()).toBeNull();
  });

  it('are not changed when code of the host mutates a result', async () => {
    const find = async () =>
      (await service('event').find({ include: `${event.public_id}` }, { caller: ANYBODY }))
        .records[0];
    const first = await find();
    first.custom_fields.level.label = 'Changed';
    first.title = 'Changed';
    first.venue.venue = 'Changed';
    const { label } = (await find()).custom_fields.level;
    expect([label, (await find()).title, (await find()).venue.venue]).toEqual([
      'Level',
      event.title,
      venue.venue,
    ]);
  });

  it.each(allDoors)('are up to date after each write through %s', async (name, door) => {
    await expectAsRead();
    const { documentId } = event;
    await door.update('event', documentId, { title: `By ${name}` });
    await door.publish('event', documentId);
    await expectAsRead();
    await door.update('venue', venue.documentId, { venue: `Hall of ${name}` });
    await door.publish('venue', venue.documentId);
    await expectAsRead();
    await door.update('organizer', organizer.documentId, { organizer: `${name} and sons` });
    await door.publish('organizer', organizer.documentId);
    await send('PATCH', api(`/categories/${category.public_id}`), { name: `Of ${name}` }, full);
    await expectAsRead();
    const other = await door.create('event', {
      title: 'Another',
      start_date: '2030-05-01 10:00:00',
      end_date: '2030-05-01 12:00:00',
      timezone: 'UTC',
      tags: [tag.public_id],
    });
    await door.publish('event', other.documentId);
    await expectAsRead();
    await door.remove('event', other.documentId);
    await expectAsRead();
    expect((await served(api('/events'), 'events'))[0]).toMatchObject({ title: `By ${name}` });
  });

  it('are up to date after changes to a picture and by direct SQL', async () => {
    const image = await buildPicture();
    await strapi
      .documents('plugin::calendar.event')
      .update({ documentId: event.documentId, data: { image } as never });
    await strapi.documents('plugin::calendar.event').publish({ documentId: event.documentId });
    await expectAsRead();
    await strapi.db
      .query('plugin::upload.file')
      .update({ where: { id: image }, data: { width: 77 } });
    await expectAsRead();
    const [first] = await served(api('/events'), 'events');
    expect(first).toMatchObject({ image: { width: 77 } });
    await strapi.db
      .getConnection('calendar_tags')
      .where({ public_id: tag.public_id })
      .update({ name: 'By SQL' });
    await expectAsRead();
  });

  it('include a parent event once its publication date has passed', async () => {
    const { parent, path, before, untilThen } = await doneBefore(async (date) => {
      const parent = await buildEvent({ date });
      const child = await buildEvent({ post_parent: parent.public_id });
      const path = api(`/events?include=${child.public_id}`);
      return { parent, path, before: await served(path, 'events') };
    }, 5000);
    expect(before[0]).toMatchObject({ post_parent: 0 });
    await untilThen();
    expect((await served(path, 'events'))[0]).toMatchObject({ post_parent: parent.public_id });
  });
});
