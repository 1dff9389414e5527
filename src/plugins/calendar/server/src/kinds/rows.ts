import type { z } from 'zod';
import type { Bookkeeping, contentTypes, Instant, PostRow, RecordRow } from '../content-types/rows';
import type { categoryFields, eventFields, organizerFields, venueFields } from './fields';

type Schemas = typeof contentTypes;

/** The columns of fields, with the values that their kinds store; null if empty. */
type Stored<Fields> = {
  [Name in keyof Fields as Fields[Name] extends { stored: z.ZodType } ? Name : never]:
    | (Fields[Name] extends { stored: z.ZodType<infer Value> } ? Value : never)
    | null;
};

/** Attributes that Strapi stores in tables of its own. */
type Media = 'image';

type Named<Names extends PropertyKey> = { [Name in Names]: unknown };

/**
 * A row whose schema has exactly the row's attributes: a missing or additional attribute is a
 * compile error. `test/unit/content-types/rows.test.ts` compares their types.
 */
export type RowOf<
  Row,
  _Schema extends {
    schema: {
      attributes: Named<Exclude<keyof Row, keyof Bookkeeping>> & {
        [Name in Exclude<keyof _Schema['schema']['attributes'], keyof Row | Media>]: never;
      };
    };
  },
> = Row;

/** Columns that are computed from an event's fields or that are not fields. */
interface EventColumns {
  utc_start_date: Instant | null;
  utc_end_date: Instant | null;
  /** D15.13: why a draft was sent back, for its author. */
  review_note: string | null;
}

export type EventRow = RowOf<PostRow & Stored<typeof eventFields> & EventColumns, Schemas['event']>;

export type VenueRow = RowOf<PostRow & Stored<typeof venueFields>, Schemas['venue']>;

export type OrganizerRow = RowOf<PostRow & Stored<typeof organizerFields>, Schemas['organizer']>;

type CategoryRow = RowOf<
  RecordRow & Stored<typeof categoryFields> & { name: string },
  Schemas['category']
>;

type TagRow = RowOf<Omit<CategoryRow, 'parent' | 'color'>, Schemas['tag']>;

/** The row of a category or a tag. */
export type TermRow = TagRow & Partial<CategoryRow>;
