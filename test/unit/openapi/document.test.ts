import SwaggerParser from '@apidevtools/swagger-parser';
import { openapiDocument } from '../../../src/plugins/calendar/server/src/openapi/document';
import { RESOURCES } from '../../../src/plugins/calendar/server/src/resources';
import { LANGUAGES } from '../../../src/plugins/calendar/server/src/settings/languages';
import { describedIn, undescribed } from '../../support/described';
import { specifiedRoutes } from '../../support/specification';

type Answer = { description: string; content: Record<string, { schema: unknown }> };
interface Operation {
  operationId: string;
  summary: string;
  parameters: { name: string; in: string; description?: string; required: boolean }[];
  requestBody?: { content: Record<string, unknown> };
  responses: Record<string, Answer>;
}

const documentIn = (language: (typeof LANGUAGES)[number]) => {
  const document = openapiDocument(RESOURCES, describedIn(language));
  return { ...document, paths: document.paths as Record<string, Record<string, Operation>> };
};
const english = documentIn('en');
const operations = Object.values(english.paths).flatMap((path) => Object.values(path));

/** The validator changes what it is given. */
const check = (document: unknown) => SwaggerParser.validate(structuredClone(document) as never);

it.each(LANGUAGES)('is a valid OpenAPI document in %s', async (language) => {
  await expect(check(documentIn(language))).resolves.toBeDefined();
});

it('would not be valid with an unknown word, nor with a name that leads nowhere', async () => {
  const { '/doc': doc } = english.paths;
  const wrong = { ...english, paths: { '/doc': { get: { ...doc?.get, parameters: 'none' } } } };
  await expect(check(wrong)).rejects.toThrow();
  const { Venue: _, ...schemas } = english.components.schemas;
  await expect(check({ ...english, components: { schemas } })).rejects.toThrow();
});

it('has every specified route, and no other', () => {
  const named = Object.entries(english.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(named.sort()).toEqual([...specifiedRoutes].sort());
});

it('begins with the keys that clients know', () => {
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

it('gives every operation a name of its own', () => {
  const names = operations.map(({ operationId }) => operationId);
  expect(new Set(names).size).toBe(specifiedRoutes.length);
  expect(names).toEqual(
    expect.arrayContaining(['listCategories', 'createTag', 'getVenueBySlug', 'patchEvent']),
  );
});

it('takes JSON, forms and multipart wherever it takes a body', () => {
  const bodies = operations.flatMap(({ requestBody }) => requestBody ?? []);
  expect(bodies).toHaveLength(5 + 8 * 3);
  for (const { content } of bodies) {
    expect(Object.keys(content)).toEqual([
      'application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
    ]);
  }
});

it('names the codes of each refusal', () => {
  const codes = (path: string, method: string, status: number) =>
    english.paths[path]?.[method]?.responses[status]?.description.match(/(?<=`)[\w-]+(?=`)/g);
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
    expect.arrayContaining(['rest_missing_callback_param', 'term_exists', 'duplicate_term_slug']),
  );
  expect(codes('/', 'get', 404)).toEqual(['rest_invalid_namespace']);
});

it('says without holes what a refusal means', () => {
  const sentences = operations.flatMap(({ responses }) =>
    Object.values(responses).map(({ description }) => description),
  );
  expect(sentences.filter((text) => /[{}]/.test(text))).toEqual([]);
});

it('describes every parameter and every key', () => {
  const silent = operations.flatMap(({ operationId, parameters }) =>
    parameters.filter(({ description }) => !description).map(({ name }) => operationId + name),
  );
  expect(silent).toEqual([]);
  const keys = Object.entries(english.components.schemas).flatMap(([name, { properties = {} }]) =>
    Object.entries(properties as Record<string, { description?: string }>)
      .filter(([, { description }]) => !description)
      .map(([key]) => `${name}.${key}`),
  );
  expect(keys).toEqual([]);
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

it.each(['ar', 'fr', 'es'] as const)('differs in %s by its words only', (language) => {
  const translated = documentIn(language);
  expect(translated).not.toEqual(english);
  expect(withoutWords(translated)).toEqual(withoutWords(english));
});

it('names the address of the request first, then those of each language, without a slash', () => {
  const root = 'https://calendar.example/fr/calendar/events/v1';
  const { servers } = openapiDocument(RESOURCES, { ...describedIn('fr'), root });
  expect(servers.map(({ url }) => url)).toEqual([
    root,
    'https://calendar.example/calendar/events/v1',
    ...['ar', 'en', 'es'].map((code) => `https://calendar.example/${code}/calendar/events/v1`),
  ]);
});
