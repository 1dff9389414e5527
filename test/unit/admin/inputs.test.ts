import { degreesIn } from '../../../src/plugins/calendar/admin/src/degrees';
import { idsOf, inTree, moved } from '../../../src/plugins/calendar/admin/src/reference-value';
import {
  keysWith,
  leftDate,
  mayBeDay,
  pastedInstant,
  pastedWallTime,
  typedParts,
} from '../../../src/plugins/calendar/admin/src/typed-keys';
import {
  endAfter,
  existingWall,
  halfOf,
  partsOf,
  pastedParts,
  unfinishedHalf,
  wallIn,
  wallTimeOf,
} from '../../../src/plugins/calendar/admin/src/wall-time';
import { zoneNames } from '../../../src/plugins/calendar/admin/src/zone-names';
import {
  inZone,
  offsetOf,
  zoneLabel,
  zonesLike,
} from '../../../src/plugins/calendar/admin/src/zones';
import {
  instantOf,
  isWallTime,
  type WallTime,
  wallOf,
} from '../../../src/plugins/calendar/server/src/kinds/dates/wall-time';

describe('a wall time in its input (D5.11)', () => {
  it.each([
    ['2027-03-14 02:30:00', { date: '2027-03-14', time: '02:30' }],
    ['2027-03-14 02:30:15', { date: '2027-03-14', time: '02:30:15' }],
    ['2027-03-14T02:30', { date: '2027-03-14', time: '02:30' }],
    ['2027-03-14 ?', { date: '2027-03-14', time: '' }],
    ['? 02:30:00', { date: '', time: '02:30' }],
    [null, { date: '', time: '' }],
    ['soon', { date: '', time: '' }],
  ])('is split from %p', (wall, parts) => {
    expect(partsOf(wall)).toEqual(parts);
  });

  it.each([
    [{ date: '2027-03-14', time: '02:30' }, '2027-03-14 02:30:00', undefined],
    [{ date: '2027-03-14', time: '02:30:15' }, '2027-03-14 02:30:15', undefined],
    [{ date: '2027-03-14', time: '' }, '2027-03-14 ?', 'time'],
    [{ date: '2027-03-14', time: '?' }, '2027-03-14 ?', 'time'],
    [{ date: '', time: '02:30' }, '? 02:30:00', 'date'],
    [{ date: '?', time: '' }, '? ?', 'date'],
    [{ date: '', time: '' }, null, undefined],
  ])('is composed of %p, naming a missing half', (parts, wall, half) => {
    expect(wallTimeOf(parts)).toBe(wall);
    expect(unfinishedHalf(wall)).toBe(half);
    expect(isWallTime(wall)).toBe(wall !== null && half === undefined);
  });

  it.each([
    [{ value: '2027-03-14', badInput: false }, '', '2027-03-14'],
    [{ value: '', badInput: true }, '', '?'],
    [{ value: '', badInput: false }, '', ''],
    [{ value: '0020-03-14', badInput: false }, '2027-03-14', '?'],
    [{ value: '0476-09-04', badInput: false }, '0476-09-04', '0476-09-04'],
    [{ value: '07:30', badInput: false }, '', '07:30'],
  ])('is read from an input with %p, into which %p was written, as %p', (input, written, half) => {
    const { value, badInput } = input;
    expect(halfOf({ value, validity: { badInput } }, written)).toBe(half);
  });

  it.each([
    ['2027-03-14 02:30', { date: '2027-03-14', time: '02:30' }],
    [' 2027-03-14T02:30:15\n', { date: '2027-03-14', time: '02:30:15' }],
    ['2027-03-14', { date: '2027-03-14' }],
    ['19:30', { time: '19:30' }],
    ['2027-02-31', undefined],
    ['2027-03-14T02:30:00Z', undefined],
    ['24:00', undefined],
    ['', undefined],
  ])('is parsed from a pasted %p', (text, parts) => {
    expect(pastedParts(text)).toEqual(parts);
  });
});

