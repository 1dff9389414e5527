import { jsonSchema } from '../../kinds/kind';
import { identifier } from '../../kinds/text/text';
import { describe } from '../../messages/t';
import { CHANGE_PARAMS } from '../../resources/changes';
import { FEED_FIELDS, FEED_QUERY, IGNORED } from '../../resources/feeds/address';
import { FEED_FORMATS, FEEDS, type FeedPlace, placeOf, suffixOf } from '../../settings/addresses';
import { type DescribeContext, type DescribedResource, described, type Method } from './context';
import {
  fieldInputs,
  filterInputs,
  formatInputs,
  type Inputs,
  inputsOf,
  languageInput,
  parameterDescription,
  pathInput,
  singleInputs,
} from './inputs';

export const ACTIONS = ['list', 'create', 'read', 'update', 'put', 'delete'] as const;

export type Action = (typeof ACTIONS)[number];

/** The value that identifies a record in a path. */
export type RecordKey = 'id' | 'slug' | 'external_id';

const PATHS: Record<RecordKey, string> = {
  id: '{id}',
  slug: 'by-slug/{slug}',
  external_id: 'by-external-id/{external_id}',
};

/** Methods of one path that take the same inputs. */
export interface Operation {
  action: Action;
  methods: Method[];
  path: string;
  key?: RecordKey;
  pathInputs: Inputs;
  query: Inputs;
  body?: Inputs;
}

/** Spec 4.2: the operations on the collection of a resource. */
function collectionOperations(resource: DescribedResource, context: DescribeContext): Operation[] {
  const path = `/${resource.path}`;
  const common = languageInput(context);
  const query = { ...filterInputs(resource, context), ...common };
  const body = fieldInputs(resource.type, context, true);
  return [
    { action: 'list', methods: ['GET'], path, pathInputs: {}, query },
    { action: 'create', methods: ['POST'], path, pathInputs: {}, query: common, body },
  ];
}

/** D4.13: the parameter that names the source of an external id. */
const sourceOf = (key: RecordKey, context: DescribeContext): Inputs =>
  key === 'external_id' ? inputsOf({ source: identifier }, context, ['path']) : {};

/** The operations on one record, identified by any key. */
function operationsOn(resource: DescribedResource, key: RecordKey, context: DescribeContext) {
  const common = { ...languageInput(context), ...sourceOf(key, context) };
  const query = { ...singleInputs(resource, context), ...common };
  const path = `/${resource.path}/${PATHS[key]}`;
  const shared = { path, key, pathInputs: pathInput(key, context) };
  const body = fieldInputs(resource.type, context, false);
  const formats = key === 'external_id' ? {} : formatInputs(resource, context);
  return {
    read: { ...shared, action: 'read', methods: ['GET'], query: { ...query, ...formats } },
    remove: { ...shared, action: 'delete', methods: ['DELETE'], query },
    update: (...methods: Method[]) => ({
      ...shared,
      action: 'update',
      methods,
      query: common,
      body,
    }),
    put: { ...shared, action: 'put', methods: ['PUT'], query: common, body },
  } satisfies Record<string, Operation | ((...methods: Method[]) => Operation)>;
}

/** Spec 4.2: the operations on one record; their order differs between posts and terms. */
function recordOperations(
  resource: DescribedResource,
  key: RecordKey,
  context: DescribeContext,
): Operation[] {
  const { read, remove, update, put } = operationsOn(resource, key, context);
  if (key === 'external_id') return [read, remove, put];
  if (key === 'slug') return [read, remove, update('POST'), put, update('PATCH')];
  const changes = update('POST', 'PUT', 'PATCH');
  return resource.bySlug ? [read, remove, changes] : [read, changes, remove];
}

/** Spec 4: all operations on a resource, grouped by path, in the order of its routes. */
export const operationsOf = (
  resource: DescribedResource,
  context: DescribeContext,
): Operation[][] => [
  collectionOperations(resource, context),
  recordOperations(resource, 'id', context),
  ...(resource.bySlug
    ? [
        recordOperations(resource, 'slug', context),
        recordOperations(resource, 'external_id', context),
      ]
    : []),
];

export type Resources = readonly DescribedResource[];

