import { all, raw, type Sql, sql } from '../sql/sql';

/** D6.1 without the time: published, not private, not in the trash. */
export const publicPost = (alias: string): Sql =>
  all([
    raw(`${alias}.published_at IS NOT NULL AND ${alias}.trashed_at IS NULL`),
    raw(`${alias}.post_status IS NULL OR ${alias}.post_status <> 'private'`),
  ]);

/** D6.1: the row is what everybody may open: public, and not in the future. */
export const openPost = (alias: string, now: Date): Sql => {
  const date = raw(`${alias}.date`);
  return all([publicPost(alias), sql`${date} IS NULL OR ${date} <= ${now}`]);
};

export const notHidden = (alias: string): Sql =>
  raw(`COALESCE(${alias}.hide_from_listings, FALSE) = FALSE`);

export const hidden = (alias: string): Sql => raw(`${alias}.hide_from_listings = TRUE`);

export const notProtected = (alias: string): Sql => raw(`COALESCE(${alias}.password, '') = ''`);
