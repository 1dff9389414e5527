import { fold } from '../kinds/text/fold';
import { any, type Condition, condition, holes } from './condition';

/** Ends the folded title or name, with which a search text begins; no folded text holds it, and it sorts first. */
export const NAME_END = '\u001f';

/**
 * D8.5: the folded name of the row `e`, with its end. Trimming every other character from the right
 * leaves it, on both databases.
 */
export const foldedName: Condition = condition(
  "RTRIM(COALESCE(e.search_text, ''), REPLACE(COALESCE(e.search_text, ''), ?, ''))",
  NAME_END,
);

/** D7.6: the row `e` has one of these names, case, accents and Arabic marks apart. */
export const namedLike = (names: string[]): Condition =>
  names.length === 0
    ? any([])
    : condition(
        `${foldedName.sql} IN (${holes(names)})`,
        ...foldedName.bindings,
        ...names.map((name) => fold(name) + NAME_END),
      );
