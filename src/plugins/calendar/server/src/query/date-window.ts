import { type DateInput, instantOfInput } from '../time/date-input';
import { dayEnd, dayStart, nextDayStart } from '../time/day';
import { addMonths } from '../time/months';
import { instantOf, wallOf } from '../time/wall-time';
import { type Condition, condition } from './condition';

export interface DateValues {
  start_date?: DateInput;
  end_date?: DateInput;
  starts_before?: DateInput;
  starts_after?: DateInput;
  ends_before?: DateInput;
  ends_after?: DateInput;
  strict_dates?: boolean;
}

/** A window of time as SQL, and as it is written into addresses. */
export interface DateWindow {
  conditions: Condition[];
  shown: Record<string, string>;
}

type Bound = Exclude<keyof DateValues, 'strict_dates'>;

const MONTHS_AHEAD = 24;

interface Rule {
  column: 'utc_start_date' | 'utc_end_date';
  /** How the column compares with the instant itself. */
  strict: '>=' | '<=' | '<' | '>';
  /** D5.8: where the day of the instant begins or ends for this bound, half-open. */
  whole: { edge: 'start' | 'next'; comparison: '>=' | '<' };
}

const FROM_DAY = { edge: 'start', comparison: '>=' } as const;
const AFTER_DAY = { edge: 'next', comparison: '>=' } as const;
const UNTIL_DAY_ENDS = { edge: 'next', comparison: '<' } as const;

const RULES: Record<Bound, Rule> = {
  start_date: { column: 'utc_start_date', strict: '>=', whole: FROM_DAY },
  end_date: { column: 'utc_end_date', strict: '<=', whole: UNTIL_DAY_ENDS },
  starts_before: { column: 'utc_start_date', strict: '<', whole: UNTIL_DAY_ENDS },
  starts_after: { column: 'utc_start_date', strict: '>', whole: AFTER_DAY },
  ends_before: { column: 'utc_end_date', strict: '<', whole: UNTIL_DAY_ENDS },
  ends_after: { column: 'utc_end_date', strict: '>', whole: AFTER_DAY },
};

const TIMES = ['utc_start_date', 'utc_end_date'];

const RELATIVE = ['starts_before', 'starts_after', 'ends_before', 'ends_after'] as const;

/** D5.7 to D5.9: the six date filters and `strict_dates`, which mean something only together. */
export function dateWindow(values: DateValues, clock: { now: Date; zone: string }): DateWindow {
  const given = withDefaults(values, clock);
  const strict = values.strict_dates ?? false;
  const conditions: Condition[] = [];
  const shown: Record<string, string> = {};
  const asked = new Set<string>();
  for (const [name, rule] of Object.entries(RULES)) {
    const input = given[name as Bound];
    if (!input) continue;
    const instant = instantOfInput(input, clock.zone);
    conditions.push(strict ? exactly(rule, instant) : wholeDay(rule, instant, clock.zone));
    asked.add(rule.column);
    shown[name] = strict ? exactText(instant, clock.zone) : dayText(rule, instant, clock.zone);
  }
  return { conditions: [...conditions, ...timed(asked)], shown };
}

/** D5.10: what has no start or no end stands nowhere in time, whichever of the two is asked about. */
const timed = (asked: Set<string>) =>
  TIMES.filter((column) => !asked.has(column)).map((column) =>
    condition(`e.${column} IS NOT NULL`),
  );

/** D5.9: from now on for 24 months, unless a relative bound says otherwise. */
function withDefaults(values: DateValues, { now, zone }: { now: Date; zone: string }): DateValues {
  if (RELATIVE.some((name) => values[name])) return values;
  const moment = new Date(Math.floor(now.getTime() / 1000) * 1000);
  const end_date = { instant: addMonths(moment, MONTHS_AHEAD, zone) };
  return { start_date: { instant: moment }, end_date, ...sent(values) };
}

const sent = (values: DateValues): DateValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

const exactly = ({ column, strict }: Rule, instant: Date) =>
  condition(`e.${column} ${strict} ?`, instant);

function wholeDay({ column, whole }: Rule, instant: Date, zone: string) {
  const edge = whole.edge === 'start' ? dayStart(instant, zone) : nextDayStart(instant, zone);
  return condition(`e.${column} ${whole.comparison} ?`, edge);
}

const dayText = ({ whole }: Rule, instant: Date, zone: string) =>
  wallOf(whole.edge === 'start' ? dayStart(instant, zone) : dayEnd(instant, zone), zone);

/** A wall time, or the instant itself where the wall time would be read as another. */
function exactText(instant: Date, zone: string): string {
  const wall = wallOf(instant, zone);
  const same = instantOf(wall, zone).getTime() === instant.getTime();
  return same ? wall : instant.toISOString();
}
