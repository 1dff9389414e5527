import type { Knex } from 'knex';
import { notProtected, publicOrScheduled } from '../access/sql';
import { beforeCommit } from '../database/commits';
import { chunks, nameIn, run } from '../database/run';
import { lock, lockShared } from '../database/transaction';
import { LANGUAGES } from '../settings/languages';
import type { RecordType } from '../settings/record-types';
import { LANGUAGE_BITS } from '../sql/facets';
import { all, raw, type Sql, searchText, sql, values } from '../sql/sql';
import {
  eventsBelow,
  eventsWithIds,
  project,
  projectCategories,
  type Scope,
  visibleFrom,
} from './project';

const COLUMNS =
  'event_id, utc_start, utc_end, visible_from, published, private, pending, draft, trashed, hidden'.split(
    ', ',
  );

/** The bits of the languages whose rows fulfil the condition; a language has at most one such row. */
const languagesOf = (condition: string) =>
  `COALESCE(SUM(CASE WHEN ${condition} THEN CASE e.locale ${LANGUAGE_BITS} END END), 0)`;

const PUBLISHED = 'e.published_at IS NOT NULL';
const DRAFT = 'e.published_at IS NULL';
const flagged = (flag: string) => `COALESCE(e.post_status, '') = '${flag}'`;
const notFlagged = (flag: string) => `COALESCE(e.post_status, '') <> '${flag}'`;

/** D15.2: a value of the published rows, or of the drafts if nothing is published. */
const shown = (value: string) =>
  `CASE WHEN MAX(e.published_at) IS NULL THEN MIN(${value}) ELSE MIN(CASE WHEN ${PUBLISHED} THEN ${value} END) END`;

const TIMED = 'e.utc_start_date IS NOT NULL AND e.utc_end_date IS NOT NULL';
const timed = (column: string) => `CASE WHEN ${TIMED} THEN ${column} END`;

/** D6.1: languages in this state without a published row, next to which a draft does not count. */
const alone = (state: string) =>
  raw(`CAST(${state} & ~(published | private) AS smallint) AS ${state}`);

const states = () =>
  raw(
    [
      `${languagesOf(`${PUBLISHED} AND ${notFlagged('private')}`)} AS published`,
      `${languagesOf(`${PUBLISHED} AND ${flagged('private')}`)} AS private`,
      `${languagesOf(`${DRAFT} AND ${flagged('pending')}`)} AS pending`,
      `${languagesOf(`${DRAFT} AND ${notFlagged('pending')}`)} AS draft`,
    ].join(', '),
  );

/** The texts of these rows are among the search texts as a whole (`wantedTexts`). */
const isOpen = (alias: string) => all([publicOrScheduled(alias), notProtected(alias)]);

/** D15.5: the row's text is among the search texts, as its own or as that of a draft without changes to it. */
const isSearchable = () => sql`${isOpen('e')} OR (e.published_at IS NULL AND EXISTS (
  SELECT 1 FROM @calendar_events p WHERE p.public_id = e.public_id AND p.locale = e.locale
    AND ${isOpen('p')} AND p.search_text = e.search_text))`;

/** The rows that the agenda's table should contain for the events. */
export const wantedAgenda = (scope: Scope): Sql => sql`
  SELECT event_id, utc_start, utc_end, visible_from, CAST(published AS smallint) AS published,
    CAST(private AS smallint) AS private, ${alone('pending')}, ${alone('draft')}, trashed, hidden
  FROM (
    SELECT e.public_id AS event_id,
      ${raw(shown(timed('e.utc_start_date')))} AS utc_start,
      ${raw(shown(timed('e.utc_end_date')))} AS utc_end,
      ${visibleFrom(shown('e.date'))} AS visible_from,
      ${states()},
      MAX(CASE WHEN e.trashed_at IS NULL THEN 0 ELSE 1 END) AS trashed,
      MAX(CASE WHEN ${isSearchable()} THEN 0 ELSE 1 END) AS hidden
    FROM @calendar_events e
    WHERE e.public_id IS NOT NULL AND e.locale IN (${values(LANGUAGES)})
      AND ${scope(raw('e.public_id'))}
    GROUP BY e.public_id) AS record`;

/** Rows of events that no longer exist. */
const orphaned = (scope: Scope) => sql`
  FROM @calendar_agenda AS stored WHERE ${scope(raw('event_id'))} AND NOT EXISTS (
    SELECT 1 FROM @calendar_events e WHERE e.public_id = stored.event_id)`;

const NULLABLE = ['utc_start', 'utc_end'];

const equal = (column: string) =>
  `stored.${column} ${NULLABLE.includes(column) ? 'IS NOT DISTINCT FROM' : '='} wanted.${column}`;

/** Wanted rows that are missing or differ. */
const outdated = (scope: Scope) => sql`
  FROM (${wantedAgenda(scope)}) AS wanted WHERE NOT EXISTS (
    SELECT 1 FROM @calendar_agenda AS stored WHERE ${raw(COLUMNS.map(equal).join(' AND '))})`;

const columns = raw(COLUMNS.join(', '));

