import type { SentStatus } from '../kinds/choice';
import { all, any, raw, type Sql, sql } from '../sql/sql';
import { faceOf, type Place } from './sight';
import { openPost } from './visible';

type Test = (alias: string, now: Date) => Sql;

const published = (alias: string) =>
  raw(`${alias}.published_at IS NOT NULL AND ${alias}.trashed_at IS NULL`);

const unpublished = (alias: string) =>
  raw(`${alias}.published_at IS NULL AND ${alias}.trashed_at IS NULL`);

const flagged = (alias: string, flag: 'private' | 'pending') =>
  sql`COALESCE(${raw(alias)}.post_status, '') = ${flag}`;

const notFlagged = (alias: string, flag: 'private' | 'pending') =>
  sql`COALESCE(${raw(alias)}.post_status, '') <> ${flag}`;

/** D6.1, as SQL; every row has exactly one of these states. */
const TESTS: Record<SentStatus, Test> = {
  publish: openPost,
  future: (alias, now) =>
    all([published(alias), notFlagged(alias, 'private'), sql`${raw(alias)}.date > ${now}`]),
  private: (alias) => all([published(alias), flagged(alias, 'private')]),
  pending: (alias) => all([unpublished(alias), flagged(alias, 'pending')]),
  draft: (alias) => all([unpublished(alias), notFlagged(alias, 'pending')]),
  trash: (alias) => raw(`${alias}.trashed_at IS NOT NULL`),
};

/** D8.7: the row stands for its record and is in one of the states. */
export function inState(place: Place, statuses: readonly SentStatus[], now: Date): Sql {
  const states = any(statuses.map((status) => TESTS[status](place.alias, now)));
  const alwaysPublished = statuses.every((status) => status === 'publish');
  return alwaysPublished ? states : all([states, faceOf(place)]);
}
