const NAMES = {
  integer: 'number',
  number: 'number',
  string: 'string',
  boolean: 'boolean',
  null: 'null',
};

const key = (name) => (/^\w+$/.test(name) ? name : JSON.stringify(name));
const comment = ({ description }) =>
  description ? `/** ${description.replaceAll('*/', '')} */\n` : '';

/** An object with these keys; those not in `required` may be absent. */
function objectType({ properties, required = [], additionalProperties }) {
  if (!properties) {
    const values = additionalProperties ? typeOf(additionalProperties) : 'unknown';
    return `Record<string, ${values}>`;
  }
  const lines = Object.entries(properties).map(
    ([name, inner]) =>
      `${comment(inner)}${key(name)}${required.includes(name) ? '' : '?'}: ${typeOf(inner)};`,
  );
  return `{\n${lines.join('\n')}\n}`;
}

const arrayType = ({ items, maxItems }) =>
  maxItems === 0 ? '[]' : `Array<${typeOf(items ?? {})}>`;

/** All of a few schemas, and of these the required keys for sure. */
function allOfType({ allOf, required }) {
  const whole = allOf.map(typeOf).join(' & ');
  const names = required?.map((name) => JSON.stringify(name)).join(' | ');
  return names ? `${whole} & Required<Pick<${whole}, ${names}>>` : whole;
}

/** The TypeScript type of what a JSON Schema describes, without what types cannot say. */
function typeOf(schema) {
  const { $ref, type } = schema;
  if ($ref) return $ref.split('/').at(-1);
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(' | ');
  const choices = schema.oneOf ?? (type ? undefined : schema.anyOf);
  if (choices) return choices.map(typeOf).join(' | ');
  if (schema.allOf) return allOfType(schema);
  if (Array.isArray(type)) return type.map((one) => typeOf({ ...schema, type: one })).join(' | ');
  if (type === 'array') return arrayType(schema);
  if (type === 'object') return objectType(schema);
  return NAMES[type] ?? 'unknown';
}

const queryType = (parameters) =>
  objectType({
    properties: Object.fromEntries(
      parameters
        .filter((one) => one.in === 'query')
        .map((one) => [one.name, { ...one.schema, ...one }]),
    ),
  });

function operationType({ operationId, parameters, requestBody, responses }, answers) {
  const [name] = (responses[200] ?? responses[201]).$ref.split('/').slice(-1);
  const answer = answers[name].content['application/json'].schema;
  const body = requestBody?.content['application/json'].schema;
  const sent = body ? `body: ${typeOf(body)};\n` : '';
  return `${operationId}: {\nquery: ${queryType(parameters)};\n${sent}answer: ${typeOf(answer)};\n};`;
}

/** TypeScript types of everything that an OpenAPI document of ours describes. */
function typesOf({ components, paths }) {
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) => `export type ${name} = ${typeOf(schema)};`,
  );
  const operations = Object.values(paths)
    .flatMap((path) => Object.values(path))
    .map((operation) => operationType(operation, components.responses));
  return `${schemas.join('\n\n')}\n\n/** What each operation takes and answers. */\nexport interface Operations {\n${operations.join('\n')}\n}\n`;
}

module.exports = { typesOf };
