import { isOffsetZone, zoneOf } from '../../kinds/dates/wall-time';
import { jsonSchema, type Schema } from '../../kinds/kind';
import { slugText } from '../../kinds/text/text';
import { describe, heading } from '../../messages/t';
import { type Endpoint, PAYLOADS, type Route, type Routes } from '../../resources/payloads';
import { BATCH_ROUTE } from '../../resources/routes';
import { namespaceOf, WORDPRESS_ROOT, wordpressAliases } from '../../settings/addresses';
import { type DescribeContext, type DescribedResource, described, siteRoot } from './context';
import { type Inputs, languageInput, parameterDescription } from './inputs';
import {
  changesQuery,
  feedKeyOperations,
  feedOperations,
  type Operation,
  operationsOf,
} from './operations';
import { webhookOperations } from './webhook-operations';

/** The path as WordPress's clients expect it: a regular expression with named groups. */
const patternOf = (path: string) =>
  path
    .replace(/(?<=\})\./, String.raw`\.`)
    .replace(/\{(id|delivery)\}/g, String.raw`(?P<$1>\d+)`)
    .replace(/\{(slug|external_id)\}/, '(?P<$1>[^/]+)');

const argsOf = (inputs: Inputs): Endpoint['args'] =>
  Object.fromEntries(
    Object.entries(inputs).map(([name, { schema, required }]) => [name, { ...schema, required }]),
  );

/** Spec 4.2: whether a `slug` in the body renames the record and so may differ from the path's. */
const renames = ({ action, key }: Operation, { type }: DescribedResource) =>
  ['update', 'put'].includes(action) && key === 'slug' && type === 'event';

function endpointOf(operation: Operation, resource: DescribedResource): Endpoint {
  const { methods, pathInputs, query, body = {} } = operation;
  const args = { ...body, ...query, ...(!renames(operation, resource) && pathInputs) };
  return { methods, args: argsOf({ ...pathInputs, ...args }) };
}

/** D5.9: what applies now if filters are not sent, in addition to the defaults of their schemas. */
function currentDefaults(
  resource: DescribedResource,
  context: DescribeContext,
): Record<string, string> {
  return resource.combine?.({}, { ...context, viewer: { now: context.now } }).params ?? {};
}

function withCurrentDefaults(endpoint: Endpoint, defaults: Record<string, string>): Endpoint {
  const args = { ...endpoint.args };
  for (const [name, value] of Object.entries(defaults)) {
    args[name] = { ...args[name], default: value };
  }
  return { ...endpoint, args };
}

function route(path: string, endpoints: Endpoint[], context: DescribeContext): Route {
  const links = path.includes('{') ? {} : { _links: { self: [{ href: context.root + path }] } };
  return {
    namespace: namespaceOf(context.base),
    methods: endpoints.flatMap(({ methods }) => methods),
    endpoints,
    ...links,
  };
}

/** Spec 4.1: the arguments of the index itself. */
export function indexQuery(context: DescribeContext): Inputs {
  const { base } = context;
  const input = (name: string, schema: Schema) => ({
    schema: described(schema, parameterDescription(name, context)),
    required: false,
  });
  return {
    namespace: input('namespace', { ...jsonSchema(slugText.schema), default: namespaceOf(base) }),
    context: input('context', { type: 'string', default: 'view' }),
    ...languageInput(context),
  };
}

function resourceRoutes(resource: DescribedResource, context: DescribeContext) {
  const defaults = currentDefaults(resource, context);
  return operationsOf(resource, context).map((operations) => {
    const endpoints = operations.map((operation) => {
      const endpoint = endpointOf(operation, resource);
      return operation.action === 'list' ? withCurrentDefaults(endpoint, defaults) : endpoint;
    });
    return [operations[0]?.path ?? '', endpoints] as const;
  });
}

/** Feeds can only be read. */
const feedRoutes = (resources: readonly DescribedResource[], context: DescribeContext) =>
  feedOperations(resources, context).map(({ path, pathInputs, query }): [string, Endpoint[]] => [
    path,
    [{ methods: ['GET'], args: argsOf({ ...pathInputs, ...query }) }],
  ]);

