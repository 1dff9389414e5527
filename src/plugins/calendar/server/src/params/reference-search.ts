import { z } from 'zod';
import { LANGUAGES } from '../settings/languages';
import { LARGEST_ID } from '../settings/record-types';

const LONGEST_SEARCH = 200;
const MOST_IDS = 1000;
/** `3,1,2` in that order; an id too large for a record just finds nothing. */
const idList = z
  .string()
  .regex(/^(\d+(,\d+)*)?$/, 'must be ids separated by commas')
  .transform((text) => [...new Set(text.split(',').filter(Boolean).map(Number))])
  .refine((ids) => ids.length <= MOST_IDS, `must name at most ${MOST_IDS} ids`)
  .transform((ids) => ids.filter((id) => id <= LARGEST_ID));

/** D4.5: what the admin's picker asks for: a search, or the records behind some ids. */
const referenceSearch = z.object({
  q: z
    .string()
    .max(LONGEST_SEARCH, `must not be longer than ${LONGEST_SEARCH} characters`)
    .refine((text) => !text.includes('\0'), 'must not contain NUL characters')
    .transform((text) => text.trim())
    .default(''),
  ids: idList.optional().transform((ids) => (ids?.length ? ids : undefined)),
  language: z.enum(LANGUAGES, `must be one of ${LANGUAGES.join(', ')}`).optional(),
});

export type ReferenceSearch = z.output<typeof referenceSearch>;

/** The search, or one sentence per wrong parameter, by its name. */
export function readReferenceSearch(query: unknown): ReferenceSearch | { faults: string[] } {
  const result = referenceSearch.safeParse(query);
  if (result.success) return result.data;
  return { faults: result.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`) };
}
