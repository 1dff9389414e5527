import { Semaphore, withTimeout } from 'async-mutex';
import { unavailable } from '../messages/errors';

/** Does the work when the client's turn comes; throws CalendarError 503 when that takes too long. */
export type FairQueue = <Result>(client: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * So many at a time. Whoever has fewer requests here goes first: one who sends a thousand waits
 * behind those who send one. `patience`: milliseconds of waiting.
 */
export function fairQueue(places: number, patience: number): FairQueue {
  const turns = withTimeout(new Semaphore(places), patience, unavailable());
  const present = new Map<string, number>();
  const count = (client: string, change: 1 | -1) => {
    const now = (present.get(client) ?? 0) + change;
    if (now === 0) present.delete(client);
    else present.set(client, now);
  };
  return async (client, work) => {
    const priority = -(present.get(client) ?? 0);
    count(client, 1);
    try {
      return await turns.runExclusive(work, 1, priority);
    } finally {
      count(client, -1);
    }
  };
}
