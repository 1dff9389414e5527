import type { Language } from '../settings/languages';
import { isPostType, type RecordType } from '../settings/record-types';
import category from './category/schema.json';
import event from './event/schema.json';
import organizer from './organizer/schema.json';
import tag from './tag/schema.json';
import venue from './venue/schema.json';

/** D5.1: a date and time without a zone: `YYYY-MM-DD HH:MM:SS`, years 0001 to 9999. */
export type WallTime = string;

/** Strapi returns instants as ISO texts or dates; our own statements return milliseconds. */
export type Instant = string | Date | number;

/** A file of Strapi's media library; sizes in kB. */
export interface FileRow {
  id: number;
  url: string;
  ext: string | null;
  mime: string | null;
  /** Describes the picture for people who cannot see it. */
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

/** Attribute values by name, as sent or stored. */
export interface Values {
  [attribute: string]: unknown;
}

/** Whether the value is a JSON object: neither an array nor null. */
export const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a field holds, as its schema says. */
interface Attribute {
  type: string;
  relation?: string;
  component?: string;
  components?: string[];
  multiple?: boolean;
}

export interface Schema {
  attributes: Record<string, Attribute>;
}

type SchemaOf = (uid: string) => Schema;

/** Relations of every type, which Strapi writes. */
const OF_STRAPI = ['createdBy', 'updatedBy', 'localizations'];

/** Fields whose values are not in a column of the row: files, and a host's components, dynamic zones and relations. */
const joinedFields = ({ attributes }: Schema): [string, Attribute][] =>
  Object.entries(attributes).filter(
    ([name, { type, relation }]) =>
      ['media', 'component', 'dynamiczone'].includes(type) ||
      (type === 'relation' && !OF_STRAPI.includes(name) && !relation?.startsWith('morph')),
  );

/** The joined fields that only a host's own schema has: all but a single file. */
const hostFields = (schema: Schema): [string, Attribute][] =>
  joinedFields(schema).filter(([, { type, multiple }]) => type !== 'media' || multiple);

/** Whether all values of a row are in its columns, except for single files. */
export const isPlain = (schema: Schema): boolean => hostFields(schema).length === 0;

/** What to populate so that a row is complete. */
export function populateOf(schema: Schema, schemaOf: SchemaOf): Values {
  const populate = (uid: string) => ({ populate: populateOf(schemaOf(uid), schemaOf) });
  const one = ({ type, component, components }: Attribute): unknown => {
    if (type === 'relation') return { select: ['documentId'] };
    if (component) return populate(component);
    if (!components) return true;
    return { on: Object.fromEntries(components.map((uid) => [uid, populate(uid)])) };
  };
  return Object.fromEntries(joinedFields(schema).map(([name, field]) => [name, one(field)]));
}

/** A populated value as a save takes it: files by id, related records by document, components without their ids. */
function asSaved(attribute: Attribute, value: unknown, schemaOf: SchemaOf): unknown {
  if (Array.isArray(value)) return value.map((each) => asSaved(attribute, each, schemaOf));
  if (!isValues(value)) return value;
  const { type, component } = attribute;
  if (type === 'relation') return value.documentId;
  if (type === 'media') return value.id;
  if (type !== 'component' && type !== 'dynamiczone') return value;
  const { id: _, ...fields } = value;
  const joined = joinedFields(schemaOf(component ?? String(value.__component)));
  const saved = joined.map(([name, field]) => [name, asSaved(field, value[name], schemaOf)]);
  return { ...fields, ...Object.fromEntries(saved) };
}

/** A populated row, with the joined fields of a host as a save takes them. */
export const withSaved = <Of extends Values>(row: Of, schema: Schema, schemaOf: SchemaOf): Of => ({
  ...row,
  ...Object.fromEntries(
    hostFields(schema).map(([name, field]) => [name, asSaved(field, row[name], schemaOf)]),
  ),
});

/** The columns that Strapi adds to the attributes of a row. */
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
  /** D8.6: never selected for output. */
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
 * A row of any type with its media, as returned by Strapi's query engine, for rules that access attributes by name.
 * Terms lack the columns of posts.
 */
export interface Row extends PostRow, Values {}

/** The columns from which a status is derived. */
export type StatusRow = Pick<PostRow, 'publishedAt' | 'post_status' | 'trashed_at' | 'date'>;

/** Spec 3, D6.1: the statuses of a post at a moment; also the values of the parameter `status`. */
export const STATUSES = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const;

export type Status = (typeof STATUSES)[number];

/** A status without the influence of date and trash. */
export type StoredState = Exclude<Status, 'future' | 'trash'>;

/** D6.1: the stored state of a row. */
export function storedState(row: Pick<StatusRow, 'publishedAt' | 'post_status'>): StoredState {
  if (!row.publishedAt) return row.post_status === 'pending' ? 'pending' : 'draft';
  return row.post_status === 'private' ? 'private' : 'publish';
}

/** D6.1: whether a date of publication lies ahead. */
export const isAhead = (date: Instant | null | undefined, now: Date): boolean =>
  Boolean(date && new Date(date) > now);

/** D6.1: the status of a row at a moment. Must agree with `inState` in `access/sql.ts`. */
export function statusOf(row: StatusRow, now: Date): Status {
  if (row.trashed_at) return 'trash';
  const stored = storedState(row);
  return stored === 'publish' && isAhead(row.date, now) ? 'future' : stored;
}

/** D6.1: whether the row is public at a moment. Must agree with `publicAt` in `access/sql.ts`. */
export const isPublic = (row: StatusRow, now: Date): boolean => statusOf(row, now) === 'publish';

/** Whether editors change the row: a draft, or any row of a type that has none (terms). */
export const isDraftRow = (type: RecordType, row: Pick<Row, 'publishedAt'>): boolean =>
  !row.publishedAt || !isPostType(type);

/** Those of the named values that are present. */
export const pick = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(names.filter((name) => name in values).map((name) => [name, values[name]]));

type Saved = Pick<Bookkeeping, 'updatedAt'>;

/** Whether Strapi shows the record as modified: the draft was saved after the published version. */
export const isModified = (draft: Saved | undefined, published: Saved | undefined): boolean =>
  Boolean(draft && published && new Date(draft.updatedAt) > new Date(published.updatedAt));

/** A period without scheduled publications, in milliseconds since 1970: from the last one until the next one. */
export interface Period {
  since: number;
  due: number;
}

/** The period between two publications; unbounded on a side without one. */
export const periodBetween = (
  since: number | null | undefined,
  due: number | null | undefined,
): Period => ({
  since: since ?? Number.NEGATIVE_INFINITY,
  due: due ?? Number.POSITIVE_INFINITY,
});

/** A row found by the admin's picker: one language of a record, draft or published. */
export type ReferenceRow = StatusRow &
  Pick<PostRow, 'public_id' | 'locale'> & {
    name: string;
    /** Only categories. */
    parent?: number | null;
    color?: string | null;
  };

/** The columns of an event that the agenda shows. */
export interface AgendaRow extends StatusRow {
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

/** The table of a type's rows. */
export const recordTable = (type: RecordType) => contentTypes[type].schema.collectionName;
