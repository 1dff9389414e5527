import type { PostRow, StatusRow } from '../content-types/rows';
import { type PostType, REFERENCES, type ReferenceField } from '../settings/record-types';
import { list, oneOf, raw, type Sql, sql } from '../sql/sql';
import { tableOf } from './record-table';
import { run } from './run';
import { table } from './table';

export const LINKS = 'calendar_links';

interface Link {
  row_id: number;
  kind: string;
  target_id: number;
  position: number;
}

type ReferenceValues = Partial<Record<ReferenceField, unknown>>;

/** The fields of an event that name other records; also the kinds of its links. */
export const REFERENCE_FIELDS = Object.keys(REFERENCES) as ReferenceField[];

/** SQLite takes 999 values in one statement. */
const CHUNK = 200;

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
  for (let from = 0; from < links.length; from += CHUNK) {
    await query(LINKS).insert(links.slice(from, from + CHUNK));
  }
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
  const asked = LINKED_TYPES.flatMap((type) => selects(type, naming));
  if (asked.length === 0) return [];
  return run<LinkedRow>(list(asked, ' UNION '));
}
