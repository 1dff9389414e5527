import type { Sight } from '../query/sight';
import type { Language } from '../settings/languages';
import { languagesFrom } from '../settings/languages';
import type { PostType } from '../settings/record-types';
import type { RowState } from '../store/choose-one';
import type { Row } from '../store/siblings';
import { rowToShow } from './open-row';
import { settings } from './settings';

/** What decides whether a row may be opened, of one as Strapi gives it. */
export const stateOf = (row: Row): RowState => ({
  id: row.id,
  publicId: row.public_id as number,
  language: row.locale as Language,
  slug: row.slug as string | null,
  published: Boolean(row.publishedAt),
  trashed: Boolean(row.trashed_at),
  private: row.post_status === 'private',
  author: (row.author as number | null) ?? 0,
  date: row.date ? new Date(row.date as string) : null,
});

/** A language asked for, and what the one who asks may see. */
export interface Seen extends Sight {
  language: Language;
}

/** The row of a record that GET by id shows; nothing where it refuses. */
export function rowShown(type: PostType, rows: Row[], { language, ...sight }: Seen) {
  const { defaultLanguage, fallback } = settings();
  const choice = { ...sight, languages: languagesFrom(language, defaultLanguage), fallback };
  const shown = rowToShow(type, rows.map(stateOf), choice);
  return rows.find(({ id }) => id === shown?.id);
}
