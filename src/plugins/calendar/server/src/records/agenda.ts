import { MAX_OF_OTHERS, searchReferences } from '../database/find';
import type { Ability } from '../database/permissions';
import { settings } from '../database/site';
import { inSnapshot } from '../database/snapshot';
import { daySpan, firstWeekday, namedSpans } from '../kinds/dates/parts';
import {
  type AgendaContext,
  type AgendaFilters,
  chooseAgenda,
  countAgenda,
  foundOnce,
} from '../listing/choose-agenda';
import {
  editorViewer,
  loadAgenda,
  loadColours,
  mayRead,
  permittedRows,
  readableReferences,
  readsAllRows,
} from '../listing/load-agenda';
import { idsNaming, pickingFrom } from '../listing/search';
import {
  type AgendaEntry,
  type AgendaFilterQuery,
  type AgendaNames,
  type AgendaQuery,
  presentChoice,
  presentEntry,
} from '../resources/agenda';
import { AGENDA_PAGE, AGENDA_VIEWS, MAX_SELECTED } from '../settings/agenda';
import { type Language, languagesFrom } from '../settings/languages';
import {
  LINKED_TYPES,
  type LinkedType,
  NAME_FIELD,
  type RecordType,
} from '../settings/record-types';
import { all, TRUE } from '../sql/sql';

export { mayRead };

export function byPublicId<Row extends { public_id: number }>(rows: Row[]): Map<number, Row[]> {
  const known = new Map<number, Row[]>();
  for (const row of rows) known.set(row.public_id, [...(known.get(row.public_id) ?? []), row]);
  return known;
}

/** D4.5: the picker's search and look-up by ids, restricted to what the editor may read. */
export async function pickable(type: RecordType, ability: Ability) {
  const viewer = await editorViewer(type, ability);
  const permitted = readsAllRows(viewer) ? TRUE : permittedRows(viewer, 'e');
  return {
    async find(text: string) {
      const sought = viewer.reads(NAME_FIELD[type]) ? text : '';
      let found: number[] = [];
      for (const among of type === 'event' && sought ? pickingFrom(sought) : [TRUE]) {
        found = await searchReferences(type, sought, all([permitted, among]));
        if (found.length >= MAX_OF_OTHERS) break;
      }
      return found;
    },
    load: (ids: number[]) => readableReferences(type, ids, viewer),
  };
}

/** The names of records in their best language, by id; without those that may not be read. */
export async function namesOf(
  type: RecordType,
  ids: number[],
  { now, languages, ability }: { now: Date; languages: Language[]; ability: Ability },
) {
  const isAsked = ids.length > 0 && mayRead(ability, type);
  const rows = isAsked ? await (await pickable(type, ability)).load(ids) : [];
  const byId = byPublicId(rows);
  return new Map(
    [...byId].flatMap(([id, own]) => {
      const choice = presentChoice(own, languages, now);
      return choice ? [[id, choice] as const] : [];
    }),
  );
}

/** The names of categories, each with its colour. */
export async function categoryNames(
  ids: number[],
  context: Parameters<typeof namesOf>[2],
): Promise<AgendaNames['category']> {
  const names = await namesOf('category', ids, context);
  const colours = await loadColours([...names.keys()]);
  return new Map(
    [...names].map(([id, choice]) => [id, { ...choice, color: colours.get(id) ?? null }]),
  );
}

const filtersOf = (query: AgendaFilterQuery, zone: string): AgendaFilters => {
  const references = {
    venue: query.venue,
    organizer: query.organizer,
    categories: query.category,
    tags: query.tag,
  };
  return {
    search: query.q,
    references: Object.fromEntries(Object.entries(references).filter(([, ids]) => ids)),
    state: query.state,
    language: query.language,
    missing: query.missing,
    span: daySpan(query, zone),
  };
};

/** The agenda's answer. */
export interface AgendaAnswer {
  results: AgendaEntry[];
  page: number;
  /** Whether there are further pages. */
  more: boolean;
  /** The number of events in each view; with the first page, or on request. */
  counts?: Record<string, number>;
  /** The site's zone, in which days and weeks are computed. */
  zone: string;
  /** The site's default language, in which new events are created. */
  language: Language;
}