describe('typed keys', () => {
  const american = { dayFirst: false, halves: true };
  const french = { dayFirst: true, halves: false };
  const firefox = { ...american, takesMorning: true };
  const pressed = (keys: string[], drawn = american, held = '') =>
    typedParts(keys.reduce(keysWith, ''), held, drawn);

  it.each([
    ['5/12/26', '0026-05-12', american, '2026-05-12'],
    ['5/12/26', '0026-12-05', french, '2026-12-05'],
    ['1/25/26', '0026-12-05', american, '2026-01-25'],
    ['28/11/26', '1126-02-08', american, '2026-11-28'],
    ['٥/١٢/٢٦', '', american, '2026-12-05'],
    ['051226', '0026-05-12', american, '2026-05-12'],
    ['31/2/26', '', french, undefined],
    ['5/12/2026', '2026-12-05', french, '2026-12-05'],
    ['', '0026-12-05', french, '2026-12-05'],
    ['5/12', '', french, undefined],
  ])('%s that show %s are complete when they are left', (keys, shown, drawn, date) => {
    expect(leftDate(keys, shown, drawn)).toBe(date);
  });

  it.each([
    ['2026-11-28', { date: '2026-11-28' }],
    ['2026/1/05', { date: '2026-01-05' }],
    ['2026-12-5', { date: '2026-12-05' }],
    ['2026-1-1', { date: '2026-01-01' }],
    ['2026-1-15', { date: '2026-01-15' }],
    ['٢٠٢٦/١/٥', { date: '2026-01-05' }],
    ['٢٨١١٢٠٢٦', { date: '2026-11-28' }],
    ['٢/١/٢٠٢٦', { date: '2026-01-02' }],
    ['۲۸.۱۱.۲۰۲۶', { date: '2026-11-28' }],
    ['٢٠٢٦-١١-٢٨', { date: '2026-11-28' }],
    ['١٩٣٠', { time: '19:30' }],
    ['٧:٣٠ م', { time: '19:30' }],
    ['١٢٣٠ص', { time: '00:30' }],
    ['٠٧:٣٠م', { time: '19:30' }],
    ['٧٣٠م', { time: '19:30' }],
    ['١٩٣٠٢٠٠٠', { time: '20:00' }], // Typed again, in its place.
    ['٧:٣٠ م٨:٠٠ ص', { time: '08:00' }],
    ['٧ م٨:٠٠ م', { time: '20:00' }],
    ['٢٨١١٢٠٢٦٢٩١١٢٠٢٦', { date: '2026-11-29' }],
    ['1/25/20261/26/2026', { date: '2026-01-26' }],
    ['٢٨١١٢٠٢٦٢٩', {}],
    ['11282026', {}], // Whatever order the browser draws, it puts these right.
    ['1930', {}],
    ['2026-02-30', {}],
    ['٣٢١١٢٠٢٦', {}],
    ['٢٥٣٠', {}],
  ])('are parsed from %p', (keys, parts) => {
    expect(pressed([...keys])).toEqual(parts);
  });

  it.each([
    ['1/2/2026', american, '', { date: '2026-01-02' }],
    ['1/25/2026', american, '', { date: '2026-01-25' }],
    ['12/1/2026', american, '', { date: '2026-12-01' }],
    ['25/1/2026', american, '', { date: '2026-01-25' }],
    ['28/11/2026', american, '', { date: '2026-11-28' }],
    ['28112026', american, '', { date: '2026-11-28' }],
    ['11.28.2026', french, '', { date: '2026-11-28' }],
    ['05/11/2026', american, '', {}], // A date in the order that is drawn.
    ['05/11/2026', french, '', {}],
    ['20261128', american, '', { date: '2026-11-28' }],
    ['20261128', french, '', { date: '2026-11-28' }],
    ['28/29/2026', american, '', {}],
    ['1/2/2026', french, '', { date: '2026-02-01' }],
    ['1.11.2026', french, '', { date: '2026-11-01' }],
    ['1/2/26', american, '', {}],
    ['2:15', french, '', { time: '02:15' }],
    ['0h30', french, '21:00', { time: '00:30' }],
    ['1:30', american, '', {}], // Of which half of the day is still to be said.
    ['1:30 P', american, '', { time: '13:30' }],
    ['1:05 PM', american, '', { time: '13:05' }],
    ['1:30a', american, '19:30', { time: '01:30' }],
    ['07:30 P', american, '', { time: '19:30' }],
    ['12:05am', american, '19:30', { time: '00:05' }],
    ['07:30', american, '', {}],
    ['07:30', american, '19:30', {}], // The browser keeps its PM.
    ['1:30', american, '19:30', { time: '13:30' }],
    ['1:75', french, '', {}],
    ['2:15', firefox, '', { time: '02:15' }],
    ['2:15 P', firefox, '', { time: '14:15' }],
    ['3:15', firefox, '', {}],
    ['7:30 م', american, '', { time: '19:30' }],
    ['0730م', american, '', { time: '19:30' }],
    ['12:30 ص', french, '', { time: '00:30' }],
    ['م', american, '09:30:15', { time: '21:30:15' }],
    ['م', american, '', {}],
    ['م', french, '09:30', {}],
  ])('are parsed from %p, which a browser reads differently', (keys, drawn, held, parts) => {
    expect(pressed([...keys], drawn, held)).toEqual(parts);
  });

  it('are forgotten after a key that moves or deletes, but not after Shift', () => {
    expect(pressed(['2', 'Tab', ...'2026-11-28'])).toEqual({ date: '2026-11-28' });
    expect(pressed([...'2026-11-2', 'Backspace', '8'])).toEqual({});
    expect(pressed(['Shift', '2', 'Shift', ...'026-11-28'])).toEqual({ date: '2026-11-28' });
  });
});

