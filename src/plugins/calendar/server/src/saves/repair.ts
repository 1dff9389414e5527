import type { Knex } from 'knex';
import { recordTable, type Values } from '../content-types/rows';
import { endLogIns, repairAuthors } from '../database/authors';
import { beforeCommit } from '../database/commits';
import { isServed } from '../database/data-version-postgres';
import { endGenerations } from '../database/generations';
import { repairSequences } from '../database/identity';
import { repairLinks } from '../database/links';
import { beginComparison, isCompared } from '../database/repair-marks';
import { raiseAllRevisions } from '../database/revisions';
import { jsonRows, run, table, tableOf } from '../database/run';
import { buildTrigramIndex } from '../database/search-index';
import { scheduleImported } from '../database/webhooks';
import { FOLDED } from '../kinds/text/normalize';
import {
  areTablesCurrent,
  isOfOtherVersion,
  repairAgenda,
  repairListing,
  repairTermCounts,
  repairTexts,
} from '../listing/repair';
import { RECORD_TYPES, type RecordType } from '../settings/record-types';
import { searchedFields, searchTextOf, sql } from '../sql/sql';

/** A row with its stored search text and the fields from which it is derived. */
interface Searched extends Values {
  id: number;
  search_text: string | null;
}

/** Rows read and written at a time. */
const CHUNK = 500;

/** Rows between two reports of progress. */
const REPORTED = 10_000;

interface TextOptions {
  /** Only counts. */
  check?: boolean;
  /** Compares every text with its fields, not only missing ones and those of another folding. */
  every?: boolean;
  /** Called now and then with the number of rows read. */
  progress?: (read: number) => void;
}

/** The next rows in the order of their ids. */
async function nextRows(type: RecordType, after: number, every: boolean): Promise<Searched[]> {
  const rows = table(recordTable(type))
    .select('id', 'search_text', ...searchedFields(type))
    .where('id', '>', after)
    .orderBy('id')
    .limit(CHUNK);
  return every ? rows : rows.whereRaw("COALESCE(search_text, '') NOT LIKE ?", [`%${FOLDED}`]);
}

/** Writes new texts in one statement, except into rows saved in the meantime; `updated_at` stays. */
async function renewTexts(type: RecordType, rows: (Searched & { renewed: string })[]) {
  const given = rows.map(({ id, search_text, renewed }) => ({ id, was: search_text, renewed }));
  const texts = jsonRows({ id: 'integer', was: 'text', renewed: 'text' }, given);
  await run(sql`UPDATE ${tableOf(type)} AS searched SET search_text = given.renewed FROM ${texts}
    WHERE searched.id = given.id AND search_text IS NOT DISTINCT FROM given.was`);
}

/** D4.7: rewrites the search texts of a type that differ; returns how many. Each row is read once. */
export async function repairSearchTexts(
  type: RecordType,
  { check = false, every = false, progress }: TextOptions = {},
): Promise<number> {
  let differing = 0;
  let read = 0;
  for (let after = 0; ; ) {
    const rows = await nextRows(type, after, every);
    const last = rows.at(-1);
    if (!last) return differing;
    const made = rows
      .map((row) => ({ ...row, renewed: searchTextOf(type, row) }))
      .filter(({ search_text, renewed }) => search_text !== renewed);
    if (!check && made.length > 0) await renewTexts(type, made);
    differing += made.length;
    read += rows.length;
    after = last.id;
    if (read % REPORTED === 0) progress?.(read);
  }
}

/** How many of each kind differed. */
export interface Repaired {
  ids: number;
  authors: number;
  links: number;
  searchTexts: number;
  listing: number;
  counts: number;
  searched: number;
  agenda: number;
}

interface Options {
  /** Changes nothing. */
  check?: boolean;
  /** Called with a sentence about the current step. */
  log?: (sentence: string) => void;
}

interface RowOptions extends Options {
  /** Compares every search text, which takes some milliseconds per hundred rows. */
  every?: boolean;
}

/** Repairs that an index answers, regardless of the number of rows. */
const repairNumbers = async (options: Options) => ({
  ids: await repairSequences(options),
  authors: await repairAuthors(options),
});

/** Repairs that read every row; without `every`, search texts are only checked as far as an index allows. */
async function repairRows(type: RecordType, { check = false, every = false, log }: RowOptions) {
  const remember = await beginComparison(type);
  log?.(`Comparing all rows of the type ${type} ...`);
  const links = type === 'event' ? await repairLinks({ check }) : 0;
  const progress = (read: number) => log?.(`Search texts of the type ${type}: ${read} ...`);
  const searchTexts = await repairSearchTexts(type, { check, every, progress });
  if (!check) await remember();
  return { links, searchTexts };
}

