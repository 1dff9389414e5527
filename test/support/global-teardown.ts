import { setTimeout as pause } from 'node:timers/promises';
import { booted } from './booted';

/** Strapi tells of a save after its commit and waits for nobody, so the last telling may still run. */
async function quiet({ db }: ReturnType<typeof booted>['strapi']) {
  const { pool } = db.connection.client;
  for (let idle = 0; idle < 4; idle = pool.numUsed() + pool.numPendingAcquires() ? 0 : idle + 1) {
    await pause(50);
  }
}

export default async function globalTeardown() {
  const { strapi } = booted();
  await quiet(strapi);
  await strapi.destroy();
}
