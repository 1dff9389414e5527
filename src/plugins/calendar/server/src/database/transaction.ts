import { createRequire } from 'node:module';
import type { Knex } from 'knex';
import {
  isPostType,
  type PostType,
  type RecordType,
  type ReferenceField,
  TERM_FIELD,
} from '../settings/record-types';
import { latestOutcome } from './commits';
import { type DatabaseUse, forgetFailure, raiseStatementTimeout } from './pool';
import { isPostgres } from './run';

/** Hooks of an idempotent request at the beginning and end of its transaction. */
export interface IdempotencyHooks {
  begin(trx: Knex.Transaction): Promise<void>;
  end(result: unknown, trx: Knex.Transaction): Promise<void>;
}

declare module 'koa' {
  /** `ctx.state`: what concerns the database. */
  interface DefaultState {
    database?: DatabaseUse;
    /** Aborted when the request has timed out. */
    timeout?: AbortSignal;
    /** Whether the request's write is past the point of no return. */
    commits?: boolean;
    idempotency?: IdempotencyHooks;
  }
}

/** SQLSTATE of deadlocks and serialization failures. */
const RETRYABLE = ['40P01', '40001'];

const ATTEMPTS = 3;

/** Whether a deadlock or the like is the reason, or the cause of an error that the service for plugins reports. */
const isRetryable = (error: unknown) => {
  const { code, cause } = (error ?? {}) as { code?: string; cause?: { code?: string } };
  return RETRYABLE.includes(code ?? cause?.code ?? '');
};

/** Throws if the request has timed out (503 was sent), so that its write does not commit (`ctx.state.timeout`). */
export function throwIfTimedOut(): void {
  strapi.requestContext.get()?.state.timeout?.throwIfAborted();
}

/**
 * Marks the request as committing after the work (`ctx.state.commits`): from then on a timeout must wait for the
 * outcome instead of reporting that nothing was stored.
 */
async function inTime<Result>(work: () => Promise<Result>): Promise<Result> {
  const { state } = strapi.requestContext.get() ?? {};
  if (state) state.commits = false;
  const result = await work();
  throwIfTimedOut();
  if (state) state.commits = true;
  return result;
}

/** Like `inTime`, for a save through any door, whatever transaction it runs in. */
export function commitInTime(): void {
  throwIfTimedOut();
  const { state } = strapi.requestContext.get() ?? {};
  if (state) state.commits ??= true;
}

/** D8.15: runs a write between the hooks of its idempotency key. */
async function withIdempotencyHooks<Result>(
  work: () => Promise<Result>,
  trx: Knex.Transaction,
): Promise<Result> {
  const repeatable = strapi.requestContext.get()?.state.idempotency;
  await repeatable?.begin(trx);
  const result = await work();
  await repeatable?.end(result, trx);
  return result;
}

/**
 * D8.4: runs work in a transaction, and retries it after a deadlock. Our writers take locks in one order (decision 6),
 * but others may not.
 */
export async function transaction<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return (await strapi.db.transaction(({ trx }) =>
        inTime(() => withIdempotencyHooks(work, trx as Knex.Transaction)),
      )) as Result;
    } catch (error) {
      const isNested = strapi.db.inTransaction(); // Only the outermost transaction can be retried.
      if (isNested || attempt === ATTEMPTS || !isRetryable(error)) throw error;
      forgetFailure();
    }
  }
}

const heldLocks = new WeakMap<Knex.Transaction, Set<string>>();

/** The names of locks that a transaction holds. */
function heldLocksOf(trx: Knex.Transaction): Set<string> {
  const names = heldLocks.get(trx) ?? new Set();
  heldLocks.set(trx, names);
  return names;
}

/**
 * Takes an exclusive advisory lock until the transaction ends. SQLite needs none: one process with one connection
 * (D2.3).
 */
export async function lock(name: string, trx: Knex.Transaction): Promise<void> {
  if (!isPostgres() || heldLocksOf(trx).has(name)) return;
  await raiseStatementTimeout(trx);
  await trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`calendar:${name}`]);
  heldLocksOf(trx).add(name);
}

/** Tries to take an exclusive lock without waiting; returns whether it was taken. */
export async function tryLock(name: string, trx: Knex.Transaction): Promise<boolean> {
  if (!isPostgres()) return true;
  const { rows } = await trx.raw(
    'select pg_try_advisory_xact_lock(hashtextextended(?, 0)) as locked',
    [`calendar:${name}`],
  );
  return rows[0].locked;
}

/** Takes a shared lock until the transaction ends; `lock` of the same name waits for it. */
export async function lockShared(name: string, trx: Knex.Transaction): Promise<void> {
  if (!isPostgres()) return;
  await raiseStatementTimeout(trx);
  await trx.raw('select pg_advisory_xact_lock_shared(hashtextextended(?, 0))', [
    `calendar:${name}`,
  ]);
}

