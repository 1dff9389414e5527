import { CalendarError } from '../errors/calendar-error';
import { refuse } from '../errors/refusals';
import { DEEPEST, MOST_VALUES, tooComplex } from './complexity';

type Values = Record<string, unknown>;

const brokenJson = () => refuse(400, 'rest_invalid_json');

const noObject = () =>
  new CalendarError({ status: 400, code: 'rest_bad_request', text: 'body.not_object' });

const isContainer = (value: unknown): value is object =>
  typeof value === 'object' && value !== null;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw brokenJson();
  }
}

/**
 * Removes every key `__proto__`, which would change an object that is copied by assignment, and says
 * whether the value is within the limits. Works level by level, so that no depth can exhaust the stack.
 */
export function tame(root: object, deepest: number): boolean {
  let level: object[] = [root];
  let count = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    for (const container of level) Reflect.deleteProperty(container, '__proto__');
    const values = level.flatMap((container) => Object.values(container));
    count += values.length;
    if (depth > deepest || count > MOST_VALUES) return false;
    level = values.filter(isContainer);
  }
  return true;
}

/** The values of a JSON body; throws CalendarError 400 when it is broken, too much, or no object. */
export function readJson(text: string): Values {
  const value = parsed(text);
  if (!isContainer(value) || Array.isArray(value)) throw noObject();
  if (!tame(value, DEEPEST)) throw tooComplex();
  return value as Values;
}
