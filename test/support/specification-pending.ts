/**
 * Exactly what the specification contains and the calendar does not implement yet. Remove entries
 * when they are implemented; the specification's test fails until then.
 */
export const pendingRoutes: string[] = [];

/** Query parameters by list; lists without a route are absent. */
export const pendingParameters: Record<string, string[]> = {};

/** Additional routes, apart from feeds. */
export const extraRoutes = [
  'GET /changes',
  'POST /batch',
  ...['events', 'venues', 'organizers'].flatMap((path) =>
    ['GET', 'PUT', 'DELETE'].map((method) => `${method} /${path}/by-external-id/{external_id}`),
  ),
];

/** Additional query parameters, by list (rules D12, row 20). */
const ordering = ['order', 'orderby'];
const modified = ['modified_after', 'modified_before'];
const ofPosts = ['external_id', ...modified, ...ordering, 'source'];

export const extraParameters: Record<string, string[]> = {
  events: [...ofPosts, 'format', 'geoloc_radius', 'ical'].sort(),
  venues: ofPosts,
  organizers: ofPosts,
  categories: modified,
  tags: modified,
};
