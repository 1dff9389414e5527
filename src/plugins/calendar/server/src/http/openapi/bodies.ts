import type { z } from 'zod';
import { FIELDS, requiredOf } from '../../kinds/fields';
import { type Fields, jsonSchema, ref, type Schema } from '../../kinds/kind';
import { PICTURES } from '../../kinds/picture';
import { heading } from '../../messages/t';
import type { Language } from '../../settings/languages';
import { newSchemaOf, type RecordType, schemaName } from '../../settings/record-types';
import { bounded, type DescribeContext, described } from './context';
import { requestExamples } from './examples';
import { fieldDescription } from './inputs';

const IMAGES = PICTURES.map(({ mime }) => mime).join(', ');

/** D9.6: `null` means "not sent", so the schema of an optional field allows it. */
export const orNull = (schema: Schema): Schema => {
  const { anyOf, ...rest } = schema;
  const alone = anyOf && Object.keys(rest).length === 0;
  return { anyOf: [...(alone ? (anyOf as Schema[]) : [schema]), { type: 'null' }] };
};

type Field = Fields[string];
type SchemaOf = (field: Field) => Schema;

/** The schema without its default, since updates keep fields that are not sent. */
function withoutDefault(schema: z.ZodType): Schema {
  const { default: _, ...rest } = jsonSchema(schema);
  return rest;
}

const inJson: SchemaOf = ({ schema, json = schema, required }) =>
  required ? withoutDefault(json) : orNull(withoutDefault(json));
const inForm: SchemaOf = ({ schema }) => withoutDefault(schema);
const inMultipart: SchemaOf = ({ schema, multipart = schema }) => withoutDefault(multipart);

/** Spec 2: the properties of some fields of a type, as `of` encodes them (JSON, form, multipart). */
const propertiesOf = (
  type: RecordType,
  names: readonly string[],
  { context, of }: { context: DescribeContext; of: SchemaOf },
): Record<string, Schema> =>
  Object.fromEntries(
    names.map((name) => {
      const field = FIELDS[type][name] as Field;
      const schema = bounded(of(field), field.bounds, context.settings);
      return [name, described(schema, fieldDescription(type, name, context))];
    }),
  );

const takesFiles = (type: RecordType) =>
  Object.values(FIELDS[type]).some(({ multipart }) => multipart);

/**
 * The schemas of a body for updates, where every field is optional, and for new records. Client
 * generators ignore a `required` next to `allOf`, so the second one repeats the required
 * properties.
 */
function bodyPair(
  [name, newName]: [string, string],
  type: RecordType,
  as: { context: DescribeContext; of: SchemaOf },
): [string, Schema][] {
  const required = requiredOf(type);
  const all = propertiesOf(type, Object.keys(FIELDS[type]), as);
  const fields = { type: 'object', properties: propertiesOf(type, required, as), required };
  return [
    [name, { type: 'object', properties: all }],
    [newName, { allOf: [ref(name), fields] }],
  ];
}

/** The schemas of a type's bodies, by name: JSON (`EventFields`, `NewEvent`), forms, and forms with files. */
export function bodySchemas(type: RecordType, context: DescribeContext): [string, Schema][] {
  const name = schemaName(type);
  const newName = newSchemaOf(type);
  return [
    ...bodyPair([`${name}Fields`, newName], type, { context, of: inJson }),
    ...bodyPair([`${name}Form`, `${newName}Form`], type, { context, of: inForm }),
    ...(takesFiles(type)
      ? bodyPair([`${name}Parts`, `${newName}Parts`], type, { context, of: inMultipart })
      : []),
  ];
}

/**
 * The body of a write as JSON, form or multipart. It is always required, since client generators
 * move an optional body behind other arguments.
 */
export function requestBody(
  type: RecordType,
  { creating, language }: { creating: boolean; language: Language },
) {
  const name = creating ? newSchemaOf(type) : schemaName(type);
  const files = takesFiles(type);
  const examples = requestExamples(type, creating);
  return {
    ...('custom_fields' in FIELDS[type] && { description: heading(language, 'forms') }),
    required: true,
    content: {
      'application/json': {
        schema: ref(creating ? name : `${name}Fields`),
        examples: examples.json,
      },
      'application/x-www-form-urlencoded': { schema: ref(`${name}Form`), examples: examples.form },
      'multipart/form-data': {
        schema: ref(files ? `${name}Parts` : `${name}Form`),
        examples: examples.form,
        ...(files && { encoding: { image: { contentType: `${IMAGES}, text/plain` } } }),
      },
    },
  };
}
