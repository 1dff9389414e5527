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
