import type { DescribeContext } from '../../../src/plugins/calendar/server/src/http/openapi/context';
import { routeIndex } from '../../../src/plugins/calendar/server/src/http/openapi/route-index';
import { RESOURCES } from '../../../src/plugins/calendar/server/src/resources/routes';
import { LANGUAGES } from '../../../src/plugins/calendar/server/src/settings/languages';
import { describedIn, undescribed } from '../../support/described';
import { CALENDARS, isFeed, isFeedKey, isOfWebhooks } from '../../support/feeds';
import { specifiedFields, specifiedParameters, specifiedRoutes } from '../../support/specification';
import { extraRoutes } from '../../support/specification-pending';

type Args = Record<string, Record<string, unknown>>;
interface Route {
  namespace: string;
  methods: string[];
  endpoints: { methods: string[]; args: Args }[];
  _links?: unknown;
}

const NAMESPACE = '/calendar/events/v1';
const indexIn = (context: DescribeContext) => {
  const { routes, ...rest } = routeIndex(RESOURCES, context);
  return { ...rest, routes: routes as Record<string, Route> };
};
const { routes } = indexIn(describedIn('en'));
const routeOf = (path: string) => routes[NAMESPACE + path] as Route;
const argsOf = (path: string, method: string) =>
  routeOf(path).endpoints.find(({ methods }) => methods.includes(method))?.args as Args;

const ID = String.raw`/(?P<id>\d+)`;
const SLUG = '/by-slug/(?P<slug>[^/]+)';
const EXTERNAL = '/by-external-id/(?P<external_id>[^/]+)';
const patternOf = (path: string) =>
  path
    .replace(/^\/$/, '')
    .replace('/{id}', ID)
    .replace('/by-slug/{slug}', SLUG)
    .replace('/by-external-id/{external_id}', EXTERNAL);

it('lists every specified route with its methods, in a fixed order', () => {
  const own = Object.entries(routes).filter(
    ([path]) => !isFeed(path) && !isFeedKey(path) && !isOfWebhooks(path),
  );
  const named = own.flatMap(([path, { methods }]) =>
    methods.map((method) => `${method} ${path.slice(NAMESPACE.length)}`),
  );
  const specified = [...specifiedRoutes, ...extraRoutes].map((route) => {
    const [method, path = ''] = route.split(' ');
    return `${method} ${patternOf(path)}`;
  });
  expect([...named].sort()).toEqual([...specified].sort());
  expect(own.map(([path]) => path.slice(NAMESPACE.length))).toEqual([
    ...['', '/doc', '/events', `/events${ID}`, `/events${SLUG}`, `/events${EXTERNAL}`],
    ...['/venues', `/venues${ID}`, `/venues${SLUG}`, `/venues${EXTERNAL}`],
    ...['/organizers', `/organizers${ID}`, `/organizers${SLUG}`, `/organizers${EXTERNAL}`],
    ...['/categories', `/categories${ID}`, '/tags', `/tags${ID}`, '/changes', '/batch'],
  ]);
  expect(routeOf(`/venues${SLUG}`).methods).toEqual(['GET', 'DELETE', 'POST', 'PUT', 'PATCH']);
  expect(routeOf(`/tags${ID}`).methods).toEqual(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);
});

it('lists the calendar feeds with the filters of their lists', () => {
  const patterns = CALENDARS.map(
    (path) =>
      NAMESPACE +
      patternOf(path).replace(/\.ics$/, path.includes('{') ? String.raw`\.ics` : '.ics'),
  );
  const own = Object.keys(routes).filter((path) => path.endsWith('.ics'));
  expect(own.sort()).toEqual(patterns.sort());
  expect(Object.keys(argsOf('/events.ics', 'GET'))).toEqual(
    expect.arrayContaining(['categories', 'ends_after']),
  );
  expect(argsOf('/events.ics', 'GET')).not.toHaveProperty('page');
  const venue = argsOf(`/venues${ID}\\.ics`, 'GET');
  expect(venue).toHaveProperty('organizer');
  expect(venue).not.toHaveProperty('venue');
});

it('lists the routes of personal feed keys', () => {
  expect(routeOf('/feeds').methods).toEqual(['GET', 'POST']);
  expect(Object.keys(argsOf('/feeds', 'POST'))).toEqual(['name', 'i18n_language']);
  expect(routeOf(`/feeds${ID}`).methods).toEqual(['DELETE']);
  expect(Object.keys(argsOf(`/feeds${ID}`, 'DELETE'))).toEqual(['id', 'i18n_language']);
});