/** D15.4, D15.5: the types and rows whose names are searched: only those that may be read. */
async function named(ability: Ability, search: string): Promise<AgendaContext['named']> {
  const types: AgendaContext['named'] = [];
  for (const type of LINKED_TYPES) {
    const viewer = await editorViewer(type, ability);
    if (!viewer.reads(NAME_FIELD[type])) continue;
    types.push({ type, viewer, ids: await idsNaming(type, permittedRows(viewer, 'e'), search) });
  }
  return types;
}

/** Resolves a query for an editor and a moment; shared by the agenda's list and its calendar. */
export async function agendaContext(query: AgendaFilterQuery, ability: Ability, now: Date) {
  const { timezone: zone, defaultLanguage } = settings();
  const language = query.in ?? defaultLanguage;
  const viewer = await editorViewer('event', ability);
  const asking: AgendaContext = {
    now,
    viewer,
    named: await named(ability, query.q),
    spans: namedSpans(now, zone, firstWeekday(language)),
  };
  const languages = languagesFrom(language, defaultLanguage);
  return { asking, viewer, language, languages, filters: filtersOf(query, zone), zone };
}

/** D15: a page of the agenda. */
export async function agenda(
  query: AgendaQuery,
  ability: Ability,
  now: Date,
): Promise<AgendaAnswer> {
  const { asking, viewer, languages, zone, ...rest } = await agendaContext(query, ability, now);
  const { view, page } = query;
  const counting = page === 1 || query.counts === 'true';
  const { chosen, counts } = await inSnapshot(async () => {
    const filters = await foundOnce(rest.filters, asking);
    return {
      chosen: await chooseAgenda({ ...filters, view, page }, asking),
      counts: counting ? await countAgenda(AGENDA_VIEWS, filters, asking) : undefined,
    };
  });
  const ids = chosen.slice(0, AGENDA_PAGE);
  const rows = await loadAgenda(ids, viewer);
  const idsIn = (field: LinkedType | 'categories') => [
    ...new Set(rows.flatMap((row) => row[field] ?? [])),
  ];
  const context = { now, languages, ability };
  const names: AgendaNames = {
    venue: await namesOf('venue', idsIn('venue'), context),
    organizer: await namesOf('organizer', idsIn('organizer'), context),
    category: await categoryNames(idsIn('categories'), context),
  };
  const byId = byPublicId(rows);
  return {
    results: ids.flatMap((id) => presentEntry(byId.get(id) ?? [], { now, languages, names }) ?? []),
    page,
    more: chosen.length > AGENDA_PAGE,
    ...(counts && { counts }),
    zone,
    language: settings().defaultLanguage,
  };
}

/** The events matching a query, for bulk actions. */
export interface MatchingAnswer {
  results: Pick<AgendaEntry, 'id' | 'title' | 'trashed_at'>[];
  /** Whether there are more events. */
  more: boolean;
}

/** Used where names of references are not needed. */
export const NO_NAMES: AgendaNames = {
  venue: new Map(),
  organizer: new Map(),
  category: new Map(),
};

/** D15.8: the events matching a query on all pages, at most `MAX_SELECTED`. */
export async function agendaMatching(
  query: AgendaQuery,
  ability: Ability,
  now: Date,
): Promise<MatchingAnswer> {
  const { asking, viewer, languages, filters } = await agendaContext(query, ability, now);
  const wanted = { ...filters, view: query.view, page: 1, size: MAX_SELECTED };
  const chosen = await chooseAgenda(wanted, asking);
  const ids = chosen.slice(0, MAX_SELECTED);
  const byId = byPublicId(await loadAgenda(ids, viewer, { pictures: false }));
  const results = ids.flatMap((id) => {
    const entry = presentEntry(byId.get(id) ?? [], { now, languages, names: NO_NAMES });
    return entry ? [{ id, title: entry.title, trashed_at: entry.trashed_at }] : [];
  });
  return { results, more: chosen.length > MAX_SELECTED };
}
