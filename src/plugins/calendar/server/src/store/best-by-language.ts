import type { Language } from '../settings/languages';

/** D7.2: of several rows per record the one in the best language, by public id. */
export function bestByLanguage<Row extends { public_id: number; locale: Language }>(
  rows: Row[],
  languages: Language[],
): Map<number, Row> {
  const rank = ({ locale }: Row) => languages.indexOf(locale);
  const best = new Map<number, Row>();
  for (const row of rows) {
    const known = best.get(row.public_id);
    if (!known || rank(row) < rank(known)) best.set(row.public_id, row);
  }
  return best;
}
