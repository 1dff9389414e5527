import { formatParams, language as languageParam } from '../../kinds/choice';
import { FIELDS } from '../../kinds/fields';
import { jsonSchema, type Params, type Schema } from '../../kinds/kind';
import { paging } from '../../kinds/number';
import { describe, interpolate, MESSAGES, type Messages } from '../../messages/t';
import { placeOf } from '../../settings/addresses';
import { isPostType, type RecordType } from '../../settings/record-types';
import {
  bounded,
  type DescribeContext,
  type DescribedResource,
  described,
  type Method,
  siteValues,
} from './context';
import type { Action, Operation } from './operations';

/**
 * The description of a parameter: the text of the first scope that has one, else the general one;
 * undefined without any.
 */
export function parameterDescription(
  name: string,
  context: DescribeContext,
  scopes: readonly string[] = [],
): string | undefined {
  const texts: Record<string, string> = MESSAGES[context.language].parameters;
  const key = [...scopes.map((scope) => `${scope}.${name}`), name].find((one) =>
    Object.hasOwn(texts, one),
  );
  return key && interpolate(texts[key] ?? '', siteValues(context));
}

/** The scopes of a list's texts: its own, then the one that both lists of terms share. */
const scopesOf = ({ path, type }: Pick<DescribedResource, 'path' | 'type'>) => [
  path,
  ...(isPostType(type) ? [] : ['terms']),
];

/** The description of an operation: paragraphs for its type of record, its method and its key. */
export function operationDescription(
  { action, key }: Pick<Operation, 'action' | 'key'>,
  method: Method,
  { type, context }: { type: RecordType; context: DescribeContext },
): string {
  const { operations } = MESSAGES[context.language];
  const ofUpdate = { PATCH: 'update.patch', PUT: 'update.put', POST: 'update.post' } as const;
  const own: Record<Action, (keyof Messages['operations'])[]> = {
    list: [`list.${type}`],
    create: [`create.${type}`],
    read: [`read.${type}`],
    update: ['update', ofUpdate[method as keyof typeof ofUpdate]],
    put: ['update', key === 'slug' ? 'put.slug' : 'put.external_id'],
    delete: [isPostType(type) ? 'delete.post' : `delete.${type}`],
  };
  const named = { id: [], slug: ['by_slug'], external_id: ['by_external_id'] } as const;
  const keys = [...own[action], ...(key ? named[key] : [])];
  return keys.map((one) => interpolate(operations[one], siteValues(context))).join('\n\n');
}

/** The description of a field in a write; undefined without a text. */
export function fieldDescription(
  type: RecordType,
  name: string,
  context: DescribeContext,
): string | undefined {
  const keys = [`${type}.${name}`, name];
  const text = describe(context.language, ...keys.map((key) => `sent.${key}`), ...keys);
  return text && interpolate(text, siteValues(context));
}

/** A parameter or field that a request can have. */
interface Input {
  schema: Schema;
  required: boolean;
}

/** Inputs by name, in the order in which they are listed. */
export type Inputs = Record<string, Input>;

/** The inputs of some parameters, with this host's limits and their descriptions. */
export const inputsOf = (
  params: Params,
  context: DescribeContext,
  scopes: readonly string[] = [],
): Inputs =>
  Object.fromEntries(
    Object.entries(params).map(([name, { schema, bounds }]) => {
      const limited = bounded(jsonSchema(schema), bounds, context.settings);
      const words = parameterDescription(name, context, scopes);
      return [name, { schema: described(limited, words), required: false }];
    }),
  );

/** Spec 2: the parameter that every route accepts. */
export const languageInput = (context: DescribeContext): Inputs =>
  inputsOf({ i18n_language: languageParam }, context);

/** Spec 4: the filters of a list, including those of editors (D8.7). */
export function filterInputs(resource: DescribedResource, context: DescribeContext): Inputs {
  const { filters, editorFilters } = resource;
  // The general filters come last again: they describe names that editors' filters extend.
  const params = Object.entries({ ...filters, ...editorFilters, ...filters }).map(
    ([name, { kind }]) => [name, kind] as const,
  );
  return inputsOf({ ...paging, ...Object.fromEntries(params) }, context, scopesOf(resource));
}

/** The query parameters of a single record's URL. */
export const singleInputs = ({ single }: DescribedResource, context: DescribeContext): Inputs =>
  inputsOf(single, context);

/** Spec 2: the fields of a record; `creating` marks those that a new record requires. */
export const fieldInputs = (
  type: RecordType,
  context: DescribeContext,
  creating: boolean,
): Inputs =>
  Object.fromEntries(
    Object.entries(FIELDS[type]).map(([name, { schema, bounds, required = false }]) => [
      name,
      {
        schema: described(
          bounded(jsonSchema(schema), bounds, context.settings),
          fieldDescription(type, name, context),
        ),
        required: creating && required,
      },
    ]),
  );

/** The parameters that select the format of a single record. */
export const formatInputs = ({ type }: DescribedResource, context: DescribeContext): Inputs =>
  inputsOf(formatParams(placeOf(type)), context, [placeOf(type)]);

const PATH_SCHEMAS = {
  id: { type: 'integer' },
  slug: { type: 'string' },
  external_id: { type: 'string', maxLength: 255 },
} as const;

/** The variable segment of a path. */
export const pathInput = (name: keyof typeof PATH_SCHEMAS, context: DescribeContext): Inputs => ({
  [name]: {
    schema: described(PATH_SCHEMAS[name], parameterDescription(name, context, ['path'])),
    required: true,
  },
});

const NAMES: Schema = { type: 'array', items: { type: 'string' } };

/** Any value that is sent counts as `true`. */
const ENVELOPE: Schema = { type: 'boolean', const: true };

const METHODS: Schema = { type: 'string', enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] };

/**
 * D9.5: the parameters that shape any response and, for clients that can only POST, the one that
 * names the method.
 */
export function shapeParameters(method: Method, context: DescribeContext) {
  const query = (name: string, schema: Schema) => ({
    name,
    in: 'query',
    description: parameterDescription(name, context),
    required: false,
    ...(schema.type === 'array' && { style: 'form', explode: false }),
    schema,
  });
  return [
    query('_fields', NAMES),
    query('_envelope', ENVELOPE),
    ...(method === 'POST' ? [query('_method', METHODS)] : []),
  ];
}