async function repairTypes(types: RecordType[], options: RowOptions) {
  const repaired = { ...(await repairNumbers(options)), links: 0, searchTexts: 0 };
  for (const type of types) {
    const { links, searchTexts } = await repairRows(type, options);
    repaired.links += links;
    repaired.searchTexts += searchTexts;
  }
  return repaired;
}

/** Repairs derived tables. After ids, links and the tree of categories, from which they are derived. */
async function repairProjections({ check, log }: Options) {
  log?.('Comparing the listing, what is searched, and the agenda with all events ...');
  return {
    listing: await repairListing({ check }),
    counts: await repairTermCounts({ check }),
    searched: await repairTexts({ check }),
    agenda: await repairAgenda({ check }),
  };
}

/** D3.5: compares all derived data with the records and repairs it. */
export async function repairAll(options: Options = {}): Promise<Repaired> {
  const rows = await repairTypes([...RECORD_TYPES], { ...options, every: true });
  const repaired = { ...rows, ...(await repairProjections(options)) };
  const hasRepaired = !options.check && Object.values(repaired).some((count) => count > 0);
  if (hasRepaired) await endGenerations(); // D8.14: repairs are not in the list of changes, so clients must start over.
  if (!options.check) await buildTrigramIndex(); // Dropped if there were no search texts; nodes build it only at a start.
  return repaired;
}

const NOTHING_DERIVED = { listing: 0, counts: 0, searched: 0, agenda: 0 };

/** Types from which the listing is derived. */
const LISTED: RecordType[] = ['event', 'category'];

const STILL_SERVED =
  'A process of another version still serves this database: stop it, and run "npm run repair" afterwards, or searches and lists may miss what it has written since (docs/hosting.md).';

/** Like `repairAll`, at a start: skips types that were compared before and not imported since. */
export async function repairAtStart(): Promise<Repaired> {
  const log = (sentence: string) => strapi.log.info(sentence);
  if ((await isOfOtherVersion()) && (await isServed())) strapi.log.warn(STILL_SERVED);
  const types: RecordType[] = [];
  for (const type of RECORD_TYPES) if (!(await isCompared(type))) types.push(type);
  if (types.length > 0) await endGenerations(); // D8.14: rows may have been written past the rules.
  const repaired = await repairTypes(types, { log });
  const isListed = (await areTablesCurrent()) && !LISTED.some((type) => types.includes(type));
  return { ...repaired, ...(isListed ? NOTHING_DERIVED : await repairProjections({ log })) };
}

/**
 * D4.4: empties the derived tables after an import: imported rows may have the ids of other records, so that lists
 * would show those, even private ones. Lists stay empty until all is compared; sequences of ids are repaired at once.
 */
async function forgetDerived(trx: Knex.Transaction): Promise<void> {
  await run(sql`DELETE FROM @calendar_listing`);
  await run(sql`DELETE FROM @calendar_search_text`);
  await run(sql`DELETE FROM @calendar_agenda`);
  await run(sql`DELETE FROM @calendar_repairs`);
  await run(sql`DELETE FROM @calendar_idempotency_keys`); // Their responses show replaced records.
  await endGenerations(); // D8.14: replaced records are not in the list of changes.
  await repairNumbers({});
  const now = new Date();
  await endLogIns(now);
  await raiseAllRevisions(now);
  await scheduleImported(now, trx);
}

interface Transfers {
  'runner-pull'(ctx: unknown): Promise<unknown>;
}

/** D4.2: stores authors and last ids before another program pulls a transfer from the running calendar. */
export function storeNumbersBeforePull(): void {
  strapi.get('controllers').extend('admin::transfer', (controller: Transfers) => ({
    ...controller,
    'runner-pull': async (ctx: unknown) => {
      await repairNumbers({});
      return controller['runner-pull'](ctx);
    },
  }));
}

interface Scope {
  trx: Knex.Transaction;
  onCommit(work: () => Promise<unknown>): void;
}

/** Transactions in which Strapi's data transfer writes. */
const followed = new WeakSet<Knex.Transaction>();

/** Repairs after an import if this process serves; a mere import command leaves that to the next start. */
const repairWhileServing = async () => {
  if (!strapi.server.httpServer.listening) return;
  await repairAtStart();
  await buildTrigramIndex(); // The repair has dropped it to fill the search texts.
};

/** D4.4: runs a transfer in a transaction that also empties the derived tables; they are repaired after the commit. */
export const followTransfer = () =>
  strapi.db.transaction(async (scope) => {
    const { trx, onCommit } = scope as Scope;
    beforeCommit(trx, forgetDerived);
    if (followed.has(trx)) return;
    followed.add(trx);
    onCommit(repairWhileServing);
  });
