import type { Language } from '../settings/languages';
import { type Condition, condition } from './condition';

export interface LanguageChoice {
  /** Best first; only the first counts when there is no fallback. */
  languages: Language[];
  fallback: boolean;
}

const rank = (alias: string, languages: Language[]) => ({
  sql: `CASE ${alias}.locale ${languages.map((_, place) => `WHEN ? THEN ${place}`).join(' ')} ELSE ${languages.length} END`,
  bindings: languages,
});

/** D7.2: the row (alias `e`) is its record's best language among the rows that `open` admits. */
export function bestLanguage(
  table: string,
  { languages, fallback }: LanguageChoice,
  open: (alias: string) => Condition,
): Condition {
  const wanted = condition('e.locale = ?', languages[0] ?? '');
  if (!fallback) return wanted;
  const [better, own, admitted] = [rank('b', languages), rank('e', languages), open('b')];
  return condition(
    `${wanted.sql} OR NOT EXISTS (SELECT 1 FROM @${table} b WHERE b.document_id = e.document_id AND ${admitted.sql} AND ${better.sql} < ${own.sql})`,
    ...wanted.bindings,
    ...admitted.bindings,
    ...better.bindings,
    ...own.bindings,
  );
}
