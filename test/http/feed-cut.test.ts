import { loadSite } from '../../scripts/bench/loader.cjs';
import { READERS, valuesOf } from '../support/calendars';
import { api, get } from '../support/http';

/** Some more than a feed holds. */
const EVENTS = 2040;
const MOST = 2000;
const ALL = 'start_date=1990-01-01&end_date=2090-01-01';

beforeAll(() => loadSite(strapi, { events: EVENTS }), 60_000);

it('holds 2,000 events, the first ones, and says to people and programs that there are more', async () => {
  const { total } = (await get(api(`/events?${ALL}`))).body;
  expect(total).toBeGreaterThan(MOST);
  const { text } = await get(api(`/events.ics?${ALL}`));
  const events = READERS['ical.js'](text);
  expect(new Set(events.map(({ uid }) => uid)).size).toBe(MOST);
  const timed = events.filter(({ start }) => start.includes('T')); // Days begin at other instants elsewhere.
  const starts = timed.map(({ start }) => Date.parse(start));
  expect(starts).toEqual([...starts].sort((one, other) => one - other));
  const page = (await get(api(`/events?${ALL}&per_page=50&page=${MOST / 50}`))).body.events;
  expect(events.at(-1)?.title).toBe(page.at(-1).title);
  const said = `Only the first ${MOST} of ${total} events are in this calendar. Filters in its address make it shorter.`;
  for (const name of ['X-WR-CALDESC', 'DESCRIPTION'])
    expect(valuesOf(text.split('BEGIN:VEVENT')[0] ?? '', name)).toEqual([said]);
});

it('says nothing where all are in it', async () => {
  const { text } = await get(api('/events.ics?featured=true'));
  expect(valuesOf(text, 'X-WR-CALDESC')).toEqual([]);
});
