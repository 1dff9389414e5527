import type { PostRow, StatusRow } from '../content-types/rows';
import { recordTable } from '../content-types/rows';
import {
  LINKED_TYPES,
  type LinkedType,
  REFERENCE_FIELDS,
  type ReferenceField,
  type TermType,
} from '../settings/record-types';
import { list, oneOf, raw, type Sql, sql } from '../sql/sql';
import { withoutTimeout } from './repair-marks';
import {
  chunks,
  createIndex,
  execute,
  isPostgres,
  MAX_INSERTED,
  oneOfIds,
  qualified,
  run,
  table,
  tableOf,
} from './run';

const LINKS = 'calendar_links';

/**
 * D4.4: the table of references, one row per event row, field and target; deleted with the event's
 * row (foreign key).
 */
export async function createLinks(): Promise<void> {
  await execute(`CREATE TABLE IF NOT EXISTS ${qualified(LINKS)} (
    row_id integer NOT NULL REFERENCES ${qualified(recordTable('event'))} (id) ON DELETE CASCADE,
    kind varchar(16) NOT NULL,
    target_id integer NOT NULL,
    position integer NOT NULL,
    PRIMARY KEY (row_id, kind, target_id)
  )`);
  await createIndex(LINKS, 'target', '(kind, target_id, row_id)');
}

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

/** D4.4: adds the links of a newly created event row. */
export async function addLinks(rowId: number, values: ReferenceValues): Promise<void> {
  const links = linksOf(rowId, values);
  if (links.length === 0) return;
  await strapi.db.transaction(({ trx }) => insert(links, (name) => table(name, trx)));
}

/** D4.4: replaces the links of an event row for those reference fields that were written. */
export async function writeLinks(rowId: number, values: ReferenceValues): Promise<void> {
  const kinds = REFERENCE_FIELDS.filter((field) => values[field] !== undefined);
  if (kinds.length === 0) return;
  await strapi.db.transaction(async ({ trx }) => {
    await table(LINKS, trx).where({ row_id: rowId }).whereIn('kind', kinds).delete();
    await addLinks(rowId, values);
  });
}

/** Ids in the reference fields of events, and the document id of an event whose stored references are added. */
export interface Naming extends Record<LinkedType, number[]> {
  event?: string;
}

/** The columns of a venue's or organizer's row that determine who may read and publish it. */
export type LinkedRow = StatusRow &
  Pick<PostRow, 'documentId' | 'public_id' | 'locale' | 'author' | 'updatedAt'> & {
    type: LinkedType;
  };

/** The columns, aliased to the names of their attributes. */
const COLUMNS = raw(`p.document_id AS "documentId", p.public_id, p.locale, p.author,
  p.published_at AS "publishedAt", p.updated_at AS "updatedAt", p.trashed_at, p.post_status, p.date`);

const ofEvent = (type: LinkedType, event: string): Sql =>
  sql`p.public_id IN (SELECT l.target_id FROM @calendar_links l
    JOIN ${tableOf('event')} e ON e.id = l.row_id WHERE l.kind = ${type} AND e.document_id = ${event})`;

/** One query for the ids and one for the links, so that each uses an index. */
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

/** All rows of the named venues and organizers, in one statement. */
export async function linkedRows(naming: Naming): Promise<LinkedRow[]> {
  const queries = LINKED_TYPES.flatMap((type) => selects(type, naming));
  if (queries.length === 0) return [];
  return run<LinkedRow>(list(queries, ' UNION '));
}

/** A temporary table of event rows whose links differ from their fields, for the duration of a repair. */
const DIFFERING = 'calendar_differing';

const NONE = "'[]'";

/** SQL for the ordered targets of a row's links of one kind, as JSON. */
const linked = (kind: string) =>
  `${isPostgres() ? 'jsonb_agg' : 'json_group_array'}(target_id ORDER BY position)
   FILTER (WHERE kind = '${kind}') AS ${kind}`;

/** SQL for the ids in an event's field, as JSON; an empty list for null and invalid values. */
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

/** SQL that expands a list into its integer items, with their positions (`place`). */
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

/** Inserts the links of differing rows: each target once, at its first position. */
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

/**
 * Rewrites the links of differing rows. Locks the rows first: writers save a row before its links,
 * so under the lock both are final.
 */
async function rewriteDiffering() {
  if (isPostgres()) {
    const locked = `SELECT id FROM @${recordTable('event')} WHERE id IN (${differing}) FOR UPDATE`;
    await run(raw(`SELECT count(*) FROM (${locked}) AS locked_rows`));
  }
  await run(raw(`DELETE FROM @${LINKS} WHERE row_id IN (${differing})`));
  await insertLinks();
}

/**
 * D4.4: rewrites links that differ from their event's fields, as imports write rows without links.
 * Returns the number of differing rows; `check` only counts them.
 */
export const repairLinks = ({ check = false } = {}): Promise<number> =>
  withoutTimeout(async () => {
    await nameDiffering();
    // Without statistics, the planner would assume 200 rows.
    if (isPostgres()) await run(raw(`ANALYZE ${DIFFERING}`));
    const [found] = await run<{ count: string }>(raw(`SELECT count(*) AS count FROM ${DIFFERING}`));
    const count = Number(found?.count);
    if (count > 0 && !check) await rewriteDiffering();
    await run(raw(`DROP TABLE ${DIFFERING}`));
    return count;
  });

const termsWithIds = (type: TermType, ids: number[]) =>
  sql`SELECT ${raw(`'${type}'`)} AS type, public_id FROM ${tableOf(type)}
    WHERE ${oneOfIds(raw('public_id'), ids)}`;

/** Those of the public ids that are terms, by type, in one statement. */
export async function termIds(
  ids: Record<TermType, number[]>,
): Promise<Record<TermType, Set<number>>> {
  const found = { category: new Set<number>(), tag: new Set<number>() };
  const types = (Object.keys(found) as TermType[]).filter((type) => ids[type].length > 0);
  if (types.length === 0) return found;
  const parts = types.map((type) => termsWithIds(type, ids[type]));
  const rows = await run<{ type: TermType; public_id: number }>(list(parts, ' UNION '));
  for (const { type, public_id } of rows) found[type].add(public_id);
  return found;
}
