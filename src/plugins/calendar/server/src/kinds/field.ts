import type { Language } from '../settings/languages';
import type { Schema } from './json-schema';
import type { Bounds, ReadContext } from './param';

/** What reading a field of a record may depend on. */
export interface FieldContext extends ReadContext {
  language: Language;
  /** The zone in which an event's wall times are meant: the one sent, else the stored one, else the site's. */
  eventZone: string;
}

/** How one field of a record is read from what was sent (Spec 2). */
export interface Field<Value> {
  /** JSON Schema of what a form may hold, which is also what the list of routes says. */
  schema: Schema;
  /** The same of a JSON body, where that may hold more. */
  json?: Schema;
  /** The same of a part of a multipart body, where that may be more. */
  multipart?: Schema;
  /** What the host's limits add to each of these. */
  bounds?: Bounds;
  /** Spec 2: whether a new record cannot do without it. */
  required?: boolean;
  /** The value; throws `Unreadable` when what was sent is none. */
  read(sent: unknown, context: FieldContext): Value;
}

/** Each field has its own value type, which a record of them cannot say. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type Fields = Record<string, Field<any>>;

export const required = <Value>(field: Field<Value>): Field<Value> => ({
  ...field,
  required: true,
});

/** Spec 2: what the specification states as the default of a field that is not sent. */
export const withDefault = <Value>(field: Field<Value>, standard: unknown): Field<Value> => ({
  ...field,
  schema: { ...field.schema, default: standard },
});

/** Spec 2: those whose stated default is `null`, which is the same as nothing (D9.6). */
export const withNull = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      names.includes(name) ? withDefault(field, null) : field,
    ]),
  );
