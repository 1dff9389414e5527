import fs from 'node:fs';
import path from 'node:path';
import { booted } from './booted';
import { documented } from './document/exercised';
import type { Kept } from './document/kept';
import { tellingsEnded } from './tellings';

/** Reports what the document describes and no test exercised, for the launcher: it must be empty over a whole run. */
function noteUnseen({ exercised }: Kept) {
  const { TEST_WHOLE, TEST_FOLDER, TEST_PART } = process.env;
  if (!TEST_WHOLE || !TEST_FOLDER) return;
  const unseen = documented.filter((one) => !exercised.has(one));
  fs.writeFileSync(path.join(TEST_FOLDER, `unseen-${TEST_PART}.json`), JSON.stringify(unseen));
}

export default async function globalTeardown() {
  const { strapi, kept, chromium } = booted();
  await chromium.quit();
  await tellingsEnded(strapi);
  await strapi.destroy();
  noteUnseen(kept);
  if (process.env.TEST_WHOLE && kept.faults.length > 0) {
    throw new Error(
      `\nNot as the document says: ${kept.faults.join('\nNot as the document says: ')}`,
    );
  }
}
