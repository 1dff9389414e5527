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

export interface PostRecord<Row> {
  row: Row;
  image?: FileRow | null;
}

export type VenueRecord = PostRecord<VenueRow>;
export type OrganizerRecord = PostRecord<OrganizerRow>;

export interface TermRecord {
  row: TermRow;
  /** Spec 4.5: the number of the term's events that anybody may open: public and not protected. */
  count: number;
}

/** One language in which a record may be opened. */
export interface Translation {
  language: Language;
  slug: string;
}

/** A post with the languages in which the viewer may open it. */
export interface TranslatedPost<Row> extends PostRecord<Row> {
  translations: Translation[];
}

/** A term with the languages in which it exists. */
export interface TranslatedTerm extends TermRecord {
  translations: Translation[];
}

/** An event with those referenced records that the caller may see. */
export interface EventRecord extends TranslatedPost<EventRow> {
  venues: VenueRecord[];
  organizers: OrganizerRecord[];
  categories: TermRecord[];
  tags: TermRecord[];
  /** The parent's id; 0 if there is none or the caller may not see it. */
  parent: number;
}

/** A query parameter and the condition that it imposes on records. */
export interface Filter<Value> {
  kind: Kind<Value>;
  /** Absent if the parameter has a meaning only in combination with others. */
  where?(value: Value, viewer: Viewer): Sql;
  /** D8.9: the same condition for the listing. */
  criterion?(value: Value): Criterion;
}

/** A query parameter that names records of a type. The names are resolved to ids before `where` is called. */
export interface ReferenceFilter {
  kind: Kind<string[]>;
  refersTo: RecordType;
  where(ids: number[], viewer: Viewer): Sql;
  criterion?(ids: number[]): Criterion;
}

/** Creates a filter, checking that the condition takes the type of the parameter's value. */
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
): ReferenceFilter => ({ kind, refersTo, where, criterion });

/** The conditions of parameters that have a meaning only in combination, and their values in URLs. */
export interface Combined {
  /** Conditions on rows; only called if the listing cannot answer the list. */
  conditions(): Sql[];
  params: Record<string, string>;
  /** The centre of a search by distance. */
  near?: Point;
  /** D8.9: the same conditions for the listing; absent if it cannot answer them. */
  criteria?: Pick<Criteria, 'conditions' | 'endsFrom' | 'venues'>;
}

/** Filters by parameter name. Each has its own value type, which an index signature cannot express. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type Filters = Record<string, Filter<any> | ReferenceFilter>;

/**
 * Spec 2 and 4: the definition of a resource, used by routes, controllers, services, validation,
 * queries, the OpenAPI document and the specification's test. `Order` is the type of its list's
 * sort order.
 */
export interface Resource<Record = never, Order = unknown> {
  type: RecordType;
  /** Spec 4: the path without a slash, such as `events`; also the key of the records in list answers. */
  path: string;
  bySlug: boolean;
  /** The list's parameters other than paging and language, in the order of URLs. */
  filters: Filters;
  /** D8.7: additional or wider filters for callers who see unpublished records. */
  editorFilters: Filters;
  /** Conditions on every record of the list regardless of filters, for rows and for the listing (D8.9). */
  always?(values: Values<Params>): { conditions: Sql[]; criterion?: Criterion };
  combine?(values: Values<Params>, context: ReadContext & { viewer: Viewer }): Combined;
  /** D9.10: the names of parameters that are without effect because of others that were sent. */
  ignored?(values: Values<Params>): readonly string[];
  /** Query parameters of a single record's URL other than the language. */
  single: Params;
  /** D8.5: the sort order of the list. */
  order(values: Values<Params>, context: ReadContext): Order;
  /** A record in answers to writes, and in all answers for which no other function is defined. */
  present(record: Record, view: View): object;
  /** A record in the answer to a GET of its own URL. */
  presentSingle?(record: Record, view: View): object;
  /** A record in a list for the viewer. */
  presentListed?(record: Record, view: View, viewer: Viewer): object;
  /** A record in the answer to its deletion. */
  presentDeleted?(record: Record, view: View): object;
  /** D4.12: fields derived from each other. If one of them changes, all that were sent are written. */
  coupled?: readonly string[];
  /**
   * D8.4: the same for fields that are valid only in combination, when the caller was shown a draft
   * but the published version is written.
   */
  coupledInDrafts?: readonly string[];
  /** D4.12: fields that refer to other records. Changes of those records are no changes of the fields. */
  references?: readonly string[];
  /** D9: the error codes of the resource, which are also the keys of their messages. */
  refusals: Refusals;
}

interface Refusals {
  notFound: MessageKey;
  notAccessible?: MessageKey;
  /** For records in the trash, if not `notAccessible`. */
  noLongerAvailable?: MessageKey;
  /** For records that require a password. */
  protected?: MessageKey;
  /** For a page beyond the last; without it, such a page is empty. */
  noSuchPage?: MessageKey;
}

/** A resource whose records are drafted, published and trashed. */
export interface PostResource<Record = never> extends Resource<Record, PostOrder> {
  type: PostType;
  order(values: Values<Params>): PostOrder;
  refusals: Refusals & { notAccessible: MessageKey };
}

/** Spec 4.5 and 4.6: a resource of categories or tags, which have no drafts. */
export interface TermResource extends Resource<TranslatedTerm, Sorting[]> {
  type: TermType;
  presentListed(record: TranslatedTerm, view: View): object;
}
