import { timesOf } from '../../../database/sample/times';

const NOW = new Date('2026-11-20T23:40:00Z');

it('counts days from today in the given zone', () => {
  const when = { day: 1, from: '20:00', to: '22:00' } as const;
  expect(timesOf(when, 'Europe/London', NOW).start_date).toBe('2026-11-21 20:00:00');
  expect(timesOf(when, 'Asia/Tokyo', NOW).start_date).toBe('2026-11-22 20:00:00');
});

it('ends some nights later if the event continues past midnight', () => {
  const when = { day: 0, from: '22:00', to: '02:30', nights: 1 } as const;
  expect(timesOf(when, 'UTC', NOW)).toEqual({
    start_date: '2026-11-20 22:00:00',
    end_date: '2026-11-21 02:30:00',
    all_day: false,
  });
});

it('spans whole days from the first midnight to the last second', () => {
  expect(timesOf({ day: -1, days: 3 }, 'UTC', NOW)).toEqual({
    start_date: '2026-11-19 00:00:00',
    end_date: '2026-11-21 23:59:59',
    all_day: true,
  });
});

it('counts hours from the last full one, in any zone', () => {
  expect(timesOf({ hour: -1, hours: 4 }, 'Asia/Kolkata', NOW)).toEqual({
    start_date: '2026-11-21 03:30:00',
    end_date: '2026-11-21 07:30:00',
    all_day: false,
  });
});

it('moves forward a wall time that the zone skips', () => {
  const when = { day: 1, from: '02:30', to: '05:00' } as const;
  const eve = new Date('2026-03-28T12:00:00Z');
  expect(timesOf(when, 'Europe/Paris', eve).start_date).toBe('2026-03-29 03:30:00');
});
