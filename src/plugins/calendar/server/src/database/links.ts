import type { PostRow, StatusRow } from '../content-types/rows';
import {
  type PostType,
  REFERENCE_FIELDS,
  type ReferenceField,
  type TermType,
} from '../settings/record-types';
import { list, oneOf, raw, type Sql, sql } from '../sql/sql';
import { withoutTimeout } from './repair-marks';
import {
  chunks,
  isPostgres,
  MAX_INSERTED,
  oneOfIds,
  recordTable,
  run,
  table,
  tableOf,
} from './run';

export const LINKS = 'calendar_links';

interface Link {
  row_id: number;
  kind: string;
  target_id: number;
  position: number;
}

type ReferenceValues = Partial<Record<ReferenceField, unknown>>;

const idsIn = (value: unknown): number[] => {
  const list = typeof value === 'string' ? JSON.parse(value) : value;
  return Array.isArray(list) ? [...new Set(list.filter(Number.isInteger))] : [];
};

const linksOf = (rowId: number, values: ReferenceValues): Link[] =>
  REFERENCE_FIELDS.flatMap((kind) =>
    idsIn(values[kind]).map((target_id, position) => ({
      row_id: rowId,
      kind,
      target_id,
      position,
    })),
  );

async function insert(links: Link[], query = table) {
  for (const some of chunks(links, MAX_INSERTED)) await query(LINKS).insert(some);
}

/** D4.4: the links of an event row that was just made. */
export async function addLinks(rowId: number, values: ReferenceValues): Promise<void> {
  const links = linksOf(rowId, values);
  if (links.length === 0) return;
  await strapi.db.transaction(({ trx }) => insert(links, (name) => table(name, trx)));
}

/** D4.4: brings the links of one event row in line with the reference fields that were just written. */
export async function writeLinks(rowId: number, values: ReferenceValues): Promise<void> {
  const kinds = REFERENCE_FIELDS.filter((field) => values[field] !== undefined);
  if (kinds.length === 0) return;
  await strapi.db.transaction(async ({ trx }) => {
    await table(LINKS, trx).where({ row_id: rowId }).whereIn('kind', kinds).delete();
    await addLinks(rowId, values);
  });
}

/** What events take place at or are made by; also the names of their fields and the kinds of their links. */
export const LINKED_TYPES = ['venue', 'organizer'] as const satisfies readonly PostType[];

export type LinkedType = (typeof LINKED_TYPES)[number];

/** The ids that events name, and an event whose stored rows name others. */
export interface Naming extends Record<LinkedType, number[]> {
  event?: string;
}

/** What tells who may read, and who may publish, a row of a venue or organizer. */
export type LinkedRow = StatusRow &
  Pick<PostRow, 'documentId' | 'public_id' | 'locale' | 'author' | 'updatedAt'> & {
    type: LinkedType;
  };

/** The columns under the names of their attributes. */
const COLUMNS = raw(`p.document_id AS "documentId", p.public_id, p.locale, p.author,
  p.published_at AS "publishedAt", p.updated_at AS "updatedAt", p.trashed_at, p.post_status, p.date`);

const ofEvent = (type: LinkedType, event: string): Sql =>
  sql`p.public_id IN (SELECT l.target_id FROM @calendar_links l
    JOIN ${tableOf('event')} e ON e.id = l.row_id WHERE l.kind = ${type} AND e.document_id = ${event})`;

/** The ids and the links apart, so that each is found by an index. */
function selects(type: LinkedType, { event, ...ids }: Naming): Sql[] {
  const named = ids[type];
  const conditions = [
    ...(named.length > 0 ? [oneOf(raw('p.public_id'), named)] : []),
    ...(event === undefined ? [] : [ofEvent(type, event)]),
  ];
  return conditions.map(
    (condition) => sql`SELECT CAST(${type} AS varchar(16)) AS type, ${COLUMNS}
      FROM ${tableOf(type)} p WHERE ${condition}`,
  );
}

/** Every row of the venues and organizers that events name, in one statement. */
export async function linkedRows(naming: Naming): Promise<LinkedRow[]> {
  const queries = LINKED_TYPES.flatMap((type) => selects(type, naming));
  if (queries.length === 0) return [];
  return run<LinkedRow>(list(queries, ' UNION '));
}

/** The event rows whose links do not match, while they are mended. */
const DIFFERING = 'calendar_differing';

const NONE = "'[]'";

/** The targets that a row's links of one kind lead to, in their order, as JSON. */
const linked = (kind: string) =>
  `${isPostgres() ? 'jsonb_agg' : 'json_group_array'}(target_id ORDER BY position)
   FILTER (WHERE kind = '${kind}') AS ${kind}`;

