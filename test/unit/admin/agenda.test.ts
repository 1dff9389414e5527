import {
  changed,
  filtersIn,
  formOf,
  idsIn,
  lastPageIn,
  understood,
  withoutFilters,
} from '../../../src/plugins/calendar/admin/src/agenda/agenda-address';
import { groupOf, isRunning, whenOf } from '../../../src/plugins/calendar/admin/src/agenda/when';

const plain = (text = '') => text.replace(/[\u2009\u202f\u00a0]/g, ' ');

const TIMES = {
  start_date: '2031-03-20 18:00:00',
  end_date: '2031-03-20 20:00:00',
  utc_start: '2031-03-20T17:00:00.000Z',
  utc_end: '2031-03-20T19:00:00.000Z',
  all_day: false,
};

describe('the times of an event in the agenda', () => {
  it("are shown in its own zone, and in the viewer's zone if it differs", () => {
    const { there, here } = whenOf(TIMES, 'en', 'America/New_York') ?? {};
    expect(plain(there)).toBe('Thu, Mar 20, 2031, 6:00 – 8:00 PM');
    expect(plain(here)).toBe('Thu, Mar 20, 2031, 1:00 – 3:00 PM');
    expect(whenOf(TIMES, 'en', 'Europe/Paris')).toEqual({ there });
  });

  it('are the same days in every zone for an all-day event', () => {
    const whole = { ...TIMES, end_date: '2031-03-21 23:59:59', all_day: true };
    const when = whenOf(whole, 'en', 'America/New_York');
    expect(plain(when?.there)).toBe('Thu, Mar 20 – Fri, Mar 21, 2031');
    expect(when).not.toHaveProperty('here');
  });

  it('are omitted without a date', () => {
    expect(whenOf({ ...TIMES, start_date: null }, 'en', 'UTC')).toBeUndefined();
  });

  it.each([
    ['2031-03-20T16:59:00Z', 'ahead', false],
    ['2031-03-20T17:00:00Z', 'ahead', true],
    ['2031-03-20T18:59:59Z', 'ahead', true],
    ['2031-03-20T19:00:00Z', 'past', false],
  ])('at %s put it into the group %s', (now, group, running) => {
    expect([groupOf(TIMES, new Date(now)), isRunning(TIMES, new Date(now))]).toEqual([
      group,
      running,
    ]);
  });

  it('put it into the group undated without instants', () => {
    expect(groupOf({ utc_start: null, utc_end: null }, new Date(0))).toBe('undated');
  });
});

describe('the URL of the agenda', () => {
  it('returns to the first page when a filter changes', () => {
    const address = new URLSearchParams('view=past&page=3&venue=1');
    expect(`${changed(address, { view: 'trash' })}`).toBe('view=trash&venue=1');
    expect(`${changed(address, { venue: '' })}`).toBe('view=past');
    expect(`${changed(address, { page: '4' })}`).toBe('view=past&venue=1&page=4');
    expect(`${address}`).toBe('view=past&page=3&venue=1');
  });

  it('goes back to the last page from one beyond it, and from no other', () => {
    const address = new URLSearchParams('log=3&status=failed&page=4');
    expect(`${lastPageIn(address, { page: 4, pages: 3 })}`).toBe('log=3&status=failed&page=3');
    expect(`${lastPageIn(address, { page: 4, pages: 1 })}`).toBe('log=3&status=failed');
    for (const pages of [0, 4, 5]) expect(lastPageIn(address, { page: 4, pages })).toBeUndefined();
  });

  it('drops the filters and the search, but keeps the view', () => {
    const address = new URLSearchParams('view=past&q=a&venue=1&from=2031-01-01');
    expect(filtersIn(address)).toBe(2);
    expect(`${withoutFilters(address)}`).toBe('view=past');
  });

  it.each([
    ['state=drafts', ''],
    ['state=pending', 'state=pending'],
    ['view=tomorrow', ''],
    ['language=de&missing=xx', ''],
    ['from=2026-02-31&to=31.12.2026', ''],
    ['from=0000-01-01&to=2026-12-31', 'to=2026-12-31'],
    ['from=2026-12-31&to=2026-01-01', 'from=2026-12-31&to=2026-01-01'], // Named at the field.
    ['tab=month&day=2026-13-01', 'tab=month'],
    ['tab=week&day=9999-12-31', 'tab=week'], // Its grid would reach beyond the last day.
    ['tab=week&day=2026-12-31', 'tab=week&day=2026-12-31'],
    ['venue=3,x,,4&tag=x', 'venue=3,4'],
    ['page=3', 'page=3'],
    ['page=-1', ''],
    ['page=2.5', ''],
    ['page=1e9', ''],
    ['state=draft&state=pending', 'state=draft'],
    ['view=', ''],
    [`q=${'a'.repeat(201)}`, ''],
    ['q=%00', ''],
    ['other=1', 'other=1'],
  ])('is read from %s without what the server refuses', (written, read) => {
    const address = new URLSearchParams(`category=1&${written}`);
    expect(`${understood(address)}`.replace(/^category=1&?/, '')).toBe(read.replace(',', '%2C'));
  });

  it('contains only valid ids', () => {
    expect(idsIn(new URLSearchParams('venue=3,x,,4'), 'venue')).toEqual([3, 4]);
  });

  it('links to the form of an event in a language', () => {
    expect(formOf('abc', 'fr')).toMatch(
      /plugin::calendar\.event\/abc\?plugins%5Bi18n%5D%5Blocale%5D=fr$/,
    );
  });
});
