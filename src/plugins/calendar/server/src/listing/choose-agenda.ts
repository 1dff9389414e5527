import type { Status } from '../content-types/rows';
import { isPostgres, oneOfIds, run } from '../database/run';
import type { Span } from '../kinds/dates/parts';
import { isLinkTo } from '../resources/event/conditions';
import { parseSearch } from '../resources/search';
import { AGENDA_PAGE, type AgendaView } from '../settings/agenda';
import { type Language, languageBit } from '../settings/languages';
import { type LinkedType, NAME_FIELD, type ReferenceField } from '../settings/record-types';
import { LANGUAGE_BITS } from '../sql/facets';
import {
  all,
  containsFolded,
  FALSE,
  list,
  NAME_END,
  not,
  raw,
  type Sql,
  searchedFields,
  searchText,
  sql,
  TRUE,
} from '../sql/sql';
import { cachedUntilDue, undated } from './cache';
import { type EditorViewer, permittedRows } from './load-agenda';
import { eventsNaming, type IdsByWord, textsWith } from './search';

/** The agenda's filters; an event must match all of them, and be `among` these public ids. */
export interface AgendaFilters {
  search: string;
  among?: number[];
  references: Partial<Record<ReferenceField, number[]>>;
  state?: Status;
  /** Events that exist in this language, and their states in it. */
  language?: Language;
  /** Events that do not exist in this language. */
  missing?: Language;
  span: Partial<Span>;
}

type InView = AgendaFilters & { view: AgendaView };

/** The editor's view, the moment, and the periods that views name. */
export interface AgendaContext {
  now: Date;
  viewer: Pick<EditorViewer, 'languages' | 'rows' | 'reads'>;
  /** Types whose names are searched, with the rows that may be read, and by word the ids that have it, if known. */
  named: { type: LinkedType; viewer: Pick<EditorViewer, 'languages' | 'rows'>; ids?: IdsByWord }[];
  spans: Record<'today' | 'this-week' | 'next-week' | 'this-month', Span>;
}

const bits = (languages: readonly Language[]) =>
  languages.reduce((sum, language) => sum + languageBit(language), 0);

/** SQL for the bits of the languages in which the editor may read the event. */
const readable = ({ viewer }: AgendaContext) =>
  viewer.rows ? raw('s.languages') : raw(`${bits(viewer.languages)}`);

/** D15.4: the agenda, joined with the readable rows when Strapi's conditions depend on the row. */
const agendaFor = ({ viewer: { rows } }: AgendaContext): Sql =>
  rows
    ? sql`@calendar_agenda a JOIN (
        SELECT public_id, SUM(CASE locale ${raw(LANGUAGE_BITS)} ELSE 0 END) AS languages
        FROM (SELECT DISTINCT public_id, locale FROM (${rows}) AS permitted) AS each_language
        GROUP BY public_id) AS s ON s.public_id = a.event_id`
    : raw('@calendar_agenda a');

const existing = raw('(a.published | a.private | a.pending | a.draft)');

const inTrash = raw('a.trashed = 1');
const outside = raw('a.trashed = 0');

/** The event has the state in one of these languages. */
function inState(state: Status, languages: Sql, now: Date): Sql {
  if (state === 'trash') return inTrash;
  const column = state === 'publish' || state === 'future' ? 'published' : state;
  const has = sql`a.${raw(column)} & ${languages} <> 0`;
  if (state === 'publish') return all([outside, has, sql`a.visible_from <= ${now}`]);
  if (state === 'future') return all([outside, has, sql`a.visible_from > ${now}`]);
  return all([outside, has]);
}

/** D15.4: whether the editor may read times; otherwise events are neither found nor sorted by them. */
const readsTimes = ({ viewer }: AgendaContext): boolean =>
  ['start_date', 'end_date'].every((field) => viewer.reads(field));

/** The event runs within the period or begins in it (so that events without a duration match). */
const during = ({ from, to }: Partial<Span>, context: AgendaContext): Sql =>
  all([
    readsTimes(context) ? TRUE : FALSE,
    ...(from ? [sql`a.utc_end > ${from} OR a.utc_start >= ${from}`] : []),
    ...(to ? [sql`a.utc_start < ${to}`] : []),
  ]);

function inView(view: AgendaView, context: AgendaContext, languages: Sql): Sql {
  switch (view) {
    case 'all':
      return outside;
    case 'past':
      return all([outside, sql`a.utc_end <= ${context.now}`, during({ to: context.now }, context)]);
    case 'pending':
    case 'draft':
    case 'future':
    case 'trash':
      return inState(view, languages, context.now);
    default:
      return all([outside, during(context.spans[view], context)]);
  }
}

/**
 * D15.2: the event refers to one of the records, by its published rows or, without any, its drafts; false if the
 * field may not be read. One subquery for both: for a popular category, PostgreSQL reads all events for each.
 */
const referring = (field: ReferenceField, ids: number[], { viewer }: AgendaContext): Sql =>
  viewer.reads(field)
    ? sql`(a.event_id, (a.published | a.private) = 0) IN (
        SELECT e.public_id, e.published_at IS NULL
        FROM @calendar_links l JOIN @calendar_events e ON e.id = l.row_id WHERE ${isLinkTo(field, ids)})`
    : FALSE;

/** D15.4: the word is in the texts of the row `e` if all of them may be read, otherwise in its title. */
function readableText(text: string, { viewer }: AgendaContext): Sql {
  if (!viewer.reads(NAME_FIELD.event)) return FALSE;
  const whole = searchedFields('event').every((field) => viewer.reads(field));
  return containsFolded(searchText, text, whole ? '' : NAME_END);
}

