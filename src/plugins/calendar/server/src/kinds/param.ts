import type { Sentence } from '../errors/calendar-error';
import type { Settings } from '../settings/settings';
import type { TextKey, TextValues } from '../texts/text';
import type { Schema } from './json-schema';

/** What reading a parameter may depend on. */
export interface ReadContext {
  now: Date;
  settings: Settings;
}

/** Keywords of JSON Schema that depend on the host's limits. */
export type Bounds = (limits: Settings['limits']) => Record<string, number>;

/** How one parameter is read from what was sent, documented, and written into addresses. */
export interface Param<Value> {
  /** JSON Schema for the interface's description. */
  schema: Schema;
  /** What the host's limits add to it. */
  bounds?: Bounds;
  /** What holds when nothing is sent. */
  standard?: Value;
  /** The value; throws `Unreadable` when what was sent is none. */
  read(sent: unknown, context: ReadContext): Value;
  /** The value as it stands in an address; reading it again gives the same value. */
  show(value: Value): string;
}

/** The parameter with a value of its own when nothing is sent. */
export const withStandard = <Value>(param: Param<Value>, standard: Value): Param<Value> => ({
  ...param,
  schema: { ...param.schema, default: standard },
  standard,
});

/** What is wrong with one parameter; `readParams` gathers these into one refusal. */
export class Unreadable extends Error {
  readonly sentence: Sentence;

  constructor(key: TextKey, values?: TextValues) {
    super(key);
    this.sentence = { text: key, values };
  }
}

/** The text of a parameter that takes one value, without blanks around it; empty or several: Unreadable. */
export function oneText(sent: unknown): string {
  if (typeof sent === 'number' || typeof sent === 'boolean') return String(sent);
  if (typeof sent !== 'string') throw new Unreadable('not_one_value');
  const trimmed = sent.trim();
  if (trimmed === '') throw new Unreadable('not_empty');
  return trimmed;
}
