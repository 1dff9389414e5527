import { setTimeout as pause } from 'node:timers/promises';
import { booted } from './booted';
import { documented } from './document/exercised';
import type { Kept } from './document/kept';

/** Strapi tells of a save after its commit and waits for nobody, so the last telling may still run. */
async function quiet({ db }: ReturnType<typeof booted>['strapi']) {
  const { pool } = db.connection.client;
  for (let idle = 0; idle < 4; idle = pool.numUsed() + pool.numPendingAcquires() ? 0 : idle + 1) {
    await pause(50);
  }
}

/** Nothing may be documented that never happens; only a run of all files can tell. */
function requireAll({ faults, exercised }: Kept) {
  const unseen = documented.filter((one) => !exercised.has(one));
  const late = faults.map((fault) => `Not as the document says: ${fault}`);
  const wrong = [...late, ...unseen.map((one) => `Documented, but never seen: ${one}`)];
  if (wrong.length > 0 && process.env.TEST_WHOLE) throw new Error(`\n${wrong.join('\n')}`);
}

export default async function globalTeardown() {
  const { strapi, kept } = booted();
  await quiet(strapi);
  await strapi.destroy();
  requireAll(kept);
}
