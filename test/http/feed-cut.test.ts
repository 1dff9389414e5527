import { uidOf } from '../../src/plugins/calendar/server/src/settings/record-types';
import { READERS, valuesOf } from '../support/calendars';
import { inFull } from '../support/extent';
import { api, get } from '../support/http';
import { listAnew } from '../support/listed';

/** Slightly more events than the maximum of a feed. */
const EVENTS = 2003;
const MOST = 2000;
const AT_ONCE = 250;
const HOUR = 60 * 60 * 1000;
const FIRST = Date.UTC(2040, 0, 1);
const WINDOW = 'start_date=2040-01-01&end_date=2041-01-01';

/** The row of a published event, an hour after the previous one. */
function row(number: number) {
  const start = new Date(FIRST + number * HOUR);
  const wall = start.toISOString().slice(0, 19).replace('T', ' ');
  return {
    public_id: 100_000 + number,
    documentId: `many-${number}`,
    locale: 'en',
    publishedAt: new Date(0),
    date: new Date(0),
    title: `Event ${number}`,
    slug: `event-${number}`,
    timezone: 'UTC',
    ...{ start_date: wall, end_date: wall, utc_start_date: start, utc_end_date: start },
  };
}

/** Inserts rows directly, as the Document Service would take a minute. */
beforeAll(async () => {
  const events = strapi.db.query(uidOf('event'));
  const rows = Array.from({ length: EVENTS }, (_, number) => row(number));
  for (let from = 0; from < EVENTS; from += AT_ONCE)
    await events.createMany({ data: rows.slice(from, from + AT_ONCE) });
  await listAnew();
});

const titles = (text: string) => READERS['ical.js'](text).map(({ title }) => title);

it('contains the first 2,000 events and a notice that there are more', async () => {
  const { text } = await get(api(`/events.ics?${WINDOW}`));
  expect(titles(text)).toEqual(Array.from({ length: MOST }, (_, number) => `Event ${number}`));
  const said = `This calendar contains only the first ${MOST} of ${EVENTS} events. Add filters to its address to shorten it.`;
  for (const name of ['X-WR-CALDESC', 'DESCRIPTION'])
    expect(valuesOf(text.split('BEGIN:VEVENT')[0] ?? '', name)).toEqual([said]);
});

inFull('contains all events and no notice when the limit is not exceeded', async () => {
  const { text } = await get(
    api(`/events.ics?${WINDOW}&starts_after=2040-01-01T02:00:00Z&strict_dates=1`),
  );
  expect(titles(text)).toHaveLength(MOST);
  expect(valuesOf(text, 'X-WR-CALDESC')).toEqual([]);
});