describe('degrees', () => {
  it.each([
    ['48.8566', 48.8566],
    ['48,8566', 48.8566],
    [' -3.7038\n', -3.7038],
    ['−3,7', -3.7],
    ['٣٠٫٠٤', 30.04],
    ['2.3522°', 2.3522],
    ['90', 90],
    ['4.', 4],
    ['', null],
    [' ', null],
    ['-', '-'],
    ['48°51′', '48°51′'],
    ['48.8566, 2.3522', '48.8566, 2.3522'],
    ['1e1', '1e1'],
  ])('are read from %j', (text, degrees) => {
    expect(degreesIn(text)).toBe(degrees);
  });
});

describe('the list of time zones', () => {
  it.each([
    'tokyo',
    'asia tok',
    'Asia/Tokyo',
    ' Tokyo ', // Keyboards of phones write a blank behind a word.
    '\u202aAsia/Tokyo\u202c\n',
  ])('finds Tokyo by %j', (words) => {
    expect(zonesLike(words, '')).toEqual(['Asia/Tokyo']);
  });

  it('contains fixed offsets', () => {
    expect(zonesLike('utc+5', '')).toEqual(['UTC+5', 'UTC+5.5', 'UTC+5.75']);
  });

  it('begins with the chosen zone until something is searched', () => {
    expect(zonesLike('', 'Europe/Paris')[0]).toBe('Europe/Paris');
    expect(zonesLike('', 'UTC-2.25')[0]).toBe('UTC-2.25');
    expect(zonesLike('tokyo', 'UTC-2.25')).toEqual(['Asia/Tokyo']);
  });
});

