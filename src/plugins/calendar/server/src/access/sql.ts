import { recordTable, STATUSES, type Status } from '../content-types/rows';
import type { Language, LanguageChoice } from '../settings/languages';
import {
  isPostType,
  type PostType,
  type RecordType,
  type TermField,
} from '../settings/record-types';
import { KIND } from '../sql/facets';
import { all, any, list, onColumn, raw, type Sql, sql, TRUE } from '../sql/sql';
import type { Viewer } from './viewer';

/** D6.1 without the date: published, not private, not in the trash. */
export const publicOrScheduled = (alias: string): Sql =>
  all([
    raw(`${alias}.published_at IS NOT NULL AND ${alias}.trashed_at IS NULL`),
    raw(`${alias}.post_status IS NULL OR ${alias}.post_status <> 'private'`),
  ]);

/** D6.1: the row is public and its date is not in the future. */
export const publicAt = (alias: string, now: Date): Sql => {
  const date = raw(`${alias}.date`);
  return all([publicOrScheduled(alias), sql`${date} IS NULL OR ${date} <= ${now}`]);
};

export const notHidden = (alias: string): Sql =>
  onColumn(raw(`COALESCE(${alias}.hide_from_listings, FALSE) = FALSE`));

export const hidden = (alias: string): Sql => raw(`${alias}.hide_from_listings = TRUE`);

export const notProtected = (alias: string): Sql => raw(`COALESCE(${alias}.password, '') = ''`);

const own = (alias: string, userId: number) => sql`${raw(alias)}.author = ${userId}`;

/** D8.7: the row represents its record in its language: the published row, or the draft if there is none. */
const publishedElseDraft = (type: PostType, alias: string): Sql =>
  raw(
    `${alias}.published_at IS NOT NULL OR NOT EXISTS (SELECT 1 FROM @${recordTable(type)} f
      WHERE f.public_id = ${alias}.public_id AND f.locale = ${alias}.locale AND f.published_at IS NOT NULL)`,
  );

/** D10.6: the viewer may open the row. */
export function visible(type: PostType, alias: string, viewer: Viewer): Sql {
  const { now, userId, unpublished } = viewer;
  if (unpublished?.includes(type)) return publishedElseDraft(type, alias);
  const open = publicAt(alias, now);
  return userId ? any([open, all([own(alias, userId), publishedElseDraft(type, alias)])]) : open;
}

/** D10.7: the event can be read without a password. */
export function unlocked(alias: string, viewer: Viewer): Sql {
  if (viewer.unlocked) return TRUE;
  const open = notProtected(alias);
  return viewer.userId ? any([open, own(alias, viewer.userId)]) : open;
}

/** D10.7: the condition, and that the event (alias `e`) is unlocked for the viewer. */
export const whereUnlocked = (told: Sql, viewer: Viewer): Sql => all([told, unlocked('e', viewer)]);

type Test = (alias: string, now: Date) => Sql;

const published = (alias: string) =>
  raw(`${alias}.published_at IS NOT NULL AND ${alias}.trashed_at IS NULL`);

const unpublished = (alias: string) =>
  raw(`${alias}.published_at IS NULL AND ${alias}.trashed_at IS NULL`);

const flagged = (alias: string, flag: 'private' | 'pending') =>
  sql`${raw(alias)}.post_status = ${flag}`;

const notFlagged = (alias: string, flag: 'private' | 'pending') =>
  sql`COALESCE(${raw(alias)}.post_status, '') <> ${flag}`;

/** D6.1 as SQL: conditions that divide all rows, each fulfilling exactly one. */
const TESTS: Record<Status, Test> = {
  publish: publicAt,
  future: (alias, now) =>
    all([published(alias), notFlagged(alias, 'private'), sql`${raw(alias)}.date > ${now}`]),
  private: (alias) => all([published(alias), flagged(alias, 'private')]),
  pending: (alias) => all([unpublished(alias), flagged(alias, 'pending')]),
  draft: (alias) => all([unpublished(alias), notFlagged(alias, 'pending')]),
  trash: (alias) => raw(`${alias}.trashed_at IS NOT NULL`),
};

/** Whether these are the states of all rows outside the trash, as without the parameter `status`. */
export const isAllButTrash = (statuses: readonly Status[]): boolean =>
  STATUSES.every((status) => statuses.includes(status) === (status !== 'trash'));

/** A list's type, the states of its records, and the moment. */
interface States {
  type: PostType;
  statuses: readonly Status[];
  now: Date;
}

/** D8.7: the row represents its record and is in one of the states. */
export function inState(alias: string, { type, statuses, now }: States): Sql {
  const states = isAllButTrash(statuses)
    ? raw(`${alias}.trashed_at IS NULL`)
    : any(statuses.map((status) => TESTS[status](alias, now)));
  const alwaysPublished = statuses.every((status) => status === 'publish');
  return alwaysPublished ? states : all([states, publishedElseDraft(type, alias)]);
}

/**
 * D8.14: because of the row (alias `e`), its record is in the widest list of the viewer. For viewers of unpublished
 * records, that is everything outside of the trash.
 */
export function listable(type: RecordType, { now, unpublished }: Viewer): Sql {
  if (!isPostType(type)) return TRUE;
  if (unpublished?.includes(type)) return raw('e.trashed_at IS NULL');
  const open = publicAt('e', now);
  return type === 'event' ? all([open, notHidden('e')]) : open;
}

const KINDS = { categories: KIND.category, tags: KIND.tag } as const satisfies Record<
  TermField,
  number
>;

/** Spec 4.5 `count`: the public events of a term, from the stored counts (D8.10). `id`: SQL of the term's id. */
export const publicEventCount = (field: TermField, id: string, now: Date): Sql =>
  sql`COALESCE((SELECT SUM(k.n) FROM @calendar_term_counts k
    WHERE k.kind = ${raw(`${KINDS[field]}`)} AND k.target = ${raw(id)} AND k.visible_from <= ${now}), 0)`;

/** Spec 4.5 `hide_empty`: the term (alias `e`) has at least one public event. */
export const hasPublicEvents = (field: TermField, now: Date): Sql =>
  sql`e.public_id IN (SELECT k.target FROM @calendar_term_counts k
    WHERE k.kind = ${raw(`${KINDS[field]}`)} AND k.visible_from <= ${now}
    GROUP BY k.target HAVING SUM(k.n) > 0)`;

/** The index of the row's language in the list; the list's length if it is not in it. */
export const rank = (alias: string, languages: Language[]) => {
  const cases = languages.map((language, index) => sql`WHEN ${language} THEN ${raw(`${index}`)}`);
  return sql`CASE ${raw(alias)}.locale ${list(cases, ' ')} ELSE ${raw(`${languages.length}`)} END`;
};

/** D7.2: the row (alias `e`) has its record's best language among the rows that fulfil `open`. */
export function bestLanguage(
  type: RecordType,
  { languages, fallback }: LanguageChoice,
  open: (alias: string) => Sql,
): Sql {
  const wanted = sql`e.locale = ${languages[0] ?? ''}`;
  if (!fallback) return wanted;
  return sql`${wanted} OR NOT EXISTS (SELECT 1 FROM ${raw(`@${recordTable(type)}`)} b
    WHERE b.public_id = e.public_id AND ${open('b')}
      AND ${rank('b', languages)} < ${rank('e', languages)})`;
}
