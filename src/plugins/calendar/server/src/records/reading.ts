import type { Caller } from '../access/rights';
import {
  isUnlocked,
  type Lockable,
  openRow,
  type Viewer,
  verifyPassword,
  viewerOf,
} from '../access/viewer';
import type { Row, Values as Sent, Status } from '../content-types/rows';
import { chunks } from '../database/run';
import { languageChoice } from '../database/site';
import { inOptimisticSnapshot, inSnapshot } from '../database/snapshot';
import { type Params, type ReadContext, readParams, type Values } from '../kinds/kind';
import { seesOnlyPublicList } from '../listing/branches';
import { cachedRecords, type Load } from '../listing/cache';
import { choose } from '../listing/choose';
import { chooseInParts, chooseListed } from '../listing/choose-listed';
import { lookUp } from '../listing/look-up';
import { ignoredParams, refuse } from '../messages/errors';
import type { View } from '../resources/answer';
import type { PostOrder } from '../resources/event/conditions';
import type { PostResource, Resource } from '../resources/resource';
import {
  conditionsOf,
  criteriaOf,
  filtersFor,
  listParams,
  shownFilters,
} from '../resources/shared/list';
import type { Language, LanguageChoice } from '../settings/languages';
import { isPostType, type PostType } from '../settings/record-types';
import type { Criteria } from '../sql/facets';
import type { Sql } from '../sql/sql';
import { type Key, statesOf } from './named-record';

export { cachedPayload, type Loaded } from '../listing/cache';

/** The request for a page of a list. */
export interface ListRequest<Order = PostOrder> extends Viewer {
  /** D8.7: the states of its records; by default published. */
  statuses?: readonly Status[];
  /** Conditions on the row (alias `e`); only called if the listing cannot answer. */
  conditions(): Sql[];
  /** D8.9: the same conditions for the listing, if it can answer them. */
  criteria?: Criteria;
  order: Order;
  /** From 1. */
  page: number;
  perPage: number;
  language: Language;
}

export interface OneRequest extends Viewer {
  key: Key;
  language: Language;
  password?: string;
}

/** A record that services read. */
export interface Readable {
  row: Lockable & Pick<Row, 'id' | 'publishedAt'>;
}

/** The reading half of a resource's service: records out, no HTTP. */
export interface ReadingService<Record, Order = PostOrder> {
  /** A page of the records visible to the viewer, and their total. Two reads: call within a snapshot (`readList`). */
  find(request: ListRequest<Order>): Promise<{ records: Record[]; total: number }>;
  /** D9.4: the record. Throws CalendarError 404 or 403. */
  findOne(request: OneRequest): Promise<Record>;
}

/** Records that `collect` loads at a time; their descriptions may be long. */
const PART = 100;

type PageChoice = Omit<ListRequest, 'language'> & LanguageChoice;

/** D8.9: chooses a page, using the listing as far as it can answer for this viewer. */
async function choosePage(
  type: PostType,
  { criteria, statuses = ['publish'], conditions, ...rest }: PageChoice,
) {
  const isPublished = statuses.every((status) => status === 'publish');
  if (criteria && isPublished && (await seesOnlyPublicList(rest))) {
    return chooseListed({ criteria, ...rest });
  }
  const choice = { type, statuses, conditions: conditions(), ...rest };
  return criteria && !rest.permitted ? chooseInParts(choice, criteria) : choose(choice);
}

