import { readParams } from '../../kinds/kind';
import { heading, MESSAGES } from '../../messages/t';
import { etagOf, validatorOf } from '../../resources/answer';
import { presentEvent } from '../../resources/event/present';
import { presentFeed, presentNewFeed } from '../../resources/feeds/address';
import { jsonFeed, newsItem, rss } from '../../resources/feeds/news';
import { eventComponent, vcalendar } from '../../resources/feeds/vcalendar';
import type { Changes } from '../../resources/payloads';
import type { EventRecord } from '../../resources/resource';
import { feedAddress, listParams, presentListOf, shownFilters } from '../../resources/shared/list';
import type { NewsFormat } from '../../settings/addresses';
import { newSchemaOf, type RecordType, schemaName } from '../../settings/record-types';
import type { ResponseSpec } from './answers';
import { type DescribeContext, type DescribedResource, headOf } from './context';
import {
  asForm,
  CREATED,
  changes,
  exampleRecords,
  newRecords,
  problemExample,
  problemOf,
  refusalBody,
  refusalExample,
} from './example-records';
import { routeIndex } from './route-index';

/** The query of a list's example: for events, the month of the example. */
const query = ({ type }: DescribedResource) =>
  type === 'event' ? { start_date: '2027-05-01', end_date: '2027-05-31' } : {};

function listOf(record: object, resource: DescribedResource, context: DescribeContext): object {
  const { type, path, filters, combine } = resource;
  const values = readParams(listParams(filters), query(resource), context);
  const viewer = { now: context.now };
  const shown = shownFilters(resource, values, combine?.(values, { ...context, viewer }));
  const querystring = String(new URLSearchParams(shown));
  const page = {
    address: `${context.root}/${path}`,
    page: values.page ?? 1,
    perPage: Math.min(values.per_page ?? 1, context.settings.maxPerPage),
    total: 1,
    filters: shown,
    ...(type === 'event' && { feed: feedAddress(context.root, 'ics', { querystring }) }),
  };
  return presentListOf(type)(path, [record], page);
}

/** The functions that present a record alone, after a write, in a list, and after its deletion. */
function shownBy(resource: DescribedResource) {
  const { present: written, presentSingle: alone = written } = resource;
  const { presentListed: listed = written, presentDeleted: last = written } = resource;
  return { alone, written, listed, last };
}

/** Spec 4: the example of each response of a resource's operations, by its name. */
function answered(
  resource: DescribedResource,
  records: ReturnType<typeof exampleRecords>,
  context: DescribeContext,
): [name: string, value: object][] {
  const { type } = resource;
  const { made, used, changed, deleted } = records[type];
  const { alone, written, listed, last } = shownBy(resource);
  const name = schemaName(type);
  return [
    [`${name}List`, listOf(listed(used, context, context), resource, context)],
    [name, alone(used, context)],
    [`${name}Made`, written(made, context)],
    [`${name}Changed`, written(changed, context)],
    [`${name}Deleted`, last(deleted, context)],
  ];
}

const CURSOR = 'q5kn2DKXfvCm.2l.towhq6.1URrTDnzuFxw';

/** D8.14: a page of changes with an updated event and a deleted venue; more changes follow. */
const exampleChanges = ({ root }: DescribeContext): Changes => ({
  changes: [
    { id: 12, type: 'event', revision: 1795345225106, languages: ['en', 'fr'] },
    { id: 4, type: 'venue', revision: 1795345855493, languages: [], deleted: true },
  ],
  cursor: CURSOR,
  next_rest_url: `${root}/changes?since=${CURSOR}&per_page=2`,
});

const DOCUMENT_ID = 'w5nyd9k4h1r0q2tz8v6cm3xj';
const SITE_ID = '6d0f9b5e-2c1a-4f7e-8b3d-5a9c0e4f1b26';

/** The example event in each feed format, by the format's name. */
function exampleFeeds(record: unknown, context: DescribeContext): [string, unknown][] {
  const { language, settings, now, origin, root } = context;
  const revision = Date.parse(CREATED);
  const shown = presentEvent(record as EventRecord, context);
  const event = { shown, documentId: DOCUMENT_ID, isProtected: false, revision, latest: revision };
  const texts = MESSAGES[language].feeds;
  const { host } = new URL(origin);
  const calendar = {
    name: `${texts.events} – ${host}`,
    language,
    timezone: settings.timezone,
    now,
  };
  const items = [newsItem(event, SITE_ID)];
  const head = (format: NewsFormat) => ({
    title: `${texts.news} – ${host}`,
    language,
    address: feedAddress(root, format, { querystring: '' }),
    list: `${root}/events`,
  });
  return [
    ['ics', vcalendar([eventComponent(event, { siteId: SITE_ID, isListed: true })], calendar)],
    ['rss', rss(items, head('rss'))],
    ['jsonfeed', jsonFeed(items, head('jsonfeed'))],
  ];
}

