import { AsyncLocalStorage } from 'node:async_hooks';
import type { Answer } from './http';

/**
 * The SQL statements executed for one request, without the schema name. Excludes those of other
 * work, as Strapi's events about earlier saves are sent in the background.
 */
export async function statementsFor(ask: () => Promise<Answer>) {
  const seen: { sql: string; request?: string }[] = [];
  const note = ({ sql }: { sql: string }) =>
    seen.push({ sql, request: strapi.requestContext.get()?.state.requestId });
  strapi.db.connection.on('query', note);
  try {
    const answer = await ask();
    const schema = `"${strapi.db.getSchemaName()}".`;
    const statements = seen
      .filter(({ request }) => request === answer.headers['x-request-id'])
      .map(({ sql }) => sql.replaceAll(schema, ''));
    return { answer, statements };
  } finally {
    strapi.db.connection.removeListener('query', note);
  }
}

/** All SQL statements executed during the work; no earlier background work must be left. */
export async function statementsOf<Result>(work: () => Promise<Result>) {
  const statements: string[] = [];
  const note = ({ sql }: { sql: string }) => statements.push(sql);
  strapi.db.connection.on('query', note);
  try {
    return { result: await work(), statements };
  } finally {
    strapi.db.connection.removeListener('query', note);
  }
}

const working = new AsyncLocalStorage<true>();

/** The number of SQL statements that the work executes itself, not by requests; others may execute some meanwhile. */
export async function countOf(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const note = () => {
    if (working.getStore()) count += 1;
  };
  strapi.db.connection.on('query', note);
  try {
    await working.run(true, work);
    return count;
  } finally {
    strapi.db.connection.removeListener('query', note);
  }
}

/** Excludes statements of the webhook deliverer, and those of a new connection. */
export const ofTheWork = (statements: string[]) =>
  statements.filter((sql) => !/calendar_webhook|set_config|^set /i.test(sql));
