import {
  languageToBegin,
  newEvent,
} from '../../../src/plugins/calendar/admin/src/agenda/agenda-address';
import {
  hourAt,
  shifted,
  tabOf,
  toDay,
  toTab,
  wholeDay,
} from '../../../src/plugins/calendar/admin/src/agenda/calendar/calendar-address';
import {
  isWithin,
  placed,
} from '../../../src/plugins/calendar/admin/src/agenda/calendar/calendar-entry';
import { standardZone } from '../../../src/plugins/calendar/admin/src/zones';
import { drawnDays } from '../../../src/plugins/calendar/server/src/kinds/dates/parts';
import type { CalendarEntry } from '../../../src/plugins/calendar/server/src/records/agenda-calendar';

const ENTRY: CalendarEntry = {
  id: 7,
  documentId: 'a',
  language: 'en',
  title: 'Concert',
  state: 'publish',
  event_status: 'scheduled',
  hidden: false,
  color: null,
  start_date: '2031-03-20 18:00:00',
  end_date: '2031-03-20 20:00:00',
  utc_start: '2031-03-20T17:00:00.000Z',
  utc_end: '2031-03-20T19:00:00.000Z',
  all_day: false,
};

describe('the placement of an event in the calendar', () => {
  const at = (times: Partial<CalendarEntry>, zone = 'Europe/Paris') => {
    const { start, end, allDay } = placed({ ...ENTRY, ...times }, zone, '/x') ?? {};
    return [start, end, allDay];
  };

  it('uses the days of a zone that is an offset', () => {
    const long = { utc_start: '2031-03-20T02:00:00.000Z', utc_end: '2031-03-22T02:00:00.000Z' };
    expect(at(long, 'UTC-3.5')).toEqual(['2031-03-19', '2031-03-22', true]);
    expect(at(long, 'UTC+5.5')).toEqual(['2031-03-20', '2031-03-23', true]);
    expect(['UTC', 'UTC-3.5', 'UTC+5.75', 'UTC+14', 'Europe/Paris'].map(standardZone)).toEqual([
      ...['UTC', '-03:30', '+05:45', '+14:00', 'Europe/Paris'],
    ]);
  });

  it('uses instants for an event shorter than a day', () => {
    expect(at({})).toEqual(['2031-03-20T17:00:00.000Z', '2031-03-20T19:00:00.000Z', false]);
  });

  it("uses the event's own days if it is all-day, whatever the zone", () => {
    const times = {
      all_day: true,
      start_date: '2031-03-20 00:00:00',
      end_date: '2031-03-21 23:59:59',
      utc_start: '2031-03-19T15:00:00.000Z',
      utc_end: '2031-03-21T14:59:59.000Z',
    };
    expect(at(times, 'America/New_York')).toEqual(['2031-03-20', '2031-03-22', true]);
  });

  it('spans whole days of the zone for an event of a day or longer', () => {
    const times = { utc_start: '2031-03-19T23:30:00.000Z', utc_end: '2031-03-22T22:59:59.000Z' };
    expect(at(times)).toEqual(['2031-03-20', '2031-03-23', true]);
    expect(at(times, 'UTC')).toEqual(['2031-03-19', '2031-03-23', true]);
  });

  it('does not count the day at whose midnight it ends', () => {
    const times = { utc_start: '2031-03-19T10:00:00.000Z', utc_end: '2031-03-21T00:00:00.000Z' };
    expect(at(times, 'UTC')).toEqual(['2031-03-19', '2031-03-21', true]);
  });

  it.each([
    ['2031-03-20', '2031-03-26', true],
    ['2031-03-14', '2031-03-20', true],
    ['2031-03-21', '2031-03-27', false],
    ['2031-03-13', '2031-03-19', false],
  ])('decides whether an event is in the week from %s to %s', (from, to, stands) => {
    const hours = placed({ ...ENTRY }, 'Europe/Paris', '/x');
    const instant = placed({ ...ENTRY, utc_end: ENTRY.utc_start }, 'Europe/Paris', '/x');
    const day = placed({ ...ENTRY, all_day: true }, 'Europe/Paris', '/x');
    for (const place of [hours, instant, day]) {
      expect(place && isWithin(place, { from, to, zone: 'Europe/Paris' })).toBe(stands);
    }
  });

  it('counts days in the displayed zone, without one that begins as the event ends', () => {
    const times = { utc_start: '2031-03-20T22:30:00.000Z', utc_end: '2031-03-20T23:00:00.000Z' };
    const late = placed({ ...ENTRY, ...times }, 'UTC', '/x');
    const on = (day: string, zone: string) => late && isWithin(late, { from: day, to: day, zone });
    expect([on('2031-03-20', 'UTC'), on('2031-03-21', 'UTC')]).toEqual([true, false]);
    expect([on('2031-03-20', 'Europe/Paris'), on('2031-03-21', 'Europe/Paris')]).toEqual([
      ...[true, false],
    ]);
    expect([on('2031-03-20', 'Asia/Tokyo'), on('2031-03-21', 'Asia/Tokyo')]).toEqual([false, true]);
  });

  it('is undefined without a date', () => {
    expect(placed({ ...ENTRY, utc_start: null }, 'UTC', '/x')).toBeUndefined();
  });
});

