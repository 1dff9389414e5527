import {
  countMiscounted,
  createListingIndex,
  dropListingIndex,
  REPLACING,
  recountTerms,
  vacuumAgenda,
  vacuumListing,
} from '../database/listing-tables';
import { isMade, storeMark, withoutTimeout } from '../database/repair-marks';
import { run } from '../database/run';
import { dropTrigramIndex, vacuumSearchTexts } from '../database/search-index';
import { lock } from '../database/transaction';
import { sql } from '../sql/sql';
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

/** A table derived from events, and how to compare and update it. */
interface Derived {
  /** Counts events (or search texts) that differ. */
  countOutdated: (scope: Scope) => Promise<number>;
  project: (scope: Scope) => Promise<void>;
}

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

const repairSlice = ({ countOutdated, project }: Derived, scope: Scope, check: boolean) =>
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
async function compare(derived: Derived, check: boolean) {
  let count = 0;
  for (let after = 0; ; ) {
    const { scope, last } = await nextSlice(after);
    count += await repairSlice(derived, scope, check);
    if (last === undefined) return count;
    after = last;
  }
}

interface RepairedProjection extends Derived {
  /** Called after many rows have changed. */
  vacuum(): Promise<unknown>;
  /** Stores the mark that all rows correspond to the current definition. */
  made(): Promise<unknown>;
}

async function repairOne({ vacuum, made, ...derived }: RepairedProjection, check: boolean) {
  const differing = await compare(derived, check);
  if (check) return differing;
  if (differing > 0) await vacuum();
  await made();
  return differing;
}

const AGENDA = 'agenda';

/** Whether the agenda's rows were written by the current definition. */
export const isAgendaMade = (): Promise<boolean> => isMade(AGENDA, wantedAgenda(ALL_EVENTS));

/** D15.1: compares the agenda with all events and repairs differences; with `check` only counts them. */
export async function repairAgenda({ check = false } = {}): Promise<number> {
  const agenda = { countOutdated: countOutdatedAgenda, project: projectAgenda };
  const made = () => storeMark(AGENDA, wantedAgenda(ALL_EVENTS));
  return repairOne({ ...agenda, vacuum: vacuumAgenda, made }, check);
}

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
  if (count !== undefined) await vacuumListing();
  return count;
}

const LISTING = 'listing';

/** Whether the listing was written by the current definition. */
export const isListingMade = (): Promise<boolean> => isMade(LISTING, wantedRows(ALL_EVENTS));

/**
 * D8.9: compares the listing with all events and repairs differences; with `check` only counts them. Returns the
 * number of events that differed.
 */
export async function repairListing({ check = false } = {}): Promise<number> {
  const built = !check && (await isListingEmpty()) ? await build() : undefined;
  const count = built ?? (await compare({ countOutdated, project }, check));
  if (!check) await storeMark(LISTING, wantedRows(ALL_EVENTS));
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

const TEXTS = 'search texts';

/** Whether the search texts were written by the current definition. */
export const areTextsMade = (): Promise<boolean> => isMade(TEXTS, wantedTexts(ALL_EVENTS));

const areTextsEmpty = async () =>
  (await run(sql`SELECT 1 FROM @calendar_search_text LIMIT 1`)).length === 0;

/** Projects texts; into an empty table without the trigram index, which is created afterwards and saves minutes. */
async function projectIntoNone(scope: Scope) {
  if (await areTextsEmpty()) await dropTrigramIndex();
  await projectTexts(scope);
}

/** D8.11: compares the search texts with all events and repairs differences; with `check` only counts them. */
export async function repairTexts({ check = false } = {}): Promise<number> {
  const texts = { countOutdated: countOutdatedTexts, project: projectIntoNone };
  const made = () => storeMark(TEXTS, wantedTexts(ALL_EVENTS));
  return repairOne({ ...texts, vacuum: vacuumSearchTexts, made }, check);
}
