import {
  createListingIndex,
  dropListingIndex,
  vacuumAgenda,
  vacuumListing,
} from '../database/listing-tables';
import { isMade, rememberMade, unhurried } from '../database/repair-marks';
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
import { countOutdatedAgenda, projectAgenda, TREE, wantedAgenda } from './projections';
import { countOutdatedTexts, projectTexts, wantedTexts } from './search';

const AGENDA = 'agenda';

/** Whether the agenda's rows were made as they would be today. */
export const isAgendaMade = (): Promise<boolean> => isMade(AGENDA, wantedAgenda(EVERY));

/** No save is projected meanwhile. */
const mendAgenda = () =>
  unhurried(async (trx) => {
    await lock(TREE, trx);
    await projectAgenda(EVERY);
  });

/** D15.1: compares the agenda with all events and mends what differs, or with `check` only counts it. */
export async function repairAgenda({ check = false } = {}): Promise<number> {
  const differing = await unhurried(() => countOutdatedAgenda(EVERY));
  if (check) return differing;
  if (differing > 0) {
    await mendAgenda();
    await vacuumAgenda();
  }
  await rememberMade(AGENDA, wantedAgenda(EVERY));
  return differing;
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

async function isListingEmpty() {
  const [row] = await run(sql`SELECT 1 FROM @calendar_listing LIMIT 1`);
  return row === undefined;
}

/** An index that is made behind the rows takes half the time of one that grows with them. */
async function build() {
  const count = await unhurried(async (trx) => {
    await lock(TREE, trx);
    await dropListingIndex();
    await fill(EVERY);
    await createListingIndex();
    return countListed();
  });
  await vacuumListing();
  return count;
}

const mendListing = (scope: Scope, check: boolean) =>
  unhurried(async (trx) => {
    if (!check) await lock(TREE, trx);
    const count = await countOutdated(scope);
    if (count > 0 && !check) await project(scope);
    return count;
  });

async function compare(check: boolean) {
  let count = 0;
  for (let after = 0; ; ) {
    const { scope, last } = await nextSlice(after);
    count += await mendListing(scope, check);
    if (last === undefined) return count;
    after = last;
  }
}

const LISTING = 'listing';

/** Whether the listing was made as it would be today. */
export const isListingMade = (): Promise<boolean> => isMade(LISTING, withWanted(EVERY));

/**
 * D8.9: compares the listing with all events and mends it where it differs, or with `check` only counts
 * the events; gives how many differed.
 */
export async function repairListing({ check = false } = {}): Promise<number> {
  const count = !check && (await isListingEmpty()) ? await build() : await compare(check);
  if (!check) await rememberMade(LISTING, withWanted(EVERY));
  return count;
}

const TEXTS = 'search texts';

/** Whether the texts that searches look into were made as they would be today. */
export const areTextsMade = (): Promise<boolean> => isMade(TEXTS, wantedTexts(EVERY));

const areTextsEmpty = async () =>
  (await run(sql`SELECT 1 FROM @calendar_search_text LIMIT 1`)).length === 0;

/** No save is projected meanwhile. An index that grows with all rows takes minutes: it is built later. */
const mendTexts = () =>
  unhurried(async (trx) => {
    await lock(TREE, trx);
    if (await areTextsEmpty()) await dropTrigramIndex();
    await projectTexts(EVERY);
  });

/** D8.11: compares the texts with all events and mends those that differ, or with `check` only counts them. */
export async function repairTexts({ check = false } = {}): Promise<number> {
  const differing = await unhurried(() => countOutdatedTexts(EVERY));
  if (check) return differing;
  if (differing > 0) {
    await mendTexts();
    await vacuumSearchTexts();
  }
  await rememberMade(TEXTS, wantedTexts(EVERY));
  return differing;
}
