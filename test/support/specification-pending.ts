/**
 * What the specification names and the calendar does not have yet: exactly that. Whoever builds
 * one of these takes it out of here; the specification's test fails until then.
 */
export const pendingRoutes: string[] = [];

/** Query parameters by list; a list that has no route yet is not named. */
export const pendingParameters: Record<string, string[]> = {};

/** Routes beyond the specification, feeds apart. */
export const extraRoutes = [
  'GET /changes',
  'POST /batch',
  ...['events', 'venues', 'organizers'].flatMap((path) =>
    ['GET', 'PUT', 'DELETE'].map((method) => `${method} /${path}/by-external-id/{external_id}`),
  ),
];

/** Query parameters that we read beyond the specification, by list (rules D12, row 20). */
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