/** The routes of personal feeds and of webhooks, with all methods of a path together. */
function ownRoutes(context: DescribeContext): [string, Endpoint[]][] {
  const routes = new Map<string, Endpoint[]>();
  const add = (path: string, method: string, inputs: Inputs) =>
    routes.set(path, [...(routes.get(path) ?? []), { methods: [method], args: argsOf(inputs) }]);
  for (const { path, method, pathInputs, body, query } of feedKeyOperations(context))
    add(path, method, { ...pathInputs, ...body, ...query });
  for (const { path, method, pathInputs, bodyInputs, queryInputs } of webhookOperations(context))
    add(path, method, { ...pathInputs, ...bodyInputs, ...queryInputs });
  return [...routes];
}

/** D8.14: not part of the specification, so it comes after its routes. */
const changesRoute = (context: DescribeContext): [string, Endpoint[]][] => [
  ['/changes', [{ methods: ['GET'], args: argsOf(changesQuery(context)) }]],
];

const REQUESTS = PAYLOADS.BatchRequests?.properties as { requests: Schema };

/** D8.16. */
const batchRoute = (context: DescribeContext): [string, Endpoint[]][] => {
  const requests = described(
    { ...REQUESTS.requests, items: { type: 'object' } },
    describe(context.language, 'batchrequests.requests'),
  );
  const inputs = { requests: { schema: requests, required: true }, ...languageInput(context) };
  return [[BATCH_ROUTE.path, [{ methods: [BATCH_ROUTE.method], args: argsOf(inputs) }]]];
};

/** Spec 4.1 `GET /`: every route with its methods and arguments, in the format of WordPress. */
export function routeIndex(
  resources: readonly DescribedResource[],
  context: DescribeContext,
): Routes {
  const namespace = namespaceOf(context.base);
  const own = [
    ['', [{ methods: ['GET'], args: argsOf(indexQuery(context)) }]],
    ['/doc', [{ methods: ['GET'], args: argsOf(languageInput(context)) }]],
  ] satisfies [string, Endpoint[]][];
  const all = [
    ...own,
    ...resources.flatMap((resource) => resourceRoutes(resource, context)),
    ...changesRoute(context),
    ...batchRoute(context),
    ...feedRoutes(resources, context),
    ...ownRoutes(context),
  ];
  const routes = all.map(([path, endpoints]) => [
    `/${namespace}${patternOf(path)}`,
    route(path, endpoints, context),
  ]);
  return {
    namespace,
    routes: Object.fromEntries(routes),
    _links: { up: [{ href: siteRoot(context) }] },
  };
}

const MINUTES = 60;

/** The context of an alias, which replaces `/wp-json` at the end of the site's root. */
const at = (context: DescribeContext, base: string): DescribeContext => ({
  ...context,
  base,
  root: context.root.slice(0, -WORDPRESS_ROOT.length) + base,
});

/** WordPress's fields for the zone: hours from UTC, and a name unless its offset is fixed. */
function clockOf({ settings: { timezone }, now }: DescribeContext) {
  const gmt_offset = zoneOf(timezone).offset(now.getTime()) / MINUTES;
  return {
    gmt_offset,
    timezone_string: isOffsetZone(timezone) && gmt_offset !== 0 ? '' : timezone,
  };
}

/**
 * `GET /wp-json/`: WordPress's site index, where its clients first look for the namespace that they
 * use. It lists one namespace for each alias below `/wp-json`.
 */
export function siteIndex(resources: readonly DescribedResource[], context: DescribeContext) {
  const { root, origin, language, settings } = context;
  const indexes = wordpressAliases(settings.aliases).map((base) =>
    routeIndex(resources, at(context, base)),
  );
  const self = [{ href: `${root}/` }];
  const own = {
    namespace: '',
    methods: ['GET'],
    endpoints: [{ methods: ['GET'], args: {} }],
    _links: { self },
  };
  return {
    name: new URL(origin).host,
    description: heading(language, 'title'),
    url: origin,
    home: origin,
    ...clockOf(context),
    namespaces: indexes.map(({ namespace }) => namespace),
    authentication: [],
    routes: Object.assign({ '/': own }, ...indexes.map(({ routes }) => routes)),
    _links: { self },
  };
}
