import { api, get } from '../support/http';
import { pathOf } from '../support/pages';
import { buildEvent } from '../support/records';
import { withSettings } from '../support/settings';

const ids = new Map<string, number>();

async function build(title: string, start_date: string, end_date: string, timezone = 'UTC') {
  const { public_id } = await buildEvent({ title, start_date, end_date, timezone });
  ids.set(title, public_id);
}

async function found(query: Record<string, string>): Promise<string[]> {
  const { status, body } = await get(api(`/events?${new URLSearchParams(query)}`));
  expect([status, body.message]).toEqual([200, undefined]);
  const replayed = await get(pathOf(body.rest_url));
  expect(replayed.body).toEqual({ ...body, feed_url: replayed.body.feed_url }); // It contains the filters as sent.
  return body.events.map(({ title }: { title: string }) => title);
}

describe('on a site in UTC', () => {
  beforeAll(async () => {
    await build('e0', '2018-01-01 00:00:00', '2018-01-01 01:00:00');
    await build('e1', '2018-01-01 16:00:00', '2018-01-01 16:30:00');
    await build('e2', '2018-01-01 20:00:00', '2018-01-01 20:30:00');
    await build('e3', '2018-01-02 00:00:00', '2018-01-02 10:30:00');
    await build('long', '2017-12-30 10:00:00', '2018-01-02 10:00:00');
  });

  it.each([
    [{ start_date: '2018-01-01', end_date: '2018-01-01' }, ['e0', 'e1', 'e2']],
    [{ start_date: '2018-01-01 15:00:00', end_date: '2018-01-01 18:00:00' }, ['e0', 'e1', 'e2']],
    [
      { start_date: '2018-01-01 15:00:00', end_date: '2018-01-01 18:00:00', strict_dates: 'true' },
      ['e1'],
    ],
    [
      { start_date: '2018-01-01 16:00:00', end_date: '2018-01-01 16:30:00', strict_dates: '1' },
      ['e1'],
    ],
    [{ starts_before: '2018-01-01' }, ['long', 'e0', 'e1', 'e2']],
    [{ starts_before: '2018-01-01', strict_dates: 'true' }, ['long']],
    [{ starts_after: '2018-01-01' }, ['e3']],
    [{ starts_after: '2018-01-01 20:00:00', strict_dates: 'true' }, ['e3']],
    [{ ends_before: '2018-01-01' }, ['e0', 'e1', 'e2']],
    [{ ends_before: '2018-01-01 20:30:00', strict_dates: 'true' }, ['e0', 'e1']],
    [{ ends_after: '2018-01-01' }, ['long', 'e3']],
    [{ ends_after: '2018-01-02 10:00:00', strict_dates: 'true' }, ['e3']],
    [{ ends_after: '2017-12-31', starts_before: '2018-01-01' }, ['long', 'e0', 'e1', 'e2']],
    [{ start_date: '2018-01-01', ends_before: '2018-01-01' }, ['e0', 'e1', 'e2']],
    [{ start_date: '1514764800', end_date: '20180102' }, ['e0', 'e1', 'e2', 'e3']],
    [{ start_date: '2018-01-01T21:00:00+05:00', strict_dates: 'on', end_date: '20180101' }, []],
    [
      { start_date: '2018-01-01T21:00:00+05:00', strict_dates: 'on', end_date: '20180102' },
      ['e1', 'e2'],
    ],
  ])('%j finds %j', async (query, expected) => {
    expect(await found(query as Record<string, string>)).toEqual(expected);
  });

  it('returns the searched days in rest_url', async () => {
    const { body } = await get(
      api('/events?start_date=2018-01-01&starts_after=2018-01-01%2015:00'),
    );
    const { searchParams } = new URL(body.rest_url);
    expect(searchParams.get('start_date')).toBe('2018-01-01 00:00:00');
    expect(searchParams.get('starts_after')).toBe('2018-01-01 23:59:59');
    expect(searchParams.has('end_date')).toBe(false);
  });

  it('searches from today to 24 months ahead by default', async () => {
    const { body } = await get(api('/events'));
    const { searchParams } = new URL(body.rest_url);
    const today = new Date().toISOString().slice(0, 10);
    expect(searchParams.get('start_date')).toBe(`${today} 00:00:00`);
    expect(searchParams.get('end_date')).toMatch(
      new RegExp(`^${Number(today.slice(0, 4)) + 2}-.{5} 23:59:59$`),
    );
    expect(body.total).toBe(0);
  });
});

describe('on a site in Paris', () => {
  withSettings({ timezone: 'Europe/Paris' });

  beforeAll(async () => {
    // Clock changes: from 03:00 back to 02:00 on 2026-10-25, from 02:00 to 03:00 on 2027-03-28.
    await build('early', '2026-10-24 22:30:00', '2026-10-24 23:00:00', 'UTC');
    await build('first half past two', '2026-10-25 00:30:00', '2026-10-25 00:45:00', 'UTC');
    await build('second half past two', '2026-10-25 01:30:00', '2026-10-25 01:45:00', 'UTC');
    await build('late', '2026-10-25 22:30:00', '2026-10-25 22:59:59', 'UTC');
    await build('next day', '2026-10-25 23:00:00', '2026-10-25 23:30:00', 'UTC');
    await build('Tokyo', '2027-03-28 08:00:00', '2027-03-28 09:00:00', 'Asia/Tokyo');
    await build('Tokyo later', '2027-03-29 07:00:00', '2027-03-29 07:30:00', 'Asia/Tokyo');
  });

  const autumn = ['early', 'first half past two', 'second half past two', 'late'];

  it.each([
    [{ start_date: '2026-10-25', end_date: '2026-10-25' }, autumn],
    [{ starts_after: '2026-10-24', starts_before: '2026-10-25' }, autumn],
    [{ start_date: '2026-10-26', end_date: '2026-10-26' }, ['next day']],
    [{ start_date: '2026-10-25 02:30:00', end_date: '2026-10-25', strict_dates: 'true' }, []],
    [
      { start_date: '2026-10-25 02:30:00', end_date: '2026-10-25 12:00', strict_dates: 'true' },
      ['first half past two', 'second half past two'],
    ],
    [
      { start_date: '2026-10-25T01:30:00Z', end_date: '2026-10-25 12:00', strict_dates: 'true' },
      ['second half past two'],
    ],
    [{ start_date: '2027-03-28', end_date: '2027-03-28' }, ['Tokyo']],
    [{ start_date: '2027-03-28', end_date: '2027-03-29' }, ['Tokyo', 'Tokyo later']],
  ])('%j finds %j', async (query, expected) => {
    expect(await found(query as Record<string, string>)).toEqual(expected);
  });

  it('keeps an event in its own time zone', async () => {
    const { body } = await get(api(`/events/${ids.get('Tokyo')}`));
    expect(body).toMatchObject({
      start_date: '2027-03-28 08:00:00',
      timezone: 'Asia/Tokyo',
      utc_start_date: '2027-03-27 23:00:00',
      utc_start_date_details: {
        year: '2027',
        month: '03',
        day: '27',
        hour: '23',
        minutes: '00',
        seconds: '00',
      },
    });
  });
});
