import { language as languageParam } from '../params/language';
import { paging } from '../params/paging';
import type { Params } from '../params/read-params';
import { FIELDS } from '../resources/fields';
import type { Language } from '../settings/languages';
import type { RecordType } from '../settings/record-types';
import { describe } from '../texts/descriptions/describe';
import type { DescribeContext } from './context';
import type { DescribedResource } from './described-resource';
import { bounded, described, type Schema } from './schema';

/** Something that a request may say. */
export interface Input {
  schema: Schema;
  required: boolean;
}

/** Name → what may be sent under it, in the order of addresses. */
export type Inputs = Record<string, Input>;

const inputsOf = (
  params: Params,
  { settings }: DescribeContext,
  describeName: (name: string) => string | undefined,
): Inputs =>
  Object.fromEntries(
    Object.entries(params).map(([name, { schema, bounds }]) => [
      name,
      { schema: described(bounded(schema, bounds, settings), describeName(name)), required: false },
    ]),
  );

/** Spec 2: what every route accepts. */
export const languageInput = (context: DescribeContext): Inputs =>
  inputsOf({ i18n_language: languageParam }, context, (name) => describe(context.language, name));

/** Spec 4: the filters of a list, with those that only some callers have (D8.7). */
export function filterInputs(
  { path, filters, editorFilters }: DescribedResource,
  context: DescribeContext,
): Inputs {
  // What everybody has says what a parameter is, also where others have more of it.
  const params = Object.entries({ ...filters, ...editorFilters, ...filters }).map(
    ([name, { param }]) => [name, param] as const,
  );
  return inputsOf({ ...paging, ...Object.fromEntries(params) }, context, (name) =>
    describe(context.language, `${path}.${name}`, `list.${name}`, name),
  );
}

/** The query of one record's address. */
export const singleInputs = (
  { single = {} }: DescribedResource,
  context: DescribeContext,
): Inputs => inputsOf(single, context, (name) => describe(context.language, `query.${name}`, name));

/** Spec 2: the fields of a record; `creating`: with those that a new one must have. */
export const fieldInputs = (
  type: RecordType,
  { language, settings }: DescribeContext,
  creating: boolean,
): Inputs =>
  Object.fromEntries(
    Object.entries(FIELDS[type]).map(([name, { schema, bounds, required = false }]) => [
      name,
      {
        schema: described(
          bounded(schema, bounds, settings),
          describe(language, `${type}.${name}`, name),
        ),
        required: creating && required,
      },
    ]),
  );

const PATH_SCHEMAS = { id: { type: 'integer' }, slug: { type: 'string' } } as const;

/** The variable part of a path. */
export const pathInput = (name: keyof typeof PATH_SCHEMAS, language: Language): Inputs => ({
  [name]: {
    schema: described(PATH_SCHEMAS[name], describe(language, `path.${name}`)),
    required: true,
  },
});
