import { spelled } from '../kinds/text/fold';
import type { TermField, TermType } from '../settings/record-types';
import { all, type Condition, condition } from './condition';
import { type Sight, unlocked, visible } from './sight';

const EVENTS = { type: 'event', table: 'calendar_events', alias: 'v' } as const;

/** The events (alias `v`) that may be opened and have the term of alias `e`. */
function eventsOf(field: TermField, sight: Sight, more: Condition[] = []): Condition {
  const { sql, bindings } = all([visible(EVENTS, sight), unlocked('v', sight), ...more]);
  return condition(
    `FROM @calendar_links l JOIN @${EVENTS.table} v ON v.id = l.row_id
      WHERE l.kind = ? AND l.target_id = e.public_id AND ${sql}`,
    field,
    ...bindings,
  );
}

const exists = ({ sql, bindings }: Condition) => condition(`EXISTS (SELECT 1 ${sql})`, ...bindings);

/** Spec 4.5 `hide_empty`: an event that everybody may open has the term. */
export const used = (field: TermField, now: Date): Condition => exists(eventsOf(field, { now }));

/** Spec 4.5 `post`: the event has the term. */
export const ofEvent = (field: TermField, event: number, sight: Sight): Condition =>
  exists(eventsOf(field, sight, [condition('v.public_id = ?', event)]));

/** Spec 4.5 `count`, as a value to sort by. */
export function usage(field: TermField, now: Date): Condition {
  const { sql, bindings } = eventsOf(field, { now });
  return condition(`(SELECT COUNT(DISTINCT v.document_id) ${sql})`, ...bindings);
}

/** The category stands right below another; below none, also when its parent does not exist (D4.4). */
export const below = ([parent]: number[]): Condition =>
  parent === undefined
    ? condition('NOT EXISTS (SELECT 1 FROM @calendar_categories p WHERE p.public_id = e.parent)')
    : condition('e.parent = ?', parent);

const TABLES = { category: 'calendar_categories', tag: 'calendar_tags' } as const;

/** D7.6: the term has this slug in one of its languages. */
export const slugged = (type: TermType) => (slug: string) =>
  condition(
    `EXISTS (SELECT 1 FROM @${TABLES[type]} s WHERE s.public_id = e.public_id AND s.slug = ?)`,
    spelled(slug),
  );
