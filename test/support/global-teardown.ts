import { booted } from './booted';
import { documented } from './document/exercised';
import type { Kept } from './document/kept';
import { tellingsEnded } from './tellings';

/** Nothing may be documented that never happens; only a run of all files can tell. */
function requireAll({ faults, exercised }: Kept) {
  const unseen = documented.filter((one) => !exercised.has(one));
  const late = faults.map((fault) => `Not as the document says: ${fault}`);
  const wrong = [...late, ...unseen.map((one) => `Documented, but never seen: ${one}`)];
  if (wrong.length > 0 && process.env.TEST_WHOLE) throw new Error(`\n${wrong.join('\n')}`);
}

export default async function globalTeardown() {
  const { strapi, kept } = booted();
  await tellingsEnded(strapi);
  await strapi.destroy();
  requireAll(kept);
}
