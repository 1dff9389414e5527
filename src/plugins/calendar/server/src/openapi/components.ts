import type { Schema } from '../kinds/json-schema';
import { describe, heading } from '../messages/t';
import { PAYLOADS } from '../representation/payloads';
import type { Language } from '../settings/languages';
import type { Answer } from './answers';
import { bodySchemas } from './bodies';
import type { DescribeContext } from './context';
import type { DescribedResource } from './described-resource';
import { examplesIn } from './examples';
import { feedBodies } from './feed-keys';
import { headersIn } from './headers';
import { responsesIn } from './responses';
import { described } from './schema';

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
  key: { type: 'apiKey', in: 'query', name: 'key', description: heading(language, 'key') },
});

/** Everything that paths refer to. */
export function componentsIn(
  resources: readonly DescribedResource[],
  answers: Answer[],
  context: DescribeContext,
) {
  const { language } = context;
  const bodies = [
    ...resources.flatMap(({ type }) => bodySchemas(type, context)),
    ...feedBodies(context),
  ];
  return {
    schemas: Object.fromEntries([...payloads(language), ...bodies]) as Record<string, Schema>,
    responses: responsesIn(answers, language),
    headers: headersIn(language),
    examples: examplesIn(resources, answers, context),
    securitySchemes: securitySchemes(language),
  };
}
