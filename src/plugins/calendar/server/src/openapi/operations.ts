import type { Language } from '../settings/languages';
import type { DescribedResource } from './described-resource';
import {
  fieldInputs,
  filterInputs,
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
function collectionOperations(resource: DescribedResource, language: Language): Operation[] {
  const path = `/${resource.path}`;
  const common = languageInput(language);
  const query = { ...filterInputs(resource, language), ...common };
  const body = fieldInputs(resource.type, language, true);
  return [
    { action: 'list', methods: ['GET'], path, pathInputs: {}, query },
    { action: 'create', methods: ['POST'], path, pathInputs: {}, query: common, body },
  ];
}

/** Spec 4.2: one record by its id or slug; posts and terms name their methods in different orders. */
function recordOperations(
  resource: DescribedResource,
  key: 'id' | 'slug',
  language: Language,
): Operation[] {
  const path = key === 'id' ? `/${resource.path}/{id}` : `/${resource.path}/by-slug/{slug}`;
  const common = languageInput(language);
  const query = { ...singleInputs(resource, language), ...common };
  const shared = { path, key, pathInputs: pathInput(key, language) };
  const remove: Operation = { ...shared, action: 'delete', methods: ['DELETE'], query };
  const update: Operation = {
    ...shared,
    action: 'update',
    methods: ['POST', 'PUT', 'PATCH'],
    query: common,
    body: fieldInputs(resource.type, language, false),
  };
  const read: Operation = { ...shared, action: 'read', methods: ['GET'], query };
  return resource.bySlug ? [read, remove, update] : [read, update, remove];
}

/** Spec 4: everything that can be done with a resource, by path, in the order of routes. */
export const operationsOf = (resource: DescribedResource, language: Language): Operation[][] => [
  collectionOperations(resource, language),
  recordOperations(resource, 'id', language),
  ...(resource.bySlug ? [recordOperations(resource, 'slug', language)] : []),
];
