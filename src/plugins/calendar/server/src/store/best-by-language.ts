import type { Language } from '../settings/languages';

interface InLanguage {
  row: { public_id: number; locale: Language };
}

/** D7.2: of several languages of each record the best one, by public id. */
export function bestByLanguage<Record extends InLanguage>(
  records: Record[],
  languages: Language[],
): Map<number, Record> {
  const rank = ({ row }: Record) => languages.indexOf(row.locale);
  const best = new Map<number, Record>();
  for (const record of records) {
    const known = best.get(record.row.public_id);
    if (!known || rank(record) < rank(known)) best.set(record.row.public_id, record);
  }
  return best;
}
