import type { Sentence } from '../errors/calendar-error';
import { invalidParams } from '../errors/refusals';
import { type Param, type ReadContext, Unreadable } from './param';

/** A parameter's value type depends on the parameter, which a record of them cannot say. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type Params = Record<string, Param<any>>;

export type Values<Shape extends Params> = {
  [Name in keyof Shape]?: Shape[Name] extends Param<infer Value> ? Value : never;
};

/** D9.6: absent and `null` both mean "not sent". */
export const wasSent = (sent: Record<string, unknown>, name: string) =>
  Object.hasOwn(sent, name) && sent[name] !== null && sent[name] !== undefined;

/** The values of the known parameters that were sent; unknown ones are ignored (D9.2, D9.5). */
export function readParams<Shape extends Params>(
  shape: Shape,
  sent: Record<string, unknown>,
  context: ReadContext,
): Values<Shape> {
  const values: Record<string, unknown> = {};
  const faults: Record<string, Sentence> = {};
  for (const [name, param] of Object.entries(shape)) {
    if (!wasSent(sent, name)) {
      if (param.standard !== undefined) values[name] = param.standard;
      continue;
    }
    try {
      values[name] = param.read(sent[name], context);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      faults[name] = error.sentence;
    }
  }
  if (Object.keys(faults).length > 0) throw invalidParams(faults);
  return values as Values<Shape>;
}
