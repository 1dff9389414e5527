import strapi from '../../../src/admin/translations/es.json';
import { messagesOf } from '../../../src/plugins/calendar/admin/src/messages';
import ar from '../../../src/plugins/calendar/admin/src/translations/ar.json';
import en from '../../../src/plugins/calendar/admin/src/translations/en.json';
import es from '../../../src/plugins/calendar/admin/src/translations/es.json';
import fr from '../../../src/plugins/calendar/admin/src/translations/fr.json';
import { contentTypes } from '../../../src/plugins/calendar/server/src/content-types/rows';
import { type FieldWords, MESSAGES } from '../../../src/plugins/calendar/server/src/messages/t';
import { LANGUAGES } from '../../../src/plugins/calendar/server/src/settings/languages';

const english: Record<string, string> = en;
const fields: Record<string, FieldWords> = MESSAGES.en.fields;
const placeholders = (string = '') => (string.match(/\{\w+\}/g) ?? []).sort();

describe.each(Object.entries({ ar, en, fr, es }))(
  'the admin translation in %s',
  (language, strings) => {
    const translated: Record<string, string> = strings;

    it('has no key that English lacks', () => {
      expect(Object.keys(translated).filter((key) => !(key in english))).toEqual([]);
    });

    it('has no empty string', () => {
      expect(Object.keys(translated).filter((key) => !translated[key]?.trim())).toEqual([]);
    });

    it('has the placeholders of English', () => {
      for (const key of Object.keys(english)) {
        expect([key, placeholders(translated[key])]).toEqual([key, placeholders(english[key])]);
      }
    });

    it('has every plural form of its language', () => {
      const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
      const forms = pluralCategories.filter((form) => form !== 'many' || language === 'ar'); // Else of millions.
      const counted = Object.entries(translated).filter(([, words]) => / one \{/.test(words));
      const lacking = counted.flatMap(([key, words]) =>
        forms.filter((form) => !words.includes(` ${form} {`)).map((form) => [key, form]),
      );
      expect(counted.map(([key]) => key)).toContain('agenda.calendar.more.hint');
      expect(lacking).toEqual([]);
    });

    it('uses the word that cancels a dialog for nothing else', () => {
      const { 'dialog.cancel': cancel } = translated;
      const others = Object.keys(english).filter((key) => !key.endsWith('.cancel'));
      expect(others.filter((key) => translated[key] === cancel)).toEqual([]);
    });

    it('names the missing-translation filter alike in the agenda and for feeds', () => {
      expect(translated['feeds.unsaid.missing']).toContain(translated['agenda.filter.missing']);
    });
  },
);

/** Texts by their keys, at any depth. */
const textsIn = (given: object, path = ''): [string, string][] =>
  Object.entries(given).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}${key}`, value]] : textsIn(value, `${path}${key}.`),
  );

it('addresses everybody as “usted” in Spanish, in the admin, in errors and on pages', () => {
  const words =
    'tú|ti|tus?|tuy[oa]s?|te|tienes|tengas|puedes|quieres|publiques|inténtalo|codifícalos|léela|escríbelas|sácala|quítala|súbelo';
  const asked = 'elige|escribe|envía|revoca|pide|prueba|sigue|sube';
  const familiar = new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})|(?:^|[.:,] )(?:${asked}) `, 'iu');
  const { errors, introduction, page, event_page } = MESSAGES.es;
  const said = { es, strapi, errors, introduction, page, event_page };
  const texts = textsIn(said);
  expect(texts.length).toBeGreaterThan(900);
  expect(texts.filter(([, words]) => familiar.test(words))).toEqual([]);
});

describe.each(Object.entries(contentTypes))('the fields of type %s', (type, { schema }) => {
  const metadatas: Record<string, { edit: { label: string; description: string } }> =
    schema.config.metadatas;

  it('have an English label equal to the one of the schema', () => {
    for (const [name, { edit }] of Object.entries(metadatas)) {
      const { label } = fields[`${type}.${name}`] ?? fields[name] ?? {};
      expect([name, label]).toEqual([name, edit.label]);
    }
  });

  it.each(LANGUAGES)('have the same label in the admin in %s', async (language) => {
    const words: Record<string, FieldWords> = MESSAGES[language].fields;
    const strings = await messagesOf(language);
    for (const name of Object.keys(metadatas)) {
      const { label } = words[`${type}.${name}`] ?? words[name] ?? {};
      const id = `content-manager.content-types.plugin::calendar.${type}.${name}`;
      expect([name, label]).toEqual([name, expect.stringMatching(/\S/)]);
      expect([name, strings[id]]).toEqual([name, label]);
    }
  });

  it('have an English hint equal to the one of the schema', () => {
    for (const [name, { edit }] of Object.entries(metadatas)) {
      if (edit.description) expect([name, fields[name]?.hint]).toEqual([name, edit.description]);
    }
  });

  it('have a name for each enum value', () => {
    for (const attribute of Object.values(schema.attributes)) {
      const values: string[] = 'enum' in attribute ? (attribute.enum as string[]) : [];
      expect(values.filter((value) => !english[`value.${value}`])).toEqual([]);
    }
  });
});
