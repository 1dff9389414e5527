import type { Language } from '../settings/languages';
import category from './category/schema.json';
import event from './event/schema.json';
import organizer from './organizer/schema.json';
import tag from './tag/schema.json';
import venue from './venue/schema.json';

/** D5.1: what a clock on the wall shows: `YYYY-MM-DD HH:MM:SS`, years 0001 to 9999, of no zone. */
export type WallTime = string;

/** Strapi gives instants as ISO texts; read without it, they are milliseconds. */
export type Instant = string | Date | number;

/** A stored file, as Strapi's media library keeps it; sizes in kB. */
export interface FileRow {
  id: number;
  url: string;
  ext: string | null;
  mime: string | null;
  /** What it shows, in words. */
  alternativeText?: string | null;
  width: number | null;
  height: number | null;
  size: number | string | null;
  formats: Record<string, FileFormat> | null;
}

export interface FileFormat {
  url: string;
  mime: string;
  width: number;
  height: number;
  size?: number;
  sizeInBytes?: number;
}

/** Values by the names of attributes, as they are sent or stored. */
export interface Values {
  [attribute: string]: unknown;
}

/** Whether the value is an object as JSON has them: neither a list nor null. */
export const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What Strapi keeps of a row besides its attributes. */
export interface Bookkeeping {
  id: number;
  documentId: string;
  locale: Language;
  createdAt: Instant;
  updatedAt: Instant;
  publishedAt: Instant | null;
}

export interface RecordRow extends Bookkeeping {
  public_id: number;
  slug: string | null;
  description: string | null;
  /** D8.6: never among what is read to be shown. */
  search_text?: string | null;
}

export interface PostRow extends RecordRow {
  excerpt: string | null;
  author: number | null;
  date: Instant | null;
  post_status: 'pending' | 'private' | null;
  trashed_at: Instant | null;
  website: string | null;
  external_id: string | null;
  source: string | null;
}

/**
 * A row of whatever type with its media, as Strapi's query engine gives it, for rules that go by names
 * of attributes. Terms lack the columns of posts.
 */
export interface Row extends PostRow, Values {}

/** The columns from which a status follows. */
export type StatusRow = Pick<PostRow, 'publishedAt' | 'post_status' | 'trashed_at' | 'date'>;

/** Spec 3, D6.1: what a row of a post is at a moment; these are also the words of requests. */
export const STATUSES = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const;

export type Status = (typeof STATUSES)[number];

/** A state as far as it is stored: whatever the clock says, and outside the trash. */
export type StoredState = Exclude<Status, 'future' | 'trash'>;

/** D6.1: a row is a draft or a published one. */
export function storedState(row: Pick<StatusRow, 'publishedAt' | 'post_status'>): StoredState {
  if (!row.publishedAt) return row.post_status === 'pending' ? 'pending' : 'draft';
  return row.post_status === 'private' ? 'private' : 'publish';
}

/** D6.1: the status of a row, derived from what is stored; `inState` of `access/sql.ts` says the same. */
export function statusOf(row: StatusRow, now: Date): Status {
  if (row.trashed_at) return 'trash';
  const stored = storedState(row);
  const isAhead = row.date && new Date(row.date) > now;
  return stored === 'publish' && isAhead ? 'future' : stored;
}

/** D6.1: the row is what everybody may open; `publicAt` of `access/sql.ts` says the same. */
export const isPublic = (row: StatusRow, now: Date): boolean => statusOf(row, now) === 'publish';

type Saved = Pick<Bookkeeping, 'updatedAt'>;

/** Whether Strapi calls what is published modified: the draft was saved after it. */
export const isModified = (draft: Saved | undefined, published: Saved | undefined): boolean =>
  Boolean(draft && published && new Date(draft.updatedAt) > new Date(published.updatedAt));

/** A time in which no status changes by itself: from the last publication until the next scheduled one, in milliseconds. */
export interface Period {
  since: number;
  due: number;
}

/** Without a publication on one side it has no end there. */
export const periodBetween = (
  since: number | null | undefined,
  due: number | null | undefined,
): Period => ({
  since: since ?? Number.NEGATIVE_INFINITY,
  due: due ?? Number.POSITIVE_INFINITY,
});

/** What the admin's picker finds: one row of a record, in one language, draft or published. */
export type ReferenceRow = StatusRow &
  Pick<PostRow, 'public_id' | 'locale'> & {
    name: string;
    /** Of categories. */
    parent?: number | null;
    color?: string | null;
  };

/** A row of an event as far as the agenda shows it. */
export interface AgendaRow
  extends Pick<PostRow, 'publishedAt' | 'post_status' | 'trashed_at' | 'date'> {
  public_id: number;
  documentId: string;
  locale: Language;
  updatedAt: Instant;
  title: string | null;
  start_date: string | null;
  end_date: string | null;
  timezone: string | null;
  all_day: boolean | null;
  utc_start_date: Instant | null;
  utc_end_date: Instant | null;
  venue: number[] | null;
  organizer: number[] | null;
  categories: number[] | null;
  event_status: string | null;
  featured: boolean | null;
  hide_from_listings: boolean | null;
  password: string | null;
  image?: FileRow | null;
}

export const contentTypes = {
  event: { schema: event },
  venue: { schema: venue },
  organizer: { schema: organizer },
  category: { schema: category },
  tag: { schema: tag },
};
