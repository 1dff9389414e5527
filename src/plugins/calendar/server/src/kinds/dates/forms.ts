import { type DateForm, type DateParts, millisOfDate, type Words } from './parts';
import { DAY, HOUR, isPossibleOffset, MINUTE, SECOND } from './wall-time';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH =
  '(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';
const DAY_OF_MONTH = '(?<day>\\d{1,2})(?:st|nd|rd|th)?';
const YEAR = '(?<year>\\d{4})';
const GAP = '[ ,-]{1,3}';
const NO_GAP = '[ ,-]{0,3}';
const END = '(?=$|[\\s,]|t\\d)';

const pattern = (shape: string[]) => new RegExp(`${shape.join('')}${END}`, 'iy');

const form = (...shape: string[]): DateForm => [pattern(shape), dateOf];

/** D5.4: the accepted forms of a day. */
export const dayForms: DateForm[] = [
  form(YEAR, '(?<mark>[-/])(?<month>\\d{1,2})\\k<mark>(?<day>\\d{1,2})'),
  form(YEAR, '(?<month>\\d{2})(?<day>\\d{2})'),
  form(YEAR, '-(?<month>\\d{2})'),
  form('(?<month>\\d{1,2})/(?<day>\\d{1,2})/', YEAR),
  form('(?<day>\\d{1,2})(?<mark>[-.])(?<month>\\d{1,2})\\k<mark>', YEAR),
  form(DAY_OF_MONTH, NO_GAP, MONTH, GAP, YEAR),
  form(MONTH, NO_GAP, DAY_OF_MONTH, GAP, YEAR),
  form(MONTH, GAP, YEAR),
];

/** Forms without a year, which mean this year. */
export const yearlessForms = (thisYear: number): DateForm[] =>
  [[DAY_OF_MONTH, NO_GAP, MONTH], [MONTH, NO_GAP, DAY_OF_MONTH], [MONTH]].map((shape) => [
    pattern(shape),
    (words) => dateOf({ ...words, year: String(thisYear) }),
  ]);

function dateOf({ year, month = '', day = '1' }: Words): { date: number } | undefined {
  const number = MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1 || Number(month);
  const date = millisOfDate(Number(year), number, Number(day));
  return date === undefined ? undefined : { date };
}

const UNIT = 'sec(?:ond)?s?|min(?:ute)?s?|hours?|days?|weeks?|fortnights?|months?|years?';
const WEEKDAY =
  '(?<weekday>sun(?:day)?|mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?)';
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const STEP = '(?<step>next|last|previous|this)';
const STEPS = { next: 1, last: -1, previous: -1, this: 0 };
const PLACES = {
  next: 'after today',
  last: 'before today',
  previous: 'before today',
  this: 'from today',
} as const;

/** D5.4: relative words and distances, counted from now or from the day named with them. */
export const relativeForms: DateForm[] = [
  [/now\b/iy, () => ({})],
  [/today\b/iy, () => ({ fromMidnight: true })],
  [/tomorrow\b/iy, () => ({ fromMidnight: true, days: DAY })],
  [/yesterday\b/iy, () => ({ fromMidnight: true, days: -DAY })],
  [/(?<edge>first|last) day of\b/iy, ({ edge }) => ({ edge: wordOf<'first' | 'last'>(edge) })],
  [new RegExp(`(?:${STEP} )?${WEEKDAY}\\b\\.?`, 'iy'), readWeekday],
  [new RegExp(`${STEP} (?<unit>${UNIT})\\b`, 'iy'), readStep],
  [
    new RegExp(`(?<sign>[+-]?) ?(?<count>\\d{1,10}) ?(?<unit>${UNIT})\\b`, 'iy'),
    ({ sign, count, unit }) => distance(Number(`${sign}${count}`), unit),
  ],
  [/ago\b/iy, negate],
];

const wordOf = <Word extends string>(word: string | undefined) => word?.toLowerCase() as Word;

function readWeekday({ step = 'this', weekday = '' }: Words): Partial<DateParts> {
  const day = WEEKDAYS.indexOf(weekday.slice(0, 3).toLowerCase());
  return {
    fromMidnight: true,
    weekday: { day, where: PLACES[wordOf<keyof typeof PLACES>(step)] },
  };
}

function readStep({ step, unit }: Words): Partial<DateParts> {
  const moved = distance(STEPS[wordOf<keyof typeof STEPS>(step)], unit);
  return /^week/i.test(unit ?? '') ? { ...moved, inWeek: true } : moved;
}

function distance(count: number, unit = ''): Partial<DateParts> {
  switch (unit.slice(0, 3).toLowerCase()) {
    case 'sec':
      return { elapsed: count * SECOND };
    case 'min':
      return { elapsed: count * MINUTE };
    case 'hou':
      return { elapsed: count * HOUR };
    case 'wee':
      return { days: count * 7 * DAY };
    case 'for':
      return { days: count * 14 * DAY };
    case 'mon':
      return { months: count };
    case 'yea':
      return { months: count * 12 };
    default:
      return { days: count * DAY };
  }
}

/** "1 week ago": negates all distances read so far; undefined without any. */
function negate(_: Words, { months, days, elapsed }: DateParts): Partial<DateParts> | undefined {
  if (months === 0 && days === 0 && elapsed === 0) return undefined;
  return { months: -2 * months, days: -2 * days, elapsed: -2 * elapsed };
}

/** D5.4: the accepted forms of a time of day and of a UTC offset. Second 60, a leap second, is the one after it. */
export const clockForms: DateForm[] = [
  [
    /(?<hour>\d{1,2})(?::(?<minute>[0-5]\d))?(?::(?<second>[0-5]\d|60))? ?(?<half>[ap])\.?m\b\.?/iy,
    readHalfDay,
  ],
  [
    /t?(?<hour>\d{1,2}):(?<minute>[0-5]\d)(?::(?<second>[0-5]\d|60)(?:[.,]\d+)?)?(?![\d:.])/iy,
    readClock,
  ],
  [/t(?<hour>\d\d)(?<minute>[0-5]\d)(?<second>[0-5]\d|60)?(?![\d:.])/iy, readClock],
  [/noon\b/iy, () => ({ clock: 12 * HOUR })],
  [/midnight\b/iy, () => ({ clock: 0 })],
  [
    new RegExp(
      `(?:utc|gmt)?(?<sign>[+-])(?<hour>\\d{1,2})(?::?(?<minute>[0-5]\\d))?(?![\\d:.]|\\s*(?:${UNIT})\\b)`,
      'iy',
    ),
    readOffset,
  ],
  [/(?:z|utc|gmt)\b/iy, (_, { clock }) => (clock === undefined ? undefined : { offset: 0 })],
];

const lengthOf = ({ hour, minute = '0', second = '0' }: Words) =>
  Number(hour) * HOUR + Number(minute) * MINUTE + Number(second) * SECOND;

/** 24:00 is the midnight that ends the day (ISO 8601). */
function readClock(words: Words) {
  const clock = lengthOf(words);
  return clock > 24 * HOUR ? undefined : { clock };
}

function readHalfDay(words: Words) {
  const hour = Number(words.hour);
  if (hour < 1 || hour > 12) return undefined;
  const half = words.half?.toLowerCase() === 'p' ? 12 : 0;
  return { clock: lengthOf({ ...words, hour: String((hour % 12) + half) }) };
}

function readOffset(words: Words, { clock }: { clock?: number }) {
  const offset = Number(`${words.sign}1`) * lengthOf(words);
  return clock !== undefined && isPossibleOffset(offset / MINUTE) ? { offset } : undefined;
}
