import { RECORD_TYPES } from '../settings/record-types';
import { outdatedTexts, renewTexts } from '../store/search-texts';
import { searchedFields, searchText } from './search-text';

/**
 * D4.7: makes the search texts again that came without one, or from a version that folded otherwise;
 * gives how many. The others cost a glance.
 */
export async function healSearchTexts(): Promise<number> {
  let healed = 0;
  for (const type of RECORD_TYPES) {
    for (let after = 0; ; ) {
      const rows = await outdatedTexts(type, searchedFields(type), after);
      const last = rows.at(-1);
      if (!last) break;
      await renewTexts(
        type,
        rows.map((row) => ({ ...row, renewed: searchText(type, row) })),
      );
      healed += rows.length;
      after = last.id;
    }
  }
  return healed;
}
