import { MESSAGES, t } from '../../../src/plugins/calendar/server/src/messages/t';
import { LANGUAGES } from '../../../src/plugins/calendar/server/src/settings/languages';

const holes = (sentence: string) => [...sentence.matchAll(/\{\w+\}/g)].map(String).sort();

it.each(LANGUAGES)('has the holes of English in every text in %s', (language) => {
  for (const [key, english] of Object.entries(MESSAGES.en.errors)) {
    const sentence = MESSAGES[language].errors[key as keyof typeof MESSAGES.en.errors];
    expect([key, sentence.trim() !== '', holes(sentence)]).toEqual([key, true, holes(english)]);
  }
});

it('fills holes and leaves those without a value', () => {
  expect(t('en', 'rest_invalid_param', { names: 'page' })).toBe('Invalid parameter(s): page');
  expect(t('en', 'rest_invalid_param')).toBe('Invalid parameter(s): {names}');
});
