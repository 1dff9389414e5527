import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, get } from './http';
import { statementsFor } from './statements';

type Headers = Record<string, string>;

/** The answer, and whether it was served without a database query. */
export async function asked(path: string, headers: Headers = {}) {
  const { answer, statements } = await statementsFor(() => get(path, headers));
  return { answer, fromMemory: statements.length === 0 };
}

/** Repeats a request until it is served from the cache; other writes may invalidate it in between. */
export async function warmed(path: string, headers: Headers = {}): Promise<Answer> {
  for (let tries = 0; tries < 200; tries += 1) {
    const { answer, fromMemory } = await asked(path, headers);
    if (fromMemory) return answer;
    await pause(25); // Background work of the previous test may still be running.
  }
  throw new Error(`${path} is never answered from memory.`);
}
