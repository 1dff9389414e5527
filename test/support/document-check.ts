import Ajv from 'ajv/dist/2020';

type Schema = Record<string, unknown>;
interface Document {
  components: { schemas: Record<string, Schema> };
}

const isSent = (name: string) => /(Fields|Form|Parts)$/.test(name);

/** An answer may have no key that the description does not know; of what is sent, others are ignored (D9.5). */
const closed = (name: string, schema: Schema): Schema =>
  schema.properties && !isSent(name) ? { ...schema, additionalProperties: false } : schema;

/** What is wrong with a body that is said to be of a schema of the document; nothing: `[]`. */
export function checker(document: Document) {
  const schemas = Object.fromEntries(
    Object.entries(document.components.schemas).map(([name, schema]) => [
      name,
      closed(name, schema),
    ]),
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
