import { z } from 'zod';
import { LANGUAGES } from '../../settings/languages';
import { RECORD_TYPES } from '../../settings/record-types';
import { integer, uri } from './parts';

/** D8.14: a record that has changed; it stands in no list of this caller's where it is deleted. */
export const Change = z.object({
  id: integer,
  type: z.enum(RECORD_TYPES),
  revision: integer,
  languages: z.array(z.enum(LANGUAGES)),
  deleted: z.literal(true).optional(),
});
export type Change = z.infer<typeof Change>;

/** A page of them, and from where to go on; the address only where there are more by now. */
export const Changes = z.object({
  changes: z.array(Change),
  cursor: z.string(),
  next_rest_url: uri.optional(),
});
export type Changes = z.infer<typeof Changes>;
