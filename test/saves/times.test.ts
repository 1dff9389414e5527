import { allDoors, doors } from '../support/doors';
import { split } from '../support/extent';
import { rowsOf } from '../support/rows';

const night = { title: 'Night', timezone: 'America/New_York', end_date: '2026-11-01 12:00:00' };

describe.each(split(allDoors))('times through %s (D5)', (_name, door) => {
  it('keep the wall time and derive the UTC instants from the time zone', async () => {
    const made = await door.create('event', {
      title: 'Tokyo',
      timezone: 'Asia/Tokyo',
      start_date: '2027-04-01 19:00:00',
      end_date: '2027-04-01 21:30:00',
    });
    expect(made).toMatchObject({
      start_date: '2027-04-01 19:00:00',
      utc_start_date: '2027-04-01T10:00:00.000Z',
      utc_end_date: '2027-04-01T12:30:00.000Z',
    });
  });

  it('ignore UTC instants that are sent', async () => {
    const instants = { utc_start_date: '2001-01-01T00:00:00.000Z', utc_end_date: null };
    const changed = { title: 'Another instant', ...instants };
    const { documentId } = await door.create('event', {
      ...night,
      start_date: '2026-10-31 10:00:00',
    });
    expect(await door.update('event', documentId, changed)).toMatchObject({
      utc_start_date: '2026-10-31T14:00:00.000Z',
      utc_end_date: '2026-11-01T17:00:00.000Z',
    });
  });

  it.each([
    ['2026-11-01 01:30:00', '2026-11-01T05:30:00.000Z'],
    ['2026-11-01 02:30:00', '2026-11-01T07:30:00.000Z'],
    ['2026-10-31 23:59:59', '2026-11-01T03:59:59.000Z'],
  ])('convert %s in a night with a clock change to %s', async (start_date, utc_start_date) => {
    expect(await door.create('event', { ...night, start_date })).toMatchObject({
      start_date,
      utc_start_date,
    });
  });

  it('move a wall time in the gap of a clock change forward', async () => {
    const gap = { start_date: '2027-03-14 02:30:00', end_date: '2027-03-14 05:00:00' };
    expect(await door.create('event', { ...night, ...gap })).toMatchObject({
      start_date: '2027-03-14 03:30:00',
      utc_start_date: '2027-03-14T07:30:00.000Z',
    });
  });

  it('move an end along that a start in the gap would pass', async () => {
    const gap = { start_date: '2027-03-14 02:15:00', end_date: '2027-03-14 03:00:00' };
    const moved = { start_date: '2027-03-14 03:15:00', end_date: '2027-03-14 04:00:00' };
    expect(await door.create('event', { ...night, ...gap })).toMatchObject({
      ...moved,
      utc_end_date: '2027-03-14T08:00:00.000Z',
    });
    const before = { start_date: '2027-03-07 02:15:00', end_date: '2027-03-14 03:00:00' };
    const { documentId } = await door.create('event', { ...night, ...before });
    const late = { start_date: gap.start_date };
    expect(await door.update('event', documentId, late)).toMatchObject(moved);
    const wrong = { ...gap, end_date: '2027-03-14 01:59:00' };
    const refused = { status: 400, fields: ['end_date'] };
    await expect(door.create('event', { ...night, ...wrong })).rejects.toEqual(refused);
  });

  it('of an all-day event run from midnight to the last second of the day', async () => {
    const days = { start_date: '2027-03-13 15:00:00', end_date: '2027-03-14 16:00:00' };
    const made = await door.create('event', { ...night, ...days, all_day: true });
    expect(made).toMatchObject({
      start_date: '2027-03-13 00:00:00',
      end_date: '2027-03-14 23:59:59',
      utc_end_date: '2027-03-15T03:59:59.000Z',
    });
  });

  it.each([
    ['9999-12-31 23:59:59', 'UTC', '9999-12-31T23:59:59.000Z'],
    ['9999-12-31 23:59:59', 'Asia/Tokyo', '9999-12-31T14:59:59.000Z'],
    ['9999-12-31 18:59:59', 'America/New_York', '9999-12-31T23:59:59.000Z'],
  ])('accept an end in the far future: %s in %s', async (end_date, timezone, utc_end_date) => {
    const open = { title: 'Open', start_date: '2040-01-01 10:00:00', end_date, timezone };
    expect(await door.create('event', open)).toMatchObject({ end_date, utc_end_date });
  });

  it.each([
    ['end_date', '9999-12-31 23:59:59', 'America/New_York'],
    ['end_date', '9999-12-31 19:00:00', 'America/New_York'],
    ['start_date', '0001-01-01 00:00:00', 'Asia/Tokyo'],
  ])('are rejected when the UTC year is not between 1 and 9999: %s %s in %s', async (...told) => {
    const [field, value, timezone] = told;
    const made = await door.create('event', { ...night, start_date: '2026-11-01 09:00:00' });
    const data = { [field]: value, timezone };
    const refused = { status: 400, fields: [field] };
    await expect(door.update('event', made.documentId, data)).rejects.toEqual(refused);
    await expect(
      door.create('event', { ...night, start_date: '2026-11-01 09:00:00', ...data }),
    ).rejects.toEqual(refused);
  });

  it('are rejected when a new time zone or all_day moves the end past UTC year 9999', async () => {
    const open = { title: 'Open', start_date: '2040-01-01 10:00:00' };
    const { documentId: id } = await door.create('event', {
      ...open,
      end_date: '9999-12-31 18:59:59',
      timezone: 'America/New_York',
    });
    const refused = { status: 400, fields: ['end_date'] };
    await expect(door.update('event', id, { timezone: 'UTC-6' })).rejects.toEqual(refused);
    await expect(door.update('event', id, { all_day: true })).rejects.toEqual(refused);
  });

  it.each(['9999-12-31T23:59:59-01:00', '0001-01-01T00:00:00+01:00'])(
    'are rejected as a publication date outside the years 1 to 9999: %s',
    async (date) => {
      const saved = door.create('organizer', { organizer: 'Far', date });
      await expect(saved).rejects.toEqual({ status: 400, fields: ['date'] });
    },
  );

  it('keep a stored time zone that only Node knows, which a save cannot choose', async () => {
    const start_date = '2026-11-01 09:00:00';
    const { documentId: id } = await door.create('event', { ...night, start_date });
    const zone = { timezone: 'SystemV/EST5' };
    const refused = { status: 400, fields: ['timezone'] };
    await expect(door.update('event', id, zone)).rejects.toEqual(refused);
    await strapi.db
      .query('plugin::calendar.event')
      .updateMany({ where: { documentId: id }, data: zone });
    const moved = { ...zone, start_date: '2026-11-01 10:00:00' };
    expect(await door.update('event', id, moved)).toMatchObject({
      ...moved,
      utc_start_date: '2026-11-01T15:00:00.000Z',
    });
  });

  it('keep the wall time when only the zone changes', async () => {
    const made = await door.create('event', { ...night, start_date: '2026-11-01 09:00:00' });
    const moved = await door.update('event', made.documentId, { timezone: '+02:00' });
    expect(moved).toMatchObject({
      timezone: 'UTC+2',
      start_date: '2026-11-01 09:00:00',
      utc_start_date: '2026-11-01T07:00:00.000Z',
    });
  });

  it('use the time zone of the site when none is given', async () => {
    const made = await door.create('event', {
      ...night,
      start_date: '2026-11-01 09:00:00',
      timezone: '',
    });
    expect(made).toMatchObject({ timezone: 'UTC', utc_start_date: '2026-11-01T09:00:00.000Z' });
  });

  it('include the date of the first publication, which stays when published again', async () => {
    const made = await door.create('organizer', { organizer: 'Dated' });
    expect(made.date).toBeNull();
    const before = Date.now();
    await door.publish('organizer', made.documentId);
    const first = await door.update('organizer', made.documentId, { phone: '1' });
    const date = Date.parse(first.date as string);
    expect(date).toBeGreaterThanOrEqual(before - 1);
    await door.publish('organizer', made.documentId);
    expect((await door.update('organizer', made.documentId, { phone: '2' })).date).toBe(first.date);
  });
});

describe.each(split(doors))('the date of publication through %s', (_name, door) => {
  it('is not set by publishing a language that the record lacks', async () => {
    const { documentId: id } = await door.create('organizer', { organizer: 'Undated' });
    const before = await rowsOf('organizer', id);
    await door.publish('organizer', id, 'fr').catch(() => undefined);
    expect(await rowsOf('organizer', id)).toEqual(before);
  });
});

describe.each(split(doors))('the times of a draft saved through %s', (_name, door) => {
  it('may be missing, but are required for publishing it', async () => {
    const made = await door.create('event', { title: 'Some day' });
    expect(made).toMatchObject({ start_date: null, utc_start_date: null });
    await expect(door.publish('event', made.documentId)).rejects.toMatchObject({ status: 400 });
  });
});
