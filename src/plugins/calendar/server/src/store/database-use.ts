import { performance } from 'node:perf_hooks';
import { storageFault } from '../messages/fault';

/** What a request has had of the database so far. */
export interface DatabaseUse {
  /** Milliseconds that its statements took, waiting for a connection excluded. */
  milliseconds: number;
  /** Whether the database was away for a statement, or no connection was to be had. */
  failed: boolean;
  /** When the statement began that runs on a connection, by the connection's name. */
  begun: Map<string, number>;
}

interface Statement {
  __knexUid: string;
}

/** Of the request that is being answered; none outside of one. */
function current(): DatabaseUse | undefined {
  const state = strapi.requestContext.get()?.state;
  if (state) state.database ??= { milliseconds: 0, failed: false, begun: new Map() };
  return state?.database;
}

function began({ __knexUid }: Statement) {
  current()?.begun.set(__knexUid, performance.now());
}

function ended({ __knexUid }: Statement) {
  const use = current();
  const since = use?.begun.get(__knexUid);
  if (!use || since === undefined) return;
  use.milliseconds += performance.now() - since;
  use.begun.delete(__knexUid);
}

/** Notes a failure of the database with the request that met it: Strapi's authentication hides it. */
export function noteFailure(error: unknown): void {
  const use = current();
  if (use && storageFault(error)) use.failed = true;
}

/** D10.8: from now on each request's `ctx.state.database` says what it has cost. */
export function watchDatabaseUse(): void {
  const { connection } = strapi.db;
  connection.on('query', began);
  connection.on('query-response', (_: unknown, statement: Statement) => ended(statement));
  connection.on('query-error', (error: unknown, statement: Statement) => {
    ended(statement);
    noteFailure(error);
  });
}