describe('the list of time zones in the language of the admin', () => {
  it.each([
    ['fr', 'Londres', 'Europe/London'],
    ['fr', 'le caire', 'Africa/Cairo'],
    ['fr', 'royaume', 'Europe/London'],
    ['fr', 'egypte', 'Africa/Cairo'],
    ['es', 'Nueva York', 'America/New_York'],
    ['es', 'moscu', 'Europe/Moscow'],
    ['es', 'japón', 'Asia/Tokyo'],
    ['ar', 'طوكيو', 'Asia/Tokyo'],
    ['ar', 'القاهرة', 'Africa/Cairo'],
    ['ar', 'امريكا الشمالية', 'America/New_York'],
    ['ar', 'فرنسا', 'Europe/Paris'],
    ['en', 'germany', 'Europe/Berlin'],
    ['en', 'eastern time', 'America/New_York'],
    ['en', 'kolkata', 'Asia/Calcutta'],
    ['en', 'kyiv', 'Europe/Kiev'],
    ['en', 'kathmandu', 'Asia/Katmandu'],
    ['en', 'ho chi minh', 'Asia/Saigon'],
    ['en', 'yangon', 'Asia/Rangoon'],
    ['en', 'nuuk', 'America/Godthab'],
  ])('in %s finds by %p the zone %s', async (language, words, zone) => {
    expect(zonesLike(words, '', await zoneNames(language))).toContain(zone);
  });

  it('lists zones with a matching name before zones of a matching country', async () => {
    const names = await zoneNames('en');
    expect(zonesLike('jamaica', '', names)[0]).toBe('America/Jamaica');
    expect(zonesLike('mexico', '', names).slice(0, 2)).toEqual([
      'America/Mexico_City',
      'America/Bahia_Banderas',
    ]);
  });

  it('labels zones by their cities, under old and new names', async () => {
    const names = await zoneNames('ar');
    expect(zoneLabel('Africa/Cairo', '2027-01-07 10:00:00', names)).toBe('القاهرة (UTC+2)');
    expect(zoneLabel('UTC+5.5', undefined, names)).toBe('UTC+5.5');
    const fr = await zoneNames('fr');
    for (const zone of Intl.supportedValuesOf('timeZone').filter((one) =>
      one.endsWith('Kolkata'),
    )) {
      expect(zoneLabel(zone, undefined, fr)).toBe('Calcutta (UTC+5:30)');
    }
  });

  it('is in English for a language without translated names', async () => {
    expect(zonesLike('tokyo', '', await zoneNames('de'))).toEqual(['Asia/Tokyo']);
  });
});

describe('a list of references', () => {
  it.each([
    [
      [3, 1, 3],
      [3, 1],
    ],
    ['[2,"4"]', [2, 4]],
    [7, [7]],
    [null, []],
    ['{', []],
    [[0, -1, 1.5, 'x'], []],
  ])('is read from %p', (value, ids) => {
    expect(idsOf(value)).toEqual(ids);
  });

  it('swaps neighbours', () => {
    expect(moved([5, 6, 7], 2, 1)).toEqual([5, 7, 6]);
  });
});

describe('the end of an event whose start is typed', () => {
  const at = (time: string, day = '07') => `2027-01-${day} ${time}:00`;

  it.each([
    ['is an hour behind it where there was none', null, at('23:30'), null, at('00:30', '08')],
    ['keeps its distance', at('10:00'), at('19:00', '09'), at('12:30', '08'), at('21:30', '10')],
    ['stays where the start is new and before it', null, at('10:00'), at('12:00'), at('12:00')],
    [
      'is made anew where the start is new and behind it',
      null,
      at('13:00'),
      at('12:00'),
      at('14:00'),
    ],
    ['stays where it was before the start', at('10:00'), at('11:00'), at('09:00'), at('09:00')],
    ['stays while it is half typed', at('10:00'), at('11:00'), '2027-01-07 ?', '2027-01-07 ?'],
    ['stays in its year', at('10:00'), '9999-12-31 23:30:00', at('12:00'), at('12:00')],
    [
      'is as far on a day of 23 hours',
      '2027-03-14 01:00:00',
      '2027-03-14 02:30:00',
      '2027-03-14 03:00:00',
      '2027-03-14 04:30:00',
    ],
  ])('%s', (_, from, to, end, expected) => {
    expect(endAfter({ from, to, end, allDay: false })).toBe(expected);
  });

  it('is on the same day for an all-day event', () => {
    expect(endAfter({ from: null, to: at('00:00'), end: null, allDay: true })).toBe(at('00:00'));
  });
});

