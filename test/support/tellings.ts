import { setTimeout as pause } from 'node:timers/promises';
import type { Core } from '@strapi/strapi';

/** Waits until Strapi's events about saves, which it sends after the commit in the background, have been sent. */
export async function tellingsEnded({ db }: Core.Strapi) {
  const { pool } = db.connection.client;
  for (let idle = 0; idle < 4; idle = pool.numUsed() + pool.numPendingAcquires() ? 0 : idle + 1) {
    await pause(50);
  }
}
