import type { Answer } from './http';

/**
 * The statements that the database was given to answer one request, without the name of the schema.
 * Those of others do not count: Strapi tells of earlier saves for some time, and waits for nobody.
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

/** The statements that some work gives to the database, whoever asks; what is behind it must be settled. */
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

/** Those of them that no round of the deliverer's, which nobody asks for, nor a connection new to the pool may add. */
export const ofTheWork = (statements: string[]) =>
  statements.filter((sql) => !/calendar_webhook|set_config|^set /i.test(sql));
