import { z } from 'zod';
import { isLanguage, LANGUAGES, type Language } from '../settings/languages';
import { InvalidValue, type Kind, oneText } from './kind';

const noneOf = (words: readonly string[]) =>
  new InvalidValue('not_language', { allowed: words.join(', ') });

/** One of a few words, in upper or lower case. */
export const choice = <Word extends string>(words: readonly Word[]): Kind<Word> => ({
  meaning: z.enum(words),
  read(sent) {
    const written = oneText(sent).toLowerCase();
    const word = words.find((each) => each === written);
    if (!word) throw noneOf(words);
    return word;
  },
});

/** One of a few words, or `""` for none. */
export const choiceOrNone = <Word extends string>(words: readonly Word[]): Kind<Word | null> => ({
  meaning: z.enum([...words, '']),
  read: (sent, context) => (sent === '' ? null : choice(words).read(sent, context)),
});

const YES = ['1', 'true', 'yes', 'y', 'on', 'enable', 'enabled'];
const NO = ['0', 'false', 'no', 'n', 'off', 'disable', 'disabled'];

/** A boolean in any of the usual words, upper or lower case. */
export const flag = {
  meaning: z.boolean(),
  read(sent: unknown): boolean {
    const word = oneText(sent).toLowerCase();
    if (YES.includes(word)) return true;
    if (NO.includes(word)) return false;
    throw new InvalidValue('not_flag');
  },
  show: (value: boolean) => (value ? '1' : '0'),
} satisfies Kind<boolean>;

/** Spec 2: the content language of the answer. */
export const language: Kind<Language> = {
  meaning: z.enum(LANGUAGES),
  read(sent) {
    const code = oneText(sent);
    if (!isLanguage(code)) throw noneOf(LANGUAGES);
    return code;
  },
};

export const STATUSES = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const;

export type SentStatus = (typeof STATUSES)[number];

/** Spec 3; D6. */
export const postStatus = choice(STATUSES);

/** D8.7: callers who may not find what is unpublished can ask for `publish` and nothing else. */
export const status: Kind<SentStatus[]> = {
  meaning: z.string().min(1),
  default: ['publish'],
  read(sent) {
    if (oneText(sent) !== 'publish') throw new InvalidValue('not_status');
    return ['publish'];
  },
};

const isStatus = (word: string): word is SentStatus =>
  (STATUSES as readonly string[]).includes(word);

/** D8.7: all others can ask for any states, and find everything but the trash when they do not. */
export const statuses: Kind<SentStatus[]> = {
  meaning: z.array(z.enum(STATUSES)),
  default: STATUSES.filter((each) => each !== 'trash'),
  read(sent) {
    const texts = Array.isArray(sent) ? sent.map(oneText) : [oneText(sent)];
    const words = texts.flatMap((text) => text.split(',')).map((word) => word.trim().toLowerCase());
    if (words.length === 0 || !words.every(isStatus)) throw noneOf(STATUSES);
    return [...new Set(words)];
  },
};
