import { events } from '../../../database/sample/events/all-events';
import { organizers } from '../../../database/sample/organizers';
import { timesOf } from '../../../database/sample/times';
import { venues } from '../../../database/sample/venues';
import { instantOf } from '../../../src/plugins/calendar/server/src/kinds/dates/wall-time';
import { LANGUAGES } from '../../../src/plugins/calendar/server/src/settings/languages';

const NOW = new Date('2026-11-20T16:40:00Z');

const instantsOf = ({ when, timezone }: (typeof events)[number]) => {
  const { start_date, end_date, all_day } = timesOf(when, timezone, NOW);
  return { start: instantOf(start_date, timezone), end: instantOf(end_date, timezone), all_day };
};

const languagesOf = ({ texts }: (typeof events)[number]) => Object.keys(texts);
const isFree = (cost: string | undefined) => cost === '0';
const isRange = (cost: string | undefined) => cost?.includes(' - ') ?? false;

it.each([
  ['events', 60, () => true],
  ['past', 8, (event) => instantsOf(event).end < NOW],
  ['running', 5, (event) => instantsOf(event).start <= NOW && instantsOf(event).end > NOW],
  ['upcoming', 40, (event) => instantsOf(event).start > NOW],
  ['all-day', 8, (event) => instantsOf(event).all_day],
  ['three-day', 3, ({ when }) => 'days' in when && when.days === 3],
  ['past midnight', 3, ({ when }) => 'nights' in when && when.nights === 1],
  ['featured', 5, ({ details }) => details?.featured ?? false],
  ['hidden', 2, ({ details }) => details?.hide_from_listings ?? false],
  ['canceled', 2, ({ details }) => details?.event_status === 'canceled'],
  ['postponed', 2, ({ details }) => details?.event_status === 'postponed'],
  ['online', 4, ({ details }) => details?.attendance_mode === 'online'],
  ['mixed', 3, ({ details }) => details?.attendance_mode === 'mixed'],
  ['free', 15, ({ details }) => isFree(details?.cost)],
  ['priced', 20, ({ details }) => Boolean(details?.cost) && !isFree(details?.cost)],
  ['priced in a range', 8, ({ details }) => isRange(details?.cost)],
  ['sold elsewhere', 3, ({ details }) => Boolean(details?.ticket_url)],
  ['part of another', 2, ({ partOf }) => partOf !== undefined],
  ['in all four languages', 30, (event) => languagesOf(event).length === LANGUAGES.length],
  ['in one or two languages', 10, (event) => languagesOf(event).length <= 2],
  ['without English', 3, (event) => !languagesOf(event).includes('en')],
] as [string, number, (event: (typeof events)[number]) => boolean][])(
  'the sample holds enough events: %s, at least %i',
  (_, least, holds) => {
    expect(events.filter(holds).length).toBeGreaterThanOrEqual(least);
  },
);

it('the sample spans ten zones, twelve venues in eight countries and ten organizers', () => {
  const countries = Object.values(venues).map(({ texts }) => texts.en.country);
  expect(new Set(events.map(({ timezone }) => timezone)).size).toBeGreaterThanOrEqual(10);
  expect(Object.keys(venues)).toHaveLength(12);
  expect(new Set(countries).size).toBeGreaterThanOrEqual(8);
  expect(Object.keys(organizers)).toHaveLength(10);
});
