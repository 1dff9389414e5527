import { z } from 'zod';
import { LANGUAGES } from '../../settings/languages';

export const text = z.string();
export const integer = z.int();
export const flag = z.boolean();
export const uri = z.url();
export const wallTime = z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);

/** D5.10: an unfinished draft may have none. */
export const wallTimeOrNone = z.string().regex(/^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)?$/);

/** Where clients expect an empty list for nothing. */
export const emptyList = z.tuple([]);

/** Keys that nobody knows beforehand. */
export const anyObject = z.record(z.string(), z.unknown());

/** One of our JSON-LD objects; schema.org says what is in it. */
export const jsonLd = anyObject.optional();

/** D14.8: what may say where its events are given out as a calendar. */
export const fed = { feed_url: uri.optional() };

/** A smaller copy of an image; keys without a value are absent. */
export const ImageSize = z.object({
  width: integer.optional(),
  height: integer.optional(),
  'mime-type': text.optional(),
  filesize: integer.optional(),
  url: uri,
});
export type ImageSize = z.infer<typeof ImageSize>;

/** Spec 2 `image`; keys without a value are absent. */
export const Image = z.object({
  url: uri,
  id: integer,
  extension: text.optional(),
  width: integer.optional(),
  height: integer.optional(),
  filesize: integer.optional(),
  sizes: z.record(text, ImageSize).optional(),
});
export type Image = z.infer<typeof Image>;

export const language = z.enum(LANGUAGES);

/** D7.3. */
export const translations = z.partialRecord(language, z.object({ slug: text, url: uri }));
export type Translations = z.infer<typeof translations>;
