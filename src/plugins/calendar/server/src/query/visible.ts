import { all, type Condition, condition } from './condition';

/** D6.1 without the time: published, not private, not in the trash. */
export const publicPost = (alias: string): Condition =>
  all([
    condition(`${alias}.published_at IS NOT NULL AND ${alias}.trashed_at IS NULL`),
    condition(`${alias}.post_status IS NULL OR ${alias}.post_status <> 'private'`),
  ]);

/** D6.1: the row is what everybody may open: public, and not in the future. */
export const openPost = (alias: string, now: Date): Condition =>
  all([publicPost(alias), condition(`${alias}.date IS NULL OR ${alias}.date <= ?`, now)]);

export const notHidden = (alias: string): Condition =>
  condition(`COALESCE(${alias}.hide_from_listings, FALSE) = FALSE`);

export const hidden = (alias: string): Condition => condition(`${alias}.hide_from_listings = TRUE`);

export const notProtected = (alias: string): Condition =>
  condition(`COALESCE(${alias}.password, '') = ''`);
