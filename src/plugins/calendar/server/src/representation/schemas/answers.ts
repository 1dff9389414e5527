import { integer, list, object, oneOf, partial, ref, type Shape, text, uri } from './words';

/** D9.5. */
export const Refusal = object({
  code: text,
  message: text,
  data: partial(
    {
      status: integer,
      params: oneOf(list(text), { type: 'object', additionalProperties: text }),
      details: list({}),
      term_id: integer,
    },
    ['status'],
  ),
});

/** Spec 4: the envelope of a list; neighbours only where there are any. */
export const envelope = (key: string, items: string): Shape =>
  object(
    {
      [key]: list(ref(items)),
      rest_url: uri,
      next_rest_url: uri,
      previous_rest_url: uri,
      total: integer,
      total_pages: integer,
    },
    ['next_rest_url', 'previous_rest_url'],
  );
