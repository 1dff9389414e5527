import type { Sight } from '../query/sight';
import type { Language } from '../settings/languages';
import { languagesFrom } from '../settings/languages';
import type { PostType } from '../settings/record-types';
import type { RowState } from '../store/choose-one';
import type { Row } from '../store/siblings';
import { rowToShow } from './open-row';
import { settings } from './settings';

/** A language asked for, and what the one who asks may see. */
export interface Seen extends Sight {
  language: Language;
}

/** The row of a record that GET by id shows; nothing where it refuses. */
export function rowShown(type: PostType, rows: Row[], { language, ...sight }: Seen) {
  const { defaultLanguage, fallback } = settings();
  const choice = { ...sight, languages: languagesFrom(language, defaultLanguage), fallback };
  const shown = rowToShow(type, rows as (Row & RowState)[], choice);
  return rows.find(({ id }) => id === shown?.id);
}
