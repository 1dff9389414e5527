import { isDeepStrictEqual } from 'node:util';
import { isModified, type Row, type Values } from '../content-types/rows';
import { amendRows, changeRow, rowsOf } from '../database/rows';
import { type RecordType, uidOf } from '../settings/record-types';
import { searchedFields, searchTextOf } from '../sql/sql';

/** Strapi's own bookkeeping, which no rule compares or copies. */
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
    ([name]) => !BOOKKEEPING.has(name),
  );

const isShared = ({ pluginOptions }: { pluginOptions?: object }) =>
  (pluginOptions as { i18n?: { localized?: boolean } })?.i18n?.localized === false;

/** D4.8: the attributes that hold one value in every language. */
export const sharedAttributes = (type: RecordType): string[] =>
  attributesOf(type)
    .filter(([, attribute]) => isShared(attribute))
    .map(([name]) => name);

/** Everything that an editor can tell apart: shared and localized attributes. */
export const ownAttributes = (type: RecordType): string[] =>
  attributesOf(type).map(([name]) => name);

/** The attributes in which two rows differ, among those named. */
export const differing = (names: string[], a: Values, b: Values): string[] =>
  names.filter((name) => !isDeepStrictEqual(writable(a[name]), writable(b[name])));

/** A value as it is written: media by its file id. */
export function writable(value: unknown): unknown {
  const isFile = typeof value === 'object' && value !== null && 'mime' in value && 'id' in value;
  return isFile ? value.id : value;
}

/**
 * D7.5: after a save, every row in the state of the saved one holds its shared values. Only rows that
 * differ are written, or languages that nobody touched would show as modified. Gives all rows as they
 * are then.
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

/** Shared contact fields are searched in every language, so they change every language's text. */
async function deriveSearchText(type: RecordType, rows: Row[]) {
  for (const row of rows) {
    const search_text = searchTextOf(type, row);
    if (row.search_text === search_text) continue;
    await amendRows(type, { id: row.id }, { search_text });
    row.search_text = search_text;
  }
}

/**
 * Strapi calls a language modified when its draft was written after its published row. Both are
 * written here for other languages' sake, so the times are set to say what the values say.
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
