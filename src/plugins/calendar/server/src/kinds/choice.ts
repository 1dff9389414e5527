import { z } from 'zod';
import { STATUSES, type Status } from '../content-types/rows';
import { type FeedPlace, formatsOf } from '../settings/addresses';
import { isLanguage, LANGUAGES, type Language } from '../settings/languages';
import { type FieldKind, InvalidValue, type Kind, oneText } from './kind';

/** The error for a value that is none of the allowed words. */
export const invalidChoice = (words: readonly string[]) =>
  new InvalidValue('not_choice', { allowed: words.join(', ') });

/** One of a few words, case-insensitive. */
export const choice = <const Word extends string>(
  words: readonly Word[],
): FieldKind<Word, Word> => ({
  schema: z.enum(words),
  stored: z.enum(words) as z.ZodType<Word>,
  read(sent) {
    const written = oneText(sent).toLowerCase();
    const word = words.find((each) => each === written);
    if (!word) throw invalidChoice(words);
    return word;
  },
});

/** One of a few words, or `""` for none. */
export const choiceOrNone = <const Word extends string>(
  words: readonly Word[],
): FieldKind<Word | null, Word> => ({
  schema: z.enum([...words, '']),
  stored: z.enum(words) as z.ZodType<Word>,
  read: (sent, context) => (sent === '' ? null : choice(words).read(sent, context)),
});

const order = choice(['asc', 'desc']);

/** Spec 4.5 `order`, also in the specification's own words: ascending or descending. */
export const direction: Kind<'asc' | 'desc'> = {
  ...order,
  read: (sent, context) => order.read(oneText(sent).replace(/^(asc|desc)ending$/i, '$1'), context),
};

const YES = ['1', 'true', 'yes', 'y', 'on', 'enable', 'enabled'];
const NO = ['0', 'false', 'no', 'n', 'off', 'disable', 'disabled'];

/** A boolean in any of the usual spellings, case-insensitive. */
export const flag = {
  schema: z.boolean(),
  stored: z.boolean(),
  read(sent: unknown): boolean {
    const word = oneText(sent).toLowerCase();
    if (YES.includes(word)) return true;
    if (NO.includes(word)) return false;
    throw new InvalidValue('not_flag');
  },
  toParam: (value: boolean) => (value ? '1' : '0'),
} satisfies FieldKind<boolean>;

/** Spec 2: the content language of the answer. */
export const language: Kind<Language> = {
  schema: z.enum(LANGUAGES),
  read(sent) {
    const code = oneText(sent);
    if (!isLanguage(code)) throw invalidChoice(LANGUAGES);
    return code;
  },
};

/** Spec 3; D6: derived from several columns. */
export const postStatus: Kind<Status> = choice(STATUSES);

/** The words of a list in lower case. */
function wordsOf(sent: unknown): string[] {
  const texts = Array.isArray(sent) ? sent.map(oneText) : [oneText(sent)];
  return texts.flatMap((text) => text.split(',')).map((word) => word.trim().toLowerCase());
}

/** D8.7: for callers who may not read unpublished records: only `publish` is accepted. */
export const status: Kind<Status[]> = {
  schema: z.string().min(1),
  default: ['publish'],
  read(sent) {
    if (!wordsOf(sent).every((word) => word === 'publish')) throw new InvalidValue('not_status');
    return ['publish'];
  },
};

const isStatus = (word: string): word is Status => (STATUSES as readonly string[]).includes(word);

/** D8.7: for all other callers: any states; by default all but the trash. */
export const statuses: Kind<Status[]> = {
  schema: z.array(z.enum(STATUSES)),
  default: STATUSES.filter((each) => each !== 'trash'),
  read(sent) {
    const words = wordsOf(sent);
    if (words.length === 0 || !words.every(isStatus)) throw invalidChoice(STATUSES);
    return [...new Set(words)];
  },
};

/**
 * The format of the answer. Precedence: extension of the path, `format`, then `ical=1` of The Events Calendar's
 * clients.
 */
export const formatParams = (place: FeedPlace) => ({
  format: choice(formatsOf(place)),
  ical: flag,
});

/** The Events Calendar's names for the order by start. */
const START = ['start_date', 'event_date', 'event_date_utc'];

/** WordPress accepts `post_title` and `title` for a column; `post__in` is not a column. */
const COLUMN = /^post_(?!_)/;

/** Orders that only WordPress knows: clients send them, and The Events Calendar ignores them. */
const WORDPRESS = [
  ...['author', 'comment_count', 'end_date', 'event_duration', 'id', 'include', 'include_slugs'],
  ...['menu_order', 'meta_value', 'meta_value_num', 'name', 'none', 'organizer', 'parent'],
  ...['post__in', 'rand', 'relevance', 'slug', 'type', 'venue'],
];

/** D12, row 37: one of the words. Orders that only WordPress knows are ignored, or refused when strict (D9.10). */
export const orderName = <Word extends string>(words: readonly Word[]): Kind<Word | undefined> => ({
  schema: z.enum(words),
  read(sent, { strict }) {
    const written = oneText(sent).toLowerCase();
    const name = START.includes(written) ? 'start' : written.replace(COLUMN, '');
    const word = words.find((each) => each === name);
    const isIgnored = START.includes(written) || WORDPRESS.includes(name);
    if (word || (isIgnored && !strict)) return word;
    throw invalidChoice(words);
  },
});
