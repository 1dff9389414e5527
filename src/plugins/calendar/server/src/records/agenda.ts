import { loadReferences } from '../database/find';
import { settings } from '../database/site';
import { daySpan, firstWeekday, namedSpans } from '../kinds/dates/parts';
import {
  type AgendaFilters,
  type AgendaViewer,
  chooseAgenda,
  countAgenda,
} from '../listing/choose-agenda';
import { type Ability, editorViewer, loadAgenda, loadColours } from '../listing/load-agenda';
import {
  type AgendaEntry,
  type AgendaFilterQuery,
  type AgendaNames,
  type AgendaQuery,
  presentEntry,
} from '../resources/agenda';
import { presentChoice } from '../resources/reference-choice';
import { AGENDA_PAGE, AGENDA_VIEWS } from '../settings/agenda';
import { type Language, languagesFrom } from '../settings/languages';
import { type RecordType, uidOf } from '../settings/record-types';

export type { Ability };

const READ = 'plugin::content-manager.explorer.read';

export function byPublicId<Row extends { public_id: number }>(rows: Row[]): Map<number, Row[]> {
  const known = new Map<number, Row[]>();
  for (const row of rows) known.set(row.public_id, [...(known.get(row.public_id) ?? []), row]);
  return known;
}

const mayRead = (ability: Ability, type: RecordType) => ability.can(READ, uidOf(type));

/** The names of records of a type in their best language, by id; none where they may not be read. */
export async function namesOf(
  type: RecordType,
  ids: number[],
  { now, languages, ability }: { now: Date; languages: Language[]; ability: Ability },
) {
  const rows = ids.length > 0 && mayRead(ability, type) ? await loadReferences(type, ids) : [];
  const byId = byPublicId(rows);
  return new Map(
    [...byId].flatMap(([id, own]) => {
      const choice = presentChoice(own, languages, now);
      return choice ? [[id, choice] as const] : [];
    }),
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

/** What the agenda answers. */
export interface AgendaAnswer {
  results: AgendaEntry[];
  page: number;
  /** Whether there are more behind this page. */
  more: boolean;
  /** How many each view would show; with the first page only. */
  counts?: Record<string, number>;
  /** The site's zone, by which days and weeks are meant. */
  zone: string;
}

/** What a query means to somebody at a moment, for both layouts of the agenda. */
export async function asked(query: AgendaFilterQuery, ability: Ability, now: Date) {
  const { timezone: zone, defaultLanguage } = settings();
  const language = query.in ?? defaultLanguage;
  const viewer = await editorViewer('event', ability);
  const asking: AgendaViewer = {
    now,
    viewer,
    named: (['venue', 'organizer'] as const).filter((type) => mayRead(ability, type)),
    spans: namedSpans(now, zone, firstWeekday(language)),
  };
  const languages = languagesFrom(language, defaultLanguage);
  return { asking, viewer, language, languages, filters: filtersOf(query, zone), zone };
}

/** D15: the events that somebody may edit, as they want to find them. */
export async function agenda(
  query: AgendaQuery,
  ability: Ability,
  now: Date,
): Promise<AgendaAnswer> {
  const { asking, viewer, languages, filters, zone } = await asked(query, ability, now);
  const { view, page } = query;
  const chosen = await chooseAgenda({ ...filters, view, page }, asking);
  const ids = chosen.slice(0, AGENDA_PAGE);
  const rows = await loadAgenda(ids, viewer);
  const idsIn = (field: 'venue' | 'organizer' | 'categories') => [
    ...new Set(rows.flatMap((row) => row[field] ?? [])),
  ];
  const context = { now, languages, ability };
  const categories = await namesOf('category', idsIn('categories'), context);
  const colours = await loadColours([...categories.keys()]);
  const names: AgendaNames = {
    venue: await namesOf('venue', idsIn('venue'), context),
    organizer: await namesOf('organizer', idsIn('organizer'), context),
    category: new Map(
      [...categories].map(([id, choice]) => [id, { ...choice, color: colours.get(id) ?? null }]),
    ),
  };
  const byId = byPublicId(rows);
  return {
    results: ids.flatMap((id) => presentEntry(byId.get(id) ?? [], { now, languages, names }) ?? []),
    page,
    more: chosen.length > AGENDA_PAGE,
    ...(page === 1 && { counts: await countAgenda(AGENDA_VIEWS, filters, asking) }),
    zone,
  };
}
