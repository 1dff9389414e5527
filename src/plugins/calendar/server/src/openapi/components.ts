import { PAYLOADS } from '../representation/schemas';
import type { Language } from '../settings/languages';
import type { RecordType } from '../settings/record-types';
import { describe } from '../texts/descriptions/describe';
import { heading } from '../texts/document/heading';
import type { Answer } from './answers';
import { headersIn } from './headers';
import { fieldInputs } from './inputs';
import { responsesIn } from './responses';
import { described, nameOf, type Schema } from './schema';

/** D9.6: a field whose default is null takes null. */
function documented({ default: standard, ...schema }: Schema): Schema {
  return standard === null && typeof schema.type === 'string'
    ? { ...schema, type: [schema.type, 'null'] }
    : schema;
}

/** Spec 2: the fields of a type, all optional. */
function fieldsSchema(type: RecordType, language: Language): Schema {
  const fields = Object.entries(fieldInputs(type, language, true));
  const properties = fields.map(([name, { schema }]) => [name, documented(schema)]);
  return { type: 'object', properties: Object.fromEntries(properties) };
}

function newSchema(type: RecordType, language: Language): Schema {
  const fields = Object.entries(fieldInputs(type, language, true));
  const required = fields.filter(([, input]) => input.required).map(([name]) => name);
  return { allOf: [{ $ref: `#/components/schemas/${nameOf(type)}Fields` }], required };
}

const scopesOf = (schema: string) => (schema.endsWith('List') ? 'list' : schema.toLowerCase());

/** A payload whose keys say what they mean, also within. */
function meaningful(schema: Schema, scope: string, language: Language): Schema {
  if (!schema.properties) return schema;
  const properties = Object.entries(schema.properties as Record<string, Schema>).map(
    ([name, inner]) => {
      const lists = scope === 'list' && inner.type === 'array' ? ['list'] : [];
      const meaning = describe(language, ...lists, `${scope}.${name}`, name);
      return [name, described(meaningful(inner, scope, language), meaning)];
    },
  );
  return { ...schema, properties: Object.fromEntries(properties) };
}

const payloads = (language: Language) =>
  Object.entries(PAYLOADS).map(([name, schema]) => [
    name,
    meaningful(schema, scopesOf(name), language),
  ]);

const bearer = { type: 'http', scheme: 'bearer' };

/** Spec 5, D10.1 and D10.8. */
const securitySchemes = (language: Language) => ({
  token: { ...bearer, description: heading(language, 'token') },
  jwt: { ...bearer, bearerFormat: 'JWT', description: heading(language, 'jwt') },
  basic: { type: 'http', scheme: 'basic', description: heading(language, 'basic') },
});

/** Everything that paths refer to. */
export function componentsIn(types: readonly RecordType[], answers: Answer[], language: Language) {
  const written = types.flatMap((type) => [
    [`${nameOf(type)}Fields`, fieldsSchema(type, language)],
    [`New${nameOf(type)}`, newSchema(type, language)],
  ]);
  return {
    schemas: Object.fromEntries([...payloads(language), ...written]) as Record<string, Schema>,
    responses: responsesIn(answers, language),
    headers: headersIn(language),
    securitySchemes: securitySchemes(language),
  };
}