describe('a pasted date (D5.11)', () => {
  const english = { dayFirst: false, halves: true };
  const french = { dayFirst: true, halves: false };

  it.each([
    ['31/12/2026', french, { date: '2026-12-31' }],
    [' 12/31/2026 ', english, { date: '2026-12-31' }],
    ['1/2/2026', english, { date: '2026-01-02' }],
    ['1.2.2026', french, { date: '2026-02-01' }],
    ['٢/١/٢٠٢٧', english, { date: '2027-01-02' }],
    ['2026-12-5', english, { date: '2026-12-05' }],
    ['2026/1/5 9:05', french, { date: '2026-01-05', time: '09:05' }],
    ['2026-12-31 20:15', english, { date: '2026-12-31', time: '20:15' }],
    ['31/12/2026', english, { date: '2026-12-31' }],
    ['12/31/2026', french, { date: '2026-12-31' }],
    ['31/31/2026', english, undefined],
    ['soon', french, undefined],
    ['11/28/2026, 7:30\u202fPM', english, { date: '2026-11-28', time: '19:30' }],
    ['28.11.2026 19:30', french, { date: '2026-11-28', time: '19:30' }],
    ['28/11/2026\t9:05:30\r\n', french, { date: '2026-11-28', time: '09:05:30' }],
    ['\u200f28\u200f/11\u200f/2026، 7:30 م', french, { date: '2026-11-28', time: '19:30' }],
    ['٢٨/١١/٢٠٢٦ ١٢:٣٠ ص', english, { date: '2026-11-28', time: '00:30' }],
    ['7:30 p.m.', english, { time: '19:30' }],
    ['19h30', french, { time: '19:30' }],
    ['19.30', french, { time: '19:30' }],
    ['7.30 PM', english, { time: '19:30' }],
    ['28.11.26', french, { date: '2026-11-28' }],
    ['11/28/26, 7:30 PM', english, { date: '2026-11-28', time: '19:30' }],
    ['٢٨/١١/٢٦', english, { date: '2026-11-28' }],
    ['28.11.126', french, undefined],
    ['28/11/2026 24:30', french, undefined],
    ['31/31/2026 7:30', french, undefined],
    ['March 5, 2027', french, { date: '2027-03-05' }],
    ['Friday, March 5th, 2027 at 7:30\u202fPM', french, { date: '2027-03-05', time: '19:30' }],
    ['the 5th of March 2027', english, { date: '2027-03-05' }],
    ['Sept. 5, 2027, 9:05', english, { date: '2027-09-05', time: '09:05' }],
    ['5 mars 2027', english, { date: '2027-03-05' }],
    ['le 1er août 2027 à 19h30', english, { date: '2027-08-01', time: '19:30' }],
    ['LUNDI 6 DÉC. 2027', english, { date: '2027-12-06' }],
    ['viernes, 5 de marzo de 2027, 19:30', english, { date: '2027-03-05', time: '19:30' }],
    [
      '5 de septiembre del 2027 a las 7:30 p.\u00a0m.',
      french,
      { date: '2027-09-05', time: '19:30' },
    ],
    ['٥ مارس ٢٠٢٧', english, { date: '2027-03-05' }],
    ['الجمعة، ٥ مارس ٢٠٢٧ في ٧:٣٠ م', english, { date: '2027-03-05', time: '19:30' }],
    ['5 ابريل 2027', french, { date: '2027-04-05' }],
    ['15 كانون الثاني 2027', english, { date: '2027-01-15' }],
    ['31 février 2027', french, undefined],
    ['March 5', english, undefined],
    ['March 2027', english, undefined],
    ['March 5 or 6, 2027', english, undefined],
    ['5 Brumaire 2027', french, undefined],
    ['March 5, 2027, soon', english, undefined],
    ['March 5, 2027, 7 PM', french, { date: '2027-03-05', time: '19:00' }],
    ['12am', french, { time: '00:00' }],
    ['11/12/2026 at 7 p.m.', english, { date: '2026-11-12', time: '19:00' }],
    ['05-Mar-2027', english, { date: '2027-03-05' }],
    ['Le vendredi 5 mars 2027 à 19\u202fh\u202f30', english, { date: '2027-03-05', time: '19:30' }],
    ['05/03/2027 - 19 h', french, { date: '2027-03-05', time: '19:00' }],
    ['el 1.º de marzo de 2027, 19:30 h', english, { date: '2027-03-01', time: '19:30' }],
    ['٧:٣٠ مساءً', english, { time: '19:30' }],
    ['٥ مارس ٢٠٢٧ الساعة ٧ صباحًا', french, { date: '2027-03-05', time: '07:00' }],
    ['7 مارس', french, undefined],
    ['2027-03-05 19', french, undefined],
    ['5.3.2027 - 12.03', french, undefined],
    ['10:00 - 12:00', french, undefined],
    ['5 - 7 mars 2027', french, undefined],
  ])('%s is parsed as if typed', (text, drawn, parts) => {
    expect(pastedWallTime(text, drawn)).toEqual(parts);
  });

  it.each(['ar', 'ar-EG', 'ar-LB', 'en', 'en-GB', 'fr', 'es'])(
    'is read in words: %s',
    (language) => {
      for (const dateStyle of ['full', 'long', 'medium'] as const) {
        const form = new Intl.DateTimeFormat(language, { dateStyle, timeStyle: 'short' });
        for (let month = 0; month < 12; month += 1) {
          const text = form.format(new Date(2027, month, 15, 19, 30));
          const date = `2027-${String(month + 1).padStart(2, '0')}-15`;
          expect([text, pastedWallTime(text, french)]).toEqual([text, { date, time: '19:30' }]);
        }
      }
    },
  );

  it.each([
    ['12.11', true],
    [' 1.2\n', true],
    ['12:11', false],
    ['12.11.2026', false],
  ])('%s may be a day without its year: %p', (text, may) => {
    expect(mayBeDay(text)).toBe(may);
  });
});

