import { z } from 'zod';
import { STATUSES } from '../kinds/choice';
import { isWallTime } from '../kinds/dates/wall-time';
import { AGENDA_VIEWS } from '../settings/agenda';
import { LANGUAGES } from '../settings/languages';
import { LARGEST_ID } from '../settings/record-types';

const LONGEST_SEARCH = 200;
const MOST_IDS = 100;
const LAST_PAGE = 100_000;

const ids = z
  .string()
  .regex(/^\d+(,\d+)*$/, 'must be ids separated by commas')
  .transform((text) => [...new Set(text.split(',').map(Number))])
  .refine((given) => given.length <= MOST_IDS, `must name at most ${MOST_IDS} ids`)
  .transform((given) => given.filter((id) => id <= LARGEST_ID));

const day = z
  .string()
  .refine((text) => isWallTime(`${text} 00:00:00`), 'must be a day such as 2027-01-31');

const oneOf = <Word extends string>(words: readonly Word[]) =>
  z.enum(words, `must be one of ${words.join(', ')}`);

/** What the agenda is asked for; `in` is the language of the admin. */
const agendaQuery = z
  .object({
    view: oneOf(AGENDA_VIEWS).default('all'),
    q: z
      .string()
      .max(LONGEST_SEARCH, `must not be longer than ${LONGEST_SEARCH} characters`)
      .refine((text) => !text.includes('\0'), 'must not contain NUL characters')
      .transform((text) => text.trim())
      .default(''),
    venue: ids.optional(),
    organizer: ids.optional(),
    category: ids.optional(),
    tag: ids.optional(),
    state: oneOf(STATUSES).optional(),
    language: oneOf(LANGUAGES).optional(),
    missing: oneOf(LANGUAGES).optional(),
    from: day.optional(),
    to: day.optional(),
    in: oneOf(LANGUAGES).optional(),
    page: z.coerce
      .number('must be a whole number from 1')
      .int('must be a whole number from 1')
      .min(1, 'must be a whole number from 1')
      .max(LAST_PAGE, `must not be above ${LAST_PAGE}`)
      .default(1),
  })
  .refine(({ from, to }) => !from || !to || from <= to, {
    path: ['to'],
    message: 'must not be before from',
  });

export type AgendaQuery = z.output<typeof agendaQuery>;

/** An empty value is one that is not sent, as in an address that was emptied by hand. */
const withoutEmpty = (query: object) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));

/** What is asked, or one sentence per wrong parameter, by its name. */
export function readAgendaQuery(query: unknown): AgendaQuery | { faults: string[] } {
  const result = agendaQuery.safeParse(withoutEmpty(Object(query)));
  if (result.success) return result.data;
  return { faults: result.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`) };
}
