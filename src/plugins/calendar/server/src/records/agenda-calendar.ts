import { countEntries, type Entries, lastPublished } from '../database/find';
import type { Ability } from '../database/permissions';
import { isPostgres } from '../database/run';
import { inSnapshot } from '../database/snapshot';
import { daySpan, drawnDays, firstWeekday } from '../kinds/dates/parts';
import { DAY, dayStart, wallOf } from '../kinds/dates/wall-time';
import { cachedUntilDue } from '../listing/cache';
import { chooseAgenda, chooseScheduled, chooseWithin, countAgenda } from '../listing/choose-agenda';
import { editorViewer, loadAgenda, permittedRows, readableTypes } from '../listing/load-agenda';
import {
  type AgendaEntry,
  type AgendaNames,
  type CalendarQuery,
  presentEntry,
} from '../resources/agenda';
import { MAX_IN_CALENDAR } from '../settings/agenda';
import { LANGUAGES, type Language } from '../settings/languages';
import { isPostType, recordTypeOf } from '../settings/record-types';
import { agendaContext, byPublicId, categoryNames, NO_NAMES } from './agenda';

/** An event as a week or a month shows it. */
export interface CalendarEntry
  extends Pick<
    AgendaEntry,
    | 'id'
    | 'documentId'
    | 'title'
    | 'language'
    | 'state'
    | 'event_status'
    | 'hidden'
    | 'start_date'
    | 'end_date'
    | 'utc_start'
    | 'utc_end'
    | 'all_day'
  > {
  /** The color of its first category that has one. */
  color: string | null;
}

/** The answer of the week and month route. */
export interface CalendarAnswer {
  results: CalendarEntry[];
  /** Whether there are more than are shown. */
  more: boolean;
  /** The requested day, else today in the site's zone. */
  day: string;
  /** First and last day of the week or month. */
  from: string;
  to: string;
  zone: string;
  /** The first day of the week; 0 is Sunday. */
  firstDay: number;
}

function shown(entry: AgendaEntry): CalendarEntry {
  const { id, documentId, title, language, state, event_status, hidden } = entry;
  const { start_date, end_date, utc_start, utc_end, all_day } = entry;
  const color = entry.categories.find((category) => category.color)?.color ?? null;
  const times = { start_date, end_date, utc_start, utc_end, all_day };
  return { id, documentId, title, language, state, event_status, hidden, color, ...times };
}

/** Widens a period by a day on both sides: all-day events are shown on the days of their own zone. */
const widened = ({ from, to }: { from?: Date; to?: Date }) => ({
  from: from && new Date(+from - DAY),
  to: to && new Date(+to + DAY),
});

/** D15.12: the events of a week or month, and of the adjacent days shown in its grid. */
export async function agendaCalendar(
  query: CalendarQuery,
  ability: Ability,
  now: Date,
): Promise<CalendarAnswer> {
  const { asking, viewer, language, languages, filters, zone } = await agendaContext(
    query,
    ability,
    now,
  );
  const firstDay = firstWeekday(language);
  const day = query.day ?? wallOf(now, zone).slice(0, 10);
  const { drawn, from, to } = drawnDays(day, query.tab, firstDay);
  const span = widened(daySpan(drawn, zone));
  const wanted = { ...filters, view: query.view, most: MAX_IN_CALENDAR };
  const chosen = await chooseWithin(span, wanted, asking);
  const ids = chosen.slice(0, MAX_IN_CALENDAR);
  const rows = await loadAgenda(ids, viewer, { pictures: false });
  const categories = [...new Set(rows.flatMap((row) => row.categories ?? []))];
  const category = await categoryNames(categories, { now, languages, ability });
  const names: AgendaNames = { ...NO_NAMES, category };
  const byId = byPublicId(rows);
  const entries = ids.flatMap(
    (id) => presentEntry(byId.get(id) ?? [], { now, languages, names }) ?? [],
  );
  return {
    results: entries.map(shown),
    more: chosen.length > MAX_IN_CALENDAR,
    day,
    from,
    to,
    zone,
    firstDay: firstDay % 7,
  };
}

const SUMMARY_SIZE = 5;

/** Milliseconds from the start of a day into the seventh, regardless of clock changes. */
const SIX_AND_A_HALF_DAYS = 6.5 * DAY;

export type SummaryEntry = CalendarEntry & { date: string | null };

/** The data of the admin's home page widgets. */
export interface SummaryAnswer {
  days: { from: string; to: string };
  next: { count: number; results: SummaryEntry[] };
  pending: { count: number; results: SummaryEntry[] };
  soon: { count: number; results: SummaryEntry[] };
  missing: Partial<Record<Language, number>>;
}

