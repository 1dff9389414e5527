import type { Knex } from 'knex';
import {
  isPostType,
  type PostType,
  type RecordType,
  type ReferenceField,
  TERM_FIELD,
} from '../settings/record-types';
import { awaitTurns, forgetFailure } from './pool';
import { isPostgres } from './run';

/** What a request has done at the beginning and at the end of its write's transaction (`ctx.state.once`). */
export interface Once {
  begin(trx: Knex.Transaction): Promise<void>;
  end(result: unknown, trx: Knex.Transaction): Promise<void>;
}

/** What PostgreSQL says to the transaction that it gives up for another's sake. */
const RETRYABLE = ['40P01', '40001'];

const ATTEMPTS = 3;

const isRetryable = (error: unknown) =>
  RETRYABLE.includes((error as { code?: string })?.code ?? '');

/** Throws where 503 was sent meanwhile: that write must not commit (`ctx.state.over`). */
export function throwIfTimedOut(): void {
  (strapi.requestContext.get()?.state.over as AbortSignal | undefined)?.throwIfAborted();
}

/**
 * Behind the work COMMIT follows: whoever would tell that nothing is stored has to wait for it
 * (`ctx.state.commits`). Not yet, where the work has parts that ask by `commitInTime`.
 */
async function inTime<Result>(work: () => Promise<Result>): Promise<Result> {
  const { state } = strapi.requestContext.get() ?? {};
  if (state) state.commits = false;
  const result = await work();
  throwIfTimedOut();
  if (state) state.commits = true;
  return result;
}

/** As `inTime`, for a save by any door, whose transaction may be its own, Strapi's, or one of `transaction`. */
export function commitInTime(): void {
  throwIfTimedOut();
  const { state } = strapi.requestContext.get() ?? {};
  if (state) state.commits ??= true;
}

/** D8.15: a write that may be repeated. */
async function once<Result>(work: () => Promise<Result>, trx: Knex.Transaction): Promise<Result> {
  const repeatable: Once | undefined = strapi.requestContext.get()?.state.once;
  await repeatable?.begin(trx);
  const result = await work();
  await repeatable?.end(result, trx);
  return result;
}

/**
 * D8.4: all of the work or none of it. Our own writers take names in one order (decision 6); beside
 * those who do not, the work may be given up. Nothing of it is left then, and it begins again.
 */
export async function transaction<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return (await strapi.db.transaction(({ trx }) =>
        inTime(() => once(work, trx as Knex.Transaction)),
      )) as Result;
    } catch (error) {
      const within = strapi.db.inTransaction(); // Whoever began it may begin it again.
      if (within || attempt === ATTEMPTS || !isRetryable(error)) throw error;
      forgetFailure();
    }
  }
}

const heldLocks = new WeakMap<Knex.Transaction, Set<string>>();

/** The names that a transaction holds. */
function namesOf(trx: Knex.Transaction): Set<string> {
  const names = heldLocks.get(trx) ?? new Set();
  heldLocks.set(trx, names);
  return names;
}

/**
 * Holds a name until the transaction ends; others who want it wait.
 * SQLite has one connection per process and needs no lock (D2.3: one process).
 */
export async function lock(name: string, trx: Knex.Transaction): Promise<void> {
  if (!isPostgres() || namesOf(trx).has(name)) return;
  await awaitTurns(trx);
  await trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`calendar:${name}`]);
  namesOf(trx).add(name);
}

/** Holds a name until the transaction ends, unless somebody else does; gives whether it does. */
export async function tryLock(name: string, trx: Knex.Transaction): Promise<boolean> {
  if (!isPostgres()) return true;
  const { rows } = await trx.raw(
    'select pg_try_advisory_xact_lock(hashtextextended(?, 0)) as locked',
    [`calendar:${name}`],
  );
  return rows[0].locked;
}

/** Holds a name beside others who hold it so; whoever locks it waits for all of them. */
export async function lockShared(name: string, trx: Knex.Transaction): Promise<void> {
  if (!isPostgres()) return;
  await awaitTurns(trx);
  await trx.raw('select pg_advisory_xact_lock_shared(hashtextextended(?, 0))', [
    `calendar:${name}`,
  ]);
}

/** Belongs into the transaction of the work. */
const lockInTransaction = (name: string) => strapi.db.transaction(({ trx }) => lock(name, trx));

/** Two writers must not make one name twice. */
export const lockReferences = (field: ReferenceField) => lockInTransaction(`references:${field}`);

const recordName = (type: PostType, documentId: string) => `${type}:${documentId}`;

/**
 * D8.4: writers of one post queue. Terms queue with all of their type, for their names and their tree
 * are one matter. Nobody else can mean a post that is new.
 */
export async function lockRecord(type: RecordType, documentId: string | undefined): Promise<void> {
  if (!isPostType(type)) await lockReferences(TERM_FIELD[type]);
  else if (documentId) await lockInTransaction(recordName(type, documentId));
}

/** Whether nobody else can write the record before the transaction ends. */
export const holdsRecord = (type: PostType, documentId: string, trx: Knex.Transaction): boolean =>
  !isPostgres() || namesOf(trx).has(recordName(type, documentId));

/** A post that the transaction has made: nobody else can mean it before it is committed. */
export function keepNewRecord(type: RecordType, documentId: string, trx: Knex.Transaction): void {
  if (isPostType(type)) namesOf(trx).add(recordName(type, documentId));
}

/** D4.6: whoever chooses a slug holds it; slugs of a language of a type, so that others do not wait. */
export const lockSlug = (
  { type, locale }: { type: RecordType; locale: string },
  slug: string,
  trx: Knex.Transaction,
) => lock(`slug:${type}:${locale}:${slug}`, trx);

/** D4.13: whoever gives a record an external id holds it. */
export const lockExternalId = (
  type: RecordType,
  { externalId, source }: { externalId: string; source: string },
  trx: Knex.Transaction,
) => lock(`external:${type}:${source}:${externalId}`, trx);

/** One of Strapi's services, of which a function is called at each start. */
function makeAtomic(service: Record<string, unknown>, name: string): void {
  const make = (service[name] as () => Promise<unknown>).bind(service);
  service[name] = () => strapi.db.transaction(make);
}

/**
 * D10.5: Strapi creates its roles only where there are none, right by right: a process that dies in between
 * would leave them incomplete for good. One transaction makes it all or nothing.
 */
export function makeRolesAtomic(): void {
  makeAtomic(strapi.service('admin::role'), 'createRolesIfNoneExist');
  makeAtomic(strapi.plugin('users-permissions').service('users-permissions'), 'initialize');
}
