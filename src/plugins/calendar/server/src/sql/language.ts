import type { Language } from '../settings/languages';
import { list, raw, type Sql, sql } from './sql';

export interface LanguageChoice {
  /** Best first; only the first counts when there is no fallback. */
  languages: Language[];
  fallback: boolean;
}

/** The place of the row's language among these. */
const rank = (alias: string, languages: Language[]) => {
  const places = languages.map((language, place) => sql`WHEN ${language} THEN ${raw(`${place}`)}`);
  return sql`CASE ${raw(alias)}.locale ${list(places, ' ')} ELSE ${raw(`${languages.length}`)} END`;
};

/** D7.2: the row (alias `e`) is its record's best language among the rows that `open` admits. */
export function bestLanguage(
  table: string,
  { languages, fallback }: LanguageChoice,
  open: (alias: string) => Sql,
): Sql {
  const wanted = sql`e.locale = ${languages[0] ?? ''}`;
  if (!fallback) return wanted;
  return sql`${wanted} OR NOT EXISTS (SELECT 1 FROM ${raw(`@${table}`)} b
    WHERE b.document_id = e.document_id AND ${open('b')}
      AND ${rank('b', languages)} < ${rank('e', languages)})`;
}
