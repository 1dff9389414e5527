import type { Schema } from '../../kinds/kind';
import { describe, heading, MESSAGES, type MessageKey } from '../../messages/t';
import { PAYLOADS } from '../../resources/payloads';
import type { Language } from '../../settings/languages';
import { answersOf, type ResponseSpec, UNROUTED } from './answers';
import { bodySchemas } from './bodies';
import { type DescribeContext, type DescribedResource, described, headOf } from './context';
import { examplesIn } from './examples';
import {
  BATCH_ANSWERS,
  batchPaths,
  CHANGES_ANSWERS,
  changePaths,
  FEED_KEY_ANSWERS,
  feedAnswersIn,
  feedBodies,
  feedKeyPaths,
  feedPaths,
} from './feed-paths';
import { ACTIONS } from './operations';
import { OWN_ANSWERS, ownPaths, pathsOf } from './paths';
import { headersIn, responsesIn } from './responses';
import { messageHeaders, webhookMessages } from './webhook-messages';
import { exampleWebhooks, WEBHOOK_ANSWERS, webhookBodies, webhookPaths } from './webhook-paths';

const scopesOf = (schema: string) => (schema.endsWith('List') ? 'list' : schema.toLowerCase());

/** A payload's schema with descriptions for its properties, nested ones included. */
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

const webhookExamples = (context: DescribeContext) =>
  Object.fromEntries(exampleWebhooks(context).map(([name, value]) => [name, { value }]));

/** The components that the paths refer to. */
function componentsIn(
  resources: readonly DescribedResource[],
  answers: ResponseSpec[],
  context: DescribeContext,
) {
  const { language } = context;
  const bodies = [
    ...resources.flatMap(({ type }) => bodySchemas(type, context)),
    ...feedBodies(context),
    ...webhookBodies(context),
  ];
  return {
    schemas: Object.fromEntries([...payloads(language), ...bodies]) as Record<string, Schema>,
    responses: responsesIn(answers, language),
    headers: headersIn(language),
    parameters: messageHeaders(context),
    examples: { ...examplesIn(resources, answers, context), ...webhookExamples(context) },
    securitySchemes: securitySchemes(language),
  };
}

const answersOn = (resource: DescribedResource): ResponseSpec[] => {
  const actions = ACTIONS.filter((action) => action !== 'put' || resource.bySlug);
  const named = resource.bySlug ? answersOf('put', resource, 'external_id') : [];
  return [...actions.flatMap((action) => answersOf(action, resource)), ...named];
};

const allAnswers = (
  resources: readonly DescribedResource[],
  context: DescribeContext,
): ResponseSpec[] => [
  ...OWN_ANSWERS,
  ...CHANGES_ANSWERS,
  ...BATCH_ANSWERS,
  ...feedAnswersIn(resources, context),
  ...FEED_KEY_ANSWERS,
  ...WEBHOOK_ANSWERS,
  ...resources.flatMap(answersOn),
  ...UNROUTED,
];

/** Every code of a refusal with its statuses, sorted by code. */
export function codesIn(resources: readonly DescribedResource[], context: DescribeContext) {
  const codes = new Map<MessageKey, Set<number>>([['rest_starting', new Set([503])]]);
  for (const { status, describedBy } of allAnswers(resources, context)) {
    if (typeof describedBy === 'string') continue;
    for (const code of describedBy) codes.set(code, (codes.get(code) ?? new Set()).add(status));
  }
  return [...codes]
    .map(([code, statuses]) => ({ code, statuses: [...statuses].sort() }))
    .toSorted((one, other) => (one.code < other.code ? -1 : 1));
}

/** Spec 4.1 `GET /doc`: the interface as an OpenAPI 3.1 document. */
export function openapiDocument(resources: readonly DescribedResource[], context: DescribeContext) {
  const { language } = context;
  const { groups } = MESSAGES[language];
  return {
    ...headOf(context),
    components: componentsIn(resources, allAnswers(resources, context), context),
    tags: [
      { name: 'description', description: groups.description },
      ...resources.map(({ path, type }) => ({ name: path, description: groups[type] })),
      { name: 'changes', description: groups.changes },
      { name: 'batch', description: groups.batch },
      { name: 'feeds', description: groups.feed },
      { name: 'webhooks', description: groups.webhook },
    ],
    paths: {
      ...ownPaths(context),
      ...Object.fromEntries(resources.flatMap((resource) => pathsOf(resource, context))),
      ...changePaths(context),
      ...batchPaths(context),
      ...Object.fromEntries(feedPaths(resources, context)),
      ...feedKeyPaths(context),
      ...webhookPaths(context),
    },
    webhooks: webhookMessages(resources, context),
  };
}