describe('a pasted instant (D5.11)', () => {
  it.each([
    ['2026-11-28T18:30:00Z', 'Europe/Paris', '2026-11-28 19:30:00'],
    [' 2026-11-28T18:30:15.250Z\n', 'UTC', '2026-11-28 18:30:15'],
    ['2026-11-28T18:30+02:00', 'America/New_York', '2026-11-28 11:30:00'],
    ['2026-07-28 18:30:00+0200', 'America/New_York', '2026-07-28 12:30:00'],
    ['2026-11-28 18:30:00+00', 'UTC+5.5', '2026-11-29 00:00:00'],
    ['20261128T183000Z', 'Asia/Beirut', '2026-11-28 20:30:00'],
    ['2026-11-28 18:30 UTC', 'Asia/Tokyo', '2026-11-29 03:30:00'],
    ['\u200e٢٠٢٦-١١-٢٨T١٨:٣٠:٠٠Z', 'Asia/Beirut', '2026-11-28 20:30:00'],
    ['9999-12-31T23:30:00Z', 'Asia/Tokyo', undefined],
    ['2026-11-28T18:30:00Z', '', undefined],
    ['2026-11-28T18:30:00Z', 'Nowhere', undefined],
  ])('%s is read as the wall time of %s', (text, zone, wall) => {
    expect(wallIn(pastedInstant(text) ?? Number.NaN, zone)).toBe(wall);
  });

  it.each([
    '2026-11-28T18:30:00',
    '2026-11-28 18:30-20:00', // From one time until another.
    '2026-11-28T18:30:00+25:00',
    '2026-02-30T18:30:00Z',
    '2026-11-28T24:30:00Z',
    '2026-11-28Z',
    '18:30Z',
    'soon',
  ])('is not what %s stands for', (text) => {
    expect(pastedInstant(text)).toBeUndefined();
  });
});

