import { isDeepStrictEqual } from 'node:util';
import type { Values } from '../content-types/rows';
import { type RecordType, uidOf } from '../settings/record-types';

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
