import type { EventRow, FileRow, OrganizerRow, TermRow, VenueRow } from '../content-types/rows';
import type { Language } from '../settings/languages';

/** A post with its picture. */
export interface PostRecord<Row> {
  row: Row;
  image?: FileRow | null;
}

export type VenueRecord = PostRecord<VenueRow>;
export type OrganizerRecord = PostRecord<OrganizerRow>;

export interface TermRecord {
  row: TermRow;
  /** Spec 4.5: the events in it that everybody may open. */
  count: number;
}

/** One language in which a record may be opened. */
export interface Translation {
  language: Language;
  slug: string;
}

/** A venue or organizer on its own, with the languages in which it may be opened. */
export interface ListedPost<Row> extends PostRecord<Row> {
  translations: Translation[];
}

/** A term on its own, with the languages in which it exists. */
export interface ListedTerm extends TermRecord {
  translations: Translation[];
}

/** An event as it may be shown: what it refers to is there only if the caller may see it. */
export interface EventRecord extends ListedPost<EventRow> {
  venues: VenueRecord[];
  organizers: OrganizerRecord[];
  categories: TermRecord[];
  tags: TermRecord[];
  /** 0 where there is none, or none to be shown. */
  parent: number;
}
