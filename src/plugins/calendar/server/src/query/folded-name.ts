import { type Condition, condition } from './condition';

/** Ends the folded name in a term's search text; neither names nor slugs hold it, and it sorts first. */
export const NAME_END = '\u001f';

/**
 * D8.5: the folded name of the term row `e`. Trimming every other character from the right leaves
 * what stands before the slug, on both databases.
 */
export const foldedName: Condition = condition(
  "RTRIM(COALESCE(e.search_text, ''), REPLACE(COALESCE(e.search_text, ''), ?, ''))",
  NAME_END,
);
