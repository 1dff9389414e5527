import type { Field } from './field';
import { Unreadable } from './param';
import { readPicture } from './sent-picture';

const words = { type: 'string', pattern: '^(\\d+|false|https?://\\S+)?$' };
const served = (name: string, schema: object) => ({
  type: 'object',
  properties: { [name]: schema },
  required: [name],
});
const emptyList = { type: 'array', items: {}, maxItems: 0 };

/** Spec 2: an image's id, its address, a file, or an image as it is served; `""`, `false` and 0 remove it. */
export const picture: Field<unknown> = {
  schema: words,
  json: {
    anyOf: [
      { type: 'integer', minimum: 0 },
      words,
      { type: 'boolean', const: false },
      emptyList,
      served('id', { type: 'integer' }),
      served('url', { type: 'string' }),
    ],
  },
  multipart: { type: 'string', format: 'binary' },
  read(sent) {
    if (!readPicture(sent)) throw new Unreadable('image.unknown');
    return sent;
  },
};