/** D15.1: synchronises the agenda's rows with the events in two statements; writes only rows that differ. */
export async function projectAgenda(scope: Scope): Promise<void> {
  await run(sql`DELETE ${orphaned(scope)}`);
  await run(sql`INSERT INTO @calendar_agenda (${columns})
    SELECT ${columns} ${outdated(scope)}
    ON CONFLICT (event_id) DO UPDATE SET
      ${raw(COLUMNS.map((column) => `${column} = excluded.${column}`).join(', '))}`);
}

async function count(rows: Sql): Promise<number> {
  const [found] = await run<{ count: number | string }>(sql`SELECT COUNT(*) AS count ${rows}`);
  return Number(found?.count);
}

/** How many events have a row that differs from the wanted one. */
export const countOutdatedAgenda = async (scope: Scope): Promise<number> =>
  (await count(orphaned(scope))) + (await count(outdated(scope)));

/** The wanted rows of the search texts; D10.7: only the title of protected events. */
export const wantedTexts = (scope: Scope): Sql => sql`
  SELECT e.public_id AS event_id, e.locale AS language,
    CASE WHEN ${notProtected('e')} THEN ${searchText} ELSE ${nameIn(searchText)} END AS text
  FROM @calendar_events e
  WHERE ${publicOrScheduled('e')} AND e.locale IN (${values(LANGUAGES)}) AND ${scope(raw('e.public_id'))}`;

/** Rows of events and languages that are no longer public. */
const surplusTexts = (scope: Scope) => sql`
  FROM @calendar_search_text AS stored WHERE ${scope(raw('event_id'))} AND NOT EXISTS (
    SELECT 1 FROM @calendar_events e
    WHERE e.public_id = stored.event_id AND e.locale = stored.language AND ${publicOrScheduled('e')})`;

/** Wanted rows that are missing or differ. */
const outdatedTexts = (scope: Scope) => sql`
  FROM (${wantedTexts(scope)}) AS wanted WHERE NOT EXISTS (
    SELECT 1 FROM @calendar_search_text AS stored
    WHERE stored.event_id = wanted.event_id AND stored.language = wanted.language
      AND stored.text = wanted.text)`;

/** D8.11: synchronises the search texts with the events in two statements; writes only rows that differ. */
export async function projectTexts(scope: Scope): Promise<void> {
  await run(sql`DELETE ${surplusTexts(scope)}`);
  await run(sql`INSERT INTO @calendar_search_text (event_id, language, text)
    SELECT event_id, language, text ${outdatedTexts(scope)}
    ON CONFLICT (event_id, language) DO UPDATE SET text = excluded.text`);
}

/** How many search texts of the events are surplus, missing or different. */
export const countOutdatedTexts = async (scope: Scope): Promise<number> =>
  (await count(surplusTexts(scope))) + (await count(outdatedTexts(scope)));

/** Records changed by a transaction, by public id. */
interface Changes {
  /** Events in any language or state, deleted ones included. */
  events: number[];
  /** Categories with a changed parent, or deleted. */
  moved: number[];
}

/** Updates derived tables by statements inside the transaction. */
type Projection = (changes: Changes) => Promise<void>;

/**
 * Events per statement: SQLite takes 32,766 values in one, and PostgreSQL ends a statement after some seconds (D9.7),
 * which one for all events below a category would reach.
 */
const CHUNK = 1000;

const scopesOf = (events: number[]): Scope[] => [...chunks(events, CHUNK)].map(eventsWithIds);

async function projectListing({ events, moved }: Changes) {
  for (const scope of scopesOf(events)) await project(scope);
  if (moved.length === 0) return;
  for (const scope of scopesOf(await eventsBelow(moved))) await projectCategories(scope);
}

async function projectSearchTexts({ events }: Changes) {
  for (const scope of scopesOf(events)) await projectTexts(scope);
}

async function projectStates({ events }: Changes) {
  for (const scope of scopesOf(events)) await projectAgenda(scope);
}

/** D8.9: all tables derived from events, in the order in which they are written. */
const PROJECTIONS: Projection[] = [projectListing, projectSearchTexts, projectStates];

/** Lock that makes projections see the tree of categories as of their commit. */
export const TREE = 'listing:tree';

const pending = new WeakMap<Knex.Transaction, { events: Set<number>; moved: Set<number> }>();

async function projectChanges(trx: Knex.Transaction) {
  const changed = pending.get(trx);
  pending.delete(trx);
  if (!changed) return;
  const changes = { events: [...changed.events], moved: [...changed.moved] };
  await (changes.moved.length > 0 ? lock : lockShared)(TREE, trx);
  for (const each of PROJECTIONS) await each(changes);
}

/** D8.9: marks a record as changed by the transaction; its projections are written before COMMIT. Idempotent. */
export function markChanged(
  trx: Knex.Transaction,
  { type, publicId, moved = false }: { type: RecordType; publicId: number; moved?: boolean },
): void {
  if (type !== 'event' && !moved) return;
  const known = pending.get(trx) ?? { events: new Set(), moved: new Set() };
  pending.set(trx, known);
  known[type === 'event' ? 'events' : 'moved'].add(publicId);
  beforeCommit(trx, projectChanges);
}
