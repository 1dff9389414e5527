import {
  daySpan,
  firstWeekday,
  namedSpans,
} from '../../../../src/plugins/calendar/server/src/kinds/dates/parts';

const written = ({ from, to }: { from?: Date; to?: Date }) => [
  from?.toISOString().slice(0, 16),
  to?.toISOString().slice(0, 16),
];

describe('named time spans (D15.3)', () => {
  it.each([
    ['ar', 6],
    ['en', 7],
    ['fr', 1],
    ['es', 1],
  ])('begin weeks in %s with weekday %i', (language, day) => {
    expect(firstWeekday(language)).toBe(day);
  });

  it.each([
    [1, '2031-03-17', '2031-03-24', '2031-03-31'],
    [6, '2031-03-15', '2031-03-22', '2031-03-29'],
    [7, '2031-03-16', '2031-03-23', '2031-03-30'],
    [3, '2031-03-19', '2031-03-26', '2031-04-02'],
    [4, '2031-03-13', '2031-03-20', '2031-03-27'],
  ])('are computed on a Wednesday with weeks from weekday %i', (first, week, next, end) => {
    const spans = namedSpans(new Date('2031-03-19T10:00:00Z'), 'UTC', first);
    expect(written(spans['this-week'])).toEqual([`${week}T00:00`, `${next}T00:00`]);
    expect(written(spans['next-week'])).toEqual([`${next}T00:00`, `${end}T00:00`]);
    expect(written(spans.today)).toEqual(['2031-03-19T00:00', '2031-03-20T00:00']);
    expect(written(spans['this-month'])).toEqual(['2031-03-01T00:00', '2031-04-01T00:00']);
  });

  it('follow the days of the zone, which may be shorter', () => {
    const spans = namedSpans(new Date('2031-03-30T22:30:00Z'), 'Europe/Paris', 1);
    expect(written(spans.today)).toEqual(['2031-03-30T22:00', '2031-03-31T22:00']);
    expect(written(spans['this-month'])).toEqual(['2031-02-28T23:00', '2031-03-31T22:00']);
    const sunday = namedSpans(new Date('2031-03-30T12:00:00Z'), 'Europe/Paris', 1);
    expect(written(sunday.today)).toEqual(['2031-03-29T23:00', '2031-03-30T22:00']);
    expect(written(sunday['next-week'])).toEqual(['2031-03-30T22:00', '2031-04-06T22:00']);
  });

  it('cross the end of a year', () => {
    const spans = namedSpans(new Date('2031-12-31T12:00:00Z'), 'UTC', 1);
    expect(written(spans['this-month'])).toEqual(['2031-12-01T00:00', '2032-01-01T00:00']);
    expect(written(spans['next-week'])).toEqual(['2032-01-05T00:00', '2032-01-12T00:00']);
  });

  it('include both of two days, and may be open', () => {
    const zone = 'Europe/Paris';
    const days = { from: '2031-03-30', to: '2031-03-30' };
    expect(written(daySpan(days, zone))).toEqual(['2031-03-29T23:00', '2031-03-30T22:00']);
    expect(written(daySpan({ to: '2031-03-30' }, zone))).toEqual([undefined, '2031-03-30T22:00']);
    expect(daySpan({}, zone)).toEqual({});
  });
});
