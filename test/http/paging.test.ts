import {
  EVENT_ORDERS,
  LINKED_ORDERS,
} from '../../src/plugins/calendar/server/src/resources/event/conditions';
import { RESOURCES } from '../../src/plugins/calendar/server/src/resources/routes';
import { ORDERS } from '../../src/plugins/calendar/server/src/resources/term';
import { apiToken, bearer } from '../support/callers';
import { isExhaustive, split } from '../support/extent';
import { api, get } from '../support/http';
import { allPages, pathOf } from '../support/pages';
import {
  buildCategory,
  buildEvent,
  buildOrganizer,
  buildTag,
  buildVenue,
  type Stored,
} from '../support/records';

/** Numbers of records with equal sort values, which only the id distinguishes. */
const MANY = isExhaustive ? [1, 2, 3, 4, 5] : [1, 2, 3];
const LANGUAGES = ['en', 'fr', 'es', 'ar'];

/** Within the default window, whatever the current date. */
const NEXT = new Date().getUTCFullYear() + 1;

const ids: Record<string, string> = { next: String(NEXT) };

/** Replaces `{venues}` in a query by the ids of those records, `{next}` by a year. */
const filled = (query: string) => query.replace(/\{(\w+)\}/g, (_, name) => ids[name] ?? '');

/** Queries for each order of a list, ascending and descending. */
const sorting = (names: readonly string[], more = '') => ({
  orderby: names.flatMap((name) => [`orderby=${name}${more}`, `order=desc&orderby=${name}${more}`]),
  order: ['order=asc', 'order=desc'],
});

/** Filters by modification date. */
const MODIFIED = {
  modified_after: ['modified_after=2000-01-01'],
  modified_before: ['modified_before=2999-01-01'],
};

/** Filters by external id and by source, each of which several records share. */
const EXTERNAL = {
  external_id: ['external_id=many'],
  source: ['source=many'],
};

const LINKED_POST = {
  ...MODIFIED,
  ...EXTERNAL,
  search: ['search=many'],
  status: ['status=publish'],
  event: ['event={crowded}'],
  has_events: ['has_events=true', 'has_events=false'],
  only_with_upcoming: ['only_with_upcoming=true'],
  ...sorting(LINKED_ORDERS),
};

const TERM = {
  ...MODIFIED,
  search: ['search=many'],
  order: ['order=asc', 'order=desc'],
  orderby: ORDERS.flatMap((name) => [`orderby=${name}`, `order=desc&orderby=${name}`]),
  hide_empty: ['hide_empty=true', 'hide_empty=false'],
  post: ['post={crowded}'],
  event: ['event={crowded}'],
  slug: ['slug=alike&hide_empty=false'],
};

const byInclude = (name: string) => [
  `include={${name}}`,
  ...['asc', 'desc'].map((order) => `include={${name}}&orderby=include&order=${order}`),
];

