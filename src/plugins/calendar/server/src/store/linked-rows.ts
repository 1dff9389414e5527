import type { StatusRow } from '../access/state';
import type { PostRow } from '../content-types/rows';
import type { PostType } from '../settings/record-types';
import { list, oneOf, raw, type Sql, sql } from '../sql/sql';
import { tableOf } from './record-table';
import { run } from './run';

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
