import { setTimeout as pause } from 'node:timers/promises';

const DAY = 24 * 60 * 60 * 1000;
const MARGIN = 60_000;

/**
 * Waits for the new day when it is about to begin. Lists that are asked for no dates begin today
 * (D5.9), so what a test compares must not come from two days.
 */
export async function pastMidnight(margin = MARGIN) {
  const left = DAY - (Date.now() % DAY);
  if (left < margin) await pause(left + 1000);
}
