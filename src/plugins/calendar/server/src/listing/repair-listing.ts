import { sql } from '../sql/sql';
import { createListingIndex, dropListingIndex, settleListing } from '../store/listing-table';
import { lock } from '../store/lock';
import { isMade, rememberMade, unhurried } from '../store/repair-marks';
import { run } from '../store/run';
import { countListed, countOutdated, fill, project } from './project';
import { TREE } from './projections';
import { EVERY, type Scope, withWanted } from './wanted';

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
  await settleListing();
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
