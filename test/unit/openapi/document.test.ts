import SwaggerParser from '@apidevtools/swagger-parser';
import { openapiDocument } from '../../../src/plugins/calendar/server/src/http/openapi/document';
import { RESOURCES } from '../../../src/plugins/calendar/server/src/resources/routes';
import { LANGUAGES } from '../../../src/plugins/calendar/server/src/settings/languages';
import { readSettings } from '../../../src/plugins/calendar/server/src/settings/settings';
import { MESSAGE_TYPES } from '../../../src/plugins/calendar/server/src/settings/webhooks';
import { describedIn, undescribed } from '../../support/described';
import { CALENDARS, isFeed, isFeedKey, isOfWebhooks } from '../../support/feeds';
import { specifiedRoutes } from '../../support/specification';
import { extraRoutes } from '../../support/specification-pending';
import { undescribedIn } from '../../support/undescribed';

interface Answer {
  description: string;
  headers: Record<string, { $ref: string }>;
  content?: Record<string, { schema: unknown }>;
}
interface Operation {
  operationId: string;
  summary: string;
  description: string;
  security: unknown;
  parameters: { name: string; in: string; description?: string; required: boolean }[];
  requestBody?: { content: Record<string, unknown> };
  responses: Record<string, Answer | { $ref: string }>;
}

const documentIn = (language: (typeof LANGUAGES)[number]) => {
  const document = openapiDocument(RESOURCES, describedIn(language));
  const { responses } = document.components;
  return {
    ...document,
    paths: document.paths as Record<string, Record<string, Operation>>,
    components: { ...document.components, responses: responses as Record<string, Answer> },
  };
};
const english = documentIn('en');
const operations = Object.values(english.paths).flatMap((path) => Object.values(path));

/** What an operation answers with a status; nothing where it never does. */
const answerOf = ({ responses }: Operation, status: number | string): Answer | undefined => {
  const answer = responses[status];
  if (!answer || !('$ref' in answer)) return answer;
  return english.components.responses[answer.$ref.replace('#/components/responses/', '')];
};

/** Every answer of every operation, by its name: `listEvents 200`. */
const answers = operations.flatMap((operation) =>
  Object.keys(operation.responses).map(
    (status) => [`${operation.operationId} ${status}`, answerOf(operation, status)] as const,
  ),
);

/** The validator changes what it is given. */
const check = (document: unknown) => SwaggerParser.validate(structuredClone(document) as never);

it.each(LANGUAGES)('is a valid OpenAPI document in %s', async (language) => {
  await expect(check(documentIn(language))).resolves.toBeDefined();
});

it('is invalid with a wrong parameter list or a dangling reference', async () => {
  const { '/doc': doc } = english.paths;
  const wrong = { ...english, paths: { '/doc': { get: { ...doc?.get, parameters: 'none' } } } };
  await expect(check(wrong)).rejects.toThrow();
  const { Venue: _, ...schemas } = english.components.schemas;
  await expect(check({ ...english, components: { schemas } })).rejects.toThrow();
});

