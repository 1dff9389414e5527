import { all, type Condition, condition } from '../query/condition';
import { unlocked, visible } from '../query/sight';
import type { TermField } from '../settings/record-types';
import { recordTable } from './record-table';

/** Spec 4.5 `count`: the events in a term that everybody may open; SQL for one number, by the term's id. */
export function countOf(field: TermField, id: string, now: Date): Condition {
  const table = recordTable('event');
  const { sql, bindings } = all([
    visible({ type: 'event', table, alias: 'c' }, { now }),
    unlocked('c', { now }),
  ]);
  return condition(
    `(SELECT COUNT(DISTINCT c.document_id) FROM @calendar_links l JOIN @${table} c ON c.id = l.row_id
      WHERE l.kind = '${field}' AND l.target_id = ${id} AND ${sql})`,
    ...bindings,
  );
}
