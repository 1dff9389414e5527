import Ajv, { type ValidateFunction } from 'ajv/dist/2020';
import type { Schema } from './document';

type Change = (schema: Schema) => Schema;

/**
 * Applies a change to a schema and those within it, except the parts of `allOf`, each of which must
 * allow the keys of the others.
 */
function changed(schema: unknown, change: Change): unknown {
  if (Array.isArray(schema)) return schema.map((one) => changed(one, change));
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.entries(schema).map(([key, one]) => [
    key,
    key === 'allOf' ? one : changed(one, change),
  ]);
  return change(Object.fromEntries(inner));
}

const isObject = ({ type, properties }: Schema) => type === 'object' && properties !== undefined;

/** Forbids keys that the document does not contain, as in answers. */
export const closed: Change = (schema) =>
  isObject(schema) ? { additionalProperties: false, ...schema } : schema;

/** Makes keys optional, as with `_fields`. */
export const sparse: Change = (schema) => {
  if (schema.type !== 'object') return schema;
  const { required: _, ...rest } = closed(schema);
  return rest;
};

/** D9.5: whether the schema is of a request body, whose unknown keys are ignored. */
const isSent = (name: string) => /(Fields|Form|Parts)$/.test(name);

const HOST = 'https://calendar.example/document';

/**
 * Returns a function that validates a value by a schema of the document; its result is a list of
 * faults, empty if valid.
 */
export function checking(schemas: Record<string, Schema>, change: Change = closed) {
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  const known = Object.entries(schemas).map(([name, schema]) => [
    name,
    isSent(name) ? schema : changed(schema, change),
  ]);
  ajv.addSchema({ $id: HOST, components: { schemas: Object.fromEntries(known) } });
  const byText = new Map<string, ValidateFunction>();
  const bySchema = new WeakMap<Schema, ValidateFunction>(); // Serialising a schema costs more than the validation.
  const compiled = (schema: Schema): ValidateFunction => {
    const text = JSON.stringify(changed(schema, change)).replaceAll('"#/', `"${HOST}#/`);
    const validate = byText.get(text) ?? ajv.compile(JSON.parse(text));
    byText.set(text, validate);
    bySchema.set(schema, validate);
    return validate;
  };
  return (schema: Schema, body: unknown): string[] => {
    const validate = bySchema.get(schema) ?? compiled(schema);
    validate(body);
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  };
}

/** The same for schemas by name. */
export function checkingByName(schemas: Record<string, Schema>) {
  const faults = checking(schemas);
  return (name: string, body: unknown) => faults({ $ref: `#/components/schemas/${name}` }, body);
}