describe('a time that a clock change skips (D5.2)', () => {
  it.each([
    ['America/New_York', '2027-03-14 02:30:00', '2027-03-14 03:30:00'],
    ['Europe/Paris', '2027-03-28 02:00:00', '2027-03-28 03:00:00'],
    ['Australia/Lord_Howe', '2027-10-03 02:15:00', '2027-10-03 02:45:00'],
    ['Pacific/Apia', '2011-12-30 10:00:00', '2011-12-31 10:00:00'],
  ])('moves in %s from %s to %s', (zone, wall, stored) => {
    expect(existingWall(wall, zone)).toBe(stored);
    expect(wallOf(instantOf(wall as WallTime, zone), zone)).toBe(stored); // As it is saved.
  });

  it.each([
    ['America/New_York', '2027-03-14 01:59:59'],
    ['America/New_York', '2027-03-14 03:00:00'],
    ['America/New_York', '2027-11-07 01:30:00'],
    ['UTC+5.5', '2027-03-14 02:30:00'],
    ['Nowhere/Land', '2027-03-14 02:30:00'],
  ])('is in %s not %s', (zone, wall) => {
    expect(existingWall(wall, zone)).toBe(wall);
  });
});

describe('a displayed time zone', () => {
  it.each([
    ['Europe/Paris', '2027-01-07 10:00:00', 'Paris (UTC+1)'],
    ['Europe/Paris', '2027-07-07 10:00:00', 'Paris (UTC+2)'],
    ['America/New_York', '2027-03-14 01:59:00', 'New York (UTC-5)'],
    ['America/New_York', '2027-03-14 03:01:00', 'New York (UTC-4)'],
    ['Asia/Kathmandu', '2027-07-07 10:00:00', 'Kathmandu (UTC+5:45)'],
    ['America/Argentina/Buenos_Aires', undefined, 'Buenos Aires (UTC-3)'],
    ['UTC', undefined, 'UTC'],
    ['UTC+5.5', undefined, 'UTC+5.5'],
  ])('%s at %p has the label %s', (zone, wall, label) => {
    expect(zoneLabel(zone, wall)).toBe(label);
  });

  it.each([
    ['UTC+5.5', 'UTC+5:30', '15:30'],
    ['UTC-3.5', 'UTC-3:30', '06:30'],
    ['UTC+14', 'UTC+14', '00:00'],
    ['UTC', 'UTC', '10:00'],
    ['Asia/Kolkata', 'UTC+5:30', '15:30'],
  ])('%s has the offset %s, and shows %s', (zone, offset, shown) => {
    expect(offsetOf(zone)).toBe(offset);
    const { at, timeZone } = inZone('2027-01-07T10:00:00Z', zone);
    const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone } as const;
    expect(new Intl.DateTimeFormat('en', clock).format(at)).toBe(shown);
  });
});

describe('categories in the picker', () => {
  it('are sorted as a tree, and by name within a level', () => {
    const choice = (id: number, name: string, above: string[] = []) => ({ id, name, above });
    const tree = inTree(
      [
        choice(1, 'Jazz', ['Music']),
        choice(2, 'Music'),
        choice(3, 'Art'),
        choice(4, 'Choir', ['Music']),
      ],
      'en',
    );
    expect(tree.map(({ name }) => name)).toEqual(['Art', 'Music', 'Choir', 'Jazz']);
  });
});
