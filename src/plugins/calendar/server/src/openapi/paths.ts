import type { Language } from '../settings/languages';
import { nameOf } from '../settings/record-types';
import { describe } from '../texts/descriptions/describe';
import { DOCUMENT_TEXTS, heading } from '../texts/document/heading';
import { answersOf } from './answers';
import { requestBody } from './bodies';
import type { DescribeContext } from './context';
import type { DescribedResource } from './described-resource';
import type { Inputs } from './inputs';
import { type Action, type Operation, operationsOf } from './operations';
import { responseRefs } from './responses';
import type { Method, Schema } from './schema';

const VERBS: Record<Action, string> = {
  list: 'list',
  create: 'create',
  read: 'get',
  update: 'update',
  delete: 'delete',
};

/** Lists are written `a,b`. */
const comma = ({ type }: Schema) => (type === 'array' ? { style: 'form', explode: false } : {});

/** Parameters as OpenAPI lists them. */
export const parameters = (inputs: Inputs, place: 'path' | 'query') =>
  Object.entries(inputs).map(([name, { schema: whole, required }]) => {
    const { description, ...schema } = whole;
    return { name, in: place, description, required, ...comma(schema), schema };
  });

const CONDITIONS = { 'If-Match': 'if_match', 'If-None-Match': 'if_none_match' } as const;

/** RFC 9110 13.1: the version that the caller means. */
export const condition = (name: keyof typeof CONDITIONS, language: Language) => ({
  name,
  in: 'header',
  description: describe(language, CONDITIONS[name]),
  required: false,
  schema: { type: 'string' },
});

const CONDITION_OF: Partial<Record<Action, keyof typeof CONDITIONS>> = {
  list: 'If-None-Match',
  read: 'If-None-Match',
  update: 'If-Match',
  delete: 'If-Match',
};

function operationId({ action, key }: Operation, method: Method, resource: DescribedResource) {
  const { type, path } = resource;
  const verb = action === 'update' && method !== 'POST' ? method.toLowerCase() : VERBS[action];
  const named = action === 'list' ? path.charAt(0).toUpperCase() + path.slice(1) : nameOf(type);
  return `${verb}${named}${key === 'slug' ? 'BySlug' : ''}`;
}

function summary({ action, key }: Operation, { type }: DescribedResource, language: Language) {
  const what = heading(language, action, DOCUMENT_TEXTS[language].types[type]);
  return key === 'slug' ? heading(language, 'by_slug', { what }) : what;
}

/** What the methods of an operation have in common: all but their names. */
function shared(operation: Operation, resource: DescribedResource, language: Language) {
  const { action, body, pathInputs, query } = operation;
  const tested = CONDITION_OF[action];
  return {
    summary: summary(operation, resource, language),
    tags: [resource.path],
    parameters: [
      ...parameters(pathInputs, 'path'),
      ...parameters(query, 'query'),
      ...(tested ? [condition(tested, language)] : []),
    ],
    ...(body && {
      requestBody: requestBody(resource.type, { creating: action === 'create', language }),
    }),
    responses: responseRefs(answersOf(action, resource)),
  };
}

/** Spec 4: the paths of a resource, each with its methods. */
export const pathsOf = (resource: DescribedResource, context: DescribeContext) =>
  operationsOf(resource, context).map((operations) => {
    const methods = operations.flatMap((operation) => {
      const same = shared(operation, resource, context.language);
      return operation.methods.map((method) => [
        method.toLowerCase(),
        { operationId: operationId(operation, method, resource), ...same },
      ]);
    });
    return [operations[0]?.path ?? '', Object.fromEntries(methods)] as const;
  });
