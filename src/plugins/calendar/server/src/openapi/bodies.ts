import type { Fields } from '../params/field';
import { ref } from '../representation/schemas/words';
import { FIELDS, requiredOf } from '../resources/fields';
import type { Language } from '../settings/languages';
import { nameOf, newSchemaOf, type RecordType } from '../settings/record-types';
import { describe } from '../texts/descriptions/describe';
import { heading } from '../texts/document/heading';
import type { DescribeContext } from './context';
import { requestExamples } from './examples';
import { bounded, described, type Schema } from './schema';

const PICTURES = 'image/jpeg, image/png, image/gif, image/webp, image/avif';

/** D9.6: `null` means "not sent", so what need not be sent may be null. */
function orNull(schema: Schema): Schema {
  if (!schema.type) return { ...schema, anyOf: [...(schema.anyOf as Schema[]), { type: 'null' }] };
  const words = Array.isArray(schema.enum) && { enum: [...schema.enum, null] };
  return { ...schema, type: [schema.type, 'null'].flat(), ...words };
}

type Field = Fields[string];

const inJson = ({ schema, json = schema, required }: Field) => (required ? json : orNull(json));
const inForm = ({ schema }: Field) => schema;
const inParts = ({ schema, multipart = schema }: Field) => multipart;

/** Spec 2: the fields of a type as one kind of body holds them, all optional; a default is none where a record exists. */
function fieldsSchema(
  type: RecordType,
  context: DescribeContext,
  of: (field: Field) => Schema,
): Schema {
  const { language, settings } = context;
  const properties = Object.entries(FIELDS[type]).map(([name, field]) => {
    const { default: _, ...schema } = bounded(of(field), field.bounds, settings);
    return [name, described(schema, describe(language, `${type}.${name}`, name))];
  });
  return { type: 'object', properties: Object.fromEntries(properties) };
}

const takesFiles = (type: RecordType) =>
  Object.values(FIELDS[type]).some(({ multipart }) => multipart);

/** The schemas of a type's bodies, by name: JSON (`EventFields`, `NewEvent`), forms, and forms with files. */
export function bodySchemas(type: RecordType, context: DescribeContext): [string, Schema][] {
  const name = nameOf(type);
  const parts: [string, Schema][] = [[`${name}Parts`, fieldsSchema(type, context, inParts)]];
  const creating = { allOf: [ref(`${name}Fields`)], required: requiredOf(type) };
  return [
    [`${name}Fields`, fieldsSchema(type, context, inJson)],
    [newSchemaOf(type), creating],
    [`${name}Form`, fieldsSchema(type, context, inForm)],
    ...(takesFiles(type) ? parts : []),
  ];
}

/** What a write sends, as JSON, form or multipart; a new record must say something. */
export function requestBody(
  type: RecordType,
  { creating, language }: { creating: boolean; language: Language },
) {
  const name = nameOf(type);
  const form = (schema: string) => ({
    ...ref(schema),
    ...(creating && { required: requiredOf(type) }),
  });
  const files = takesFiles(type);
  const examples = requestExamples(type, creating);
  return {
    ...('custom_fields' in FIELDS[type] && { description: heading(language, 'forms') }),
    required: creating,
    content: {
      'application/json': {
        schema: ref(creating ? newSchemaOf(type) : `${name}Fields`),
        examples: examples.json,
      },
      'application/x-www-form-urlencoded': { schema: form(`${name}Form`), examples: examples.form },
      'multipart/form-data': {
        schema: form(files ? `${name}Parts` : `${name}Form`),
        examples: examples.form,
        ...(files && { encoding: { image: { contentType: `${PICTURES}, text/plain` } } }),
      },
    },
  };
}
