import { normalZone } from './dates/zone';
import type { Field } from './field';
import { flag as flagParam } from './flag';
import { oneText, Unreadable } from './param';

/** One of a few words. */
export const oneOf = <Word extends string>(words: readonly Word[]): Field<Word> => ({
  schema: { type: 'string', enum: words },
  read(sent) {
    const word = words.find((each) => each === oneText(sent).toLowerCase());
    if (!word) throw new Unreadable('not_language', { allowed: words.join(', ') });
    return word;
  },
});

/** One of a few words, or `""` for none. */
export const oneOfOrNone = <Word extends string>(words: readonly Word[]): Field<Word | null> => ({
  schema: { type: 'string', enum: [...words, ''] },
  read: (sent, context) => (sent === '' ? null : oneOf(words).read(sent, context)),
});

export const STATUSES = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const;

export type SentStatus = (typeof STATUSES)[number];

/** Spec 3; D6. */
export const postStatus = oneOf(STATUSES);

export const flag: Field<boolean> = { schema: flagParam.schema, read: flagParam.read };

/** D9.6: `""` is the site's zone. */
export const timezone: Field<string> = {
  schema: { type: 'string' },
  read(sent, { settings }) {
    if (sent === '') return settings.timezone;
    const zone = normalZone(oneText(sent));
    if (!zone) throw new Unreadable('rule.timezone');
    return zone;
  },
};
