import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, get } from './http';
import { statementsFor } from './statements';

type Headers = Record<string, string>;

/** Whether the answer took a look at the database. */
export async function asked(path: string, headers: Headers = {}) {
  const { answer, statements } = await statementsFor(() => get(path, headers));
  return { answer, fromMemory: statements.length === 0 };
}

/** The answer as it is given from memory, as soon as it is: what others still write may come in between. */
export async function warmed(path: string, headers: Headers = {}): Promise<Answer> {
  for (let tries = 0; tries < 200; tries += 1) {
    const { answer, fromMemory } = await asked(path, headers);
    if (fromMemory) return answer;
    await pause(25); // What the test before left to the background takes its time.
  }
  throw new Error(`${path} is never answered from memory.`);
}
