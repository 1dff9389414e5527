import { z } from 'zod';
import { integer, uri } from './parts';

/** What a list says of its own pages; neighbours only where there are any. */
export const Paged = z.object({
  rest_url: uri,
  next_rest_url: uri.optional(),
  previous_rest_url: uri.optional(),
  total: integer,
  total_pages: integer,
});
export type Paged = z.infer<typeof Paged>;

/** Spec 4: the envelope of a list. */
export const envelope = (key: string, items: z.ZodType) =>
  z.object({ [key]: z.array(items), ...Paged.shape });