/** Queries that find more than one page, by list and filter. */
const QUERIES: Record<string, Record<string, string[]>> = {
  events: {
    ...MODIFIED,
    ...EXTERNAL,
    start_date: ['start_date=2000-01-01', 'start_date={next}-01-10 10:00:00'],
    end_date: ['start_date=2000-01-01&end_date={next}-01-10'],
    search: ['search=many'],
    geoloc: ['geoloc=true', 'geoloc=false'],
    geoloc_lat: ['geoloc_lat=48.8&geoloc_lng=2.3'],
    geoloc_lng: ['geoloc_lng=2.3&geoloc_lat=48.8'],
    geoloc_radius: ['geoloc_lat=45&geoloc_lng=4&geoloc_radius=900'],
    status: ['status=publish'],
    post_parent: ['post_parent={crowded}'],
    include: ['include={events}'],
    starts_before: ['starts_before={next}-03-01'],
    starts_after: ['starts_after={next}-01-02'],
    ends_before: ['ends_before={next}-03-01'],
    ends_after: ['ends_after={next}-01-02'],
    strict_dates: ['strict_dates=true&start_date=2000-01-01&end_date={next}-01-31'],
    ticketed: ['ticketed=true', 'ticketed=false'],
    venue: ['venue={venues}'],
    organizer: ['organizer={organizers}'],
    featured: ['featured=true', 'featured=false'],
    categories: ['categories={categories}'],
    tags: ['tags={tags}'],
    hide_from_listings: ['hide_from_listings=false', 'hide_from_listings=true'],
    ...sorting(EVENT_ORDERS, '&geoloc_lat=48.8&geoloc_lng=2.3'),
    format: ['format=json'],
    ical: ['ical=false'],
  },
  venues: LINKED_POST,
  organizers: LINKED_POST,
  categories: {
    ...TERM,
    exclude: ['exclude={crown}'],
    include: byInclude('categories'),
    parent: ['parent={crown}', 'parent=0&hide_empty=false'],
  },
  tags: { ...TERM, exclude: ['exclude={label}'], include: byInclude('tags') },
};

/** Queries whose results are unpublished. */
const UNPUBLISHED = [
  'status=draft',
  'status=pending',
  'status=draft,pending',
  'status[]=publish&status[]=draft',
];
const POSTS = ['events', 'venues', 'organizers'];

const joined = (records: Stored[]) => records.map(({ public_id }) => public_id).join(',');
const idsOf = (records: Stored[]) => records.map(({ public_id }) => public_id);

/** Creates records sequentially, so that ids increase. */
async function many(make: (number: number) => Promise<Stored>): Promise<Stored[]> {
  const made = [];
  for (const number of MANY) made.push(await make(number));
  return made;
}

async function makeTerms() {
  const crown = await buildCategory({ name: 'Crown' });
  const label = await buildTag({ name: 'Label' });
  const categories = await many((number) =>
    buildCategory({ name: `Many ${number}`, parent: crown.public_id }),
  );
  const tags = await many((number) => buildTag({ name: `Many ${number}` }));
  for (const language of LANGUAGES) {
    await buildCategory({ name: `Alike ${language}`, slug: 'alike' }, { language });
    await buildTag({ name: `Alike ${language}`, slug: 'alike' }, { language });
  }
  Object.assign(ids, { crown: joined([crown]), label: joined([label]) });
  Object.assign(ids, { categories: joined(categories), tags: joined(tags) });
  return { categories: idsOf(categories), tags: idsOf(tags) };
}

const place = { geo_lat: 48.8566, geo_lng: 2.3522 };
const UNFINISHED = [{}, { post_status: 'pending' }];
const DRAFTED = { publish: false };
const date = '2024-05-05T05:05:05.000Z';

const EXTERNALS = [
  (number: number) => ({ external_id: 'many', source: `System ${number}` }),
  (number: number) => ({ external_id: `Id ${number}`, source: 'many' }),
];

async function makeLinked() {
  const build = (data: object, making = {}) => [
    () => buildVenue({ venue: 'Many', date, ...place, ...data }, making),
    () => buildOrganizer({ organizer: 'Many', date, ...data }, making),
  ];
  for (const make of build({})) await many(make);
  for (const external of EXTERNALS) {
    await many((number) => buildVenue({ ...external(number), date }));
    await many((number) => buildOrganizer({ ...external(number), date }));
  }
  for (const state of UNFINISHED) for (const make of build(state, DRAFTED)) await many(make);
  const [venue, organizer] = build({}) as [() => Promise<Stored>, () => Promise<Stored>];
  const [venues, organizers] = [await many(venue), await many(organizer)];
  Object.assign(ids, { venues: joined(venues), organizers: joined(organizers) });
  return { venue: idsOf(venues), organizer: idsOf(organizers) };
}

