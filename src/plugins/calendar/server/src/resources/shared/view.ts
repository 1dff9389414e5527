import type { z } from 'zod';
import type { FileFormat, FileRow } from '../../content-types/rows';
import type { FieldKind, Fields } from '../../kinds/kind';
import { PAGES, suffixOf } from '../../settings/addresses';
import type { Language } from '../../settings/languages';
import { isPostType, type RecordType } from '../../settings/record-types';
import type { Settings } from '../../settings/settings';
import type { Point } from '../event/conditions';
import type { Image, ImageSize } from './payloads';

/** What a representation depends on besides its record. */
export interface View {
  /** The language that the caller asked for. */
  language: Language;
  /** Where the service is published: `https://host`, without a slash at the end. */
  origin: string;
  /** The path of the interface that the caller used, without language: `/calendar/events/v1`. */
  base: string;
  /** The interface's root as the caller addressed it, language included, without a slash at the end. */
  root: string;
  settings: Settings;
  /** Whose own records say more (D15.13); nothing of somebody without an account. */
  userId?: number;
  /** The point around which a list was asked for. */
  near?: Point;
  now: Date;
}

/** Where a type's records stand in the interface (Spec 4). */
export const PATHS = {
  event: 'events',
  venue: 'venues',
  organizer: 'organizers',
  category: 'categories',
  tag: 'tags',
} as const satisfies Record<RecordType, string>;

interface Addressed {
  id: number;
  slug: string;
  language: Language;
}

/** D16.1: where the calendar itself shows an event to people. */
export const pageUrl = (
  { slug, language }: Pick<Addressed, 'slug' | 'language'>,
  { origin }: Pick<View, 'origin'>,
) => `${origin}/${language}${PAGES}/event/${encodeURIComponent(slug)}`;

/** D11: the address of a record's public page, by the host's pattern; else its own page, or the interface's address. */
export function urlOf(type: RecordType, { id, slug, language }: Addressed, view: View): string {
  const parts: Record<string, string> = { language, slug: encodeURIComponent(slug), id: `${id}` };
  const chosen = view.settings.urls[type];
  if (type === 'event' && !chosen) return pageUrl({ slug, language }, view);
  const own = isPostType(type) ? 'by-slug/{slug}' : '{id}';
  const pattern = chosen ?? `${view.origin}/{language}${view.base}/${PATHS[type]}/${own}`;
  return pattern.replace(/\{(language|slug|id)\}/g, (_, part) => parts[part] ?? '');
}

/** Spec 4.2 `global_id`: the host and the id, without a scheme. */
export const globalId = (id: number, { origin }: View) =>
  `${origin.replace(/^https?:\/\//, '')}?id=${id}`;

/** An address on this host for a path; others stay as they are. */
export const absolute = (url: string, { origin }: View) =>
  url.startsWith('/') ? `${origin}${url}` : url;

/** Whether the address of the interface's root says the language by itself. */
const saysLanguage = ({ root, origin, base, language, settings }: View) =>
  root === `${origin}/${language}${base}` ||
  (root === `${origin}${base}` && language === settings.defaultLanguage);

/** D14.8: where the events of a record are given out as a calendar, in the language that was asked for. */
export function feedUrl(type: RecordType, id: number, view: View): string {
  const address = `${view.root}/${PATHS[type]}/${id}${suffixOf('ics')}`;
  return saysLanguage(view) ? address : `${address}?i18n_language=${view.language}`;
}

type Empty = '' | 0 | false | null | undefined;

/**
 * Clients know an empty value by its absence: drops `""`, `0`, `false`, null and undefined. Where the
 * payload is named, each of its keys must be given, and no other.
 */
export function withoutEmpty<Payload extends object>(
  values: {
    [Name in keyof Payload]-?: Payload[Name] | Empty;
  },
): Partial<Payload> {
  const present: Partial<Payload> = {};
  for (const name of Object.keys(values) as (keyof Payload)[]) {
    if (values[name]) present[name] = values[name] as Payload[keyof Payload];
  }
  return present;
}

/** A value that is stored, as answers show it. */
export const servedBy = <Stored>({ served }: Partial<FieldKind<unknown, Stored>>, value: Stored) =>
  served && value !== null && value !== undefined ? served(value) : value;

/** Reads of a row the values of a payload's keys, in their order, as their kinds serve them; a key that is shown otherwise is put over its place. */
export function storedValues<Shape extends z.core.$ZodLooseShape>(
  { shape }: z.ZodObject<Shape>,
  fields: Fields,
) {
  const kinds = Object.keys(shape).map((name) => [name, fields[name] ?? {}] as const);
  return <Row extends object>(row: Row): Pick<Row, keyof Shape & keyof Row> => {
    const values: Partial<Row> = {};
    for (const [name, kind] of kinds as [keyof Row, object][]) {
      values[name] = servedBy(kind, row[name]);
    }
    return values as Pick<Row, keyof Shape & keyof Row>;
  };
}

/** Strapi counts in thousands of bytes. */
const bytes = (size: number | string | null | undefined) => Math.round(Number(size ?? 0) * 1000);

const presentSize = (format: FileFormat, view: View): ImageSize => ({
  ...withoutEmpty<Omit<ImageSize, 'url'>>({
    width: format.width,
    height: format.height,
    'mime-type': format.mime,
    filesize: format.sizeInBytes ?? bytes(format.size),
  }),
  url: absolute(format.url, view),
});

/** Spec 2 `image`: the file and the smaller copies of it, with absolute addresses; none: false. */
export function presentImage(file: FileRow | null | undefined, view: View): Image | false {
  if (!file) return false;
  const sizes = Object.entries(file.formats ?? {}).map(
    ([name, format]) => [name, presentSize(format, view)] as const,
  );
  return {
    url: absolute(file.url, view),
    id: file.id,
    ...withoutEmpty<Omit<Image, 'url' | 'id'>>({
      extension: (file.ext ?? '').replace(/^\./, ''),
      width: file.width,
      height: file.height,
      filesize: bytes(file.size),
      sizes: sizes.length > 0 && Object.fromEntries(sizes),
    }),
  };
}
