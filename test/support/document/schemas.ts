import Ajv, { type ValidateFunction } from 'ajv/dist/2020';
import type { Schema } from './document';

type Change = (schema: Schema) => Schema;

/** Every schema within a schema, changed; parts of a whole (`allOf`) know nothing of each other's keys. */
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

/** An answer may have no key that the document does not know. */
export const closed: Change = (schema) =>
  isObject(schema) ? { additionalProperties: false, ...schema } : schema;

/** `_fields` leaves some of the keys. */
export const sparse: Change = (schema) => {
  if (schema.type !== 'object') return schema;
  const { required: _, ...rest } = closed(schema);
  return rest;
};

/** Of what is sent, unknown keys are ignored (D9.5). */
const isSent = (name: string) => /(Fields|Form|Parts)$/.test(name);

const HOST = 'https://calendar.example/document';

/** What is wrong with a body that is said to be of a schema of the document; nothing: `[]`. */
export function checking(schemas: Record<string, Schema>, change: Change = closed) {
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  const known = Object.entries(schemas).map(([name, schema]) => [
    name,
    isSent(name) ? schema : changed(schema, change),
  ]);
  ajv.addSchema({ $id: HOST, components: { schemas: Object.fromEntries(known) } });
  const byText = new Map<string, ValidateFunction>();
  const bySchema = new WeakMap<Schema, ValidateFunction>(); // A text of each costs more than the check.
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

/** The same of a schema that has a name. */
export function checkingByName(schemas: Record<string, Schema>) {
  const faults = checking(schemas);
  return (name: string, body: unknown) => faults({ $ref: `#/components/schemas/${name}` }, body);
}
