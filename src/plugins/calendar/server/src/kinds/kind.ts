import { z } from 'zod';
import { invalidParams } from '../messages/errors';
import type { Message, MessageKey, MessageValues } from '../messages/t';
import type { Language } from '../settings/languages';
import type { Settings } from '../settings/settings';

/** What parsing a value may depend on. */
export interface ReadContext {
  now: Date;
  settings: Settings;
  /** RFC 7240 `handling=strict`: unknown names are refused instead of ignored. */
  strict?: boolean;
  /** Known names without effect at this address; refused too when strict. */
  withoutEffect?: readonly string[];
}

/** What parsing a field of a record may depend on. */
export interface FieldContext extends ReadContext {
  language: Language;
  /** The zone in which an event's wall times are meant: the one sent, else the stored one, else the site's. */
  eventZone: string;
}

/** JSON Schema keywords whose values depend on the host's limits. */
export type Bounds = (limits: Settings['limits']) => Record<string, number>;

/**
 * Spec 2: the type of a parameter or field: its schema, how it is parsed, and how it is written into URLs. Kinds are
 * constants; clock, zone and settings are arguments of `read`.
 */
export interface Kind<Value, Context = ReadContext> {
  /** Values allowed in a URL or form; shown by the index and the OpenAPI document. */
  schema: z.ZodType;
  /** Values allowed in a JSON body, if more than in `schema`. */
  json?: z.ZodType;
  /** Values allowed in a multipart body, if more than in `schema`. */
  multipart?: z.ZodType;
  /** Keywords that the host's limits add to each of these schemas. */
  bounds?: Bounds;
  /** Used by `readParams` when nothing is sent. */
  default?: Value;
  /** Spec 2: whether it is required in a new record. */
  required?: boolean;
  /** Parses what was sent. Throws `InvalidValue`. */
  read: (sent: unknown, context: Context) => Value;
  /** Serialises the value for a URL; inverse of `read`. Default: `String`. */
  toParam?: (value: Value) => string;
}

/** A field stored in a column of its own. */
export interface FieldKind<Value, Stored = NonNullable<Value>, Context = ReadContext>
  extends Kind<Value, Context> {
  /** The column's non-null values, which answers show unless `serialize` changes them. */
  stored: z.ZodType<Stored>;
  /** Makes a stored value safe to serve: it may have been written without these rules (admin, import). */
  serialize?(stored: Stored): Stored;
}

/** Parameters by name. Each has its own type of value, which an index signature cannot express. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type Params = Record<string, Kind<any>>;

// biome-ignore lint/suspicious/noExplicitAny: see above
export type Fields = Record<string, Kind<any, FieldContext>>;

export const required = <Field extends Fields[string]>(kind: Field): Field => ({
  ...kind,
  required: true,
});

/** Documents a default without applying it. */
export const documentingDefault = <Field extends Fields[string]>(
  kind: Field,
  value: unknown,
): Field => ({
  ...kind,
  schema: kind.schema.meta({ default: value }),
});

/** Documents and applies a default. */
export const withDefault = <Value>(kind: Kind<Value>, value: Value): Kind<Value> => ({
  ...documentingDefault(kind, value),
  default: value,
});

/** An invalid value; `readParams` collects these into one refusal. */
export class InvalidValue extends Error {
  readonly reason: Message;

  constructor(key: MessageKey, values?: MessageValues) {
    super(key);
    this.reason = { text: key, values };
  }
}

/** The trimmed text of a single value. Throws InvalidValue for an empty text or several values. */
export function oneText(sent: unknown): string {
  if (typeof sent === 'number' || typeof sent === 'boolean') return String(sent);
  if (typeof sent !== 'string') throw new InvalidValue('not_one_value');
  const trimmed = sent.trim();
  if (trimmed === '') throw new InvalidValue('not_empty');
  return trimmed;
}

/** A JSON Schema (2020-12), the dialect of OpenAPI 3.1. */
export type Schema = Record<string, unknown>;

/** JSON pointer to a named schema in the document. */
const placeOf = (name: string) => `#/components/schemas/${name}`;

export const ref = (name: string) => ({ $ref: placeOf(name) });

type Override = NonNullable<z.core.ToJSONSchemaParams['override']>;

