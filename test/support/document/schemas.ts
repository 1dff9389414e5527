import Ajv, { type ValidateFunction } from 'ajv/dist/2020';
import { document, type Schema } from './document';

type Change = (schema: Schema) => Schema;

/** Every schema within a schema, changed. */
function changed(schema: unknown, change: Change): unknown {
  if (Array.isArray(schema)) return schema.map((one) => changed(one, change));
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.entries(schema).map(([key, one]) => [key, changed(one, change)]);
  return change(Object.fromEntries(inner));
}

const isObject = ({ type, properties }: Schema) => type === 'object' && properties !== undefined;

/** An answer may have no key that the document does not know. */
const closed: Change = (schema) =>
  isObject(schema) ? { additionalProperties: false, ...schema } : schema;

/** `_fields` leaves some of the keys. */
const sparse: Change = (schema) => {
  if (!isObject(schema)) return schema;
  const { required: _, ...rest } = closed(schema);
  return rest;
};

const HOST = 'https://calendar.example/document';

function checking(change: Change) {
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  const { schemas } = document.components;
  const answers = Object.fromEntries(
    Object.entries(schemas)
      .filter(([name]) => !/(Fields|Form|Parts)$/.test(name))
      .map(([name, schema]) => [name, changed(schema, change)]),
  );
  ajv.addSchema({ $id: HOST, components: { schemas: { ...schemas, ...answers } } });
  const known = new Map<Schema, ValidateFunction>();
  const validatorOf = (schema: Schema) => {
    const validate =
      known.get(schema) ??
      ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', `"${HOST}#/`)));
    known.set(schema, validate);
    return validate;
  };
  return (schema: Schema, body: unknown): string[] => {
    const validate = validatorOf(schema);
    validate(body);
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  };
}

const whole = checking(closed);
const some = checking(sparse);

/** What is wrong with a body that is said to be of a schema; nothing: `[]`. */
export const faultsOfBody = (schema: Schema, body: unknown, isSparse = false): string[] =>
  (isSparse ? some : whole)(schema, body);
