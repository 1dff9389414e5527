import { statusOf } from '../access/state';
import type { PostRow } from '../content-types/rows';
import { wallOf } from '../kinds/dates/wall-time';
import type { PostType } from '../settings/record-types';
import type { Translations } from './payloads/parts';
import type { PostHead } from './payloads/posts';
import type { ListedPost } from './records';
import { urlOf } from './urls';
import type { View } from './view';

/** Spec 4.2: the dates of publication (D5.6: until then, of creation) and of the last change. */
function postDates(row: PostRow, { settings }: View): Omit<PostHead, 'author' | 'status' | 'url'> {
  const published = new Date(row.date ?? row.createdAt);
  const modified = new Date(row.updatedAt);
  return {
    date: wallOf(published, settings.timezone),
    date_utc: wallOf(published, 'UTC'),
    modified: wallOf(modified, settings.timezone),
    modified_utc: wallOf(modified, 'UTC'),
  };
}

/** What events, venues and organizers have in common at their beginning. */
export const postHead = (type: PostType, row: PostRow, view: View): PostHead => ({
  author: String(row.author ?? 0),
  status: statusOf(row, view.now),
  ...postDates(row, view),
  url: postUrl(type, row, view),
});

const postUrl = (type: PostType, row: PostRow, view: View) =>
  urlOf(type, { id: row.public_id, slug: row.slug ?? '', language: row.locale }, view);

/** D7.3: the languages in which the record may be opened, each with its own address. */
export const postTranslations = (
  type: PostType,
  { row, translations }: ListedPost<PostRow>,
  view: View,
): Translations =>
  Object.fromEntries(
    translations.map(({ language, slug }) => [
      language,
      { slug, url: urlOf(type, { id: row.public_id, slug, language }, view) },
    ]),
  );
