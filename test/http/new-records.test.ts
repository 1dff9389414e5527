import type { RecordType } from '../../src/plugins/calendar/server/src/settings/record-types';
import { uidOf } from '../../src/plugins/calendar/server/src/settings/record-types';
import { readSettings } from '../../src/plugins/calendar/server/src/settings/settings';
import { apiToken, bearer } from '../support/callers';
import { api, send } from '../support/http';
import { buildEvent, buildTag } from '../support/records';
import { withSettings } from '../support/settings';

const MOST = 5;
const MADE: RecordType[] = ['event', 'venue', 'organizer', 'category', 'tag'];
const times = { start_date: '2040-05-01 18:00:00', end_date: '2040-05-01 20:00:00' };

withSettings({ limits: readSettings({ limits: { newRecords: MOST } }).limits });

let full: Record<string, string>;

beforeAll(async () => {
  full = bearer(await apiToken('full-access'));
});

const create = (fields: object, language?: string) =>
  send('POST', api('/events', language), { title: 'Fair', ...times, ...fields }, full);

const counts = () => Promise.all(MADE.map((type) => strapi.db.query(uidOf(type)).count()));

const names = (word: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${word} ${at}`);

const venues = (word: string, count: number) => names(word, count).map((venue) => ({ venue }));

describe('new records created by one write (D9.7)', () => {
  it.each([
    ['tags', { tags: names('one', MOST + 1) }],
    ['tags', { tags: names('two', MOST + 1).join(',') }],
    ['venue', { venue: venues('three', MOST + 1) }],
    ['tags', { venue: venues('four', MOST - 1), categories: ['four'], tags: ['four'] }],
  ])('are limited across all types together: %s', async (field, fields) => {
    const before = await counts();
    const { status, body } = await create(fields);
    expect([status, body.code, Object.keys(body.data.params ?? {})]).toEqual([
      400,
      'rest_invalid_param',
      [field],
    ]);
    expect(body.data.params[field]).toContain(String(MOST));
    expect(await counts()).toEqual(before);
  });

  it('exclude records that exist already', async () => {
    const { slug } = await buildTag();
    const { status, body } = await create({ tags: [...names('five', MOST), slug] });
    expect([status, body.tags?.length]).toEqual([201, MOST + 1]);
    const again = await create({ tags: names('five', MOST), venue: { venue: 'Five' } });
    expect(again.status).toBe(201);
  });

  it('are limited for updates too, with a message in the requested language', async () => {
    const { public_id } = await buildEvent();
    const tags = names('six', MOST + 1);
    const { status, body } = await send('PATCH', api(`/events/${public_id}`, 'fr'), { tags }, full);
    expect([status, body.data.params.tags]).toEqual([
      400,
      'créerait plus de 5 nouvelles fiches en une seule requête.',
    ]);
  });

  it('beyond the limit are rejected before their images are fetched', async () => {
    const image = 'https://pictures.invalid/a.png';
    const known = names('seven', MOST + 1).map((venue) => ({ venue, image: 0 }));
    const { status, body } = await create({ venue: [...known, { venue: 'Last', image }] });
    expect([status, Object.keys(body.data.params)]).toEqual([400, ['venue']]);
    expect(body.data.params.venue).toContain(String(MOST));
  });
});