/** The ids in the event's own field, as JSON. */
const referred = (field: string) =>
  isPostgres()
    ? `COALESCE(NULLIF(event.${field}, 'null'), ${NONE})`
    : `COALESCE(NULLIF(CASE WHEN json_valid(event.${field}) THEN json(event.${field}) END, 'null'), ${NONE})`;

const differs = (field: string) => `${referred(field)} <> COALESCE(stored.${field}, ${NONE})`;

const nameDiffering = () =>
  run(
    raw(`CREATE TEMPORARY TABLE ${DIFFERING} AS
      SELECT event.id FROM @${recordTable('event')} AS event
      LEFT JOIN (SELECT row_id, ${REFERENCE_FIELDS.map(linked).join(', ')}
        FROM @${LINKS} GROUP BY row_id) AS stored ON stored.row_id = event.id
      WHERE ${REFERENCE_FIELDS.map(differs).join(' OR ')}`),
  );

const differing = `SELECT id FROM ${DIFFERING}`;

/** The items of a list that are ids; `place` is where each stands. */
const items = () =>
  isPostgres()
    ? {
        from: `CROSS JOIN LATERAL jsonb_array_elements(
          CASE WHEN jsonb_typeof(list) = 'array' THEN list ELSE ${NONE} END
        ) WITH ORDINALITY AS item(value, place)`,
        target:
          "CASE WHEN item.value::text ~ '^(-|)[0-9]{1,10}$' THEN item.value::text::bigint END",
        place: 'item.place',
      }
    : {
        from: `JOIN json_each(CASE WHEN json_valid(list)
          THEN CASE WHEN json_type(list) = 'array' THEN list ELSE ${NONE} END ELSE ${NONE} END) AS item`,
        target: "CASE WHEN item.type = 'integer' THEN item.value END",
        place: 'item.key',
      };

/** All links of the rows that differ: each target once, where it is first named. */
function insertLinks() {
  const { from, target, place } = items();
  const lists = REFERENCE_FIELDS.map(
    (kind) => `SELECT id AS row_id, '${kind}' AS kind, ${kind} AS list
      FROM @${recordTable('event')} WHERE id IN (${differing})`,
  );
  return run(
    raw(`INSERT INTO @${LINKS} (row_id, kind, target_id, position)
      SELECT row_id, kind, target_id, row_number() OVER (PARTITION BY row_id, kind ORDER BY place) - 1
      FROM (SELECT row_id, kind, target_id, min(place) AS place
        FROM (SELECT row_id, kind, ${target} AS target_id, ${place} AS place
          FROM (${lists.join(' UNION ALL ')}) AS listed ${from}) AS named
        WHERE target_id BETWEEN -2147483648 AND 2147483647
        GROUP BY row_id, kind, target_id) AS wanted`),
  );
}

/** Writers save the row before its links: whoever holds the row sees both as they will be. */
async function mend() {
  if (isPostgres()) {
    const locked = `SELECT id FROM @${recordTable('event')} WHERE id IN (${differing}) FOR UPDATE`;
    await run(raw(`SELECT count(*) FROM (${locked}) AS locked_rows`));
  }
  await run(raw(`DELETE FROM @${LINKS} WHERE row_id IN (${differing})`));
  await insertLinks();
}

/**
 * D4.4: an import writes rows without links. Names all event rows whose links do not match, and writes
 * those again, or with `check` only counts them.
 */
export const repairLinks = ({ check = false } = {}): Promise<number> =>
  withoutTimeout(async () => {
    await nameDiffering();
    // Else it is taken for 200 rows, however many there are.
    if (isPostgres()) await run(raw(`ANALYZE ${DIFFERING}`));
    const [found] = await run<{ count: string }>(raw(`SELECT count(*) AS count FROM ${DIFFERING}`));
    const count = Number(found?.count);
    if (count > 0 && !check) await mend();
    await run(raw(`DROP TABLE ${DIFFERING}`));
    return count;
  });

const withIds = (type: TermType, ids: number[]) =>
  sql`SELECT ${raw(`'${type}'`)} AS type, public_id FROM ${tableOf(type)}
    WHERE ${oneOfIds(raw('public_id'), ids)}`;

/** Which of these public ids are terms, in one statement. */
export async function termIds(
  ids: Record<TermType, number[]>,
): Promise<Record<TermType, Set<number>>> {
  const found = { category: new Set<number>(), tag: new Set<number>() };
  const types = (Object.keys(found) as TermType[]).filter((type) => ids[type].length > 0);
  if (types.length === 0) return found;
  const parts = types.map((type) => withIds(type, ids[type]));
  const rows = await run<{ type: TermType; public_id: number }>(list(parts, ' UNION '));
  for (const { type, public_id } of rows) found[type].add(public_id);
  return found;
}
