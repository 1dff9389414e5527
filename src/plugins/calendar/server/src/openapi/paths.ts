import { ref } from '../representation/schemas/words';
import type { Language } from '../settings/languages';
import { describe } from '../texts/descriptions/describe';
import { DOCUMENT_TEXTS, heading } from '../texts/document/heading';
import { answersOf } from './answers';
import type { DescribedResource } from './described-resource';
import type { Inputs } from './inputs';
import { type Action, type Operation, operationsOf } from './operations';
import { responseRefs } from './responses';
import { type Method, nameOf, type Schema } from './schema';

const FORMS = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'];
const PICTURES = 'image/jpeg, image/png, image/gif, image/webp, image/avif';
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

/** The same schema for each kind of body; a form may hold a picture as a file. */
function requestBody(name: string, hasPicture: boolean) {
  const encoding = { image: { contentType: PICTURES } };
  const content = FORMS.map((form) => [
    form,
    { schema: ref(name), ...(hasPicture && form.startsWith('multipart') && { encoding }) },
  ]);
  return { required: name.startsWith('New'), content: Object.fromEntries(content) };
}

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

function operationObject(
  operation: Operation,
  method: Method,
  { resource, language }: { resource: DescribedResource; language: Language },
) {
  const { action, body, pathInputs, query } = operation;
  const name = nameOf(resource.type);
  const tested = CONDITION_OF[action];
  return {
    operationId: operationId(operation, method, resource),
    summary: summary(operation, resource, language),
    tags: [resource.path],
    parameters: [
      ...parameters(pathInputs, 'path'),
      ...parameters(query, 'query'),
      ...(tested ? [condition(tested, language)] : []),
    ],
    ...(body && {
      requestBody: requestBody(
        action === 'create' ? `New${name}` : `${name}Fields`,
        'image' in body,
      ),
    }),
    responses: responseRefs(answersOf(action, resource)),
  };
}

/** Spec 4: the paths of a resource, each with its methods. */
export const pathsOf = (resource: DescribedResource, language: Language) =>
  operationsOf(resource, language).map((operations) => {
    const methods = operations.flatMap((operation) =>
      operation.methods.map((method) => [
        method.toLowerCase(),
        operationObject(operation, method, { resource, language }),
      ]),
    );
    return [operations[0]?.path ?? '', Object.fromEntries(methods)] as const;
  });
