import { ref, type Schema } from '../../kinds/kind';
import { heading, MESSAGES } from '../../messages/t';
import { IDEMPOTENCY_KEY } from '../../resources/payloads';
import type { Language } from '../../settings/languages';
import { type RecordType, schemaName } from '../../settings/record-types';
import { answersOf, errorResponses, type ResponseSpec, readResponses } from './answers';
import { requestBody } from './bodies';
import {
  type DescribeContext,
  type DescribedResource,
  type Method,
  READ_SECURITY,
  WRITE_SECURITY,
} from './context';
import {
  type Inputs,
  languageInput,
  operationDescription,
  parameterDescription,
  shapeParameters,
} from './inputs';
import { type Action, type Operation, operationsOf, type RecordKey } from './operations';
import { commonRefusals, indexRefusals, responsesOf } from './responses';
import { indexQuery } from './route-index';

const VERBS: Record<Action, string> = {
  list: 'list',
  create: 'create',
  read: 'get',
  update: 'update',
  put: 'put',
  delete: 'delete',
};

/** Lists are written `a,b` and not as repeated parameters. */
const comma = ({ type }: Schema) => (type === 'array' ? { style: 'form', explode: false } : {});

/** Inputs as OpenAPI's parameter objects. */
export const parameters = (inputs: Inputs, place: 'path' | 'query') =>
  Object.entries(inputs).map(([name, { schema: whole, required }]) => {
    const { description, ...schema } = whole;
    return { name, in: place, description, required, ...comma(schema), schema };
  });

type Condition = 'If-Match' | 'If-None-Match';

type RequestHeader = Condition | typeof IDEMPOTENCY_KEY | 'Prefer';

/**
 * A request header: a precondition (RFC 9110 13.1), the idempotency key (D8.15) or `Prefer`
 * (D9.10).
 */
export const condition = (
  name: RequestHeader,
  context: DescribeContext,
  scopes: readonly string[] = [],
) => ({
  name,
  in: 'header',
  description: parameterDescription(name, context, scopes),
  required: false,
  schema: { type: 'string' },
});

const CHANGING: Condition[] = ['If-Match', 'If-None-Match'];

/** The preconditions of each action; a new record has no version to compare. */
const CONDITIONS: Partial<Record<Action, Condition[]>> = {
  list: ['If-None-Match'],
  read: ['If-None-Match'],
  update: CHANGING,
  put: CHANGING,
  delete: CHANGING,
};

const isWriting = (action: Action) => action !== 'list' && action !== 'read';

const SUFFIX: Record<RecordKey, string> = {
  id: '',
  slug: 'BySlug',
  external_id: 'ByExternalId',
};

function operationId({ action, key }: Operation, method: Method, resource: DescribedResource) {
  const { type, path } = resource;
  const verb = action === 'update' && method !== 'POST' ? method.toLowerCase() : VERBS[action];
  const named = action === 'list' ? path.charAt(0).toUpperCase() + path.slice(1) : schemaName(type);
  return `${verb}${named}${SUFFIX[key ?? 'id']}`;
}

interface About {
  resource: DescribedResource;
  context: DescribeContext;
}

const BY = { id: undefined, slug: 'by_slug', external_id: 'by_external_id' } as const;

/** A one-line summary. Updates by POST and PUT refer to PATCH, which does the same. */
function summary(
  { action, key }: Operation,
  method: Method,
  { type, language }: { type: RecordType; language: Language },
) {
  const what = heading(language, action, MESSAGES[language].types[type]);
  const by = key && BY[key];
  const named = by ? heading(language, by, { what }) : what;
  const isOther = action === 'update' && method !== 'PATCH';
  return isOther ? heading(language, 'as_patch', { what: named }) : named;
}

/** What all methods of an operation share. */
function shared(operation: Operation, resource: DescribedResource, context: DescribeContext) {
  const { action, key, body } = operation;
  const { language } = context;
  return {
    tags: [resource.path],
    security: action === 'list' || action === 'read' ? READ_SECURITY : WRITE_SECURITY,
    ...(body && {
      requestBody: requestBody(resource.type, { creating: action === 'create', language }),
    }),
    responses: responsesOf(answersOf(action, resource, key), language),
  };
}

/** The operation's parameters, then those of all operations. */
function parametersOf(operation: Operation, method: Method, context: DescribeContext) {
  const { action, pathInputs, query } = operation;
  const tested = CONDITIONS[action] ?? [];
  return [
    ...parameters(pathInputs, 'path'),
    ...parameters(query, 'query'),
    ...shapeParameters(method, context),
    ...tested.map((name) => condition(name, context, isWriting(action) ? ['writing'] : [])),
    ...(isWriting(action) ? [condition(IDEMPOTENCY_KEY, context)] : []),
    condition('Prefer', context),
  ];
}

/** What differs between the methods of an operation. */
function alone(operation: Operation, method: Method, { resource, context }: About) {
  const { type } = resource;
  return {
    operationId: operationId(operation, method, resource),
    summary: summary(operation, method, { type, language: context.language }),
    description: operationDescription(operation, method, { type, context }),
    parameters: parametersOf(operation, method, context),
  };
}

/** Spec 4: the paths of a resource, each with its methods. */
export const pathsOf = (resource: DescribedResource, context: DescribeContext) =>
  operationsOf(resource, context).map((operations) => {
    const methods = operations.flatMap((operation) => {
      const common = shared(operation, resource, context);
      return operation.methods.map((method) => [
        method.toLowerCase(),
        { ...alone(operation, method, { resource, context }), ...common },
      ]);
    });
    return [operations[0]?.path ?? '', Object.fromEntries(methods)] as const;
  });

/** OpenAPI publishes the schema of its documents, so it is not repeated here. */
const document = { type: 'object', required: ['openapi', 'info', 'servers', 'paths'] };

const INDEX = [...readResponses('Routes', ref('Routes')), ...errorResponses(indexRefusals)];
const DOCUMENT = [...readResponses('Document', document), ...errorResponses(commonRefusals)];

/** The responses of the route index and the document. */
export const OWN_ANSWERS: ResponseSpec[] = [...INDEX, ...DOCUMENT];

const reading = (
  operationId: string,
  { summary, answers }: { summary: 'index' | 'document'; answers: ResponseSpec[] },
  { query, context }: { query: Inputs; context: DescribeContext },
) => ({
  get: {
    operationId,
    summary: heading(context.language, summary),
    description: MESSAGES[context.language].operations[summary],
    tags: ['description'],
    security: READ_SECURITY,
    parameters: [
      ...parameters(query, 'query'),
      ...shapeParameters('GET', context),
      condition('If-None-Match', context),
      condition('Prefer', context),
    ],
    responses: responsesOf(answers, context.language),
  },
});

/** Spec 4.1: the paths of the route index and the document. */
export function ownPaths(context: DescribeContext) {
  const index = { summary: 'index', answers: INDEX } as const;
  const document = { summary: 'document', answers: DOCUMENT } as const;
  return {
    '/': reading('getIndex', index, { query: indexQuery(context), context }),
    '/doc': reading('getDocument', document, { query: languageInput(context), context }),
  };
}
