import category from './category/schema.json';
import event from './event/schema.json';
import organizer from './organizer/schema.json';
import type { Bookkeeping, CategoryRow, EventRow, OrganizerRow, TermRow, VenueRow } from './rows';
import tag from './tag/schema.json';
import venue from './venue/schema.json';

/** Attributes that stand in tables of Strapi's own. */
type Media = 'image';

type Named<Names extends PropertyKey> = { [Name in Names]: unknown };

/**
 * A schema with the attributes of a row and no others: one that the row lacks, or has besides, does not
 * compile. `test/unit/content-types/rows.test.ts` compares their types.
 */
type SchemaOf<Row, Schema extends { attributes: object }> = {
  attributes: Named<Exclude<keyof Row, keyof Bookkeeping>> & {
    [Name in Exclude<keyof Schema['attributes'], keyof Row | Media>]: never;
  };
};

export const contentTypes = {
  event: { schema: event satisfies SchemaOf<EventRow, typeof event> },
  venue: { schema: venue satisfies SchemaOf<VenueRow, typeof venue> },
  organizer: { schema: organizer satisfies SchemaOf<OrganizerRow, typeof organizer> },
  category: { schema: category satisfies SchemaOf<CategoryRow, typeof category> },
  tag: { schema: tag satisfies SchemaOf<Omit<TermRow, 'parent' | 'color'>, typeof tag> },
};