/** A path that returns events in a format other than JSON. */
export interface FeedOperation {
  path: string;
  format: (typeof FEED_FORMATS)[number];
  place: FeedPlace;
  resource: DescribedResource;
  key?: 'id' | 'slug';
  pathInputs: Inputs;
  query: Inputs;
}

/** Parameters whose value the path of a feed already fixes. */
const FORMATS = ['format', 'ical'];

const without = (inputs: Inputs, names: readonly string[]): Inputs =>
  Object.fromEntries(Object.entries(inputs).filter(([name]) => !names.includes(name)));

/**
 * The filters of the list of events, without those that have no effect in a feed and without `own`,
 * which the path already fixes.
 */
function filtersOf(resources: Resources, context: DescribeContext, own: string): Inputs {
  const events = resources.find(({ type }) => type === 'event');
  return events ? without(filterInputs(events, context), [...FORMATS, ...IGNORED.ics, own]) : {};
}

function operationsAt(resource: DescribedResource, resources: Resources, context: DescribeContext) {
  const { type, path, bySlug } = resource;
  const place = placeOf(type);
  const own = place === 'related' ? (bySlug ? type : path) : '';
  const query = {
    ...(place === 'event' ? singleInputs(resource, context) : filtersOf(resources, context, own)),
    ...languageInput(context),
  };
  const one = (key: 'id' | 'slug', below: string) => ({
    ...{ path: `/${path}/${below}`, place, key, query },
    pathInputs: pathInput(key, context),
  });
  const list = {
    ...{ path: `/${path}`, place: 'events' as const, pathInputs: {} },
    query: { ...filtersOf(resources, context, ''), ...languageInput(context) },
  };
  return [
    ...(type === 'event' ? [list] : []),
    one('id', '{id}'),
    ...(bySlug ? [one('slug', 'by-slug/{slug}')] : []),
  ];
}

/**
 * The query of a news feed: the list's filters without those that have no effect, as news has a
 * fixed order and only holds listed events. Unlike calendars it has pages.
 */
const newsQuery = (resource: DescribedResource, context: DescribeContext): Inputs => ({
  ...without(filterInputs(resource, context), [...FORMATS, ...IGNORED.rss]),
  ...languageInput(context),
});

/** All feeds, in the order of their resources' paths. */
export const feedOperations = (resources: Resources, context: DescribeContext): FeedOperation[] =>
  resources.flatMap((resource) =>
    operationsAt(resource, resources, context).flatMap((operation) =>
      FEED_FORMATS.filter((name) =>
        (FEEDS[name].places as readonly FeedPlace[]).includes(operation.place),
      ).map((format) => ({
        ...operation,
        ...(format !== 'ics' && { query: newsQuery(resource, context) }),
        path: operation.path + suffixOf(format),
        format,
        resource,
      })),
    ),
  );

/** An operation on the caller's personal feeds. */
export interface FeedKeyOperation {
  verb: 'list' | 'create' | 'delete';
  method: Method;
  path: string;
  pathInputs: Inputs;
  query: Inputs;
  body: Inputs;
}

const idOf = (context: DescribeContext): Inputs => ({
  id: {
    schema: described({ type: 'integer' }, parameterDescription('id', context, ['feeds'])),
    required: true,
  },
});

/** The fields of a new personal feed. */
export const feedInputs = ({ language }: DescribeContext): Inputs =>
  Object.fromEntries(
    Object.entries(FEED_FIELDS).map(([name, { schema }]) => [
      name,
      {
        schema: described(jsonSchema(schema), describe(language, `sent.feed.${name}`)),
        required: false,
      },
    ]),
  );

/** D14.7: the operations on personal feeds. */
export function feedKeyOperations(context: DescribeContext): FeedKeyOperation[] {
  const query = inputsOf(FEED_QUERY, context);
  const all = { path: '/feeds', pathInputs: {}, query, body: {} };
  return [
    { ...all, verb: 'list', method: 'GET' },
    { ...all, verb: 'create', method: 'POST', body: feedInputs(context) },
    { ...all, verb: 'delete', method: 'DELETE', path: '/feeds/{id}', pathInputs: idOf(context) },
  ];
}

/** D8.14: the query parameters of `/changes`. */
export const changesQuery = (context: DescribeContext): Inputs => ({
  ...inputsOf(CHANGE_PARAMS, context, ['changes']),
  ...languageInput(context),
});
