import { z } from 'zod';
import { invalidParams } from '../messages/errors';
import type { Message, MessageKey, MessageValues } from '../messages/t';
import type { Language } from '../settings/languages';
import type { Settings } from '../settings/settings';

/** What reading a value may depend on. */
export interface ReadContext {
  now: Date;
  settings: Settings;
  /** RFC 7240 `handling=strict`: what nobody reads is refused and not ignored. */
  strict?: boolean;
  /** Names that are known and count for nothing at this address: they are refused as well, then. */
  idle?: readonly string[];
}

/** What reading a field of a record may depend on. */
export interface FieldContext extends ReadContext {
  language: Language;
  /** The zone in which an event's wall times are meant: the one sent, else the stored one, else the site's. */
  eventZone: string;
}

/** Keywords of JSON Schema that depend on the host's limits. */
export type Bounds = (limits: Settings['limits']) => Record<string, number>;

/**
 * A kind of value that a parameter or a field of a record may have (Spec 2): what may be sent, how it
 * is read, and how it is written into addresses. Kinds are made once; the clock, the zone and the
 * settings are arguments of `read`.
 */
export interface Kind<Value, Context = ReadContext> {
  /** What an address or a form may hold; the index and the document show it. */
  schema: z.ZodType;
  /** What a JSON body may hold, where that is more. */
  json?: z.ZodType;
  /** What a part of a multipart body may hold, where that is more. */
  multipart?: z.ZodType;
  /** What the host's limits add to each of these. */
  bounds?: Bounds;
  /** What `readParams` takes where nothing is sent. */
  default?: Value;
  /** Spec 2: whether a new record cannot do without it. */
  required?: boolean;
  /** The value; throws `InvalidValue` when what was sent is none. */
  read: (sent: unknown, context: Context) => Value;
  /** The value as it stands in an address; reading it again gives the same. Left out: as `String` writes it. */
  toParam?: (value: Value) => string;
}

/** A kind of field that a column of its own holds. */
export interface FieldKind<Value, Stored = NonNullable<Value>, Context = ReadContext>
  extends Kind<Value, Context> {
  /** What the column holds where it is not null, and answers show where nothing else is said. */
  stored: z.ZodType<Stored>;
  /** What answers show of it instead: what came through another door may not be shown as it is. */
  serialize?(stored: Stored): Stored;
}

/** Each kind has its own type of value, which a record of them cannot say. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type Params = Record<string, Kind<any>>;

// biome-ignore lint/suspicious/noExplicitAny: see above
export type Fields = Record<string, Kind<any, FieldContext>>;

/** The value as it stands in an address. */
export const paramOf = <Value>({ toParam = String }: Kind<Value>, value: Value): string =>
  toParam(value);

export const required = <Field extends Fields[string]>(kind: Field): Field => ({
  ...kind,
  required: true,
});

/** Says what holds where nothing is sent, without reading it. */
export const documentingDefault = <Field extends Fields[string]>(
  kind: Field,
  value: unknown,
): Field => ({
  ...kind,
  schema: kind.schema.meta({ default: value }),
});

/** Has a value of its own where nothing is sent. */
export const withDefault = <Value>(kind: Kind<Value>, value: Value): Kind<Value> => ({
  ...documentingDefault(kind, value),
  default: value,
});

/** What is wrong with one value; `readParams` gathers these into one refusal. */
export class InvalidValue extends Error {
  readonly reason: Message;

  constructor(key: MessageKey, values?: MessageValues) {
    super(key);
    this.reason = { text: key, values };
  }
}

/** The text of a kind that takes one value, without blanks around it; empty or several: InvalidValue. */
export function oneText(sent: unknown): string {
  if (typeof sent === 'number' || typeof sent === 'boolean') return String(sent);
  if (typeof sent !== 'string') throw new InvalidValue('not_one_value');
  const trimmed = sent.trim();
  if (trimmed === '') throw new InvalidValue('not_empty');
  return trimmed;
}

/** A JSON Schema (2020-12), as OpenAPI 3.1 speaks it. */
export type Schema = Record<string, unknown>;

/** Where a schema with a name stands in the document. */
const placeOf = (name: string) => `#/components/schemas/${name}`;

export const ref = (name: string) => ({ $ref: placeOf(name) });

type Override = NonNullable<z.core.ToJSONSchemaParams['override']>;

/** What generators of clients read better than the words of zod, which mean the same; `meta` may name the types of a union. */
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
 * The JSON Schemas of zod objects, which refer to each other by their names. `input`: keys that the
 * object does not name are allowed, as clients must expect them.
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

/** The JSON Schema of what may be sent. */
export function jsonSchema(meaning: z.ZodType): Schema {
  const before = cachedSchemas.get(meaning);
  if (before) return before;
  const { $schema, ...schema } = z.toJSONSchema(meaning, { io: 'input', override: plainly });
  cachedSchemas.set(meaning, schema);
  return schema;
}

/** RFC 8259 6: JSON's readers round whole numbers beyond these, so nobody knows by then what was sent. */
const isExact = (number: number) =>
  Number.isSafeInteger(number) || (Number.isFinite(number) && !Number.isInteger(number));

const whyNot = (value: unknown): MessageKey | undefined => {
  if (typeof value === 'number') return isExact(value) ? undefined : 'rule.digits';
  if (typeof value !== 'string') return undefined;
  if (value.includes('\u0000')) return 'rule.nul';
  return /\p{Surrogate}/u.test(value) ? 'rule.half_character' : undefined;
};

/** Assigned to an object, it changes what the object is instead of what it holds. */
export const PROTO = '__proto__';

const isContainer = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !ArrayBuffer.isView(value);

/**
 * D4.9: why a text or a number of the value cannot be stored as it was sent, at any depth, names included;
 * nothing when all of it can. Works level by level, so that no depth can exhaust the stack.
 */
export function unstorable(value: unknown): MessageKey | undefined {
  let level: unknown[] = [value];
  while (level.length > 0) {
    for (const one of level) {
      const why = whyNot(one);
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

/** The names that were sent with a value and that `known` does not have. */
export const unrecognizedKeys = (sent: Sent, known: object): string[] =>
  Object.keys(sent).filter((name) => wasSent(sent, name) && !Object.hasOwn(known, name));

/** The values of what is known and was sent; all faults together (D9.2), strictly unknown names among them (D9.10). */
function readAll<Context extends ReadContext>(
  shape: Record<string, Kind<unknown, Context>>,
  sent: Sent,
  context: Context,
): Sent {
  const values: Sent = {};
  const faults: Record<string, Message> = {};
  const unread = [...unrecognizedKeys(sent, shape), ...(context.idle ?? [])];
  for (const name of context.strict ? unread : []) faults[name] = { text: 'not_read' };
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
