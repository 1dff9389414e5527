import type { CostDetails } from '../kinds/cost/cost';
import type { ListedEvent } from './payloads/event';

/** D10.7: what a protected event tells everybody: ids, title, slug, addresses, status and dates. */
export const KEPT = [
  ...(['id', 'global_id', 'global_id_lineage', 'author'] as const),
  ...(['title', 'slug', 'status', 'url', 'rest_url'] as const),
  ...(['date', 'date_utc', 'modified', 'modified_utc'] as const),
  ...(['start_date', 'start_date_details', 'end_date', 'end_date_details'] as const),
  ...(['utc_start_date', 'utc_start_date_details'] as const),
  ...(['utc_end_date', 'utc_end_date_details'] as const),
  ...(['timezone', 'timezone_abbr', 'language', 'translations'] as const),
] as const satisfies (keyof ListedEvent)[];

const UNPRICED: CostDetails = {
  currency_symbol: '',
  currency_code: '',
  currency_position: '',
  values: [],
};

type Blank = '' | null | false | 0 | [] | typeof UNPRICED;

/**
 * What stands in place of every other key, as the payload allows it: a new one does not compile until
 * it is named here or above.
 */
export type Blanks<Payload> = {
  readonly [Name in Exclude<keyof Payload, (typeof KEPT)[number]>]: Payload[Name] & Blank;
};

export const BLANKS: Blanks<ListedEvent> = {
  description: '',
  excerpt: '',
  image: false,
  all_day: null,
  cost: '',
  cost_details: UNPRICED,
  website: '',
  show_map: null,
  show_map_link: null,
  hide_from_listings: null,
  sticky: null,
  featured: null,
  categories: [],
  tags: [],
  venue: [],
  organizer: [],
  custom_fields: [],
  ticketed: null,
  event_status: '',
  attendance_mode: '',
  virtual_url: '',
  ticket_url: '',
  post_parent: 0,
};

const kept = new Set<string>(KEPT);
const blanks = new Map<string, Blank>(Object.entries(BLANKS));

/** D10.7: a protected event among others, its keys in their order; what is named nowhere is left out. */
export const redacted = (shown: ListedEvent) =>
  Object.fromEntries(
    Object.entries(shown)
      .filter(([key]) => kept.has(key) || blanks.has(key))
      .map(([key, value]) => [key, kept.has(key) ? value : blanks.get(key)]),
  );
