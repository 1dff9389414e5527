import type { Caller } from '../access/rights';
import { isUnlocked, type Viewer, viewerOf } from '../access/viewer';
import type { Values as Sent } from '../content-types/rows';
import { settings } from '../database/site';
import { inSnapshot } from '../database/snapshot';
import type { SentStatus } from '../kinds/choice';
import type { Params, ReadContext } from '../kinds/kind';
import { readParams, type Values } from '../kinds/read';
import type { ListedTerm, PostResource, TermResource } from '../resources/resource';
import {
  conditionsOf,
  filtersFor,
  listParams,
  narrowingOf,
  shownFilters,
} from '../resources/shared/list';
import type { View } from '../resources/shared/view';
import type { Language } from '../settings/languages';
import type { ListRequest, Readable, ReadingService } from './reading';
import type { TermReading, TermRequest } from './terms';

/** Who asks for a list, and by which parameters. */
export interface ListAsked {
  query: Sent;
  caller: Caller;
  /** What the answer is written for, in the language that was asked for. */
  viewIn(language: Language | undefined, now: Date): View;
  /** The values that count, where not everything was sent; throws CalendarError 400. */
  complete?(values: Values<Params>, context: ReadContext & { viewer: Viewer }): Values<Params>;
}

interface AskedOf<Request> {
  view: View;
  request: Request;
  /** As addresses show them. */
  filters: { [name: string]: string };
}

/** A list as it was asked for. */
export type AskedList = AskedOf<ListRequest>;

type Paging = { page?: number; per_page?: number };

const pageOf = ({ page = 1, per_page = 1 }: Paging) => ({
  page,
  perPage: Math.min(per_page, settings().maxPerPage),
});

/** What a list's caller asks for, only what this caller may ask (D8.7), and what is read of it, in one snapshot. */
export async function listed<Record extends Readable, Result>(
  resource: PostResource<Record>,
  service: Pick<ReadingService<Record>, 'lookUp'>,
  { query, caller, viewIn, complete = (values) => values }: ListAsked,
  read: (asked: AskedList) => Promise<Result>,
): Promise<Result> {
  const context = { now: new Date(), settings: settings() };
  const viewer = await viewerOf(caller, context.now);
  const filters = filtersFor(resource, viewer.unpublished.includes(resource.type));
  const sent: Values<Params> = readParams(listParams(filters), query, context);
  const completed = complete(sent, { ...context, viewer });
  const seen = viewIn(sent.i18n_language as Language | undefined, context.now);
  return inSnapshot(async () => {
    const values = await service.lookUp(completed, { ...viewer, language: seen.language });
    const together = resource.together?.(values, { ...context, viewer });
    const view: View = { ...seen, near: together?.near };
    const list = { ...resource, filters };
    const request: ListRequest = {
      ...viewer,
      conditions: conditionsOf(list, { values, together, viewer }),
      narrowing: narrowingOf(list, { values, together }),
      order: resource.order(values),
      ...pageOf(sent as Paging),
      language: view.language,
      statuses: (values as { status?: SentStatus[] }).status,
    };
    return read({ view, request, filters: shownFilters({ filters }, values, together) });
  });
}

/** D10.7: a record among others: a protected event is shown whole to those who may open it. */
export function presented<Record extends Readable>(
  { present, presentListed = present }: PostResource<Record>,
  record: Record,
  { view, request }: AskedList,
): object {
  return isUnlocked(record.row, request) ? present(record, view) : presentListed(record, view);
}

/** What a list of terms is asked for, by an event that its caller may see, and the page of it, in one snapshot. */
export async function listedTerms(
  resource: TermResource,
  service: Pick<TermReading, 'lookUp' | 'find'>,
  { query, caller, viewIn }: ListAsked,
): Promise<AskedOf<TermRequest> & { records: ListedTerm[]; total: number }> {
  const context = { now: new Date(), settings: settings() };
  const viewer = await viewerOf(caller, context.now);
  const sent = readParams(listParams(resource.filters), query, context);
  const view = viewIn(sent.i18n_language, context.now);
  return inSnapshot(async () => {
    const values = await service.lookUp(sent, { ...viewer, language: view.language });
    const together = resource.together(values, { ...context, viewer });
    const request = {
      conditions: conditionsOf(resource, { values, together, viewer }),
      sorting: resource.sorting(values, context),
      ...pageOf(sent),
      language: view.language,
      now: context.now,
    };
    const filters = shownFilters(resource, values);
    return { view, request, filters, ...(await service.find(request)) };
  });
}