const on = (day: string) => ({
  start_date: `${NEXT}-01-${day} 10:00:00`,
  end_date: `${NEXT}-01-${day} 11:00:00`,
});
const times = { ...on('10'), date };

async function makeEvents(links: object) {
  const full = { ...times, ...links, featured: true, ticket_url: 'https://example.org/t' };
  const crowded = await buildEvent({ title: 'Crowded', ...full });
  const post_parent = crowded.public_id;
  const events = await many(() => buildEvent({ title: 'Many', ...full, post_parent }));
  for (const external of EXTERNALS) {
    await many((number) => buildEvent({ ...times, ...external(number) }));
  }
  await many(() => buildEvent({ title: 'Plain', ...times, ...on('11') }));
  await many(() => buildEvent({ ...times, hide_from_listings: true }));
  for (const state of UNFINISHED) await many(() => buildEvent({ ...times, ...state }, DRAFTED));
  Object.assign(ids, { crowded: joined([crowded]), events: joined(events) });
}

const callers: Record<string, Record<string, string>> = { anybody: {} };

beforeAll(async () => {
  callers['a full-access token'] = bearer(await apiToken('full-access'));
  const links = { ...(await makeTerms()), ...(await makeLinked()) };
  await makeEvents(links);
});

const namesOf = ({ filters, ...resource }: (typeof RESOURCES)[number]) =>
  Object.keys({ ...filters, ...('editorFilters' in resource ? resource.editorFilters : {}) });

it('has queries for every filter of every list', () => {
  const found = Object.entries(QUERIES).map(([path, queries]) => [path, Object.keys(queries)]);
  const wanted = RESOURCES.map((resource) => [resource.path, namesOf(resource)]);
  const sorted = (lists: unknown[][]) =>
    Object.fromEntries(lists.map(([path, names]) => [path, [...(names as string[])].sort()]));
  expect(sorted(found)).toEqual(sorted(wanted));
  for (const [name, query] of Object.values(QUERIES).flatMap(pairs)) {
    expect(query.split(/[=&]/)).toContain(name);
  }
});

const pairs = (queries: Record<string, string[]>) =>
  Object.entries(queries).flatMap(([name, each]) => each.map((query) => [name, query] as const));

const everyQuery = (path: string) => ['', ...pairs(QUERIES[path] ?? {}).map(([, query]) => query)];

/** Every third query, which includes equally many ascending and descending ones. */
const someQueries = (path: string) =>
  everyQuery(path).filter((_, at) => isExhaustive || at % 3 === 0);

const CASES = Object.keys(QUERIES).flatMap((path) => [
  ...everyQuery(path).map((query) => [path, query, 'anybody'] as const),
  ...(POSTS.includes(path) ? [...someQueries(path), ...UNPUBLISHED] : []).map(
    (query) => [path, query, 'a full-access token'] as const,
  ),
]);

it.each(split(CASES.filter((_, at) => isExhaustive || at % 2 === 0)))(
  'visits every record of /%s?%s once, forward and backward, for %s',
  async (path, query, who) => {
    const headers = callers[who];
    const asked = encodeURI(filled(query));
    const { status, body } = await get(api(`/${path}?per_page=50&${asked}`), headers);
    expect([status, body.data]).toEqual([200, undefined]);
    const records: { id: number }[] = body[path];
    expect(records.length).toBeGreaterThan(2);
    expect(new Set(records.map(({ id }) => id)).size).toBe(records.length);

    const pages = await allPages(api(`/${path}?per_page=2&${asked}`), headers);
    expect(pages.flatMap((page) => page[path])).toEqual(records);
    expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([records.length]));
    const apart = pages.map(({ feed_url: _, ...page }) => page); // It contains the filters as sent.
    const last = pathOf(pages.at(-1).rest_url);
    const back = await allPages(last, headers, 'previous_rest_url');
    expect(back.map(({ feed_url: _, ...page }) => page)).toEqual(apart.reverse());
  },
);
