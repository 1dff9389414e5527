import { setTimeout as pause } from 'node:timers/promises';

/** Runs work before a moment that it is passed. Repeats it with twice the time if it took longer. */
export async function doneBefore<Done>(work: (moment: string) => Promise<Done>, first = 500) {
  for (let ahead = first; ; ahead *= 2) {
    const moment = Date.now() + ahead;
    const done = await work(new Date(moment).toISOString());
    if (Date.now() < moment) return { ...done, untilThen: () => pause(moment - Date.now() + 20) };
  }
}
