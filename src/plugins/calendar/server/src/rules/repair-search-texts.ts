import type { RecordType } from '../settings/record-types';
import { countOutdatedTexts, outdatedTexts, renewTexts } from '../store/search-texts';
import { searchedFields, searchText } from './search-text';

interface Options {
  /** Only counts. */
  check?: boolean;
  /** Is told now and then how many are made. */
  progress?: (made: number) => void;
}

/**
 * D4.7: makes the search texts of a type again that came without one, or from a version that folded
 * otherwise; gives how many. Each row is read once.
 */
export async function repairSearchTexts(
  type: RecordType,
  { check = false, progress }: Options = {},
): Promise<number> {
  if (check) return countOutdatedTexts(type);
  let made = 0;
  for (let after = 0; ; ) {
    const rows = await outdatedTexts(type, searchedFields(type), after);
    const last = rows.at(-1);
    if (!last) return made;
    const renewed = rows.map((row) => ({ ...row, renewed: searchText(type, row) }));
    await renewTexts(type, renewed);
    made += rows.length;
    after = last.id;
    progress?.(made);
  }
}
