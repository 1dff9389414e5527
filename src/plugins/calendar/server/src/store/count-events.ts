import type { TermField } from '../settings/record-types';
import { DIRECT, KIND } from '../sql/facets';
import { raw, type Sql, sql } from '../sql/sql';

const KINDS = { categories: KIND.category, tags: KIND.tag } as const satisfies Record<
  TermField,
  number
>;

/** Spec 4.5 `count`: the events in a term that everybody may open; SQL for one number, by the term's id. */
export const countOf = (field: TermField, id: string, now: Date): Sql =>
  sql`(SELECT COUNT(*) FROM @calendar_listing c
    WHERE c.kind = ${raw(`${KINDS[field]}`)} AND c.target = ${raw(id)}
      AND c.flags & ${raw(`${DIRECT}`)} <> 0 AND c.visible_from <= ${now})`;
