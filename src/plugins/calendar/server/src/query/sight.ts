import type { PostType } from '../settings/record-types';
import { all, any, raw, type Sql, sql, TRUE } from '../sql/sql';
import { notProtected, openPost } from './visible';

/** D10.6: what somebody sees of the calendar; with the time alone, what everybody sees. */
export interface Sight {
  now: Date;
  /** Whose own records are seen in every state. */
  userId?: number;
  /** The types of which all records are seen in every state. */
  unpublished?: readonly PostType[];
  /** D10.7: whether protected events are open without their passwords. */
  unlocked?: boolean;
}

/** Where rows of a type are looked for: the table and its alias. */
export interface Place {
  type: PostType;
  table: string;
  alias: string;
}

const own = (alias: string, userId: number) => sql`${raw(alias)}.author = ${userId}`;

/** D8.7: the row stands for its record in its language: the published one, else the draft. */
export const faceOf = ({ table, alias }: Place): Sql =>
  raw(
    `${alias}.published_at IS NOT NULL OR NOT EXISTS (SELECT 1 FROM @${table} f
      WHERE f.document_id = ${alias}.document_id AND f.locale = ${alias}.locale AND f.published_at IS NOT NULL)`,
  );

/** D10.6: whoever has this sight may open the row. */
export function visible(place: Place, { now, userId, unpublished }: Sight): Sql {
  if (unpublished?.includes(place.type)) return faceOf(place);
  const open = openPost(place.alias, now);
  return userId ? any([open, all([own(place.alias, userId), faceOf(place)])]) : open;
}

/** D10.7: the event can be read without a password. */
export function unlocked(alias: string, sight: Sight): Sql {
  if (sight.unlocked) return TRUE;
  const open = notProtected(alias);
  return sight.userId ? any([open, own(alias, sight.userId)]) : open;
}

/** D10.7: what a filter tells about an event (alias `e`), a protected one keeps to itself. */
export const revealing = (told: Sql, sight: Sight): Sql => all([told, unlocked('e', sight)]);
