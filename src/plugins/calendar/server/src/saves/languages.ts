import { isDeepStrictEqual } from 'node:util';
import { errors } from '@strapi/utils';
import { isModified, type Row, type Values } from '../content-types/rows';
import { amendRows, changeRow, rowsOf } from '../database/rows';
import { readersLanguage } from '../database/site';
import { t } from '../messages/t';
import { isLanguage, isLocalized, LANGUAGES } from '../settings/languages';
import { type RecordType, uidOf } from '../settings/record-types';
import { searchedFields, searchTextOf } from '../sql/sql';

/** Attributes managed by Strapi, which are neither compared nor copied. */
const BOOKKEEPING = new Set([
  'id',
  'documentId',
  'locale',
  'localizations',
  'createdAt',
  'updatedAt',
  'publishedAt',
  'createdBy',
  'updatedBy',
]);

const attributesOf = (type: RecordType) =>
  Object.entries(strapi.contentType(uidOf(type)).attributes).filter(
    ([name, { type: kind }]) => !BOOKKEEPING.has(name) && kind !== 'password', // Hashed anew in each row.
  );

/** A host's fields that are rows of other tables, which Strapi itself copies to the other languages. */
const ELSEWHERE = ['component', 'dynamiczone', 'relation'];

/** D4.8: the attributes that hold one value in every language. */
export const sharedAttributes = (type: RecordType): string[] =>
  attributesOf(type)
    .filter(
      ([, attribute]) => isLocalized(attribute) === false && !ELSEWHERE.includes(attribute.type),
    )
    .map(([name]) => name);

/** All shared and localized attributes of a type. */
export const ownAttributes = (type: RecordType): string[] =>
  attributesOf(type).map(([name]) => name);

/** The named attributes in which two rows differ. */
export const differing = (names: string[], a: Values, b: Values): string[] =>
  names.filter((name) => !isDeepStrictEqual(writable(a[name]), writable(b[name])));

/** A value as it is written: a file by its id. */
export function writable(value: unknown): unknown {
  const isFile = typeof value === 'object' && value !== null && 'mime' in value && 'id' in value;
  return isFile ? value.id : value;
}

/**
 * D7.5: copies the shared values of the saved row to all rows in the same state. Writes only rows that differ, so
 * that untouched languages do not appear as modified. Returns all rows afterwards.
 */
export async function alignLanguages(type: RecordType, saved: Pick<Row, 'id' | 'documentId'>) {
  const rows = await rowsOf(type, saved.documentId);
  const source = rows.find(({ id }) => id === saved.id);
  if (!source) return rows;
  const shared = sharedAttributes(type);
  const sameState = (row: Row) => Boolean(row.publishedAt) === Boolean(source.publishedAt);
  for (const row of rows.filter((each) => each !== source && sameState(each))) {
    const names = differing(shared, source, row);
    if (names.length === 0) continue;
    const values = Object.fromEntries(names.map((name) => [name, writable(source[name])]));
    await changeRow(type, row.id, values);
    Object.assign(row, values, { updatedAt: new Date().toISOString() });
  }
  if (searchedFields(type).some((name) => shared.includes(name))) {
    await deriveSearchText(type, rows);
  }
  await tellModified(type, rows);
  return rows;
}

/** The shared values of a row (a draft), which a new language receives. */
export const sharedOf = (type: RecordType, row: Row): Values =>
  Object.fromEntries(sharedAttributes(type).map((name) => [name, writable(row[name])]));

/**
 * The shared values that are null in a new language, but not in every row: Strapi fills them from another row, the
 * published one first on SQLite, the draft first on PostgreSQL.
 */
export const filledByStrapi = (type: RecordType, values: Values, rows: Row[]): Values =>
  Object.fromEntries(
    sharedAttributes(type)
      .filter((name) => values[name] === null && rows.some((row) => (row[name] ?? null) !== null))
      .map((name) => [name, null]),
  );

/** Updates the search texts of all languages, which contain shared fields too. */
async function deriveSearchText(type: RecordType, rows: Row[]) {
  for (const row of rows) {
    const search_text = searchTextOf(type, row);
    if (row.search_text === search_text) continue;
    await amendRows(type, { id: row.id }, { search_text });
    row.search_text = search_text;
  }
}

/**
 * Corrects Strapi's "modified", which compares the times of draft and published row: both may have been written here
 * only because of another language, so `updatedAt` of the draft is set according to the values.
 */
async function tellModified(type: RecordType, rows: Row[]) {
  const compared = ownAttributes(type);
  for (const draft of rows.filter(({ publishedAt }) => !publishedAt)) {
    const published = rows.find(
      ({ locale, publishedAt }) => publishedAt && locale === draft.locale,
    );
    if (!published) continue;
    const modified = differing(compared, draft, published).length > 0;
    if (modified === isModified(draft, published)) continue;
    const updatedAt = new Date(+new Date(published.updatedAt) + (modified ? 1 : 0)).toISOString();
    await amendRows(type, { id: draft.id }, { updatedAt });
    draft.updatedAt = updatedAt;
  }
}

interface Locale {
  code: string;
}

interface Locales {
  findById(id: unknown): Promise<Locale | null>;
  create(locale: Locale, options?: { isDefault?: boolean }): Promise<unknown>;
  delete(where: { id: unknown }): Promise<unknown>;
  setDefaultLocale(locale: Locale): Promise<unknown>;
}

/** Throws unless it is one of the four. */
function requireLanguage({ code }: Locale): void {
  if (isLanguage(code)) return;
  const values = { languages: LANGUAGES.join(', ') };
  throw new errors.ApplicationError(t(readersLanguage(), 'rule.default_language', values));
}

/**
 * D7.6: refuses to delete one of the four locales, and to make another one the default, in which the admin would open
 * and create records. Wraps Strapi's service, which deletes the locale's records first, so that a lifecycle hook would
 * be too late.
 */
export function protectLanguages(): void {
  const locales: Locales = strapi.plugin('i18n').service('locales');
  const { create, delete: deleteLocale, setDefaultLocale } = locales;
  locales.create = async (locale, options = {}) => {
    if (options.isDefault) requireLanguage(locale);
    return create(locale, options);
  };
  locales.setDefaultLocale = async (locale) => {
    requireLanguage(locale);
    return setDefaultLocale(locale);
  };
  locales.delete = async (where) => {
    const locale = await locales.findById(where.id);
    if (isLanguage(locale?.code)) {
      const values = { language: locale.code };
      throw new errors.ApplicationError(t(readersLanguage(), 'rule.needed_language', values));
    }
    return deleteLocale(where);
  };
}