/** D15.5: the word is in a text of the event in any language, or in the name of a venue or organizer. */
function findable(text: string, context: AgendaContext): Sql {
  const { viewer, named } = context;
  const texts = all([permittedRows(viewer, 'e'), readableText(text, context)]);
  const found = [
    sql`SELECT e.public_id FROM ${textsWith(text)} e WHERE ${texts}`,
    ...named
      .filter(({ type }) => viewer.reads(type))
      .map((one) => eventsNaming(one.type, text, permittedRows(one.viewer, 'e'), one.ids)),
  ];
  // Not two, joined by OR: PostgreSQL joins one. Of UNION ALL it expects 200, however many they are.
  return sql`a.event_id IN (${list(found, ' UNION ')})`;
}

function searched(search: string, context: AgendaContext): Sql {
  if (search === '') return TRUE;
  const tokens = parseSearch(search);
  if (tokens.length === 0) return FALSE;
  return all(
    tokens.map(({ text, excluded }) =>
      excluded ? not(findable(text, context)) : findable(text, context),
    ),
  );
}

const languagesIn = ({ language }: AgendaFilters, context: AgendaContext): Sql =>
  language ? sql`(${readable(context)} & ${raw(`${languageBit(language)}`)})` : readable(context);

function matching(filters: AgendaFilters, context: AgendaContext): Sql {
  const languages = languagesIn(filters, context);
  const { state, missing, references, span, search, among } = filters;
  return all([
    ...(among ? [oneOfIds(raw('a.event_id'), among)] : []),
    sql`${existing} & ${languages} <> 0`,
    ...(state ? [inState(state, languages, context.now)] : []),
    ...(missing ? [sql`${existing} & ${raw(`${languageBit(missing)}`)} = 0`] : []),
    ...Object.entries(references).map(([field, ids]) =>
      referring(field as ReferenceField, ids, context),
    ),
    ...(span.from || span.to ? [during(span, context)] : []),
    searched(search, context),
  ]);
}

/** D15.3: running and upcoming events, then past ones (latest first), then those without dates. */
function inOrder(context: AgendaContext): Sql {
  if (!readsTimes(context)) return raw('ORDER BY a.event_id DESC');
  const ahead = sql`(a.utc_end > ${context.now} OR a.utc_start >= ${context.now})`;
  return sql`ORDER BY CASE WHEN a.utc_start IS NULL THEN 2 WHEN ${ahead} THEN 0 ELSE 1 END,
    CASE WHEN ${ahead} THEN a.utc_start END,
    CASE WHEN NOT ${ahead} THEN a.utc_start END DESC, a.event_id`;
}

const eventsIn = (conditions: Sql[], context: AgendaContext): Sql =>
  sql`SELECT a.event_id AS id FROM ${agendaFor(context)} WHERE ${all(conditions)}`;

const idsOf = async (chosen: Sql): Promise<number[]> =>
  (await run<{ id: number }>(chosen)).map(({ id }) => id);

/** The filters with the events found, cached for all views; PostgreSQL reads few for a page by references alone. */
export async function foundOnce(filters: AgendaFilters, context: AgendaContext) {
  if (!filters.search && (isPostgres() || !Object.keys(filters.references).length)) return filters;
  const found = eventsIn([matching(filters, context)], context);
  const among = await cachedUntilDue(undated(context.now)(found), context, () => idsOf(found));
  return { ...filters, search: '', references: {}, among };
}

/** D15.3: the public ids of a page of the agenda, plus one if there are more. */
export async function chooseAgenda(
  { view, page, size = AGENDA_PAGE, ...filters }: InView & { page: number; size?: number },
  context: AgendaContext,
): Promise<number[]> {
  const seen = inView(view, context, languagesIn(filters, context));
  return idsOf(sql`${eventsIn([seen, matching(filters, context)], context)}
    ${inOrder(context)} LIMIT ${size + 1} OFFSET ${(page - 1) * size}`);
}

/** D15.12: the public ids of events within a period by start: `most`, plus one if there are more. */
export async function chooseWithin(
  span: Partial<Span>,
  { view, most, ...filters }: InView & { most: number },
  context: AgendaContext,
): Promise<number[]> {
  const seen = inView(view, context, languagesIn(filters, context));
  const found = eventsIn([seen, matching(filters, context), during(span, context)], context);
  return idsOf(sql`${found} ORDER BY a.utc_start, a.event_id LIMIT ${most + 1}`);
}

/** D15.14: the public ids of scheduled events, the next publication first. */
export async function chooseScheduled(
  most: number,
  filters: AgendaFilters,
  context: AgendaContext,
): Promise<number[]> {
  const scheduled = inState('future', languagesIn(filters, context), context.now);
  return idsOf(sql`${eventsIn([scheduled, matching(filters, context)], context)}
    ORDER BY a.visible_from, a.event_id LIMIT ${most}`);
}

/** D15.3: counts the events of each view with these filters, in one statement. */
export async function countAgenda<View extends AgendaView>(
  views: readonly View[],
  filters: AgendaFilters,
  context: AgendaContext,
): Promise<Record<View, number>> {
  const languages = languagesIn(filters, context);
  const counts = views.map(
    (view, at) =>
      sql`SUM(CASE WHEN ${inView(view, context, languages)} THEN 1 ELSE 0 END) AS ${raw(`v${at}`)}`,
  );
  const [row] = await run<Record<string, number | string | null>>(
    sql`SELECT ${list(counts)} FROM ${agendaFor(context)} WHERE ${matching(filters, context)}`,
  );
  return Object.fromEntries(
    views.map((view, at) => [view, Number(row?.[`v${at}`] ?? 0)]),
  ) as Record<View, number>;
}