describe('the URL of the week and month views', () => {
  const params = (text: string) => new URLSearchParams(text);

  it('keeps the filters, but no view that is itself a time span', () => {
    expect(`${toTab(params('view=next-week&venue=1&page=2'), 'month')}`).toBe('venue=1&tab=month');
    expect(`${toTab(params('view=draft&tab=week&day=2031-01-01'), 'month')}`).toBe(
      'view=draft&tab=month&day=2031-01-01',
    );
    expect(`${toTab(params('tab=week&day=2031-01-01&q=a'), 'list')}`).toBe('q=a');
  });

  it('contains a day, or none for today', () => {
    expect(`${toDay(params('tab=week'), '2031-01-01')}`).toBe('tab=week&day=2031-01-01');
    expect(`${toDay(params('tab=week&day=2031-01-01'), undefined)}`).toBe('tab=week');
    expect(tabOf(params('tab=x'))).toBe('list');
  });

  it.each([
    ['2031-03-31', 'month', 1, '2031-04-01'],
    ['2031-01-31', 'month', -1, '2030-12-01'],
    ['2031-12-30', 'week', 1, '2032-01-06'],
    ['2028-03-01', 'week', -1, '2028-02-23'],
  ] as const)('moves from %s by one %s', (day, span, by, wanted) => {
    expect(shifted(day, span, by)).toBe(wanted);
  });

  it.each([
    ['2031-03-20', '2031-03-20 09:00:00', '2031-03-20 10:00:00'],
    ['2031-03-20T18:30:00+01:00', '2031-03-20 18:30:00', '2031-03-20 19:30:00'],
    ['2031-12-31T23:30:00Z', '2031-12-31 23:30:00', '2032-01-01 00:30:00'],
  ])('starts a new event at %s', (moment, start_date, end_date) => {
    const begun = { start_date, end_date, timezone: 'Europe/Paris' };
    expect(hourAt(moment, 'Europe/Paris')).toEqual(begun);
    const [, query] = newEvent('fr', begun).split('?');
    const named = { 'plugins[i18n][locale]': 'fr' };
    expect(Object.fromEntries(params(query ?? ''))).toEqual({ ...named, ...begun });
  });

  it('starts a new all-day event', () => {
    expect(wholeDay('2031-03-20', 'Europe/Paris')).toEqual({
      start_date: '2031-03-20 00:00:00',
      end_date: '2031-03-20 23:59:59',
      timezone: 'Europe/Paris',
      all_day: 'true',
    });
  });

  it.each([
    [['ar', 'en'], 'en', 'en'],
    [['fr'], 'en', 'fr'],
    [['ar', 'en'], undefined, undefined],
  ])('chooses from %p on a site in %p the language %p', (languages, site, language) => {
    expect(languageToBegin(languages, site)).toBe(language);
  });
});

describe('the days that a calendar draws (D15.12)', () => {
  it.each([
    ['2031-03-19', 'week', 1, '2031-03-17', '2031-03-23', '2031-03-17', '2031-03-23'],
    ['2031-03-19', 'week', 7, '2031-03-16', '2031-03-22', '2031-03-16', '2031-03-22'],
    ['2031-03-16', 'week', 7, '2031-03-16', '2031-03-22', '2031-03-16', '2031-03-22'],
    ['2031-03-19', 'month', 1, '2031-03-01', '2031-03-31', '2031-02-24', '2031-04-06'],
    ['2031-03-19', 'month', 6, '2031-03-01', '2031-03-31', '2031-03-01', '2031-04-11'],
    ['2028-02-29', 'month', 7, '2028-02-01', '2028-02-29', '2028-01-30', '2028-03-11'],
  ] as const)(
    'contain %s in a %s with weeks from day %i',
    (day, span, first, from, to, begin, end) => {
      expect(drawnDays(day, span, first)).toEqual({ from, to, drawn: { from: begin, to: end } });
    },
  );
});