/** D15.14: events of the next seven days, pending ones, missing translations, and scheduled publications. */
export async function agendaSummary(
  language: Language | undefined,
  ability: Ability,
  now: Date,
): Promise<SummaryAnswer> {
  const { asking, viewer, languages, filters, zone } = await agendaContext(
    { view: 'all', q: '', in: language },
    ability,
    now,
  );
  const dayAt = (instant: Date) => wallOf(instant, zone).slice(0, 10);
  const today = dayStart(now, zone);
  const days = { from: dayAt(today), to: dayAt(new Date(+today + SIX_AND_A_HALF_DAYS)) };
  const span = daySpan(days, zone);

  const next = await chooseWithin(span, { ...filters, view: 'all', most: SUMMARY_SIZE }, asking);
  const pending = await chooseAgenda({ ...filters, view: 'pending', page: 1 }, asking);
  const soon = await chooseScheduled(SUMMARY_SIZE, filters, asking);
  const counts = await countAgenda(['pending', 'future'], filters, asking);
  const coming = await countAgenda(['all'], { ...filters, span }, asking);
  const missing: SummaryAnswer['missing'] = {};
  for (const code of LANGUAGES.filter((each) => viewer.languages.includes(each))) {
    missing[code] = (await countAgenda(['all'], { ...filters, missing: code }, asking)).all;
  }

  const chosen = [next, pending, soon].map((ids) => ids.slice(0, SUMMARY_SIZE));
  const rows = await loadAgenda([...new Set(chosen.flat())], viewer, { pictures: false });
  const byId = byPublicId(rows);
  const [first = [], second = [], third = []] = chosen.map((ids) =>
    ids.flatMap((id) => {
      const entry = presentEntry(byId.get(id) ?? [], { now, languages, names: NO_NAMES });
      return entry ? [{ ...shown(entry), date: entry.date }] : [];
    }),
  );
  return {
    days,
    next: { count: coming.all, results: first },
    pending: { count: counts.pending, results: second },
    soon: { count: counts.future, results: third },
    missing,
  };
}

/** D15.14: the entries of all types that the user may read in the content manager; counted once until a change. */
export function entryCounts(ability: Ability, now: Date): Promise<Entries> {
  const types = readableTypes(ability);
  const count = async () => {
    const counts: Entries[] = [];
    for (const uid of types) counts.push(await countEntries(uid));
    const sum = (state: keyof Entries) => counts.reduce((total, each) => total + each[state], 0);
    return { draft: sum('draft'), published: sum('published'), modified: sum('modified') };
  };
  return inSnapshot(() => cachedUntilDue(['entries', types], { now }, count));
}

/** The query with which Strapi's home page finds the records published last. */
interface LastPublished {
  sort?: unknown;
  limit?: number;
  filters?: object;
}

/** The content manager's limits of a query to what the user may read. */
interface Checker {
  sanitizedQuery: { read(query: LastPublished): Promise<LastPublished> };
}

type Checked = { userAbility: Ability; model: string };

const RECENT = '/content-manager/homepage/recent-documents';

const isOfHomePage = ({ sort }: LastPublished) =>
  strapi.requestContext.get()?.path === RECENT && sort === 'publishedAt:desc';

/**
 * D15.14: for the widget of the last published entries, Strapi sorts all published rows, which are wide. SQLite has no
 * index of that moment, by which it would read other lists; there, the rows are found in one that also has it, once
 * until a change.
 */
export function findLastPublished(): void {
  const service = strapi.plugin('content-manager').service('permission-checker');
  const create: (asked: Checked) => Checker = service.create;
  service.create = (asked: Checked): Checker => {
    const checker = create(asked);
    const type = recordTypeOf(asked.model);
    if (!type || !isPostType(type) || isPostgres()) return checker;
    const { sanitizedQuery } = checker;
    const read = async (query: LastPublished) => {
      const sanitized = await sanitizedQuery.read(query);
      if (!isOfHomePage(query)) return sanitized;
      const permitted = permittedRows(await editorViewer(type, asked.userAbility), 'e');
      const { limit: most = 1, filters = {} } = sanitized;
      const question = ['published', type, permitted, most];
      const find = () => lastPublished(type, permitted, most);
      const ids = await inSnapshot(() => cachedUntilDue(question, { now: new Date() }, find));
      return { ...sanitized, filters: { $and: [filters, { id: { $in: ids } }] } };
    };
    return { ...checker, sanitizedQuery: { ...sanitizedQuery, read } };
  };
}
