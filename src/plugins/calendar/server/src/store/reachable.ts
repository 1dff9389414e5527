/** Whether the database answers within the milliseconds. */
export async function isReachable(within: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), within);
  });
  const answer = strapi.db.connection.raw('SELECT 1').then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([answer, silence]);
  } finally {
    clearTimeout(timer);
  }
}
