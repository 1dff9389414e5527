import { type DateForm, HOUR, MINUTE, SECOND, type Words } from './date-parts';
import { UNIT } from './relative-forms';

const LEAST_OFFSET = -12 * HOUR;
const MOST_OFFSET = 14 * HOUR;

/** D5.4: the ways to name a time of the day, and its distance from UTC. */
export const clockForms: DateForm[] = [
  [
    /(?<hour>\d{1,2})(?::(?<minute>[0-5]\d))?(?::(?<second>[0-5]\d))? ?(?<half>[ap])\.?m\b\.?/iy,
    readHalfDay,
  ],
  [
    /t?(?<hour>\d{1,2}):(?<minute>[0-5]\d)(?::(?<second>[0-5]\d)(?:[.,]\d{1,9})?)?(?![\d:.])/iy,
    readClock,
  ],
  [/t(?<hour>\d\d)(?<minute>[0-5]\d)(?<second>[0-5]\d)?(?![\d:.])/iy, readClock],
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
  const isPossible = offset >= LEAST_OFFSET && offset <= MOST_OFFSET;
  return clock !== undefined && isPossible ? { offset } : undefined;
}
