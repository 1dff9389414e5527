import {
  dateWindow,
  windowConditions,
} from '../../../src/plugins/calendar/server/src/resources/event/window';

const clock = { now: new Date('2026-11-20T12:34:56.789Z'), zone: 'America/New_York' };
const wall = (text: string) => ({ wall: text, dateOnly: false });

const summary = (values: object) => {
  const { bounds, params: shown } = dateWindow(values, clock);
  return {
    sql: windowConditions(bounds).map(({ sql, bindings }) =>
      sql.replace('?', () => (bindings[0] as Date).toISOString()),
    ),
    shown,
  };
};

it('covers today and 24 months by default', () => {
  expect(summary({})).toEqual({
    sql: [
      'e.utc_start_date >= 2026-11-20T05:00:00.000Z',
      'e.utc_end_date < 2028-11-21T05:00:00.000Z',
      'e.utc_start_date < 2028-11-21T05:00:00.000Z',
    ],
    shown: { start_date: '2026-11-20 00:00:00', end_date: '2028-11-20 23:59:59' },
  });
});

it('begins at the current second with strict_dates', () => {
  expect(summary({ strict_dates: true })).toEqual({
    sql: [
      'e.utc_start_date >= 2026-11-20T12:34:56.000Z',
      'e.utc_end_date <= 2028-11-20T12:34:56.000Z',
      'e.utc_start_date <= 2028-11-20T12:34:56.000Z',
    ],
    shown: { start_date: '2026-11-20 07:34:56', end_date: '2028-11-20 07:34:56' },
  });
});

it('applies no default beside a relative bound', () => {
  const { sql, shown } = summary({
    ends_after: wall('2026-03-08 10:00:00'),
    end_date: wall('2026-03-09 10:00:00'),
  });
  expect(sql).toEqual([
    'e.utc_end_date < 2026-03-10T04:00:00.000Z',
    'e.utc_end_date >= 2026-03-09T04:00:00.000Z',
    'e.utc_start_date < 2026-03-10T04:00:00.000Z',
  ]);
  expect(shown).toEqual({ end_date: '2026-03-09 23:59:59', ends_after: '2026-03-08 23:59:59' });
});

it('shows the second of two equal wall times as an instant', () => {
  const twice = { instant: new Date('2026-11-01T06:30:00Z') };
  expect(summary({ starts_after: twice, strict_dates: true }).shown).toEqual({
    starts_after: '2026-11-01T06:30:00.000Z',
  });
  const first = { instant: new Date('2026-11-01T05:30:00Z') };
  expect(summary({ starts_after: first, strict_dates: true }).shown).toEqual({
    starts_after: '2026-11-01 01:30:00',
  });
});

it('counts months in the zone of the site, across clock changes', () => {
  // 00:30 on March 10 in New York; two years later summer time begins only on March 12.
  const now = new Date('2026-03-10T04:30:00Z');
  expect(dateWindow({}, { now, zone: 'America/New_York' }).params).toEqual({
    start_date: '2026-03-10 00:00:00',
    end_date: '2028-03-10 23:59:59',
  });
});
