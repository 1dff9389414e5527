/**
 * What the specification names and the calendar does not have yet: exactly that. Whoever builds
 * one of these takes it out of here; the specification's test fails until then.
 */
const POSTS = ['venues', 'organizers'];

const address = (collection: string, key: string) => `/${collection}/${key}`;

const changes = (path: string) =>
  ['DELETE', 'POST', 'PUT', 'PATCH'].map((method) => `${method} ${path}`);

const whole = (collection: string, keys: string[]) => [
  `GET /${collection}`,
  `POST /${collection}`,
  ...keys.flatMap((key) => {
    const path = address(collection, key);
    return [`GET ${path}`, ...changes(path)];
  }),
];

export const pendingRoutes: string[] = [
  'GET /',
  'GET /doc',
  ...POSTS.flatMap((collection) => whole(collection, ['{id}', 'by-slug/{slug}'])),
];

/** Query parameters by list; a list that has no route yet is not named. */
export const pendingParameters: Record<string, string[]> = {};

/** Query parameters that we read beyond the specification, by list (rules D12, row 20). */
export const extraParameters: Record<string, string[]> = { events: ['geoloc_radius'] };
