import { z } from 'zod';

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

const known = new WeakMap<z.ZodType, Schema>();

/** The JSON Schema of what may be sent. */
export function jsonSchema(meaning: z.ZodType): Schema {
  const before = known.get(meaning);
  if (before) return before;
  const { $schema, ...schema } = z.toJSONSchema(meaning, { io: 'input', override: plainly });
  known.set(meaning, schema);
  return schema;
}
