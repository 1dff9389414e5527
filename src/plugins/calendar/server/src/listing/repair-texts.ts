import { sql } from '../sql/sql';
import { lock } from '../store/lock';
import { isMade, rememberMade, unhurried } from '../store/repair-marks';
import { run } from '../store/run';
import { settleSearchTexts } from '../store/search-text-table';
import { dropTrigramIndex } from '../store/trigram-index';
import { TREE } from './projections';
import { countOutdatedTexts, projectTexts, wantedTexts } from './search-texts';
import { EVERY } from './wanted';

const TEXTS = 'search texts';

/** Whether the texts that searches look into were made as they would be today. */
export const areTextsMade = (): Promise<boolean> => isMade(TEXTS, wantedTexts(EVERY));

const areTextsEmpty = async () =>
  (await run(sql`SELECT 1 FROM @calendar_search_text LIMIT 1`)).length === 0;

/** No save is projected meanwhile. An index that grows with all rows takes minutes: it is built later. */
const mendTexts = () =>
  unhurried(async (trx) => {
    await lock(TREE, trx);
    if (await areTextsEmpty()) await dropTrigramIndex();
    await projectTexts(EVERY);
  });

/** D8.11: compares the texts with all events and mends those that differ, or with `check` only counts them. */
export async function repairTexts({ check = false } = {}): Promise<number> {
  const differing = await unhurried(() => countOutdatedTexts(EVERY));
  if (check) return differing;
  if (differing > 0) {
    await mendTexts();
    await settleSearchTexts();
  }
  await rememberMade(TEXTS, wantedTexts(EVERY));
  return differing;
}
