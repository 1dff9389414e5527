import { DAY, type DateForm, type DateParts, HOUR, MINUTE, SECOND, type Words } from './date-parts';

export const UNIT = 'sec(?:ond)?s?|min(?:ute)?s?|hours?|days?|weeks?|fortnights?|months?|years?';
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

/** D5.4: words and distances that count from now, or from the day named beside them. */
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
  [/ago\b/iy, turnBack],
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

/** "1 week ago": every distance so far is meant backwards; there must be one. */
function turnBack(_: Words, { months, days, elapsed }: DateParts): Partial<DateParts> | undefined {
  if (months === 0 && days === 0 && elapsed === 0) return undefined;
  return { months: -2 * months, days: -2 * days, elapsed: -2 * elapsed };
}
