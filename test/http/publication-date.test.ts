import { asListed } from '../support/as-listed';
import { apiToken, bearer } from '../support/callers';
import { api, get, send } from '../support/http';
import { buildEvent, buildOrganizer, buildVenue } from '../support/records';
import { withSettings } from '../support/settings';

const times = { start_date: '2040-05-01 18:00:00', end_date: '2040-05-01 20:00:00' };
const builders = { events: buildEvent, venues: buildVenue, organizers: buildOrganizer };
const NAMES = { events: 'title', venues: 'venue', organizers: 'organizer' } as const;

type Path = keyof typeof builders;

let full: Record<string, string>;

beforeAll(async () => {
  full = bearer(await apiToken('full-access'));
});

describe.each(['events', 'venues', 'organizers'] as Path[])(
  'the date of publication of %s',
  (path) => {
    withSettings({ timezone: 'America/New_York' });

    const sent = (more: object) => ({
      [NAMES[path]]: 'Dated',
      ...(path === 'events' && { ...times, timezone: 'Asia/Tokyo' }),
      ...more,
    });
    const post = async (more: object) =>
      (await send('POST', api(`/${path}`), sent(more), full)).body;

    it('is read in the time zone of the site, not of the record', async () => {
      const made = await post({ date: '2026-01-02 03:04:05' });
      expect(made).toMatchObject({ date: '2026-01-02 03:04:05', date_utc: '2026-01-02 08:04:05' });
    });

    it('is date_utc when both are sent', async () => {
      const both = { date: '2026-01-02 03:04:05', date_utc: '2020-06-01 12:00:00' };
      const dates = { date: '2020-06-01 08:00:00', date_utc: '2020-06-01 12:00:00' };
      const { id, ...made } = await post(both);
      expect(made).toMatchObject(dates);
      const { public_id } = await builders[path]();
      const { body } = await send('PATCH', api(`/${path}/${public_id}`), both, full);
      expect(body).toMatchObject(dates);
    });

    it('follows the one that changed when the other is sent back unchanged', async () => {
      const { id } = await post({ date: '2026-01-02 03:04:05' });
      const before = (await get(api(`/${path}/${id}`), full)).body;
      const put = async (more: object) =>
        (await send('PUT', api(`/${path}/${id}`), { ...before, ...more }, full)).body;
      const unchanged = { modified: '', modified_utc: '' };
      expect({ ...(await put({})), ...unchanged }).toEqual({
        ...asListed(before),
        ...unchanged,
      });
      expect(await put({ date: '2025-07-01 00:00:00' })).toMatchObject({
        date: '2025-07-01 00:00:00',
        date_utc: '2025-07-01 04:00:00',
      });
    });

    it('in the copy of a just published record does not schedule it', async () => {
      const original = await post({});
      const { id, slug, ...served } = (await get(api(`/${path}/${original.id}`), full)).body;
      const { status, body } = await send('POST', api(`/${path}`), served, full);
      expect([status, body.status]).toEqual([201, 'publish']);
      expect(body).toMatchObject({ date: original.date, date_utc: original.date_utc });
      const { date_utc, ...local } = served;
      expect((await send('POST', api(`/${path}`), local, full)).body.status).toBe('publish');
    });
  },
);
