import { uidOf } from '../../src/plugins/calendar/server/src/settings/record-types';
import { admin } from '../support/admin';
import { adminWith } from '../support/admin-roles';
import { api, get, send } from '../support/http';
import { buildEvent } from '../support/records';

const dryRun = (values: unknown, language?: string, type = 'event') =>
  admin('POST', `/calendar/admin/dry-run/${type}`, { values, language });

const times = (start_date: string, end_date: string, data = {}) => ({
  ...{ start_date, end_date, timezone: 'Asia/Tokyo', all_day: false },
  ...data,
});

const REFUSED: [string, Record<string, unknown>][] = [
  ['website', { website: 'example.org' }],
  ['ticket_url', { ticket_url: 'javascript:alert(1)' }],
  ['end_date', times('2027-01-02 10:00:00', '2027-01-02 09:59:59')],
  ['timezone', times('2027-01-02 10:00:00', '2027-01-02 11:00:00', { timezone: 'Mars/Base' })],
  ['start_date', times('2027-02-30 10:00:00', '2027-03-02 11:00:00')],
  ['currency_symbol', { currency_symbol: 'x'.repeat(256) }],
  ['custom_fields', { custom_fields: JSON.parse(`{"a": ${'['.repeat(2500)}${']'.repeat(2500)}}`) }],
];

describe('validation while somebody types (D9.9)', () => {
  it.each(REFUSED)('reports at %s the same error as a save', async (field, values) => {
    const saved = await admin(
      'POST',
      `/content-manager/collection-types/${uidOf('event')}?locale=en`,
      {
        title: 'Refused',
        ...values,
      },
    );
    expect(saved.status).toBe(400);
    const { errors } = saved.body.error.details;
    const said = Object.fromEntries(
      errors.map(({ path, message }: { path: string[]; message: string }) => [path[0], message]),
    );
    expect(said).toHaveProperty(field);
    expect((await dryRun(values)).body.faults).toEqual(said);
  });

  it.each([
    ['geo_lat', '48°51′'],
    ['geo_lat', 90.5],
    ['geo_lng', -3703.8],
  ])(
    'names the degrees of a venue that a draft would be refused for too: %s %s',
    async (field, value) => {
      const { body } = await dryRun({ [field]: value }, 'en', 'venue');
      expect(body.faults).toEqual({ [field]: expect.stringMatching(/number of degrees between/) });
      const path = `/content-manager/collection-types/${uidOf('venue')}?locale=en`;
      expect((await admin('POST', path, { venue: 'Pier', [field]: value })).status).toBe(400);
    },
  );

  it('returns the instants that a save would store', async () => {
    const wall = times('2027-03-14 02:30:00', '2027-03-14 03:30:00', {
      timezone: 'America/New_York',
    });
    const event = await buildEvent(wall);
    const { body } = await dryRun(wall);
    expect(body.faults).toEqual({});
    expect(body.times).toEqual({
      ...{ start_date: event.start_date, end_date: event.end_date, timezone: event.timezone },
      all_day: false,
      utc_start_date: new Date(event.utc_start_date as string).toISOString(),
      utc_end_date: new Date(event.utc_end_date as string).toISOString(),
    });
    expect((await dryRun({ start_date: null, timezone: null })).body.times.timezone).toBe('UTC');
  });

  it.each([
    ['en', { cost: '10-25' }],
    ['fr', { cost: '0' }],
    ['en', { cost: '1 200', currency_symbol: '€', currency_position: 'postfix' }],
  ])('returns the cost as the interface formats it: %s %j', async (language, values) => {
    const event = await buildEvent({ title: 'Prix', ...values }, { language });
    const shown = await get(api(`/events/${event.public_id}?i18n_language=${language}`));
    expect((await dryRun(values, language)).body.cost).toBe(shown.body.cost);
  });

  it('ignores unknown attributes, and rejects invalid values and types', async () => {
    const odd = { constructor: 1, __proto__: 2, none: { deep: [] } };
    expect((await dryRun(odd)).body.faults).toEqual({});
    for (const values of [undefined, null, 'x', []])
      expect((await dryRun(values)).status).toBe(400);
    expect((await dryRun({}, undefined, 'banana')).status).toBe(405);
  });

  it('requires a login and permission to read the type', async () => {
    const path = '/calendar/admin/dry-run/event';
    expect((await send('POST', path, { values: {} })).status).toBe(401);
    const venues = await adminWith('venue', ['read']);
    expect((await venues('POST', path, { values: {} })).status).toBe(403);
  });
});
