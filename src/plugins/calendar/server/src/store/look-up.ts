import { unlocked, visible } from '../access/sql';
import type { Viewer } from '../access/viewer';
import { spelled } from '../kinds/text/fold';
import type { Language } from '../settings/languages';
import { isPostType, LARGEST_ID, NAME_FIELD, type RecordType } from '../settings/record-types';
import { namedLike } from '../sql/folded';
import { all, any, list, oneOf, raw, type Sql, sql, TRUE } from '../sql/sql';
import { recordTable, tableOf } from './record-table';
import { run } from './run';

/** Items that a parameter names: ids, and for terms also slugs and names. */
export interface Wanted {
  parameter: string;
  type: RecordType;
  items: string[];
}

/** A row that one of the items may mean. */
export interface Candidate {
  parameter: string;
  id: number;
  slug: string | null;
  name: string | null;
  language: Language;
}

const idsIn = (items: string[]) =>
  items.filter((item) => /^\d+$/.test(item) && Number(item) <= LARGEST_ID).map(Number);

/** Terms go by id, slug or name; posts by id, and only those that may be opened. */
function meant({ type, items }: Wanted, viewer: Viewer): Sql {
  const byId = oneOf(raw('e.public_id'), idsIn(items));
  if (isPostType(type)) {
    const open = visible({ type, table: recordTable(type), alias: 'e' }, viewer);
    return all([byId, open, type === 'event' ? unlocked('e', viewer) : TRUE]);
  }
  return any([byId, oneOf(raw('e.slug'), items.map(spelled)), namedLike(items)]);
}

const candidatesOf = (wanted: Wanted, viewer: Viewer): Sql =>
  sql`SELECT CAST(${wanted.parameter} AS varchar(40)) AS parameter, e.public_id AS id, e.slug,
    e.${raw(NAME_FIELD[wanted.type])} AS name, e.locale AS language
    FROM ${tableOf(wanted.type)} e WHERE ${meant(wanted, viewer)}`;

/** All rows that the items of all parameters may mean, in one statement. */
export async function candidates(wanted: Wanted[], viewer: Viewer): Promise<Candidate[]> {
  if (wanted.length === 0) return [];
  const selects = wanted.map((one) => candidatesOf(one, viewer));
  return run<Candidate>(list(selects, ' UNION ALL '));
}
