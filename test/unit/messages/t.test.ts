import { MESSAGES, t } from '../../../src/plugins/calendar/server/src/messages/t';
import { LANGUAGES } from '../../../src/plugins/calendar/server/src/settings/languages';

/** Every text of a language, with the names on the way to it. */
const textsOf = (part: object, path: string[] = []): [string, unknown][] =>
  Object.entries(part).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null
      ? textsOf(value, [...path, name])
      : [[[...path, name].join(' / '), value] as [string, unknown]],
  );

const holes = (text: unknown) => [...String(text).matchAll(/\{\w+\}/g)].map(String).sort();

it.each(LANGUAGES)('has exactly the texts of English in %s, in the same order', (language) => {
  const names = textsOf(MESSAGES[language]).map(([name]) => name);
  expect(names).toEqual(textsOf(MESSAGES.en).map(([name]) => name));
});

it.each(LANGUAGES)(
  'has no empty text in %s, and the placeholders of English in each',
  (language) => {
    const english = new Map(textsOf(MESSAGES.en));
    const faulty = textsOf(MESSAGES[language]).filter(
      ([name, text]) =>
        `${text}`.trim() === '' || `${holes(text)}` !== `${holes(english.get(name))}`,
    );
    expect(faulty).toEqual([]);
  },
);

it('fills placeholders and leaves those without a value', () => {
  expect(t('en', 'rest_invalid_param', { names: 'page' })).toBe('Invalid parameter(s): page');
  expect(t('en', 'rest_invalid_param')).toBe('Invalid parameter(s): {names}');
});
