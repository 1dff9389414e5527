import { FLAG, KIND } from '../sql/facets';
import { all, not, raw, type Sql, sql, TRUE } from '../sql/sql';
import { unflagged } from './listed';
import { type Sight, unlocked, visible } from './sight';
import { notHidden } from './visible';

/** The types of posts that events refer to; also the names of the fields. */
export type LinkedType = 'venue' | 'organizer';

const EVENTS = { type: 'event', table: 'calendar_events', alias: 'h' } as const;

/** D10.6, D10.7: an event that may be opened and fulfils the condition on alias `h` refers to the row (alias `e`). */
function inEvent(field: LinkedType, fulfils: Sql, sight: Sight): Sql {
  const open = all([visible(EVENTS, sight), unlocked(EVENTS.alias, sight)]);
  return sql`EXISTS (SELECT 1 FROM @calendar_links l JOIN @calendar_events h ON h.id = l.row_id
    WHERE l.kind = ${field} AND l.target_id = e.public_id AND ${all([fulfils, open])})`;
}

/** D8.9: nobody in particular asks, so that the listing holds all that may count. */
const isAnybodys = ({ userId, unlocked, unpublished }: Sight) =>
  !userId && !unlocked && !unpublished?.includes('event');

/**
 * The same from the listing: one look at the range of the venue or organizer, which PostgreSQL would
 * join to all rows if it were an EXISTS.
 */
const inListing = (field: LinkedType, { now }: Sight, ...conditions: Sql[]): Sql =>
  sql`COALESCE((SELECT 1 FROM @calendar_listing l WHERE ${all([
    sql`l.kind = ${raw(`${KIND[field]}`)} AND l.target = e.public_id`,
    sql`l.visible_from <= ${now}`,
    ...conditions,
  ])} LIMIT 1), 0) = 1`;

const living = raw('h.trashed_at IS NULL');
const published = raw('h.published_at IS NOT NULL');

/** Spec 4.3 `event`: venues or organizers of that event, in whatever language it is. */
export const ofEvent =
  (field: LinkedType) =>
  ([id = 0]: number[], sight: Sight): Sql =>
    inEvent(field, sql`h.public_id = ${id}`, sight);

/** Spec 4.3 `has_events`: those of published events, past ones too; or all others. */
export const hasEvents =
  (field: LinkedType) =>
  (wanted: boolean, sight: Sight): Sql => {
    const has = isAnybodys(sight)
      ? inListing(field, sight)
      : inEvent(field, all([living, published]), sight);
    return wanted ? has : not(has);
  };

/** Spec 4.3 `only_with_upcoming`: those of listed events that are still to begin; `false` asks for nothing. */
export const withUpcoming =
  (field: LinkedType) =>
  (wanted: boolean, sight: Sight): Sql => {
    if (!wanted) return TRUE;
    if (isAnybodys(sight)) {
      return inListing(field, sight, sql`l.utc_start >= ${sight.now}`, unflagged(FLAG.hidden));
    }
    const ahead = sql`h.utc_start_date >= ${sight.now}`;
    return inEvent(field, all([living, ahead, notHidden('h')]), sight);
  };
