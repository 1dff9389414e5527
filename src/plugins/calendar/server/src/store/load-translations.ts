import { all, condition, holes } from '../query/condition';
import { type Sight, visible } from '../query/sight';
import type { Translation } from '../representation/records';
import { LANGUAGES, type Language } from '../settings/languages';
import { isPostType, type RecordType } from '../settings/record-types';
import { recordTable } from './record-table';
import { run } from './run';

interface StoredTranslation {
  public_id: number;
  locale: Language;
  slug: string | null;
}

/** D7.3: the languages in which each record may be opened, by public id; hidden ones are missing. */
export async function loadTranslations(
  type: RecordType,
  ids: number[],
  sight: Sight,
): Promise<Map<number, Translation[]>> {
  if (ids.length === 0) return new Map();
  const table = recordTable(type);
  const open = isPostType(type) ? [visible({ type, table, alias: 'e' }, sight)] : [];
  const where = all([condition(`e.public_id IN (${holes(ids)})`, ...ids), ...open]);
  const rows = await run<StoredTranslation>({
    sql: `SELECT e.public_id, e.locale, e.slug FROM @${table} e WHERE ${where.sql}`,
    bindings: where.bindings,
  });
  rows.sort((one, other) => LANGUAGES.indexOf(one.locale) - LANGUAGES.indexOf(other.locale));
  const found = new Map<number, Translation[]>();
  for (const { public_id, locale, slug } of rows) {
    const known = found.get(public_id) ?? [];
    found.set(public_id, [...known, { language: locale, slug: slug ?? '' }]);
  }
  return found;
}
