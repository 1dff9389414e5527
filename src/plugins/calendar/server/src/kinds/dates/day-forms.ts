import type { DateForm, Words } from './date-parts';
import { countOfDate } from './months';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH =
  '(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';
const DAY = '(?<day>\\d{1,2})(?:st|nd|rd|th)?';
const YEAR = '(?<year>\\d{4})';
const GAP = '[ ,-]{1,3}';
const NO_GAP = '[ ,-]{0,3}';
const END = '(?=$|[\\s,]|t\\d)';

const pattern = (shape: string[]) => new RegExp(`${shape.join('')}${END}`, 'iy');

const form = (...shape: string[]): DateForm => [pattern(shape), dateOf];

/** D5.4: the ways to name a day. */
export const dayForms: DateForm[] = [
  form(YEAR, '(?<mark>[-/])(?<month>\\d{1,2})\\k<mark>(?<day>\\d{1,2})'),
  form(YEAR, '(?<month>\\d{2})(?<day>\\d{2})'),
  form(YEAR, '-(?<month>\\d{2})'),
  form('(?<month>\\d{1,2})/(?<day>\\d{1,2})/', YEAR),
  form('(?<day>\\d{1,2})(?<mark>[-.])(?<month>\\d{1,2})\\k<mark>', YEAR),
  form(DAY, NO_GAP, MONTH, GAP, YEAR),
  form(MONTH, NO_GAP, DAY, GAP, YEAR),
  form(MONTH, GAP, YEAR),
];

/** A day without a year is one of this year. */
export const yearlessForms = (thisYear: number): DateForm[] =>
  [[DAY, NO_GAP, MONTH], [MONTH, NO_GAP, DAY], [MONTH]].map((shape) => [
    pattern(shape),
    (words) => dateOf({ ...words, year: String(thisYear) }),
  ]);

function dateOf({ year, month = '', day = '1' }: Words): { date: number } | undefined {
  const number = MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1 || Number(month);
  const date = countOfDate(Number(year), number, Number(day));
  return date === undefined ? undefined : { date };
}
