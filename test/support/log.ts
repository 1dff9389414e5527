/** The log written during the work, stacks included. */
export async function logOf(work: () => Promise<void>): Promise<string> {
  const logged: string[] = [];
  const note = (line: object) => logged.push(JSON.stringify(line));
  strapi.log.on('data', note);
  try {
    await work();
  } finally {
    strapi.log.off('data', note);
  }
  return logged.join('\n');
}