/** Takes a lock in the open transaction. */
const lockInTransaction = (name: string) => strapi.db.transaction(({ trx }) => lock(name, trx));

/** Serialises writers that create referenced records, so that a name is not created twice. */
export const lockReferences = (field: ReferenceField) => lockInTransaction(`references:${field}`);

const recordName = (type: PostType, documentId: string) => `${type}:${documentId}`;

/**
 * D8.4: locks a post against other writers. Terms are locked by type, because their names and tree depend on each
 * other. A new post needs no lock.
 */
export async function lockRecord(type: RecordType, documentId: string | undefined): Promise<void> {
  if (!isPostType(type)) await lockReferences(TERM_FIELD[type]);
  else if (documentId) await lockInTransaction(recordName(type, documentId));
}

/** Whether the transaction has locked the record. */
export const holdsRecord = (type: PostType, documentId: string, trx: Knex.Transaction): boolean =>
  !isPostgres() || heldLocksOf(trx).has(recordName(type, documentId));

/** Treats a post created by the transaction as locked: nobody else knows it before the commit. */
export function keepNewRecord(type: RecordType, documentId: string, trx: Knex.Transaction): void {
  if (isPostType(type)) heldLocksOf(trx).add(recordName(type, documentId));
}

/** D4.6: locks a slug of a type and language while it is chosen. */
export const lockSlug = (
  { type, locale }: { type: RecordType; locale: string },
  slug: string,
  trx: Knex.Transaction,
) => lock(`slug:${type}:${locale}:${slug}`, trx);

/** D4.13: locks an external id while it is assigned, or a record that has it is looked up or else created. */
export const lockExternalId = (
  type: RecordType,
  { externalId, source }: { externalId: string; source: string },
) => lockInTransaction(`external:${type}:${source}:${externalId}`);

/** D4.9: locks the tree of events while a parent changes; categories are locked by type. */
export const lockEventTree = (trx: Knex.Transaction) => lock('tree:event', trx);

/** Makes a function of one of Strapi's services run in a transaction. */
function makeAtomic(service: Record<string, unknown>, name: string): void {
  const make = (service[name] as () => Promise<unknown>).bind(service);
  service[name] = () => strapi.db.transaction(make);
}

/**
 * D10.5: makes Strapi create its roles in one transaction. It does so only if there are none, so
 * roles left incomplete by a killed process would stay incomplete.
 */
export function makeRolesAtomic(): void {
  makeAtomic(strapi.service('admin::role'), 'createRolesIfNoneExist');
  makeAtomic(strapi.plugin('users-permissions').service('users-permissions'), 'initialize');
}

/** The part used here of what Strapi's data transfer writes into this database with. */
interface Destination {
  transaction?: {
    attach(work: () => Promise<void>): Promise<void>;
    end(): void;
  };
  bootstrap(...given: unknown[]): Promise<void>;
  close(): Promise<void>;
}

/**
 * D8.4: ends a data transfer into this database after its COMMIT, and fails with it: Strapi does not await the
 * transaction, and would tell whoever transfers or imports that everything was stored.
 */
export function awaitTransfers(): void {
  const ofStrapi = createRequire(require.resolve('@strapi/strapi/package.json'));
  const { providers } = ofStrapi('@strapi/data-transfer').strapi;
  const made = providers.createLocalStrapiDestinationProvider({});
  const destination: Destination = Object.getPrototypeOf(made);
  const { bootstrap, close } = destination;
  const stored = new WeakMap<Destination, Promise<unknown>>();
  destination.bootstrap = async function (...given) {
    let transaction: Destination['transaction'];
    Object.defineProperty(this, 'transaction', {
      configurable: true,
      get: () => transaction,
      set: (begun: Destination['transaction']) => {
        transaction = begun;
        stored.set(this, latestOutcome() ?? Promise.resolve()); // Strapi has just called for it.
      },
    });
    await bootstrap.apply(this, given);
    try {
      await Promise.race([transaction?.attach(async () => {}), stored.get(this)]);
    } catch (error) {
      stored.delete(this); // It could not begin; Strapi would wait for its rollback for ever.
      transaction = undefined;
      throw error;
    }
  };
  destination.close = async function () {
    try {
      this.transaction?.end();
      await stored.get(this);
    } catch (error) {
      const { message } = error as Error;
      throw new Error(
        `The import or transfer was not stored (${message}): the database has the records of before. The pictures in public/uploads may be those of the transfer: restore them from your backup (docs/hosting.md).`,
      );
    } finally {
      await close.call(this);
    }
  };
}
