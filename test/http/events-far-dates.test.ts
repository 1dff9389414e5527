import { apiToken, bearer } from '../support/callers';
import { api, get, send } from '../support/http';

const EVENTS = [
  ['0001-01-01 00:00:00', '0001-01-02 00:00:00', 'America/New_York'],
  ['0099-03-01 10:00:00', '0100-03-01 10:00:00', 'Europe/Paris'],
  ['1000-06-15 12:00:00', '1000-06-15 13:00:00', 'Asia/Riyadh'],
  ['1969-12-31 23:00:00', '1970-01-01 01:00:00', 'UTC'],
  ['2040-01-01 10:00:00', '9999-12-31 18:59:59', 'America/New_York'],
  ['9999-12-31 00:00:00', '9999-12-31 23:59:59', 'UTC'],
] as const;

const ALL = 'start_date=0001-01-01&end_date=9999-12-31&per_page=50';

interface Dated {
  id: number;
  start_date: string;
}

let full: Record<string, string>;
const ids: number[] = [];

beforeAll(async () => {
  full = bearer(await apiToken('full-access'));
  for (const [start_date, end_date, timezone] of EVENTS.toReversed()) {
    const sent = { title: `In ${start_date}`, start_date, end_date, timezone };
    const { status, body } = await send('POST', api('/events'), sent, full);
    expect([status, body]).toMatchObject([201, sent]);
    ids.unshift(body.id);
  }
});

it.each([
  ['9999-12-31T20:00:00Z', 'Asia/Tokyo'],
  ['0001-01-01T02:00:00Z', 'America/New_York'],
])('rejects %s in %s, where its year does not have four digits', async (start_date, timezone) => {
  const sent = { title: 'Beyond', start_date, end_date: start_date, timezone };
  const { status, body } = await send('POST', api('/events'), sent, full);
  expect([status, Object.keys(body.data?.params ?? {})]).toEqual([400, ['start_date', 'end_date']]);
});

const idsOf = async (query: string) => {
  const { status, body } = await get(api(`/events?${query}`));
  expect([status, body.total]).toEqual([200, body.events.length]);
  return body.events.map(({ id }: Dated) => id);
};

it('lists events from year 1 to 9999 by their start', async () => {
  expect(await idsOf(ALL)).toEqual(ids);
});

it.each([
  ['start_date=9999-12-31&strict_dates=1&end_date=9999-12-31 23:59:59', [5]],
  ['starts_before=0001-01-01 05:00:00&strict_dates=1', [0]],
  ['ends_before=1000-01-01&strict_dates=1', [0, 1]],
  ['starts_after=1000-01-01&starts_before=1970-01-01&strict_dates=1', [2, 3]],
  ['ends_after=9999-12-31 23:59:58&strict_dates=1', [4, 5]],
  ['ends_after=9999-12-30', [4, 5]],
])('finds events by %s', async (query, places) => {
  expect(await idsOf(query.replaceAll(' ', '%20'))).toEqual(places.map((place) => ids[place]));
});

it('keeps each event unchanged when it is sent back', async () => {
  for (const id of ids) {
    const before = await get(api(`/events/${id}`), full);
    const { status } = await send('PUT', api(`/events/${id}`), before.body, full);
    const { modified, modified_utc, ...after } = (await get(api(`/events/${id}`), full)).body;
    expect([status, { ...before.body, ...after }]).toEqual([200, before.body]);
    const [start, end] = [after.json_ld.startDate, after.json_ld.endDate].map(Date.parse);
    expect([start, end]).toEqual(
      [after.utc_start_date, after.utc_end_date].map((utc) =>
        Date.parse(`${utc.replace(' ', 'T')}Z`),
      ),
    );
  }
});