it('lists the webhook routes', () => {
  expect(routeOf('/webhooks').methods).toEqual(['GET', 'POST']);
  const made = argsOf('/webhooks', 'POST');
  expect(Object.keys(made)).toEqual(['name', 'url', 'types', 'enabled', 'i18n_language']);
  expect([made.url?.required, made.name?.required]).toEqual([true, false]);
  const again = String.raw`/deliveries/(?P<delivery>\d+)/redeliver`;
  expect(Object.keys(argsOf(`/webhooks${ID}${again}`, 'POST'))).toEqual([
    ...['id', 'delivery', 'i18n_language'],
  ]);
});

it('links a route to itself only if its path has no variable part', () => {
  expect(routeOf('/doc')._links).toEqual({
    self: [{ href: 'https://calendar.example/calendar/events/v1/doc' }],
  });
  expect(routeOf(`/events${ID}`)).not.toHaveProperty('_links');
});

/** The specification's words for types and defaults, and ours. */
const TYPES: Record<string, string> = { number: 'number', string: 'string', array: 'array' };
const typeOf = (type: string) => TYPES[type.split(' ')[0] ?? ''];
const TOLD: Record<string, unknown> = { '1': 1, '10': 10, false: false, '1 (true)': true };

it.each(RESOURCES)('gives the parameters of /$path their specified defaults', ({ path }) => {
  const args = argsOf(`/${path}`, 'GET');
  for (const { name, type, default: standard } of specifiedParameters[path] ?? []) {
    const arg = args[name];
    expect([name, arg?.required]).toEqual([name, false]);
    if (typeOf(type)) expect([name, arg?.type]).toEqual([name, typeOf(type)]);
    if (!standard.startsWith('a timestamp')) {
      expect([name, arg?.default]).toEqual([name, TOLD[standard]]);
    }
  }
  expect(args.i18n_language).toMatchObject({ enum: LANGUAGES, required: false });
});

it('contains the default dates of the list', () => {
  expect(argsOf('/events', 'GET')).toMatchObject({
    start_date: { default: '2027-03-14 00:00:00' },
    end_date: { default: '2029-03-14 23:59:59' },
  });
});

it.each(RESOURCES)('requires for a new $type what the specification requires', ({ type, path }) => {
  const args = argsOf(`/${path}`, 'POST');
  for (const { name, required } of specifiedFields[type] ?? []) {
    expect([name, args[name]?.required]).toEqual([name, required]);
  }
  const changed = argsOf(`/${path}${ID}`, 'PATCH');
  const demanded = Object.keys(changed).filter((name) => changed[name]?.required);
  expect(demanded).toEqual(['id']);
});

it('contains the specified defaults of fields', () => {
  expect(argsOf('/events', 'POST')).toMatchObject({
    all_day: { default: false },
    website: { default: null },
    venue: { default: null, type: 'array' },
  });
  expect(argsOf('/events', 'POST').title).not.toHaveProperty('default');
  expect(argsOf('/venues', 'POST')).toMatchObject({ city: { default: null } });
  expect(argsOf('/organizers', 'POST')).toMatchObject({ status: { default: null } });
});

it('accepts a new slug for an event addressed by slug', () => {
  expect(argsOf(`/events${SLUG}`, 'PUT').slug?.required).toBe(false);
  expect(argsOf(`/events${SLUG}`, 'GET').slug?.required).toBe(true);
  expect(argsOf(`/venues${SLUG}`, 'PUT').slug?.required).toBe(true);
});

it('describes every argument', () => {
  const silent = Object.entries(routes).flatMap(([path, { endpoints }]) =>
    endpoints.flatMap(({ args }) =>
      Object.keys(args)
        .filter((name) => !args[name]?.description)
        .map((name) => `${path} ${name}`),
    ),
  );
  expect(silent).toEqual([]);
});

it.each(['ar', 'fr', 'es'] as const)('differs in %s only by its descriptions', (language) => {
  const translated = routeIndex(RESOURCES, describedIn(language));
  const english = routeIndex(RESOURCES, describedIn('en'));
  expect(translated).not.toEqual(english);
  expect(undescribed(translated)).toEqual(undescribed(english));
});

it('uses the namespace of the requested address', () => {
  const base = '/wp-json/tribe/events/v1';
  const root = `https://calendar.example/fr${base}`;
  const index = indexIn({ ...describedIn('fr'), base, root });
  expect(index.namespace).toBe('tribe/events/v1');
  expect(index.routes['/tribe/events/v1/doc']?._links).toEqual({ self: [{ href: `${root}/doc` }] });
  expect(index._links.up).toEqual([{ href: 'https://calendar.example/fr/wp-json/' }]);
});
