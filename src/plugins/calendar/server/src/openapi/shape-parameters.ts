import type { Schema } from '../kinds/json-schema';
import type { DescribeContext } from './context';
import { parameterMeaning } from './meanings';
import type { Method } from './schema';

const FIELDS: Schema = { type: 'array', items: { type: 'string' } };

/** Whatever it is sent with. */
const ENVELOPE: Schema = { type: 'boolean', const: true };

const METHODS: Schema = { type: 'string', enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] };

/** D9.5: how the caller wants the answer, whatever is asked; and, for those who can only POST, what is meant. */
export function shapeParameters(method: Method, context: DescribeContext) {
  const query = (name: string, schema: Schema) => ({
    name,
    in: 'query',
    description: parameterMeaning(name, context),
    required: false,
    ...(schema.type === 'array' && { style: 'form', explode: false }),
    schema,
  });
  return [
    query('_fields', FIELDS),
    query('_envelope', ENVELOPE),
    ...(method === 'POST' ? [query('_method', METHODS)] : []),
  ];
}
