import { setTimeout as pause } from 'node:timers/promises';
import type { Core } from '@strapi/strapi';

/** Strapi tells of a save after its commit and waits for nobody: waits until the last telling has ended. */
export async function tellingsEnded({ db }: Core.Strapi) {
  const { pool } = db.connection.client;
  for (let idle = 0; idle < 4; idle = pool.numUsed() + pool.numPendingAcquires() ? 0 : idle + 1) {
    await pause(50);
  }
}
