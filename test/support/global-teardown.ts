import { setTimeout as pause } from 'node:timers/promises';
import { booted } from './booted';
import { documented } from './document/exercised';

/** Strapi tells of a save after its commit and waits for nobody, so the last telling may still run. */
async function quiet({ db }: ReturnType<typeof booted>['strapi']) {
  const { pool } = db.connection.client;
  for (let idle = 0; idle < 4; idle = pool.numUsed() + pool.numPendingAcquires() ? 0 : idle + 1) {
    await pause(50);
  }
}

export default async function globalTeardown() {
  const { strapi, kept } = booted();
  await quiet(strapi);
  await strapi.destroy();
  const missing = documented.filter((one) => !kept.exercised.has(one));
  require('node:fs').writeFileSync('/tmp/missing.txt', missing.join('\n'));
}
