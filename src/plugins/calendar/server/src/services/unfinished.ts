import type { Row, Values } from '../content-types/rows';
import { isRefused } from '../rules/refusal';
import { differing, ownAttributes, writable } from '../rules/shared-attributes';
import { timesOf } from '../rules/times';
import type { PostType } from '../settings/record-types';
import { settings } from './settings';

/** What rules derive from the rest; it is not an editor's to keep. */
const DERIVED = ['public_id', 'search_text', 'utc_start_date', 'utc_end_date', 'trashed_at'];

/** D5.1: what means a time only together. */
const TIMES = ['start_date', 'end_date', 'timezone', 'all_day'];

const pick = (row: Row, names: string[]): Values =>
  Object.fromEntries(names.map((name) => [name, writable(row[name])]));

/**
 * D6.4: what editors have changed and not yet published, apart from what is sent over it. Times that
 * contradict those sent stay the editors' own.
 */
export function unfinished(type: PostType, draft: Row, published: Row, sent: Values): Values {
  const own = ownAttributes(type).filter((name) => !DERIVED.includes(name));
  const changed = differing(own, draft, published);
  const kept = pick(
    draft,
    changed.filter((name) => !(name in sent)),
  );
  const theirs = pick(draft, TIMES);
  const together = () => timesOf({ ...theirs, ...sent }, {}, settings().timezone);
  const contradicted = changed.some((name) => name in theirs) && isRefused(together);
  return contradicted ? { ...kept, ...theirs } : kept;
}
