import type { Language } from '../settings/languages';
import { text } from '../texts/text';
import type { CalendarError, Sentence } from './calendar-error';
import type { ErrorPayload } from './error-payload';

/** D9.5: `{code, message, data: {status, …}}` in the language. */
export function errorBody({ refusal }: CalendarError, language: Language): ErrorPayload {
  const say = (sentence: Sentence) => text(language, sentence.text, sentence.values);
  const params =
    refusal.params &&
    Object.fromEntries(Object.entries(refusal.params).map(([name, why]) => [name, say(why)]));
  return {
    code: refusal.code,
    message: say(refusal),
    data: { status: refusal.status, ...refusal.data, ...(params && { params, details: [] }) },
  };
}