/** Simplifies zod's output for client generators without changing its meaning; `meta` may name the types of a union. */
const plainly: Override = ({ zodSchema, jsonSchema }) => {
  const { def } = zodSchema._zod;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.type && jsonSchema.anyOf) delete jsonSchema.anyOf;
  if (jsonSchema.format === 'email') delete jsonSchema.pattern;
  if (jsonSchema.pattern) jsonSchema.pattern = jsonSchema.pattern.replaceAll('\\/', '/');
  if (def.type === 'tuple' && def.items.length === 0) {
    delete jsonSchema.prefixItems;
    Object.assign(jsonSchema, { items: {}, maxItems: 0 });
  }
  if (def.type === 'record' && def.keyType._zod.def.type === 'string') {
    delete jsonSchema.propertyNames;
    if (def.valueType._zod.def.type === 'unknown') jsonSchema.additionalProperties = true;
  }
};

/**
 * The JSON Schemas of named zod objects, with references between them. `io: 'input'` allows additional keys, which
 * clients must expect.
 */
export function jsonSchemas(named: Record<string, z.ZodType>): Record<string, Schema> {
  const registry = z.registry<{ id?: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { io: 'input', uri: placeOf, override: plainly });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema, $id, ...schema }]) => [name, schema]),
  );
}

const cachedSchemas = new WeakMap<z.ZodType, Schema>();

/** The JSON Schema of a zod schema's input; cached. */
export function jsonSchema(meaning: z.ZodType): Schema {
  const before = cachedSchemas.get(meaning);
  if (before) return before;
  const { $schema, ...schema } = z.toJSONSchema(meaning, { io: 'input', override: plainly });
  cachedSchemas.set(meaning, schema);
  return schema;
}

/** RFC 8259 6: JSON parsers round larger integers, so that the sent value is lost. */
const isExact = (number: number) =>
  Number.isSafeInteger(number) || (Number.isFinite(number) && !Number.isInteger(number));

const faultOf = (value: unknown): MessageKey | undefined => {
  if (typeof value === 'number') return isExact(value) ? undefined : 'rule.digits';
  if (typeof value !== 'string') return undefined;
  if (value.includes('\u0000')) return 'rule.nul';
  return /\p{Surrogate}/u.test(value) ? 'rule.half_character' : undefined;
};

/** Assigning this key changes an object's prototype instead of adding a member. */
export const PROTO = '__proto__';

const isContainer = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !ArrayBuffer.isView(value);

/**
 * D4.9: why a text or number in the value, at any depth and keys included, cannot be stored exactly; undefined when
 * all can. Iterates level by level, so that deep nesting cannot exhaust the stack.
 */
export function unstorable(value: unknown): MessageKey | undefined {
  let level: unknown[] = [value];
  while (level.length > 0) {
    for (const one of level) {
      const why = faultOf(one);
      if (why) return why;
    }
    const containers = level.filter(isContainer);
    if (containers.some((container) => Object.hasOwn(container, PROTO))) return 'rule.proto';
    level = containers.flatMap((container) => [
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

/** The names that were sent with a value but are not in `known`. */
export const unrecognizedKeys = (sent: Sent, known: object): string[] =>
  Object.keys(sent).filter((name) => wasSent(sent, name) && !Object.hasOwn(known, name));

/** Reads the known values that were sent. Throws all faults together (D9.2), if strict also unknown names (D9.10). */
function readAll<Context extends ReadContext>(
  shape: Record<string, Kind<unknown, Context>>,
  sent: Sent,
  context: Context,
): Sent {
  const values: Sent = {};
  const faults: Record<string, Message> = {};
  const { strict, withoutEffect = [] } = context;
  const refused = strict ? [...unrecognizedKeys(sent, shape), ...withoutEffect] : [];
  for (const name of refused) faults[name] = { text: 'not_read' };
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

/** Reads the parameters of a request. */
export const readParams = <Shape extends Params>(shape: Shape, sent: Sent, context: ReadContext) =>
  readAll(shape, sent, context) as Values<Shape>;

/** Reads the fields of a record; required ones may be missing. */
export const readFields = (fields: Fields, sent: Sent, context: FieldContext): Sent =>
  readAll(fields, sent, context);
