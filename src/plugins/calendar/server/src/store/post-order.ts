import { visible } from '../access/sql';
import type { Viewer } from '../access/viewer';
import { cosineTo, located, type Point } from '../query/geography';
import { VENUES } from '../query/linked';
import type { PostOrder } from '../query/post-order';
import { NAME_END } from '../sql/folded';
import { all, raw, type Sql, sql } from '../sql/sql';
import { isPostgres } from './table';

/** The folded title or name, compared by code points on both databases (PostgreSQL would ask the host's language). */
const title = () =>
  sql`SUBSTR(e.search_text, 1, ${raw(isPostgres() ? 'STRPOS' : 'INSTR')}(e.search_text, ${NAME_END}))${raw(isPostgres() ? ' COLLATE "C"' : '')}`;

/** The nearest of the event's venues that may be opened: the farther, the greater. */
const distance = (from: Point, viewer: Viewer) =>
  sql`(SELECT -MAX(${cosineTo(from)}) FROM @calendar_links k
    JOIN @calendar_venues v ON v.public_id = k.target_id
    WHERE k.row_id = e.id AND k.kind = 'venue' AND ${all([located, visible(VENUES, viewer)])})`;

const value = (order: PostOrder, viewer: Viewer): Sql => {
  if (order.by === 'distance') return distance(order.from, viewer);
  if (order.by === 'title') return title();
  if (order.by === 'start' && order.timeless)
    return raw('e.utc_start_date IS NULL, e.utc_start_date');
  const columns = {
    start: 'e.utc_start_date',
    modified: 'e.updated_at',
    date: 'COALESCE(e.date, e.created_at)',
  };
  return raw(columns[order.by]);
};

/** D8.5: SQL that sorts rows, alias `e`, of posts: by what was asked, then by id. */
export function orderBy(order: PostOrder, viewer: Viewer): Sql {
  const way = raw(order.descending ? ' DESC' : '');
  return sql`ORDER BY ${value(order, viewer)}${way}, e.public_id${way}`;
}
