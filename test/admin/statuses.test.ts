import { POST_TYPES, uidOf } from '../../src/plugins/calendar/server/src/settings/record-types';
import { admin } from '../support/admin';
import { adminWith } from '../support/admin-roles';
import { apiToken, bearer } from '../support/callers';
import { api, get } from '../support/http';
import { buildEvent, buildOrganizer, buildVenue } from '../support/records';

const BUILD = { event: buildEvent, venue: buildVenue, organizer: buildOrganizer };
const IN_2099 = '2099-12-20T09:00:00.000Z';

const STATES = [
  ['publish', {}, true],
  ['future', { date: IN_2099 }, true],
  ['private', { post_status: 'private' }, true],
  ['pending', { post_status: 'pending' }, false],
  ['draft', {}, false],
  ['trash', {}, true],
] as const;

describe.each(POST_TYPES)('the status of %ss in the admin (D6.8)', (type) => {
  const build = BUILD[type];
  const address = (rest = '', locale = 'en') =>
    `/content-manager/collection-types/${uidOf(type)}${rest}?locale=${locale}`;
  const single = async (documentId: string, locale?: string) =>
    (await admin('GET', address(`/${documentId}`, locale))).body;

  it.each(STATES)(
    'is %s as the interface says, in lists and forms',
    async (state, data, publish) => {
      const record = await build(data, { publish });
      const { documentId } = record;
      if (state === 'trash') {
        await admin('PUT', address(`/${documentId}`), { trashed_at: IN_2099 });
      }
      const headers = bearer(await apiToken('full-access'));
      const { body } = await get(api(`/${type}s/${record.public_id}`), headers);
      expect(body.status).toBe(state);
      const { results } = (await admin('GET', address())).body;
      const row = results.find((each: { documentId: string }) => each.documentId === documentId);
      expect(row.calendar.status).toBe(state);
      const { data: fields, meta } = await single(documentId);
      expect(meta.calendar.status).toBe(state);
      expect(fields).not.toHaveProperty('calendar');
      if (state === 'future') expect(meta.calendar.date).toBe(IN_2099);
    },
  );

  it('is that of the language that is shown', async () => {
    const record = await build({ post_status: 'private' });
    await build({ post_status: 'pending' }, { of: record, language: 'fr', publish: false });
    expect((await single(record.documentId)).meta.calendar.status).toBe('private');
    expect((await single(record.documentId, 'fr')).meta.calendar.status).toBe('pending');
    expect((await single(record.documentId, 'es')).meta).not.toHaveProperty('calendar');
  });

  it('is that of what is published, while a draft says otherwise', async () => {
    const { documentId } = await build({ date: IN_2099 });
    await admin('PUT', address(`/${documentId}`), { date: '2020-01-01T00:00:00.000Z' });
    expect((await single(documentId)).meta.calendar).toEqual({ status: 'future', date: IN_2099 });
  });
});

describe('the list of events in the content manager (D15.6)', () => {
  const LIST = `/content-manager/collection-types/${uidOf('event')}?locale=fr`;
  const named = async (ask: typeof admin) =>
    (await ask('GET', LIST)).body.results.map(
      ({ calendar }: { calendar: { venues?: string[] } }) => calendar.venues,
    );

  it('names venues in the language of the list, or the next that they have', async () => {
    const hall = await buildVenue({ venue: 'Hall' });
    await buildVenue({ venue: 'Halle' }, { of: hall, language: 'fr' });
    const park = await buildVenue({ venue: 'Park' });
    const venue = [park.public_id, hall.public_id, 999_999];
    await buildEvent({ venue }, { language: 'fr' });
    expect(await named(admin)).toContainEqual(['Park', 'Halle']);
  });

  it('names none to whoever may not read venues', async () => {
    expect(await named(await adminWith('event', ['read']))).not.toContainEqual(['Park', 'Halle']);
  });

  it('is searched by its texts, which no column and no filter shows', async () => {
    await buildEvent({ title: 'Sought', description: 'Hollyhocks' });
    const { body } = await admin('GET', `${LIST.replace('fr', 'en')}&_q=hollyhocks`);
    expect(body.results.map(({ title }: { title: string }) => title)).toEqual(['Sought']);
    const { body: told } = await admin('GET', '/content-manager/content-types');
    const { attributes } = told.data.find(({ uid }: { uid: string }) => uid === uidOf('event'));
    expect(attributes).not.toHaveProperty('search_text');
  });
});
