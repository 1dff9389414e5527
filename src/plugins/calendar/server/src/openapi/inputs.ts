import { formatParams, language as languageParam } from '../kinds/choice';
import { jsonSchema, type Schema } from '../kinds/json-schema';
import type { Params } from '../kinds/kind';
import { paging } from '../kinds/number';
import { FIELDS } from '../resources/fields';
import { placeOf } from '../settings/formats';
import type { RecordType } from '../settings/record-types';
import type { DescribeContext } from './context';
import type { DescribedResource } from './described-resource';
import { fieldMeaning, parameterMeaning, scopesOf } from './meanings';
import { bounded, described } from './schema';

/** Something that a request may say. */
export interface Input {
  schema: Schema;
  required: boolean;
}

/** Name → what may be sent under it, in the order of addresses. */
export type Inputs = Record<string, Input>;

/** Some parameters as requests say them. */
export const inputsOf = (
  params: Params,
  context: DescribeContext,
  scopes: readonly string[] = [],
): Inputs =>
  Object.fromEntries(
    Object.entries(params).map(([name, { meaning, bounds }]) => {
      const said = bounded(jsonSchema(meaning), bounds, context.settings);
      const words = parameterMeaning(name, context, scopes);
      return [name, { schema: described(said, words), required: false }];
    }),
  );

/** Spec 2: what every route accepts. */
export const languageInput = (context: DescribeContext): Inputs =>
  inputsOf({ i18n_language: languageParam }, context);

/** Spec 4: the filters of a list, with those that only some callers have (D8.7). */
export function filterInputs(resource: DescribedResource, context: DescribeContext): Inputs {
  const { filters, editorFilters } = resource;
  // What everybody has says what a parameter is, also where others have more of it.
  const params = Object.entries({ ...filters, ...editorFilters, ...filters }).map(
    ([name, { kind }]) => [name, kind] as const,
  );
  return inputsOf({ ...paging, ...Object.fromEntries(params) }, context, scopesOf(resource));
}

/** The query of one record's address. */
export const singleInputs = (
  { single = {} }: DescribedResource,
  context: DescribeContext,
): Inputs => inputsOf(single, context);

/** Spec 2: the fields of a record; `creating`: with those that a new one must have. */
export const fieldInputs = (
  type: RecordType,
  context: DescribeContext,
  creating: boolean,
): Inputs =>
  Object.fromEntries(
    Object.entries(FIELDS[type]).map(([name, { meaning, bounds, required = false }]) => [
      name,
      {
        schema: described(
          bounded(jsonSchema(meaning), bounds, context.settings),
          fieldMeaning(type, name, context),
        ),
        required: creating && required,
      },
    ]),
  );

/** In which format a record is answered. */
export const formatInputs = ({ type }: DescribedResource, context: DescribeContext): Inputs =>
  inputsOf(formatParams(placeOf(type)), context, [placeOf(type)]);

const PATH_SCHEMAS = { id: { type: 'integer' }, slug: { type: 'string' } } as const;

/** The variable part of a path. */
export const pathInput = (name: keyof typeof PATH_SCHEMAS, context: DescribeContext): Inputs => ({
  [name]: {
    schema: described(PATH_SCHEMAS[name], parameterMeaning(name, context, ['path'])),
    required: true,
  },
});
