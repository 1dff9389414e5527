/** How many statements the database was given while the work was done, and the work's result. */
export async function countStatements<Result>(work: () => Promise<Result>) {
  const seen: string[] = [];
  const note = ({ sql }: { sql: string }) => seen.push(sql);
  strapi.db.connection.on('query', note);
  try {
    const result = await work();
    return { result, count: seen.length, seen };
  } finally {
    strapi.db.connection.removeListener('query', note);
  }
}
