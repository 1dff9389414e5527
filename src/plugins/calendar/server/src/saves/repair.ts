import type { Knex } from 'knex';
import type { Values } from '../content-types/rows';
import { repairAuthors } from '../database/authors';
import { beforeCommit } from '../database/commits';
import { endGenerations } from '../database/generations';
import { repairSequences } from '../database/identity';
import { repairLinks } from '../database/links';
import { beginComparison, isCompared } from '../database/repair-marks';
import { raiseAllRevisions } from '../database/revisions';
import { jsonRows, recordTable, run, table, tableOf } from '../database/run';
import { scheduleImported } from '../database/webhooks';
import { FOLDED } from '../kinds/text/normalize';
import {
  areTextsMade,
  isAgendaMade,
  isListingMade,
  repairAgenda,
  repairListing,
  repairTermCounts,
  repairTexts,
} from '../listing/repair';
import { RECORD_TYPES, type RecordType } from '../settings/record-types';
import { searchedFields, searchTextOf, sql } from '../sql/sql';

/** A row with its search text as it is stored, and the fields that make it. */
interface Searched extends Values {
  id: number;
  search_text: string | null;
}

/** How many rows are held in memory, and written, at once. */
const CHUNK = 500;

/** After how many rows whoever waits is told. */
const REPORTED = 10_000;

interface TextOptions {
  /** Only counts. */
  check?: boolean;
  /** Compares every text with its fields, not only those that are missing or were folded otherwise. */
  every?: boolean;
  /** Is told now and then how many rows were read. */
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

/** Writes renewed texts in one statement, except into rows that were saved meanwhile; `updated_at` stays. */
async function renewTexts(type: RecordType, rows: (Searched & { renewed: string })[]) {
  const given = rows.map(({ id, search_text, renewed }) => ({ id, was: search_text, renewed }));
  const texts = jsonRows({ id: 'integer', was: 'text', renewed: 'text' }, given);
  await run(sql`UPDATE ${tableOf(type)} AS searched SET search_text = given.renewed FROM ${texts}
    WHERE searched.id = given.id AND search_text IS NOT DISTINCT FROM given.was`);
}

/** D4.7: makes the search texts of a type again that differ; gives how many. Each row is read once. */
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

/** How many of each did not match. */
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
  /** Is told what is being done. */
  tell?: (sentence: string) => void;
}

interface RowOptions extends Options {
  /** Search texts are made again to be compared: some milliseconds for each hundred. */
  every?: boolean;
}

const NONE: Repaired = {
  ids: 0,
  authors: 0,
  links: 0,
  searchTexts: 0,
  listing: 0,
  counts: 0,
  searched: 0,
  agenda: 0,
};

/** What an index answers, however many rows there are. */
const repairNumbers = async (options: Options) => ({
  ids: await repairSequences(options),
  authors: await repairAuthors(options),
});

/** What only a look at every row answers; at a start, of search texts only what shows without it. */
async function repairRows(type: RecordType, { check = false, every = false, tell }: RowOptions) {
  const remember = await beginComparison(type);
  tell?.(`Comparing all rows of the type ${type} ...`);
  const links = type === 'event' ? await repairLinks({ check }) : 0;
  const progress = (read: number) => tell?.(`Search texts of the type ${type}: ${read} ...`);
  const searchTexts = await repairSearchTexts(type, { check, every, progress });
  if (!check) await remember();
  return { links, searchTexts };
}

const sum = (some: Repaired, more: Partial<Repaired>): Repaired => ({
  ids: some.ids + (more.ids ?? 0),
  authors: some.authors + (more.authors ?? 0),
  links: some.links + (more.links ?? 0),
  searchTexts: some.searchTexts + (more.searchTexts ?? 0),
  listing: some.listing + (more.listing ?? 0),
  counts: some.counts + (more.counts ?? 0),
  searched: some.searched + (more.searched ?? 0),
  agenda: some.agenda + (more.agenda ?? 0),
});

async function repairTypes(types: RecordType[], options: RowOptions): Promise<Repaired> {
  let repaired = sum(NONE, await repairNumbers(options));
  for (const type of types) repaired = sum(repaired, await repairRows(type, options));
  return repaired;
}

/** Behind all that it follows from: ids, links and the tree of categories. */
async function repairProjections(repaired: Repaired, { check, tell }: Options) {
  tell?.('Comparing the listing, what is searched, and the agenda with all events ...');
  const [listing, counts] = [await repairListing({ check }), await repairTermCounts({ check })];
  const [searched, agenda] = [await repairTexts({ check }), await repairAgenda({ check })];
  return sum(repaired, { listing, counts, searched, agenda });
}

/** D3.5: everything that follows from the records, compared with them and made good. */
export async function repairAll(options: Options = {}): Promise<Repaired> {
  const rows = await repairTypes([...RECORD_TYPES], { ...options, every: true });
  const repaired = await repairProjections(rows, options);
  const isMended = !options.check && Object.values(repaired).some((count) => count > 0);
  if (isMended) await endGenerations(); // D8.14: readers find what no line has told of.
  return repaired;
}

/** What the listing is made of. */
const LISTED: RecordType[] = ['event', 'category'];

/** The same at a start, where is left out what was compared before and not imported since. */
export async function repairAtStart(): Promise<Repaired> {
  const tell = (sentence: string) => strapi.log.info(sentence);
  const types: RecordType[] = [];
  for (const type of RECORD_TYPES) if (!(await isCompared(type))) types.push(type);
  if (types.length > 0) await endGenerations(); // D8.14: others came past the rules.
  const repaired = await repairTypes(types, { tell });
  const isListed =
    (await isListingMade()) &&
    (await areTextsMade()) &&
    (await isAgendaMade()) &&
    !LISTED.some((type) => types.includes(type));
  return isListed ? repaired : repairProjections(repaired, { tell });
}

/**
 * D4.4: rows that bypassed the rules may have other records' ids: lists would show them as those, private ones
 * too. Until all is compared lists are empty; free ids are ensured at once.
 */
async function forgetDerived(trx: Knex.Transaction): Promise<void> {
  await run(sql`DELETE FROM @calendar_listing`);
  await run(sql`DELETE FROM @calendar_search_text`);
  await run(sql`DELETE FROM @calendar_agenda`);
  await run(sql`DELETE FROM @calendar_repairs`);
  await endGenerations(); // D8.14: no line tells of what was replaced, and there may be nothing in its place.
  await repairNumbers({});
  const now = new Date();
  await raiseAllRevisions(now);
  await scheduleImported(now, trx);
}

interface Transfers {
  'runner-pull'(ctx: unknown): Promise<unknown>;
}

/** D4.2: a program that copies the running calendar takes along who has written since its start, too. */
export function rememberAuthorsOfCopies(): void {
  strapi.get('controllers').extend('admin::transfer', (controller: Transfers) => ({
    ...controller,
    'runner-pull': async (ctx: unknown) => {
      await repairAuthors();
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

/** A program whose only work is an import leaves what takes long to the next start. */
const repairWhileServing = async () => {
  if (strapi.server.httpServer.listening) await repairAtStart();
};

/** D4.4: what told of the rows that were there before ends with them, and is made anew behind the commit. */
export const followTransfer = () =>
  strapi.db.transaction(async (scope) => {
    const { trx, onCommit } = scope as Scope;
    beforeCommit(trx, forgetDerived);
    if (followed.has(trx)) return;
    followed.add(trx);
    onCommit(repairWhileServing);
  });