/** A key that no feed has: 32 bytes in base64url. */
const KEY = 'c2Vjb25kLWhhbmQtYm9hcmRzLWFyZS13ZWxjb21lLXQ';

/** The examples of personal feeds, by name: the body that creates one, and the responses. */
function exampleFeedKeys({ language, root }: DescribeContext): [string, object][] {
  const { name } = MESSAGES[language].examples.feed;
  const feed = { id: 3, name, created: Date.parse(CREATED) };
  return [
    ['FeedFields', { name }],
    ['FeedMade', presentNewFeed(feed, KEY, root)],
    ['Feeds', { feeds: [presentFeed(feed)] }],
    ['FeedDeleted', presentFeed(feed)],
  ];
}

type Example = [name: string, value: object];

const TAG = etagOf(validatorOf('', 1795345225106));

/**
 * D8.16: a batch of an update that fails because the event has changed since, and a read of a
 * missing tag.
 */
function exampleBatch({ language }: DescribeContext): Example[] {
  const patch = { method: 'PATCH', path: '/events/12', headers: { 'If-Match': TAG } };
  const requests = [
    { ...patch, body: changes(language).event },
    { method: 'GET', path: '/tags/999999' },
  ];
  const refused = { 412: 'rest_precondition_failed', 404: 'rest-tag-not-found' } as const;
  const responses = ([412, 404] as const).map((status) => ({
    status,
    headers: { 'Content-Language': language },
    body: refusalBody({ status, code: refused[status] }, language),
  }));
  return [
    ['BatchRequests', { requests }],
    ['Batch', { responses }],
  ];
}

/** References to examples, by the key under which a body shows them. */
export const exampleRefs = (names: [shown: string, name: string][]) =>
  Object.fromEntries(
    names.map(([shown, name]) => [shown, { $ref: `#/components/examples/${name}` }]),
  );

/** The examples of a write's bodies; only that of a new event differs as a form. */
export function requestExamples(type: RecordType, creating: boolean) {
  const name = creating ? newSchemaOf(type) : `${schemaName(type)}Change`;
  const inForm = creating && type === 'event' ? `${name}Form` : name;
  return { json: exampleRefs([[name, name]]), form: exampleRefs([[inForm, inForm]]) };
}

function requests({ type }: DescribedResource, { language }: DescribeContext): Example[] {
  const sent = newRecords(language)[type];
  const name = schemaName(type);
  return [
    [newSchemaOf(type), sent],
    ...(type === 'event' ? [[`${newSchemaOf(type)}Form`, asForm(sent)] as Example] : []),
    [`${name}Change`, changes(language)[type]],
  ];
}

/** The examples of the refusals in these responses, each as an error and as problem details. */
function refusals(answers: ResponseSpec[], context: DescribeContext): Example[] {
  const all = answers.flatMap(({ status, describedBy, type }) =>
    typeof describedBy === 'string' ? [] : describedBy.map((code) => ({ status, code, type })),
  );
  const named = new Map(all.map((refused) => [refusalExample(refused), refused]));
  return [...named].flatMap(([name, refused]): Example[] => [
    [name, refusalBody(refused, context.language)],
    [problemExample(refused), problemOf(refused, context)],
  ]);
}

/** Spec 4.1: shortened examples of responses that are as long as this document. */
const own = (context: DescribeContext): [string, object][] => {
  const summary = heading(context.language, 'shortened');
  return [
    ['Routes', { summary, value: routeIndex([], context) }],
    ['Changes', { value: exampleChanges(context) }],
    ['Document', { summary, value: { ...headOf(context), paths: {} } }],
  ];
};

/** All examples by name: of request bodies, responses and refusals. */
export function examplesIn(
  resources: readonly DescribedResource[],
  answers: ResponseSpec[],
  context: DescribeContext,
) {
  const records = exampleRecords(context);
  const all = [
    ...resources.flatMap((resource) => [
      ...requests(resource, context),
      ...answered(resource, records, context),
    ]),
    ...refusals(answers, context),
    ...exampleFeedKeys(context),
    ...exampleBatch(context),
  ];
  const examples = all.map(([name, value]) => [name, { value }] as const);
  const feeds = exampleFeeds(records.event.used, context).map(
    ([name, value]) => [name, { value }] as const,
  );
  return Object.fromEntries([...own(context), ...examples, ...feeds]);
}
