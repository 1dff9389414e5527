import { isLanguage, LANGUAGES, type Language } from '../settings/languages';
import { oneText, type Param, Unreadable } from './param';

/** Spec 2: the content language of the answer. */
export const language: Param<Language> = {
  schema: { type: 'string', enum: LANGUAGES },
  read(sent) {
    const code = oneText(sent);
    if (!isLanguage(code)) throw new Unreadable('not_language', { allowed: LANGUAGES.join(', ') });
    return code;
  },
  show: String,
};
