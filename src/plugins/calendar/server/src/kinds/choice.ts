import { oneText, type Param, Unreadable } from './param';

/** One of a few words, in upper or lower case. */
export const choice = <Word extends string>(words: readonly Word[]): Param<Word> => ({
  schema: { type: 'string', enum: words },
  read(sent) {
    const written = oneText(sent).toLowerCase();
    const word = words.find((each) => each === written);
    if (!word) throw new Unreadable('not_language', { allowed: words.join(', ') });
    return word;
  },
  show: String,
});
