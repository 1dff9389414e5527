import type { RecordService } from '../../src/plugins/calendar/server/src/records';
import { ANYBODY } from '../support/anybody';
import { boxOffice } from '../support/box-office';
import { api, get } from '../support/http';

interface Shown {
  id: number;
  [field: string]: unknown;
}

const service = (name: string): RecordService => strapi.plugin('calendar').service(name);

it('lets another plugin write and read records as the interface shows them', async () => {
  const shows = boxOffice();
  const { id } = (await shows.announce('Ubu', 'Great Hall')) as Shown;
  const { body: served } = await get(api(`/events/${id}`));
  expect(served).toMatchObject({ title: 'Ubu', status: 'publish' });
  expect(served.venue).toMatchObject({ venue: 'Great Hall' });
  const shown = (await shows.shown(id)) as Shown;
  expect(Object.keys(shown)).toEqual(Object.keys(served));
  expect(shown).toMatchObject({ id, title: 'Ubu', start_date: served.start_date });

  const { records, total, total_pages } = await shows.coming();
  expect({ total, total_pages }).toEqual({ total: 1, total_pages: 1 });
  expect(records).toMatchObject([{ id, title: 'Ubu' }]);

  expect(await shows.postpone(id)).toMatchObject({ id, title: 'Ubu', event_status: 'postponed' });
  expect((await get(api(`/events/${id}`))).body.event_status).toBe('postponed');

  expect(await shows.callOff(id)).toMatchObject({ id, status: 'trash' });
  expect((await shows.coming()).total).toBe(0);
});

it.each([
  ['venue', { venue: 'Hall' }, { city: 'Fès' }, { venue: 'Hall', city: 'Fès' }],
  ['organizer', { organizer: 'Guild' }, { phone: '1' }, { organizer: 'Guild', phone: '1' }],
  ['category', { name: 'Music' }, { description: 'Loud' }, { name: 'Music', description: 'Loud' }],
  ['tag', { name: 'Free' }, { description: 'No fee' }, { name: 'Free', description: 'No fee' }],
])('creates, updates, finds and removes a %s', async (name, data, change, expected) => {
  const records = service(name);
  const { id } = (await records.create(data)) as Shown;
  expect(await records.update(id, change)).toMatchObject({ id, ...expected });
  expect(await records.findOne(id)).toMatchObject({ id, ...expected });
  const { records: listed, total } = await records.find({ hide_empty: false });
  expect(listed).toContainEqual(expect.objectContaining({ id, ...expected }));
  expect(await records.remove(id)).toMatchObject({ id, ...expected });
  expect((await records.find({ hide_empty: false })).total).toBe(total - 1);
});

it('writes in the language given in the options or among the fields', async () => {
  const venues = service('venue');
  const { id } = (await venues.create({ venue: 'Salle' }, { language: 'fr' })) as Shown;
  await venues.update(id, { venue: 'Sala', i18n_language: 'es' });
  expect(await venues.findOne(id, { language: 'fr' })).toMatchObject({ venue: 'Salle' });
  expect(await venues.findOne(id, { language: 'es' })).toMatchObject({ venue: 'Sala' });
});

it('rejects what the interface rejects with the same status, and stores nothing', async () => {
  await expect(service('event').create({ title: 'No time' })).rejects.toMatchObject({
    status: 400,
    refusal: { code: 'rest_missing_callback_param', data: { params: ['start_date', 'end_date'] } },
  });
  const wrong = { title: 'Wrong', start_date: 'never', end_date: '2031-01-01', cost: [] };
  await expect(service('event').create(wrong)).rejects.toMatchObject({
    status: 400,
    refusal: { code: 'rest_invalid_param', params: { start_date: expect.anything() } },
  });
  await expect(service('event').findOne(404)).rejects.toMatchObject({
    status: 404,
    refusal: { code: 'rest-event-not-found' },
  });
  await expect(service('event').findOne(1.5)).rejects.toMatchObject({ status: 404 });
  await expect(service('event').find({ page: 2 })).rejects.toMatchObject({
    status: 404,
    refusal: { code: 'event-archive-page-not-found' },
  });
  const backwards = { title: 'Back', start_date: '2031-01-02', end_date: '2031-01-01' };
  await expect(service('event').create(backwards)).rejects.toMatchObject({
    status: 400,
    refusal: { code: 'rest_invalid_param', params: { end_date: expect.anything() } },
  });
  const german = { language: 'de' as never };
  const { total } = await service('venue').find();
  for (const asked of [
    service('venue').find({}, german),
    service('venue').findOne(1, german),
    service('venue').create({ venue: 'Saal' }, german),
    service('venue').update(1, {}, german),
    service('venue').remove(1, german),
  ]) {
    await expect(asked).rejects.toMatchObject({
      status: 400,
      refusal: { code: 'rest_invalid_param', params: { language: expect.anything() } },
    });
  }
  expect((await service('venue').find()).total).toBe(total);
  await expect(service('event').find({ per_page: 'many', page: 0 })).rejects.toMatchObject({
    status: 400,
    refusal: { params: { per_page: expect.anything(), page: expect.anything() } },
  });
  expect((await service('event').find()).total).toBe(0);
});

it('applies the permissions of the given caller', async () => {
  const venues = service('venue');
  const { id } = (await venues.create({ venue: 'Draft', status: 'draft' })) as Shown;
  expect((await venues.find({ status: 'draft' })).total).toBe(1);
  const seen = await venues.find({}, { caller: ANYBODY });
  expect(seen.records).not.toContainEqual(expect.objectContaining({ id }));
  await expect(venues.findOne(id, { caller: ANYBODY })).rejects.toMatchObject({ status: 403 });
  await expect(venues.update(id, { city: 'X' }, { caller: ANYBODY })).rejects.toMatchObject({
    status: 403,
  });
});
