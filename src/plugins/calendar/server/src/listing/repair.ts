import {
  countMiscounted,
  createListingIndex,
  dropListingIndex,
  REPLACING,
  recountTerms,
  vacuumAgenda,
  vacuumListing,
} from '../database/listing-tables';
import { isMade, rememberMade, withoutTimeout } from '../database/repair-marks';
import { run } from '../database/run';
import { dropTrigramIndex, vacuumSearchTexts } from '../database/search-index';
import { lock } from '../database/transaction';
import { sql } from '../sql/sql';
import {
  countListed,
  countOutdated,
  EVERY,
  fill,
  project,
  type Scope,
  withWanted,
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

/** What is derived from events, as it is compared with them. */
interface Derived {
  /** How many events, or texts of theirs, are not as they should be. */
  countOutdated: (scope: Scope) => Promise<number>;
  project: (scope: Scope) => Promise<void>;
}

/** Rows of events that are compared in one transaction, while no save may be projected. */
const SLICE = 20_000;

/** Ids above `after`, up to the one that `SLICE` rows lie before; the last slice has no end. */
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

const mendSlice = ({ countOutdated, project }: Derived, scope: Scope, check: boolean) =>
  withoutTimeout(async (trx) => {
    if (!check) await lock(TREE, trx);
    const count = await countOutdated(scope);
    if (count > 0 && !check) await project(scope);
    return count;
  });

/**
 * Slice by slice also where there is nothing yet: PostgreSQL plans a statement by how large its tables
 * are, and one that begins with an empty table looks through all that it has written for each row.
 */
async function compare(derived: Derived, check: boolean) {
  let count = 0;
  for (let after = 0; ; ) {
    const { scope, last } = await nextSlice(after);
    count += await mendSlice(derived, scope, check);
    if (last === undefined) return count;
    after = last;
  }
}

interface Mended extends Derived {
  /** Behind many rows that have changed. */
  vacuum(): Promise<unknown>;
  /** Remembers that all rows are as they would be made today. */
  made(): Promise<unknown>;
}

async function mend({ vacuum, made, ...derived }: Mended, check: boolean) {
  const differing = await compare(derived, check);
  if (check) return differing;
  if (differing > 0) await vacuum();
  await made();
  return differing;
}

const AGENDA = 'agenda';

/** Whether the agenda's rows were made as they would be today. */
export const isAgendaMade = (): Promise<boolean> => isMade(AGENDA, wantedAgenda(EVERY));

/** D15.1: compares the agenda with all events and mends what differs, or with `check` only counts it. */
export async function repairAgenda({ check = false } = {}): Promise<number> {
  const agenda = { countOutdated: countOutdatedAgenda, project: projectAgenda };
  const made = () => rememberMade(AGENDA, wantedAgenda(EVERY));
  return mend({ ...agenda, vacuum: vacuumAgenda, made }, check);
}

async function isListingEmpty() {
  const [row] = await run(sql`SELECT 1 FROM @calendar_listing LIMIT 1`);
  return row === undefined;
}

/** An index that is made behind the rows takes half the time of one that grows with them. */
async function build() {
  const count = await withoutTimeout(async (trx) => {
    await lock(TREE, trx);
    await dropListingIndex();
    await fill(EVERY);
    await createListingIndex();
    return countListed();
  });
  await vacuumListing();
  return count;
}

const LISTING = 'listing';

/** Whether the listing was made as it would be today. */
export const isListingMade = (): Promise<boolean> => isMade(LISTING, withWanted(EVERY));

/**
 * D8.9: compares the listing with all events and mends it where it differs, or with `check` only counts
 * the events; gives how many differed.
 */
export async function repairListing({ check = false } = {}): Promise<number> {
  const builds = !check && (await isListingEmpty());
  const count = builds ? await build() : await compare({ countOutdated, project }, check);
  if (!check) await rememberMade(LISTING, withWanted(EVERY));
  return count;
}

/**
 * D8.10: compares the counts of categories and tags with the listing and makes them anew where they differ,
 * or with `check` only counts the terms: rows of the listing that another program brings back add lines
 * beside those that come back with them.
 */
export async function repairTermCounts({ check = false } = {}): Promise<number> {
  const count = await withoutTimeout(countMiscounted); // One statement sees both as of one moment: saves go on meanwhile.
  if (count > 0 && !check) {
    await withoutTimeout(async (trx) => {
      for (const name of [TREE, REPLACING]) await lock(name, trx);
      await recountTerms();
    });
  }
  return count;
}

const TEXTS = 'search texts';

/** Whether the texts that searches look into were made as they would be today. */
export const areTextsMade = (): Promise<boolean> => isMade(TEXTS, wantedTexts(EVERY));

const areTextsEmpty = async () =>
  (await run(sql`SELECT 1 FROM @calendar_search_text LIMIT 1`)).length === 0;

/** An index that grows with all rows takes minutes: where there is none yet, it is built behind them. */
async function projectIntoNone(scope: Scope) {
  if (await areTextsEmpty()) await dropTrigramIndex();
  await projectTexts(scope);
}

/** D8.11: compares the texts with all events and mends those that differ, or with `check` only counts them. */
export async function repairTexts({ check = false } = {}): Promise<number> {
  const texts = { countOutdated: countOutdatedTexts, project: projectIntoNone };
  const made = () => rememberMade(TEXTS, wantedTexts(EVERY));
  return mend({ ...texts, vacuum: vacuumSearchTexts, made }, check);
}
