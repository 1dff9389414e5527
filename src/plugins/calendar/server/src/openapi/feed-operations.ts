import { FEED_FORMATS, FEEDS, type FeedPlace, placeOf, suffixOf } from '../settings/formats';
import type { DescribeContext } from './context';
import type { DescribedResource } from './described-resource';
import { filterInputs, type Inputs, languageInput, pathInput, singleInputs } from './inputs';

export type Resources = readonly DescribedResource[];

/** An address that gives events in another format than JSON. */
export interface FeedOperation {
  path: string;
  format: (typeof FEED_FORMATS)[number];
  place: FeedPlace;
  resource: DescribedResource;
  key?: 'id' | 'slug';
  pathInputs: Inputs;
  query: Inputs;
}

/** What says nothing of which events are meant. */
const UNUSED = ['page', 'per_page', 'format', 'ical'];

const without = (inputs: Inputs, names: string[]): Inputs =>
  Object.fromEntries(Object.entries(inputs).filter(([name]) => !names.includes(name)));

/** The filters of the list, but for that which the address says itself. */
function filtersOf(resources: Resources, context: DescribeContext, own: string): Inputs {
  const events = resources.find(({ type }) => type === 'event');
  return events ? without(filterInputs(events, context), [...UNUSED, own]) : {};
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

/** News comes in pages, in an order of its own, and is what everybody may read. */
const UNASKED = ['format', 'ical', 'orderby', 'order', 'hide_from_listings'];

const newsQuery = (resource: DescribedResource, context: DescribeContext): Inputs => ({
  ...without(filterInputs(resource, context), UNASKED),
  ...languageInput(context),
});

/** Every address of a feed, in the order of the resources' own. */
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