it('has every specified route, and only known others', () => {
  const named = Object.entries(english.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const ours = (route: string) => isFeed(route) || isFeedKey(route) || isOfWebhooks(route);
  expect(named.filter((route) => !ours(route)).sort()).toEqual(
    [...specifiedRoutes, ...extraRoutes].sort(),
  );
  expect(named.filter(isFeedKey)).toEqual(['GET /feeds', 'POST /feeds', 'DELETE /feeds/{id}']);
  expect(named.filter(isOfWebhooks)).toEqual([
    ...['GET /webhooks', 'POST /webhooks', 'GET /webhooks/{id}', 'PATCH /webhooks/{id}'],
    ...['DELETE /webhooks/{id}', 'POST /webhooks/{id}/secret', 'POST /webhooks/{id}/test'],
    'GET /webhooks/{id}/deliveries',
    'POST /webhooks/{id}/deliveries/{delivery}/redeliver',
  ]);
  const calendars = named.filter((route) => route.endsWith('.ics'));
  expect(calendars.sort()).toEqual(CALENDARS.map((path) => `GET ${path}`).sort());
});

it('has the keys and schemas that clients know', () => {
  expect(Object.keys(english)).toEqual(
    expect.arrayContaining(['openapi', 'info', 'components', 'servers', 'paths']),
  );
  expect(Object.keys(english.components.schemas)).toEqual(
    expect.arrayContaining([
      ...['ImageSize', 'CostDetails', 'Term', 'Image', 'DateDetails', 'Event', 'Venue'],
      ...['Organizer', 'Error', 'EventFields', 'NewEvent', 'TagFields'],
    ]),
  );
});

it('gives every operation a unique id', () => {
  const names = operations.map(({ operationId }) => operationId);
  const told = Object.values(english.webhooks).map(({ post }) => post.operationId);
  expect(told).toEqual(expect.arrayContaining(['onEventPublished', 'onWebhookTest']));
  expect(new Set([...names, ...told]).size).toBe(names.length + told.length);
  const feeds = Object.keys(english.paths).filter(isFeed);
  expect(new Set(names).size).toBe(specifiedRoutes.length + extraRoutes.length + feeds.length + 12);
  expect(names).toEqual(
    expect.arrayContaining([
      'listCategories',
      'createTag',
      'getVenueBySlug',
      'getTagIcs',
      'patchEvent',
    ]),
  );
});

it('accepts JSON, forms and multipart in all bodies except batches and webhooks', () => {
  const bodies = operations
    // A form has no requests within it, and no lists of names.
    .filter(({ operationId }) => !/^(?:sendBatch|\w+Webhook)$/.test(operationId))
    .flatMap(({ requestBody }) => requestBody ?? []);
  expect(bodies).toHaveLength(5 + 8 * 3 + 3 + 1);
  for (const { content } of bodies) {
    expect(Object.keys(content)).toEqual([
      'application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
    ]);
  }
});

it('names the codes of each error response', () => {
  const codes = (path: string, method: string, status: number) =>
    answerOf(english.paths[path]?.[method] as Operation, status)?.description.match(
      /(?<=`)[\w-]+(?=`)/g,
    );
  expect(codes('/events', 'get', 404)).toEqual(['event-archive-page-not-found']);
  expect(codes('/events/{id}', 'get', 403)).toEqual([
    'rest_forbidden',
    'event-not-accessible',
    'event-no-longer-available',
    'event-password-protected',
  ]);
  expect(codes('/venues/by-slug/{slug}', 'delete', 410)).toEqual(['venue-is-in-trash']);
  expect(codes('/tags/{id}', 'delete', 410)).toBeUndefined();
  expect(codes('/tags', 'post', 400)).toEqual(
    expect.arrayContaining(['rest_missing_callback_param', 'term_exists']),
  );
  expect(codes('/tags', 'post', 400)).not.toContain('duplicate_term_slug');
  expect(codes('/tags/{id}', 'patch', 400)).toContain('duplicate_term_slug');
  expect(codes('/', 'get', 404)).toEqual(['rest_invalid_namespace']);
});

it('describes errors without placeholders', () => {
  const sentences = Object.values(english.components.responses).map(
    ({ description }) => description,
  );
  expect(sentences).toContain('`rest_invalid_namespace`: The requested namespace does not exist.');
  expect(sentences.filter((text) => /[{}]/.test(text))).toEqual([]);
});

it('lists paging and dates first, and the parameters of all lists last', () => {
  const names = english.paths['/events']?.get?.parameters.map(({ name }) => name) ?? [];
  expect(names.slice(0, 3)).toEqual(['page', 'per_page', 'start_date']);
  const last = ['order', 'format', 'ical', 'hide_from_listings', 'i18n_language'];
  expect(names.slice(-9)).toEqual([
    ...[...last, '_fields', '_envelope', 'If-None-Match', 'Prefer'],
  ]);
});

it.each(LANGUAGES)('describes every parameter and every key in %s', (language) => {
  expect(undescribedIn(documentIn(language))).toEqual([]);
});

/** Everything that is told in words of an operation. */
const toldOf = ({ summary, description, parameters }: Operation) => [
  ...[summary, description],
  ...parameters.map((one) => one.description ?? ''),
];

describe.each(LANGUAGES)('in %s', (language) => {
  const document = documentIn(language);
  const all = Object.values(document.paths).flatMap((path) => Object.entries(path));
  const messages = Object.entries(document.webhooks).map(
    ([name, { post }]) => [name, post] as const,
  );

  it('describes every operation, with a summary of its own', () => {
    const silent = all.filter(([, { description }]) => !/\S{2,}.*\.$/.test(description ?? ''));
    expect(silent.map(([, { operationId }]) => operationId)).toEqual([]);
    const summaries = all.map(([, { summary }]) => summary);
    const twice = summaries.filter((one, place) => summaries.indexOf(one) !== place);
    expect(twice.filter((one) => !/PATCH/.test(one))).toEqual([]);
  });

  it('describes every webhook message', () => {
    expect(messages.map(([name]) => name)).toEqual([...MESSAGE_TYPES, 'webhook.test']);
    for (const [name, { summary, description, responses }] of messages) {
      const texts = [summary, ...description.split('\n\n')];
      expect([name, texts.length]).toEqual([name, 3]);
      const answers = Object.values(responses).map((answer) => answer.description);
      expect(
        [...texts, ...answers].filter((text) => !/\S/.test(text) || /[{}]/.test(text)),
      ).toEqual([]);
    }
    expect(new Set(messages.map(([, { summary }]) => summary)).size).toBe(messages.length);
    const headers = Object.values(document.components.parameters);
    expect(headers.filter((header) => !header.description)).toEqual([]);
  });

  it('leaves no placeholder in its texts', () => {
    const said = [document.info.description, ...all.flatMap(([, one]) => toldOf(one))];
    const fields = JSON.stringify(document.components.schemas);
    expect([...said, fields].flatMap((text) => text.match(/\{[a-z_]+\}/g) ?? [])).toEqual([]);
  });

  it('introduces tokens, pages and errors first, and HEAD and OPTIONS last', () => {
    const paragraphs = document.info.description.split('\n\n');
    const holds = [/Authorization: Bearer/, /next_rest_url/, /data\.params/];
    expect(holds.map((word) => paragraphs.findIndex((text) => word.test(text)))).toEqual([1, 2, 3]);
    expect(paragraphs.at(-1)).toMatch(/HEAD.*OPTIONS/);
  });
});

it('describes every tag', () => {
  for (const { name, description } of english.tags) {
    expect([name, description]).toEqual([name, expect.stringMatching(/^[A-Z].* .*\.$/)]);
  }
});

const WORDS = ['description', 'summary', 'title'];
const withoutWords = (value: unknown): unknown =>
  undescribed(
    JSON.parse(
      JSON.stringify(value, (key, inner) =>
        WORDS.includes(key) && typeof inner === 'string' ? undefined : inner,
      ),
    ),
  );

/** Examples are records of each language; their names are the same. */
const withoutExamples = ({ components, ...rest }: typeof english) => ({
  ...rest,
  components: { ...components, examples: Object.keys(components.examples) },
});

it.each(['ar', 'fr', 'es'] as const)('differs in %s only by its texts and examples', (language) => {
  const translated = documentIn(language);
  expect(translated).not.toEqual(english);
  expect(withoutWords(withoutExamples(translated))).toEqual(withoutWords(withoutExamples(english)));
});

it('lists the requested server first, then those of each language', () => {
  const root = 'https://calendar.example/fr/calendar/events/v1';
  const { servers } = openapiDocument(RESOURCES, { ...describedIn('fr'), root });
  expect(servers.map(({ url }) => url)).toEqual([
    root,
    'https://calendar.example/calendar/events/v1',
    ...LANGUAGES.filter((code) => code !== 'fr').map(
      (code) => `https://calendar.example/${code}/calendar/events/v1`,
    ),
  ]);
});

const headersOf = (operation: Operation | undefined, status: number) =>
  Object.keys(answerOf(operation as Operation, status)?.headers ?? {});

it('names the headers of every response', () => {
  const { NoRoute, MethodNotAllowed } = english.components.responses;
  const all = [...answers, ['no route', NoRoute], ['no method', MethodNotAllowed]] as const;
  expect(all.length).toBeGreaterThan(400);
  for (const [name, answer] of all) {
    const always = ['X-Request-Id', 'X-TEC-API-ROOT', 'Cache-Control', 'Vary', 'Content-Language'];
    expect([name, Object.keys(answer?.headers ?? {})]).toEqual([
      name,
      expect.arrayContaining(always),
    ]);
  }
  const { get: list, post } = english.paths['/tags'] ?? {};
  expect(headersOf(list, 200)).toEqual(expect.arrayContaining(['X-TEC-Total', 'Link', 'ETag']));
  expect(headersOf(list, 429)).toEqual(expect.arrayContaining(['Retry-After', 'RateLimit-Limit']));
  expect(headersOf(post, 201)).toEqual(expect.arrayContaining(['Location', 'ETag']));
  expect(headersOf(post, 401)).toContain('WWW-Authenticate');
});

it('marks the headers that are always present as required', () => {
  const { headers } = english.components;
  const unsure = Object.keys(headers).filter((name) => !headers[name]?.required);
  const limit = ['Preference-Applied', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];
  limit.push('RateLimit-Policy', 'RateLimit');
  expect(unsure.sort()).toEqual(['Link', ...limit].sort());
});

it('documents the request headers of each read and write', () => {
  for (const [path, methods] of Object.entries(english.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const named = operation.parameters.filter((one) => one.in === 'header');
      const asked = named.map(({ name }) => name);
      expect([operation.operationId, asked.pop()]).toEqual([operation.operationId, 'Prefer']);
      const reads = method === 'get';
      const isNew = /^create/.test(operation.operationId);
      expect([operation.operationId, asked]).toEqual([
        operation.operationId,
        // What is new has no version yet, and a key has one only.
        ...(reads
          ? [['If-None-Match']]
          : isFeedKey(path) || isOfWebhooks(path) || path === '/batch'
            ? [[]]
            : [[...(isNew ? [] : ['If-Match', 'If-None-Match']), 'Idempotency-Key']]),
      ]);
      const unchanged = answerOf(operation, 304);
      expect([unchanged !== undefined, unchanged?.content]).toEqual([reads, undefined]);
    }
  }
});

it('distinguishes tokens, JWTs and Basic, and requires one of them for writes', () => {
  expect(english.components.securitySchemes).toMatchObject({
    token: { type: 'http', scheme: 'bearer' },
    jwt: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
    basic: { type: 'http', scheme: 'basic' },
  });
  const credentials = [{ token: [] }, { jwt: [] }, { basic: [] }];
  expect(english.security).toEqual([{}, ...credentials]);
  for (const [path, methods] of Object.entries(english.paths)) {
    for (const [method, { operationId, security }] of Object.entries(methods)) {
      const key = isFeed(path) ? [{ key: [] }] : []; // Calendar programs send addresses only.
      // One's own are told to nobody else; what is in a batch is asked by itself.
      const ofAll = !isFeedKey(path) && !isOfWebhooks(path);
      const reads = path === '/batch' || (method === 'get' && ofAll);
      const asked = reads ? [{}, ...credentials, ...key] : credentials;
      expect([operationId, security]).toEqual([operationId, asked]);
    }
  }
});

it('describes the responses where there is no operation', () => {
  const { NoRoute, MethodNotAllowed } = english.components.responses;
  expect(NoRoute?.description).toMatch(/^`rest_no_route`/);
  expect(MethodNotAllowed?.headers).toHaveProperty('Allow');
  const used = JSON.stringify(english.paths);
  for (const name of ['NoRoute', 'MethodNotAllowed']) {
    expect(used).not.toContain(`/${name}"`);
    expect(english.info.description).toContain(`\`${name}\``);
  }
});

it('has no unused responses but the general ones', () => {
  const used = new Set(
    operations
      .flatMap(({ responses }) => Object.values(responses))
      .map((answer) => '$ref' in answer && answer.$ref.split('/').at(-1)),
  );
  const unused = Object.keys(english.components.responses).filter((name) => !used.has(name));
  expect(unused).toEqual([
    ...['NoRoute', 'MethodNotAllowed'],
    ...['RequestTimeout', 'ExpectationFailed', 'HeadersTooLarge'],
  ]);
});

it('links to the documentation page', () => {
  expect(english.externalDocs.url).toBe('https://calendar.example/calendar/events/v1/docs');
});

describe('descriptions with the settings of the site', () => {
  const told = (settings: object, operation: string) => {
    const context = { ...describedIn('en'), settings: readSettings(settings) };
    const { info, paths } = openapiDocument(RESOURCES, context);
    const all = Object.values(paths as typeof english.paths).flatMap((path) => Object.values(path));
    const one = all.find(({ operationId }) => operationId === operation) as Operation;
    const named = one.parameters.map(({ name, description }) => [name, description]);
    return { info: info.description, operation: one.description, ...Object.fromEntries(named) };
  };
  const PLACE = { timezone: 'Asia/Tokyo', geoloc: { radius: 7, unit: 'km' }, maxPerPage: 33 };

  it('contain the values that a caller must know', () => {
    const { info, operation, start_date, geoloc_radius, per_page } = told(PLACE, 'listEvents');
    for (const text of [info, operation, start_date]) expect(text).toContain('Asia/Tokyo');
    expect(geoloc_radius).toContain('in kilometres. By default 7 kilometres.');
    expect(per_page).toContain('at most 33');
    expect(told({}, 'listEvents').geoloc_radius).toContain('By default 25 miles.');
  });

  it('explain the default dates of a list, their formats and what disables them', () => {
    const { start_date, end_date, ...rest } = told({}, 'listEvents');
    for (const form of ['By default today', '`ends_after=yesterday`', '`tomorrow`', 'ISO 8601']) {
      expect(start_date).toContain(form);
    }
    expect(end_date).toContain('24 months');
    const enders = Object.keys(rest).filter((name) => /^(?:starts|ends|modified)_/.test(name));
    expect(enders).toHaveLength(6);
    for (const name of [...enders, 'external_id', 'include']) {
      expect(end_date).toContain(`\`${name}\``);
    }
  });

  it('explain what PUT merges and where DELETE moves a record', () => {
    expect(told({}, 'putEvent').operation).toMatch(/PUT merges as PATCH does/);
    expect(told({}, 'deleteEvent').operation).toMatch(/to the trash/);
    expect(told({}, 'deleteTag').operation).toMatch(/for good/);
  });

  it('explain missing translations, the rate limit and the size of bodies', () => {
    expect(told({}, 'listEvents').info).toMatch(/is shown in another one.*1200 requests in 60/s);
    const strict = told({ fallback: false, rateLimit: { requests: 0 } }, 'listEvents').info;
    expect(strict).toContain('404 on its own');
    expect(strict).not.toContain('requests in');
    expect(strict).toContain('at most 1024 kB');
  });
});

describe('the limits set by the host', () => {
  const limited = (limits: { ids: number; search: number }) => {
    const context = { ...describedIn('en'), settings: readSettings({ limits }) };
    return openapiDocument(RESOURCES, context);
  };

  /** What other systems say has a limit that no host sets. */
  const OF_OTHERS = ['external_id', 'source'];

  /** Path and name of each parameter that has a keyword, with its value. */
  function told(document: ReturnType<typeof limited>, keyword: string) {
    const paths = document.paths as Record<string, { get?: { parameters: Parameter[] } }>;
    const lists = Object.entries(paths).filter(([path]) => !isFeed(path));
    return lists.flatMap(([path, { get }]) =>
      (get?.parameters ?? [])
        .filter(({ name, schema }) => keyword in schema && !OF_OTHERS.includes(name))
        .map(({ name, schema }) => [`${path}?${name}`, schema[keyword]]),
    );
  }
  interface Parameter {
    name: string;
    schema: Record<string, unknown>;
  }

  const searches = ['/events', '/venues', '/organizers', '/categories', '/tags'].map(
    (path) => `${path}?search`,
  );
  const lists = [
    ...['include', 'venue', 'organizer', 'categories', 'tags'].map((name) => `/events?${name}`),
    ...['/categories', '/tags'].flatMap((path) => [`${path}?exclude`, `${path}?include`]),
  ];

  it.each([
    [1000, 200],
    [7, 9],
  ])('apply to every list of ids (%d) and every search (%d)', (ids, search) => {
    const document = limited({ ids, search });
    expect(told(document, 'maxLength').sort()).toEqual(
      searches.map((path) => [path, search]).sort(),
    );
    expect(told(document, 'maxItems').sort()).toEqual(lists.map((path) => [path, ids]).sort());
  });

  it('apply to the lists of ids in bodies of every kind', () => {
    const { schemas } = limited({ ids: 7, search: 9 }).components;
    for (const name of ['EventFields', 'EventForm', 'EventParts']) {
      const properties = schemas[name]?.properties as Record<string, { maxItems?: number }>;
      const lists = Object.entries(properties).filter(([, { maxItems }]) => maxItems === 7);
      expect([name, lists.map(([field]) => field).sort()]).toEqual([
        name,
        ['categories', 'organizer', 'tags', 'venue'],
      ]);
      expect(JSON.stringify(properties.author)).toContain(`"maximum":${2 ** 31 - 1}`);
    }
  });
});
