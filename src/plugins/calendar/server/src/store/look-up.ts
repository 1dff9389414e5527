import { all, any, type Condition, condition, holes } from '../query/condition';
import { notProtected, openPost } from '../query/visible';
import type { Language } from '../settings/languages';
import { isPostType, NAME_FIELD, type RecordType } from '../settings/record-types';
import { recordTable } from './record-table';
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
  name: string;
  language: Language;
}

const LARGEST_ID = 2 ** 31 - 1;

const idsIn = (items: string[]) =>
  items.filter((item) => /^\d+$/.test(item) && Number(item) <= LARGEST_ID).map(Number);

const oneOf = (expression: string, values: (string | number)[]): Condition =>
  values.length ? condition(`${expression} IN (${holes(values)})`, ...values) : any([]);

/** Terms go by id, slug or name; posts by id, and only those that everybody may open. */
function meant({ type, items }: Wanted, now: Date): Condition {
  const byId = oneOf('e.public_id', idsIn(items));
  if (type === 'event') return all([byId, openPost('e', now), notProtected('e')]);
  if (isPostType(type)) return all([byId, openPost('e', now)]);
  const lower = items.map((item) => item.normalize('NFC').toLowerCase());
  return any([byId, oneOf('e.slug', lower), oneOf('e.name', items), oneOf('LOWER(e.name)', lower)]);
}

function candidatesOf(wanted: Wanted, now: Date): Condition {
  const { sql, bindings } = meant(wanted, now);
  return condition(
    `SELECT CAST(? AS varchar(40)) AS parameter, e.public_id AS id, e.slug, e.${NAME_FIELD[wanted.type]} AS name, e.locale AS language
      FROM @${recordTable(wanted.type)} e WHERE ${sql}`,
    wanted.parameter,
    ...bindings,
  );
}

/** All rows that the items of all parameters may mean, in one statement. */
export async function candidates(wanted: Wanted[], now: Date): Promise<Candidate[]> {
  if (wanted.length === 0) return [];
  const selects = wanted.map((one) => candidatesOf(one, now));
  return run<Candidate>({
    sql: selects.map(({ sql }) => sql).join(' UNION ALL '),
    bindings: selects.flatMap(({ bindings }) => bindings),
  });
}
