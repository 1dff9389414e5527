const EMPTY_TEXT = [
  ...['description', 'excerpt', 'cost', 'website', 'virtual_url', 'ticket_url'],
  ...['event_status', 'attendance_mode'],
];
const UNKNOWN = [
  ...['all_day', 'show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured'],
  ...['ticketed'],
];
const EMPTY_LIST = ['categories', 'tags', 'venue', 'organizer', 'custom_fields'];

const filled = (keys: string[], value: () => unknown) =>
  Object.fromEntries(keys.map((key) => [key, value()]));

/** D10.7: a protected event among others keeps its ids, title, slug, addresses, status and dates. */
export const redacted = <Shape extends object>(shape: Shape) => ({
  ...shape,
  ...filled(EMPTY_TEXT, () => ''),
  ...filled(UNKNOWN, () => null),
  ...filled(EMPTY_LIST, () => []),
  image: false,
  post_parent: 0,
  cost_details: { currency_symbol: '', currency_code: '', currency_position: '', values: [] },
});
