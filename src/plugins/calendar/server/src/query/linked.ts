import { revealing, visible } from '../access/sql';
import type { Viewer } from '../access/viewer';
import type { ReferenceField } from '../settings/record-types';
import { all, type Sql, sql, values } from '../sql/sql';

/** D8.1: the event row (alias `e`) refers, by the field, to one of the records. */
export const linkedTo =
  (field: ReferenceField) =>
  (ids: number[], viewer: Viewer): Sql =>
    revealing(
      sql`EXISTS (SELECT 1 FROM @calendar_links l
        WHERE l.row_id = e.id AND l.kind = ${field} AND l.target_id IN (${values(ids)}))`,
      viewer,
    );

/** The categories and those below them; a loop of parents does not matter. */
export const categoriesBelow = (ids: number[]): Sql => sql`
  WITH RECURSIVE tree(id) AS (
    SELECT t.public_id FROM @calendar_categories t WHERE t.public_id IN (${values(ids)})
    UNION
    SELECT c.public_id FROM @calendar_categories c JOIN tree ON c.parent = tree.id
  ) SELECT tree.id FROM tree`;

/** The event is in one of the categories or below one of them. */
export const inCategories = (ids: number[], viewer: Viewer): Sql =>
  revealing(
    sql`EXISTS (SELECT 1 FROM @calendar_links l WHERE l.row_id = e.id AND l.kind = 'categories'
      AND l.target_id IN (${categoriesBelow(ids)}))`,
    viewer,
  );

/** Venues, where SQL looks for them. */
export const VENUES = { type: 'venue', table: 'calendar_venues', alias: 'v' } as const;

/** The event has a venue that may be opened, and that fulfils the condition on alias `v`. */
export const atVenue = (fulfils: Sql, viewer: Viewer): Sql =>
  sql`EXISTS (SELECT 1 FROM @calendar_links l JOIN @calendar_venues v ON v.public_id = l.target_id
    WHERE l.row_id = e.id AND l.kind = 'venue' AND ${all([visible(VENUES, viewer), fulfils])})`;
