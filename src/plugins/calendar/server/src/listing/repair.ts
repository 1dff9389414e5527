import {
  AGENDA,
  countMiscounted,
  createListingIndex,
  dropListingIndex,
  LISTING,
  REPLACING,
  recountTerms,
} from '../database/listing-tables';
import {
  isComparedByOther,
  isWrittenBy,
  isWrittenByOther,
  storeMark,
  withoutTimeout,
} from '../database/repair-marks';
import { execute, isPostgres, qualified, run } from '../database/run';
import { dropTrigramIndex, SEARCH_TEXTS } from '../database/search-index';
import { lock } from '../database/transaction';
import { RECORD_TYPES } from '../settings/record-types';
import { type Sql, sql } from '../sql/sql';
import {
  ALL_EVENTS,
  countListed,
  countOutdated,
  fill,
  project,
  type Scope,
  wantedRows,
} from './project';
import {
  countOutdatedAgenda,
  countOutdatedTexts,
  projectAgenda,
  projectTexts,
  TREE,
  wantedAgenda,
  wantedTexts,
} from './projections';

/**
 * Vacuums and analyzes a table after a bulk write, on PostgreSQL: for its planner's statistics, and for the visibility
 * map, without which index scans also read the table. If it takes too long while the calendar serves (D9.7), PostgreSQL
 * does it later by itself.
 */
async function vacuum(name: string): Promise<void> {
  if (!isPostgres()) return;
  await execute(`VACUUM ANALYZE ${qualified(name)}`).catch(({ message }: Error) =>
    strapi.log.warn(`${name} was not vacuumed: ${message}`),
  );
}

/** A table derived from events, and how to compare and update it. */
interface DerivedTable {
  table: string;
  /** The name under which is stored by which definition its rows were written. */
  mark: string;
  /** SQL for the rows that it should contain: its definition. */
  wanted: (scope: Scope) => Sql;
  /** Counts events (or search texts) that differ. */
  countOutdated: (scope: Scope) => Promise<number>;
  project: (scope: Scope) => Promise<void>;
}

const listing: DerivedTable = {
  ...{ table: LISTING, mark: 'listing', wanted: wantedRows, countOutdated, project },
};
const texts: DerivedTable = {
  ...{ table: SEARCH_TEXTS, mark: 'search texts', wanted: wantedTexts },
  ...{ countOutdated: countOutdatedTexts, project: projectIntoNone },
};
const agenda: DerivedTable = {
  ...{ table: AGENDA, mark: 'agenda', wanted: wantedAgenda },
  ...{ countOutdated: countOutdatedAgenda, project: projectAgenda },
};

/** Whether another version of the calendar has compared the records, or written these tables. */
export async function isOfOtherVersion(): Promise<boolean> {
  for (const type of RECORD_TYPES) if (await isComparedByOther(type)) return true;
  for (const { mark, wanted } of [listing, texts, agenda])
    if (await isWrittenByOther(mark, wanted(ALL_EVENTS))) return true;
  return false;
}

/** Whether the rows of all of these tables were written by their current definitions. */
export async function areTablesCurrent(): Promise<boolean> {
  for (const { mark, wanted } of [listing, texts, agenda])
    if (!(await isWrittenBy(mark, wanted(ALL_EVENTS)))) return false;
  return true;
}

const storeDefinition = ({ mark, wanted }: DerivedTable) => storeMark(mark, wanted(ALL_EVENTS));

/** Rows of events compared per transaction, during which saves wait before projecting. */
const SLICE = 20_000;

/** The next slice: ids above `after`, about `SLICE` rows; the last one is unbounded. */
async function nextSlice(after: number): Promise<{ scope: Scope; last?: number }> {
  const [row] = await run<{ public_id: number }>(sql`SELECT public_id FROM @calendar_events
    WHERE public_id > ${after} ORDER BY public_id LIMIT 1 OFFSET ${SLICE}`);
  const last = row?.public_id;
  return {
    last,
    scope: (column) =>
      last === undefined
        ? sql`${column} > ${after}`
        : sql`${column} > ${after} AND ${column} <= ${last}`,
  };
}

const repairSlice = ({ countOutdated, project }: DerivedTable, scope: Scope, check: boolean) =>
  withoutTimeout(async (trx) => {
    if (!check) await lock(TREE, trx);
    const count = await countOutdated(scope);
    if (count > 0 && !check) await project(scope);
    return count;
  });

/**
 * Compares slice by slice, even into an empty table: PostgreSQL plans a statement by the size of its tables at the
 * beginning, and would scan all newly written rows for each row.
 */
async function compare(derived: DerivedTable, check: boolean) {
  let count = 0;
  for (let after = 0; ; ) {
    const { scope, last } = await nextSlice(after);
    count += await repairSlice(derived, scope, check);
    if (last === undefined) return count;
    after = last;
  }
}

async function repair(derived: DerivedTable, check: boolean) {
  const differing = await compare(derived, check);
  if (check) return differing;
  if (differing > 0) await vacuum(derived.table);
  await storeDefinition(derived);
  return differing;
}

/** D15.1: compares the agenda with all events and repairs differences; with `check` only counts them. */
export const repairAgenda = ({ check = false } = {}): Promise<number> => repair(agenda, check);

async function isListingEmpty() {
  const [row] = await run(sql`SELECT 1 FROM @calendar_listing LIMIT 1`);
  return row === undefined;
}

/**
 * Fills the empty listing and creates its index afterwards, which takes half the time. Undefined if another process
 * has written rows by the time that the lock is taken.
 */
async function build() {
  const count = await withoutTimeout(async (trx) => {
    await lock(TREE, trx);
    if (!(await isListingEmpty())) return undefined;
    await dropListingIndex();
    await fill(ALL_EVENTS);
    await createListingIndex();
    return countListed();
  });
  if (count !== undefined) await vacuum(LISTING);
  return count;
}

/**
 * D8.9: compares the listing with all events and repairs differences; with `check` only counts them. Returns the
 * number of events that differed.
 */
export async function repairListing({ check = false } = {}): Promise<number> {
  const built = !check && (await isListingEmpty()) ? await build() : undefined;
  const count = built ?? (await compare(listing, check));
  if (!check) await storeDefinition(listing);
  return count;
}

/**
 * D8.10: compares the counts of categories and tags with the listing and recomputes them if any differ; with `check`
 * only counts the terms. They differ after a restore by another program: rows of the listing fire triggers that add
 * counts to the restored ones.
 */
export async function repairTermCounts({ check = false } = {}): Promise<number> {
  const count = await withoutTimeout(countMiscounted); // One statement reads a consistent snapshot without blocking saves.
  if (count > 0 && !check) {
    await withoutTimeout(async (trx) => {
      for (const name of [TREE, REPLACING]) await lock(name, trx);
      await recountTerms();
    });
  }
  return count;
}

const areTextsEmpty = async () =>
  (await run(sql`SELECT 1 FROM @calendar_search_text LIMIT 1`)).length === 0;

/** Projects texts; into an empty table without the trigram index, which is created afterwards and saves minutes. */
async function projectIntoNone(scope: Scope) {
  if (await areTextsEmpty()) await dropTrigramIndex();
  await projectTexts(scope);
}

/** D8.11: compares the search texts with all events and repairs differences; with `check` only counts them. */
export const repairTexts = ({ check = false } = {}): Promise<number> => repair(texts, check);
