import { LANGUAGES } from '../../../src/plugins/calendar/server/src/settings/languages';
import { TEXTS, text } from '../../../src/plugins/calendar/server/src/texts/text';

const holes = (sentence: string) => [...sentence.matchAll(/\{\w+\}/g)].map(String).sort();

it.each(LANGUAGES)('has every text in %s, with the same holes as in English', (language) => {
  expect(Object.keys(TEXTS[language]).sort()).toEqual(Object.keys(TEXTS.en).sort());
  for (const [key, english] of Object.entries(TEXTS.en)) {
    const sentence = TEXTS[language][key as keyof typeof TEXTS.en];
    expect([key, sentence.trim() !== '', holes(sentence)]).toEqual([key, true, holes(english)]);
  }
});

it('fills holes and leaves those without a value', () => {
  expect(text('en', 'rest_invalid_param', { names: 'page' })).toBe('Invalid parameter(s): page');
  expect(text('en', 'rest_invalid_param')).toBe('Invalid parameter(s): {names}');
});
