import type { ReferenceField } from '../settings/record-types';
import { type Condition, condition, holes } from './condition';

/** D8.1: the event row (alias `e`) refers, by the field, to one of the records. */
export const linkedTo = (field: ReferenceField, ids: number[]): Condition =>
  condition(
    `EXISTS (SELECT 1 FROM @calendar_links l WHERE l.row_id = e.id AND l.kind = ? AND l.target_id IN (${holes(ids)}))`,
    field,
    ...ids,
  );
