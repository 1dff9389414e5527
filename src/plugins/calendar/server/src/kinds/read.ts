import { invalidParams } from '../messages/errors';
import type { Message, MessageKey } from '../messages/t';
import {
  type FieldContext,
  type Fields,
  InvalidValue,
  type Kind,
  type Params,
  type ReadContext,
} from './kind';

const textOf = (text: string): MessageKey | undefined => {
  if (text.includes('\u0000')) return 'rule.nul';
  return /\p{Surrogate}/u.test(text) ? 'rule.half_character' : undefined;
};

const isContainer = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !ArrayBuffer.isView(value);

/**
 * D4.9: why no database can hold a text of the value, at any depth, names included; nothing when all
 * of it can be held. Works level by level, so that no depth can exhaust the stack.
 */
export function unstorable(value: unknown): MessageKey | undefined {
  let level: unknown[] = [value];
  while (level.length > 0) {
    for (const text of level) {
      const why = typeof text === 'string' && textOf(text);
      if (why) return why;
    }
    level = level
      .filter(isContainer)
      .flatMap((container) => [
        ...(Array.isArray(container) ? [] : Object.keys(container)),
        ...Object.values(container),
      ]);
  }
  return undefined;
}

export type Values<Shape extends Params> = {
  [Name in keyof Shape]?: Shape[Name] extends Kind<infer Value> ? Value : never;
};

/** What was sent or read, by name. */
type Sent = Record<string, unknown>;

/** D9.6: absent and `null` both mean "not sent". */
export const wasSent = (sent: Sent, name: string) =>
  Object.hasOwn(sent, name) && sent[name] !== null && sent[name] !== undefined;

/** The values of what is known and was sent; all faults together (D9.2), unknown names ignored (D9.5). */
function readAll<Context>(
  shape: Record<string, Kind<unknown, Context>>,
  sent: Sent,
  context: Context,
): Sent {
  const values: Sent = {};
  const faults: Record<string, Message> = {};
  for (const [name, { default: standard, read }] of Object.entries(shape)) {
    if (!wasSent(sent, name)) {
      if (standard !== undefined) values[name] = standard;
      continue;
    }
    try {
      const why = unstorable(sent[name]);
      if (why) throw new InvalidValue(why);
      values[name] = read(sent[name], context);
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error;
      faults[name] = error.reason;
    }
  }
  if (Object.keys(faults).length > 0) throw invalidParams(faults);
  return values;
}

/** The parameters of a request. */
export const readParams = <Shape extends Params>(shape: Shape, sent: Sent, context: ReadContext) =>
  readAll(shape, sent, context) as Values<Shape>;

/** The fields of a record, whose names may be missing. */
export const readFields = (fields: Fields, sent: Sent, context: FieldContext): Sent =>
  readAll(fields, sent, context);
