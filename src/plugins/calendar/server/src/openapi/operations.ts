import type { DescribeContext } from './context';
import type { DescribedResource } from './described-resource';
import {
  fieldInputs,
  filterInputs,
  formatInputs,
  type Inputs,
  languageInput,
  pathInput,
  singleInputs,
} from './inputs';
import type { Method } from './schema';

export const ACTIONS = ['list', 'create', 'read', 'update', 'delete'] as const;

export type Action = (typeof ACTIONS)[number];

/** Methods of one path that take the same. */
export interface Operation {
  action: Action;
  methods: Method[];
  path: string;
  key?: 'id' | 'slug';
  pathInputs: Inputs;
  query: Inputs;
  body?: Inputs;
}

/** Spec 4.2: the list of a resource. */
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

/** Spec 4.2: one record by its id or slug; posts and terms name their methods in different orders. */
function recordOperations(
  resource: DescribedResource,
  key: 'id' | 'slug',
  context: DescribeContext,
): Operation[] {
  const path = key === 'id' ? `/${resource.path}/{id}` : `/${resource.path}/by-slug/{slug}`;
  const common = languageInput(context);
  const query = { ...singleInputs(resource, context), ...common };
  const shared = { path, key, pathInputs: pathInput(key, context) };
  const remove: Operation = { ...shared, action: 'delete', methods: ['DELETE'], query };
  const update: Operation = {
    ...shared,
    action: 'update',
    methods: ['POST', 'PUT', 'PATCH'],
    query: common,
    body: fieldInputs(resource.type, context, false),
  };
  const formats = formatInputs(resource, context);
  const read: Operation = {
    ...shared,
    action: 'read',
    methods: ['GET'],
    query: { ...query, ...formats },
  };
  return resource.bySlug ? [read, remove, update] : [read, update, remove];
}

/** Spec 4: everything that can be done with a resource, by path, in the order of routes. */
export const operationsOf = (
  resource: DescribedResource,
  context: DescribeContext,
): Operation[][] => [
  collectionOperations(resource, context),
  recordOperations(resource, 'id', context),
  ...(resource.bySlug ? [recordOperations(resource, 'slug', context)] : []),
];
