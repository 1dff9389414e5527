import type { Viewer } from '../access/viewer';
import type { FileRow } from '../content-types/rows';
import type { Kind, Params, ReadContext, Values } from '../kinds/kind';
import type { EventRow, OrganizerRow, TermRow, VenueRow } from '../kinds/rows';
import type { MessageKey } from '../messages/t';
import type { Language } from '../settings/languages';
import type { PostType, RecordType, TermType } from '../settings/record-types';
import type { Criteria } from '../sql/facets';
import type { Sql } from '../sql/sql';
import type { View } from './answer';
import type { Criterion, Point, PostOrder } from './event/conditions';
import type { Sorting } from './term';

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
export interface TranslatedPost<Row> extends PostRecord<Row> {
  translations: Translation[];
}

/** A term on its own, with the languages in which it exists. */
export interface TranslatedTerm extends TermRecord {
  translations: Translation[];
}

/** An event as it may be shown: what it refers to is there only if the caller may see it. */
export interface EventRecord extends TranslatedPost<EventRow> {
  venues: VenueRecord[];
  organizers: OrganizerRecord[];
  categories: TermRecord[];
  tags: TermRecord[];
  /** 0 where there is none, or none to be shown. */
  parent: number;
}

/** A query parameter with what it demands of a record. */
export interface Filter<Value> {
  kind: Kind<Value>;
  /** Left out where the parameter means something only together with others. */
  where?(value: Value, viewer: Viewer): Sql;
  /** D8.9: the same, as the listing answers it. */
  criterion?(value: Value): Criterion;
}

/** A query parameter whose items name records of a type: they are looked up, and `where` gets their ids. */
export interface Reference {
  kind: Kind<string[]>;
  refersTo: RecordType;
  where(ids: number[], viewer: Viewer): Sql;
  criterion?(ids: number[]): Criterion;
}

/** Ties a parameter's type to its condition's. */
export const filter = <Value>(
  kind: Kind<Value>,
  where?: (value: Value, viewer: Viewer) => Sql,
  criterion?: (value: Value) => Criterion,
) => ({ kind, where, criterion }) as Filter<Value>;

export const reference = (
  refersTo: RecordType,
  kind: Kind<string[]>,
  where: (ids: number[], viewer: Viewer) => Sql,
  criterion?: (ids: number[]) => Criterion,
): Reference => ({ kind, refersTo, where, criterion });

/** Parameters that mean something only together: their conditions, and how addresses show them. */
export interface Combined {
  /** Of the rows; made where the listing does not answer. */
  conditions(): Sql[];
  params: Record<string, string>;
  /** The point around which the list looks. */
  near?: Point;
  /** D8.9: the same as the listing answers it, where it can answer the list. */
  criteria?: Pick<Criteria, 'conditions' | 'endsFrom' | 'venues'>;
}

/** Each filter has its own value type, which a record of them cannot say. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type Filters = Record<string, Filter<any> | Reference>;

/**
 * Spec 2 and 4: all that is particular to one resource. Routes, controllers, services, validation,
 * queries, the interface's description and the specification's test read it. `Order` is what its list
 * is sorted by.
 */
export interface Resource<Record = never, Order = unknown> {
  type: RecordType;
  /** Spec 4: `/events`; also the key of the list in answers. */
  path: string;
  bySlug: boolean;
  /** The list's parameters besides paging and language, in the order of addresses. */
  filters: Filters;
  /** D8.7: extra or wider filters for callers who see unpublished records. */
  editorFilters: Filters;
  /** What every record of the list fulfils, whichever filters were sent: of the rows, and of the listing (D8.9). */
  always?(values: Values<Params>): { conditions: Sql[]; criterion?: Criterion };
  combine?(values: Values<Params>, context: ReadContext & { viewer: Viewer }): Combined;
  /** D9.10: names of parameters that the others sent make ineffective. */
  ignored?(values: Values<Params>): readonly string[];
  /** The parameters of one record's address besides the language. */
  single: Params;
  /** D8.5: what the list is sorted by. */
  order(values: Values<Params>, context: ReadContext): Order;
  /** As answers to writes show a record, and all others where nothing else is said. */
  present(record: Record, view: View): object;
  /** In the answer to a GET of the record itself. */
  presentSingle?(record: Record, view: View): object;
  /** In a list, for this viewer. */
  presentListed?(record: Record, view: View, viewer: Viewer): object;
  /** In the answer to its removal. */
  presentDeleted?(record: Record, view: View): object;
  /** D4.12: fields derived from one another: when one changes, all that were sent are kept. */
  coupled?: readonly string[];
  /** The same, where what was shown is a draft and what is changed is public (D8.4): fields that mean something only together. */
  coupledInDrafts?: readonly string[];
  /** D4.12: fields that name other records, and do not change when those do. */
  references?: readonly string[];
  /** D9: the codes of this resource's refusals, which are also the names of their texts. */
  refusals: Refusals;
}

interface Refusals {
  notFound: MessageKey;
  notAccessible?: MessageKey;
  /** Where the trash has a code of its own. */
  noLongerAvailable?: MessageKey;
  /** Where records may have passwords. */
  protected?: MessageKey;
  /** Where a page beyond the last is refused; it is empty where this is not said. */
  noSuchPage?: MessageKey;
}

/** A resource whose records are drafted, published and trashed. */
export interface PostResource<Record = never> extends Resource<Record, PostOrder> {
  type: PostType;
  order(values: Values<Params>): PostOrder;
  refusals: Refusals & { notAccessible: MessageKey };
}

/** Spec 4.5 and 4.6: categories or tags, which are never drafts. */
export interface TermResource extends Resource<TranslatedTerm, Sorting[]> {
  type: TermType;
  presentListed(record: TranslatedTerm, view: View): object;
}
