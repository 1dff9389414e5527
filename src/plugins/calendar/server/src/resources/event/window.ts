import type { Values } from '../../content-types/rows';
import { type DateInput, instantOfInput } from '../../kinds/dates/date';
import { addMonths } from '../../kinds/dates/parts';
import {
  dayStart,
  instantOf,
  nextDayStart,
  QUARTER_HOUR,
  SECOND,
  wallOf,
} from '../../kinds/dates/wall-time';
import { raw, type Sql, sql } from '../../sql/sql';

export interface DateValues {
  start_date?: DateInput;
  end_date?: DateInput;
  starts_before?: DateInput;
  starts_after?: DateInput;
  ends_before?: DateInput;
  ends_after?: DateInput;
  strict_dates?: boolean;
  modified_after?: Date;
  modified_before?: Date;
  external_id?: string;
}

/** A bound of a window, for whichever columns hold the times. */
export interface DateBound {
  of: 'start' | 'end';
  comparison: '>=' | '<=' | '<' | '>';
  instant: Date;
}

/** A window of time by its bounds, and as it is written into addresses. */
export interface DateWindow {
  bounds: DateBound[];
  params: Record<string, string>;
}

type Bound = Exclude<
  keyof DateValues,
  'strict_dates' | 'modified_after' | 'modified_before' | 'external_id'
>;

const MONTHS_AHEAD = 24;

interface Rule {
  of: DateBound['of'];
  /** How the time compares with the instant itself. */
  strict: DateBound['comparison'];
  /** D5.8: where the day of the instant begins or ends for this bound, half-open. */
  whole: { edge: 'start' | 'next'; comparison: '>=' | '<' };
}

const FROM_DAY = { edge: 'start', comparison: '>=' } as const;
const AFTER_DAY = { edge: 'next', comparison: '>=' } as const;
const UNTIL_DAY_ENDS = { edge: 'next', comparison: '<' } as const;

const RULES: Record<Bound, Rule> = {
  start_date: { of: 'start', strict: '>=', whole: FROM_DAY },
  end_date: { of: 'end', strict: '<=', whole: UNTIL_DAY_ENDS },
  starts_before: { of: 'start', strict: '<', whole: UNTIL_DAY_ENDS },
  starts_after: { of: 'start', strict: '>', whole: AFTER_DAY },
  ends_before: { of: 'end', strict: '<', whole: UNTIL_DAY_ENDS },
  ends_after: { of: 'end', strict: '>', whole: AFTER_DAY },
};

/** The parameters that say of which window of time a list is. */
export const WINDOW: readonly string[] = [...Object.keys(RULES), 'strict_dates'];

const COLUMNS = { start: raw('e.utc_start_date'), end: raw('e.utc_end_date') };

const RELATIVE = ['starts_before', 'starts_after', 'ends_before', 'ends_after'] as const;

/** D5.7 to D5.9: the six date filters and `strict_dates`, which mean something only together. */
export function dateWindow(values: DateValues, clock: { now: Date; zone: string }): DateWindow {
  const given = withDefaults(values, clock);
  const strict = values.strict_dates ?? false;
  const bounds: DateBound[] = [];
  const params: Record<string, string> = {};
  for (const [name, rule] of Object.entries(RULES)) {
    const input = given[name as Bound];
    if (!input) continue;
    const instant = instantOfInput(input, clock.zone);
    const { bound, text } = (strict ? exactly : wholeDay)(rule, instant, clock.zone);
    bounds.push(bound);
    params[name] = text;
  }
  return { bounds, params };
}

/**
 * The bounds as conditions on the event's row (alias `e`). D5.10: what has no start or no end stands nowhere in time,
 * whichever of the two is asked about.
 */
export const windowConditions = (bounds: DateBound[]): Sql[] => [
  ...bounds.map(({ of, comparison, instant }) => sql`${COLUMNS[of]} ${raw(comparison)} ${instant}`),
  ...(['start', 'end'] as const)
    .filter((time) => !bounds.some(({ of }) => of === time))
    .map((time) => sql`${COLUMNS[time]} IS NOT NULL`),
];

/** Whether it is asked as those do who keep copies: for what has changed or has an id, in the past as well. */
export const isSync = ({ modified_after, modified_before, external_id }: DateValues): boolean =>
  Boolean(modified_after ?? modified_before ?? external_id);

/** D5.9: from now on for 24 months, unless a relative bound says otherwise. */
function withDefaults(values: DateValues, { now, zone }: { now: Date; zone: string }): DateValues {
  if (isSync(values) || RELATIVE.some((name) => values[name])) return values;
  const moment = new Date(Math.floor(now.getTime() / SECOND) * SECOND);
  return {
    ...values,
    start_date: values.start_date ?? { instant: moment },
    end_date: values.end_date ?? { instant: addMonths(moment, MONTHS_AHEAD, zone) },
  };
}

/** One bound, and as it is written into addresses. */
interface ShownBound {
  bound: DateBound;
  text: string;
}

/** Shown as a wall time, or as the instant itself where the wall time would be read as another. */
function exactly({ of, strict }: Rule, instant: Date, zone: string): ShownBound {
  const wall = wallOf(instant, zone);
  const same = instantOf(wall, zone).getTime() === instant.getTime();
  return {
    bound: { of, comparison: strict, instant },
    text: same ? wall : instant.toISOString(),
  };
}

/** D5.8: shown as the first second of the day, or as its last whole one. */
function wholeDay({ of, whole }: Rule, instant: Date, zone: string): ShownBound {
  const isStart = whole.edge === 'start';
  const edge = isStart ? dayStart(instant, zone) : nextDayStart(instant, zone);
  return {
    bound: { of, comparison: whole.comparison, instant: edge },
    text: wallOf(isStart ? edge : new Date(edge.getTime() - SECOND), zone),
  };
}

/** D5.7: what is read by the clock, when it is not a plain date. */
const DATES = [
  ...['start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after'],
  ...['modified_after', 'modified_before'],
];

/** D5.4: the forms that say the same whenever they are read: dates, wall times, instants, UNIX seconds. */
const PLAIN = /^(?:\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d)?)?|\d{8,10})$/;

/** Parameters with which an answer follows the clock to the second. */
const TO_THE_SECOND = ['strict_dates', 'only_with_upcoming'];

const followsSeconds = ([name, value]: [string, unknown]) =>
  TO_THE_SECOND.includes(name) ||
  (DATES.includes(name) && !(typeof value === 'string' && PLAIN.test(value)));

/**
 * D5.9: when the clock makes a response begun at `now` (milliseconds) stale, as lists begin today by default.
 * Exactly on a step: at once.
 */
export function validUntil(query: Values, now: number): number {
  const step = Object.entries(query).some(followsSeconds) ? SECOND : QUARTER_HOUR;
  return Math.ceil(now / step) * step;
}