/** The reading half of a service of posts. */
export function reading<Record extends Readable>(
  resource: PostResource<Record>,
  load: Load<Record>,
) {
  const { type, refusals } = resource;
  const loadOrKeep = cachedRecords(type, load);

  return {
    async find({ language, ...request }: ListRequest) {
      const { languages, fallback } = languageChoice(language);
      const { ids, total } = await choosePage(type, { ...request, languages, fallback });
      return { records: await loadOrKeep(ids, { ...request, languages }), total };
    },

    /**
     * Maps the first `most` records of a list in chunks, so that only the results of `make` are kept in memory, and
     * counts all. Call within a snapshot, like `find`.
     */
    async collect<Made>(
      { language, ...request }: Omit<ListRequest, 'page' | 'perPage'>,
      { most, make }: { most: number; make: (part: Record[]) => Promise<Made[]> },
    ) {
      const choice = { ...request, ...languageChoice(language), page: 1, perPage: most };
      const { ids, total } = await choosePage(type, choice);
      const made: Made[] = [];
      for (const part of chunks(ids, PART)) made.push(...(await make(await load(part, choice))));
      return { made, total };
    },

    async findOne({ key, language, password, ...viewer }: OneRequest): Promise<Record> {
      const choice = { ...languageChoice(language), ...viewer };
      const record = await inOptimisticSnapshot(async () => {
        const { id: row } = openRow(await statesOf(key, { type, choice }), choice, resource);
        return (await loadOrKeep([row], choice))[0];
      });
      if (!record) throw refuse(404, refusals.notFound);
      if (
        !isUnlocked(record.row, viewer) &&
        !verifyPassword(record.row.password ?? null, password)
      ) {
        throw refuse(403, refusals.protected ?? refusals.notAccessible);
      }
      return record;
    },
  };
}

/** A list's caller and parameters. */
export interface ListQuery extends Pick<ReadContext, 'strict' | 'withoutEffect'> {
  query: Sent;
  caller: Caller;
  /** The view of the list, in the language that applies unless the query names one. */
  view: View;
  /** Completes the sent values. Throws CalendarError 400. */
  complete?(values: Values<Params>, context: ReadContext & { viewer: Viewer }): Values<Params>;
  /** Runs the reads in a snapshot. */
  snapshot?: typeof inSnapshot;
}

/** A resolved list request. */
export interface ResolvedList<Order = PostOrder> {
  view: View;
  request: ListRequest<Order>;
  /** The effective filters, as shown in `rest_url`. */
  filters: { [name: string]: string };
}

/** D9.10: throws CalendarError 400 if a parameter has no effect in combination with the others. */
function refuseIgnored({ ignored }: Pick<Resource, 'ignored'>, sent: Values<Params>): void {
  const names = ignored?.(sent).filter((name) => sent[name] !== undefined) ?? [];
  if (names.length > 0) throw ignoredParams(names);
}

/** Throws CalendarError 404 for a page after the last; lists of terms are empty there. */
export function requirePage(
  { refusals: { noSuchPage } }: Pick<Resource, 'refusals'>,
  { page }: Pick<ListRequest, 'page'>,
  records: unknown[],
): void {
  if (noSuchPage && page > 1 && records.length === 0) throw refuse(404, noSuchPage);
}

/** Parses a list's parameters, as far as the caller may use them (D8.7), and reads the list in one snapshot. */
export async function readList<Record, Order, Result>(
  resource: Resource<Record, Order>,
  { query, withoutEffect, strict, caller, view, complete, snapshot = inSnapshot }: ListQuery,
  read: (list: ResolvedList<Order>) => Promise<Result>,
): Promise<Result> {
  const { type, combine, order } = resource;
  const { now, settings } = view;
  const context = { now, settings, strict, withoutEffect };
  const viewer = await viewerOf(caller, now);
  const filters = filtersFor(resource, isPostType(type) && viewer.unpublished.includes(type));
  const sent: Values<Params> = readParams(listParams(filters), query, context);
  if (strict) refuseIgnored(resource, sent);
  const completed = complete?.(sent, { ...context, viewer }) ?? sent;
  const language = (sent.i18n_language ?? view.language) as Language;
  const { languages } = languageChoice(language);
  return snapshot(async () => {
    const values = await lookUp(resource.filters, completed, { ...viewer, languages });
    const combined = combine?.(values, { ...context, viewer });
    const list = { filters, always: resource.always };
    const request: ListRequest<Order> = {
      ...viewer,
      conditions: () => conditionsOf(list, { values, combined, viewer }),
      criteria: criteriaOf(list, { values, combined }),
      order: order(values, context),
      page: sent.page ?? 1,
      perPage: Math.min(sent.per_page ?? 1, settings.maxPerPage),
      language,
      statuses: (values as { status?: Status[] }).status,
    };
    const shown: View = { ...view, language, near: combined?.near };
    return read({ view: shown, request, filters: shownFilters({ filters }, values, combined) });
  });
}
