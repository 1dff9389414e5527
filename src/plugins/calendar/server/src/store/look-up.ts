import { spelled } from '../kinds/text/fold';
import { all, any, type Condition, condition, holes } from '../query/condition';
import { namedLike } from '../query/folded-name';
import { type Sight, unlocked, visible } from '../query/sight';
import type { Language } from '../settings/languages';
import { isPostType, LARGEST_ID, NAME_FIELD, type RecordType } from '../settings/record-types';
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
  name: string | null;
  language: Language;
}

const idsIn = (items: string[]) =>
  items.filter((item) => /^\d+$/.test(item) && Number(item) <= LARGEST_ID).map(Number);

const oneOf = (expression: string, values: (string | number)[]): Condition =>
  values.length ? condition(`${expression} IN (${holes(values)})`, ...values) : any([]);

/** Terms go by id, slug or name; posts by id, and only those that may be opened. */
function meant({ type, items }: Wanted, sight: Sight): Condition {
  const byId = oneOf('e.public_id', idsIn(items));
  if (isPostType(type)) {
    const open = visible({ type, table: recordTable(type), alias: 'e' }, sight);
    return all([byId, open, type === 'event' ? unlocked('e', sight) : all([])]);
  }
  return any([byId, oneOf('e.slug', items.map(spelled)), namedLike(items)]);
}

function candidatesOf(wanted: Wanted, sight: Sight): Condition {
  const { sql, bindings } = meant(wanted, sight);
  return condition(
    `SELECT CAST(? AS varchar(40)) AS parameter, e.public_id AS id, e.slug, e.${NAME_FIELD[wanted.type]} AS name, e.locale AS language
      FROM @${recordTable(wanted.type)} e WHERE ${sql}`,
    wanted.parameter,
    ...bindings,
  );
}

/** All rows that the items of all parameters may mean, in one statement. */
export async function candidates(wanted: Wanted[], sight: Sight): Promise<Candidate[]> {
  if (wanted.length === 0) return [];
  const selects = wanted.map((one) => candidatesOf(one, sight));
  return run<Candidate>({
    sql: selects.map(({ sql }) => sql).join(' UNION ALL '),
    bindings: selects.flatMap(({ bindings }) => bindings),
  });
}
