import ar from '../../../src/plugins/calendar/admin/src/translations/ar.json';
import en from '../../../src/plugins/calendar/admin/src/translations/en.json';
import es from '../../../src/plugins/calendar/admin/src/translations/es.json';
import fr from '../../../src/plugins/calendar/admin/src/translations/fr.json';
import {
  type FieldWords,
  MESSAGES,
  describe as meaningOf,
} from '../../../src/plugins/calendar/server/src/messages/t';
import { LANGUAGES } from '../../../src/plugins/calendar/server/src/settings/languages';
import { GLOSSARY, type Term } from '../../support/glossary';

const translations = LANGUAGES.filter((language) => language !== 'en');
const ADMIN: Record<(typeof LANGUAGES)[number], Record<string, string>> = { ar, en, fr, es };
const TERMS: [string, Term][] = Object.entries(GLOSSARY);

/** Holes and code, which are the same in all languages. */
const withoutHoles = (texts: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, text.replace(/\{\w+\}|`[^`]*`/g, '')]),
  );

const documentTexts = (language: (typeof LANGUAGES)[number]) => {
  const { headings, headers } = MESSAGES[language];
  return { ...headings, ...headers };
};

/** What is said of the fields of records, in the admin and in the interface. */
const fieldTexts = (language: (typeof LANGUAGES)[number], part: keyof FieldWords) =>
  Object.fromEntries(
    Object.entries<FieldWords>(MESSAGES[language].fields).flatMap(([name, { [part]: text }]) =>
      text ? [[part === 'sent' ? `sent.${name}` : name, text] as const] : [],
    ),
  );

const descriptionTexts = (language: (typeof LANGUAGES)[number]): Record<string, string> => ({
  ...fieldTexts(language, 'description'),
  ...fieldTexts(language, 'sent'),
  ...MESSAGES[language].descriptions,
});

/** Keys of one kind of text may be those of another. */
const named = (kind: string, texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [`${kind}.${key}`, text]));

const longTexts = (language: (typeof LANGUAGES)[number]) => {
  const { operations, groups, introduction } = MESSAGES[language];
  return { ...operations, ...named('group', groups), ...named('introduction', introduction) };
};

const ALL = Object.fromEntries(
  LANGUAGES.map((language) => [
    language,
    withoutHoles({
      ...named('admin', ADMIN[language]),
      ...named('label', fieldTexts(language, 'label')),
      ...named('hint', fieldTexts(language, 'hint')),
      ...named('document', documentTexts(language)),
      ...named('page', MESSAGES[language].page),
      ...named('text', MESSAGES[language].errors),
      ...named('description', descriptionTexts(language)),
      ...named('parameter', MESSAGES[language].parameters),
      ...named('operation', longTexts(language)),
    }),
  ]),
) as Record<(typeof LANGUAGES)[number], Record<string, string>>;

it.each(LANGUAGES)('describes every field and schema in %s with a sentence', (language) => {
  const faulty = Object.values(descriptionTexts(language)).filter(
    (text) => !/^\S.*\S\.$/.test(text),
  );
  expect(faulty).toEqual([]);
});

it.each(translations)('translates every heading and header into %s', (language) => {
  const english = documentTexts('en');
  const same = Object.entries(documentTexts(language)).filter(
    ([key, text]) => text === english[key as 'ETag'],
  );
  expect(same).toEqual([]);
});

const LONG = LANGUAGES.map(
  (language) => [language, { ...MESSAGES[language].parameters, ...longTexts(language) }] as const,
);

it.each(LONG)(
  'describes every parameter and operation in %s with the placeholders of English',
  (_, texts) => {
    const english: Record<string, string> = LONG.find(([language]) => language === 'en')?.[1] ?? {};
    const holes = (text = '') => (text.match(/\{\w+\}|`[a-z_&=]+`/g) ?? []).sort();
    for (const [key, text] of Object.entries(texts)) {
      expect([key, /^\S.*\S\.$/.test(text), holes(text)]).toEqual([key, true, holes(english[key])]);
    }
  },
);

it.each(translations)('translates every parameter and operation into %s', (language) => {
  const [english, texts] = (['en', language] as const).map(
    (one) => ({ ...MESSAGES[one].parameters, ...longTexts(one) }) as Record<string, string>,
  );
  const same = Object.keys(english ?? {}).filter((key) => english?.[key] === texts?.[key]);
  expect(same).toEqual([]);
});

/** Words that are spelled as in English. */
const ALIKE: Record<string, string[]> = { fr: ['Province.'] };

it.each(translations)('translates every description into %s', (language) => {
  const english = Object.entries(descriptionTexts('en'));
  const same = english.filter(([key, text]) => text === meaningOf(language, key));
  expect(same.map(([, text]) => text)).toEqual(ALIKE[language] ?? []);
});

describe.each(TERMS)('the term for %s', (_, { en, kept, never }) => {
  const keys = Object.keys(ALL.en).filter((key) => en.test(ALL.en[key] ?? ''));

  it('occurs in the English texts', () => {
    expect(keys.length).toBeGreaterThan(0);
  });

  it.each(translations)('occurs in %s wherever it does in English', (language) => {
    const without = keys.filter((key) => !kept[language].test(ALL[language][key] ?? ''));
    expect(without).toEqual([]);
  });

  it.each(LANGUAGES)('has no competing word in %s', (language) => {
    const others = never[language];
    const texts = Object.values(ALL[language]).filter((text) => others?.test(text));
    expect(texts).toEqual([]);
  });
});

it('finds the most specific description first, and none for an unknown name', () => {
  expect(meaningOf('en', 'sent.date', 'date')).toMatch(/in the future/);
  expect(meaningOf('es', 'nothing.venue', 'venue')).toBe('Nombre del lugar.');
  expect(meaningOf('en', 'toString')).toBeUndefined();
});
