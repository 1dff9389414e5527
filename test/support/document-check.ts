import Ajv from 'ajv/dist/2020';

type Schema = Record<string, unknown>;
interface Document {
  components: { schemas: Record<string, Schema> };
}

/** An answer may have no key that the description does not know. */
const closed = (schema: Schema): Schema =>
  schema.properties ? { ...schema, additionalProperties: false } : schema;

/** What is wrong with a body that is said to be of a schema of the document; nothing: `[]`. */
export function checker(document: Document) {
  const schemas = Object.fromEntries(
    Object.entries(document.components.schemas).map(([name, schema]) => [name, closed(schema)]),
  );
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema({ $id: 'calendar', components: { schemas } });
  return (name: string, body: unknown): string[] => {
    const validate = ajv.compile({ $ref: `calendar#/components/schemas/${name}` });
    validate(body);
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  };
}
