import type { Values } from '../../content-types/rows';
import { type DateContext, type DateInput, instantOfInput } from '../../kinds/dates/date';
import { addMonths } from '../../kinds/dates/parts';
import {
  dayStart,
  instantOf,
  nextDayStart,
  QUARTER_HOUR,
  SECOND,
  wallOf,
} from '../../kinds/dates/wall-time';
import type { Criteria } from '../../sql/facets';
import { onColumn, onRange, raw, type Sql, sql } from '../../sql/sql';

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

/** A bound of a window, independent of the columns that contain the times. */
export interface DateBound {
  of: 'start' | 'end';
  comparison: '>=' | '<=' | '<' | '>';
  instant: Date;
}

/** The bounds of a time window, and the query parameters that express it in URLs. */
export interface DateWindow {
  bounds: DateBound[];
  params: Record<string, string>;
}

type Bound = Exclude<
  keyof DateValues,
  'strict_dates' | 'modified_after' | 'modified_before' | 'external_id'
>;

/** The end of the default window. */
export const MONTHS_AHEAD = 24;

interface Rule {
  of: DateBound['of'];
  /** The comparison with the instant itself, used with `strict_dates`. */
  strict: DateBound['comparison'];
  /** D5.8: otherwise, the comparison with the start of the instant's day or of the next one. */
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

/** The parameters that bound the time window. */
export const BOUNDS = Object.keys(RULES) as Bound[];

/** The names of the parameters that define the time window. */
export const WINDOW: readonly string[] = [...BOUNDS, 'strict_dates'];

const COLUMNS = { start: raw('e.utc_start_date'), end: raw('e.utc_end_date') };

const MARKED = { start: onRange, end: onColumn };

const RELATIVE = ['starts_before', 'starts_after', 'ends_before', 'ends_after'] as const;

/** D5.7 to D5.9: the time window of the six date filters and `strict_dates`, with defaults applied. */
export function dateWindow(values: DateValues, clock: DateContext): DateWindow {
  const given = withDefaults(values, clock);
  const strict = values.strict_dates ?? false;
  const bounds: DateBound[] = [];
  const params: Record<string, string> = {};
  for (const name of BOUNDS) {
    const [input, rule] = [given[name], RULES[name]];
    if (!input) continue;
    const instant = instantOfInput(input, clock.zone);
    const { bound, text } = (strict ? exactly : wholeDay)(rule, instant, clock.zone);
    bounds.push(bound);
    params[name] = text;
  }
  return { bounds, params };
}

const isUpper = ({ comparison }: DateBound) => comparison.startsWith('<');

/**
 * The bounds, and an upper bound of the end for the start too, since no event starts after its end: rows are read from an
 * index by start, which the bound of the end alone would leave open.
 */
function withImplied(bounds: DateBound[]): DateBound[] {
  const all = [...bounds];
  for (const bound of bounds) {
    if (bound.of === 'end' && isUpper(bound)) all.push({ ...bound, of: 'start' });
  }
  return all;
}

/**
 * The bounds as conditions on the event's row (alias `e`). D5.10: events without a start or an end match no window,
 * whichever of the two it bounds.
 */
export const windowConditions = (bounds: DateBound[]): Sql[] => {
  const applied = withImplied(bounds);
  return [
    ...applied.map(({ of, comparison, instant }) =>
      MARKED[of](sql`${COLUMNS[of]} ${raw(comparison)} ${instant}`),
    ),
    ...(['start', 'end'] as const)
      .filter((time) => !applied.some(({ of }) => of === time))
      .map((time) => onColumn(sql`${COLUMNS[time]} IS NOT NULL`)),
  ];
};

const LISTED = { start: raw('l.utc_start'), end: raw('l.utc_end') };

/** D5.7: the bounds as conditions on the listing (alias `l`). */
export function windowCriteria(bounds: DateBound[]): Pick<Criteria, 'conditions' | 'endsFrom'> {
  const conditions: Sql[] = [];
  const from: { [of in DateBound['of']]?: Date } = {};
  for (const bound of withImplied(bounds)) {
    const { of, comparison, instant } = bound;
    conditions.push(sql`${LISTED[of]} ${raw(comparison)} ${instant}`);
    if (!isUpper(bound)) from[of] ??= instant;
  }
  return { conditions, ...(from.end && !from.start && { endsFrom: from.end }) };
}

/**
 * Whether the caller synchronises a copy: filters by change or external id have no default window,
 * so that past events are found too.
 */
export const isSync = ({ modified_after, modified_before, external_id }: DateValues): boolean =>
  Boolean(modified_after ?? modified_before ?? external_id);

/** D5.9: the default window is 24 months from now; none with relative bounds or for synchronisation. */
function withDefaults(values: DateValues, { now, zone }: { now: Date; zone: string }): DateValues {
  if (isSync(values) || RELATIVE.some((name) => values[name])) return values;
  const moment = new Date(Math.floor(now.getTime() / SECOND) * SECOND);
  return {
    ...values,
    start_date: values.start_date ?? { instant: moment },
    end_date: values.end_date ?? { instant: addMonths(moment, MONTHS_AHEAD, zone) },
  };
}

/** A bound and its value in URLs. */
interface ShownBound {
  bound: DateBound;
  text: string;
}

/**
 * The bound at the instant itself. In URLs a wall time of the site's zone, or the instant if that
 * wall time would be read as another one (ambiguous at a clock change).
 */
function exactly({ of, strict }: Rule, instant: Date, zone: string): ShownBound {
  const wall = wallOf(instant, zone);
  const same = instantOf(wall, zone).getTime() === instant.getTime();
  return {
    bound: { of, comparison: strict, instant },
    text: same ? wall : instant.toISOString(),
  };
}

/** D5.8: the bound at the edge of the instant's day. In URLs the first or last second of that day. */
function wholeDay({ of, whole }: Rule, instant: Date, zone: string): ShownBound {
  const isStart = whole.edge === 'start';
  const edge = isStart ? dayStart(instant, zone) : nextDayStart(instant, zone);
  return {
    bound: { of, comparison: whole.comparison, instant: edge },
    text: wallOf(isStart ? edge : new Date(edge.getTime() - SECOND), zone),
  };
}

/** D5.7: the parameters whose values may be relative to the current time. */
const DATES: readonly string[] = [...BOUNDS, 'modified_after', 'modified_before'];

/**
 * D5.4: absolute forms, whose meaning does not depend on when they are read: dates, wall times,
 * instants, UNIX seconds.
 */
const PLAIN = /^(?:\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d)?)?|\d{8,10})$/;

/** Parameters that make answers depend on the current second. */
const TO_THE_SECOND = ['strict_dates', 'only_with_upcoming'];

const followsSeconds = ([name, value]: [string, unknown]) =>
  TO_THE_SECOND.includes(name) ||
  (DATES.includes(name) && !(typeof value === 'string' && PLAIN.test(value)));

/**
 * D5.9: when a response begun at `now` becomes stale (both milliseconds): at the next second if a
 * parameter depends on it, else at the next quarter hour, since the default window begins at
 * midnight, which is at a quarter hour of UTC in every zone. A `now` exactly on a step is stale at
 * once.
 */
export function validUntil(query: Values, now: number): number {
  const step = Object.entries(query).some(followsSeconds) ? SECOND : QUARTER_HOUR;
  return Math.ceil(now / step) * step;
}
