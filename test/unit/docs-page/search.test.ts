import { found, indexOf } from '../../../src/plugins/calendar/docs-page/search.js';
import { openapiDocument } from '../../../src/plugins/calendar/server/src/http/openapi/document';
import { RESOURCES } from '../../../src/plugins/calendar/server/src/resources/routes';
import type { Language } from '../../../src/plugins/calendar/server/src/settings/languages';
import { describedIn } from '../../support/described';
import { specifiedRoutes } from '../../support/specification';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

const { paths, webhooks } = openapiDocument(RESOURCES, describedIn('en'));

/** All operations of the document, and all messages of webhooks. */
const everything = Object.entries({ ...paths, ...webhooks }).flatMap(([path, item]) =>
  METHODS.filter((method) => method in (item as object)).map(
    (method) => `${method.toUpperCase()} ${path}`,
  ),
);

const searchIn = (language: Language) => {
  const index: Map<string, string> = indexOf(openapiDocument(RESOURCES, describedIn(language)));
  return (phrase: string): string[] => [...found(index, phrase)].sort();
};
const english = searchIn('en');

it('finds every operation without a search term', () => {
  expect(everything.length).toBeGreaterThan(40);
  expect(english('')).toEqual([...everything].sort());
  expect(english('  \t')).toEqual(english(''));
});

it.each([
  ['a path', '/events/by-slug', 'PATCH /events/by-slug/{slug}'],
  ['a method', 'delete', 'DELETE /tags/{id}'],
  ['a heading', 'create an organizer', 'POST /organizers'],
  ['a name of an operation', 'getIndex', 'GET /'],
  ['a name of a parameter', 'starts_before', 'GET /events'],
  ['a description of a parameter', 'ends before', 'GET /events'],
  ['a field of a body', 'ticket_url', 'POST /events'],
  ['a name of a message', 'event.trashed', 'POST event.trashed'],
  ['a description of a field', 'where tickets are sold', 'POST /events'],
])('finds an operation by %s: %s', (_, phrase, operation) => {
  const names = english(phrase);
  expect(names).toContain(operation);
  expect(names.length).toBeLessThan(specifiedRoutes.length);
});

it('finds only operations with every word, in any order and case', () => {
  expect(english('VENUES post')).toEqual(english('Post  venues'));
  expect(english('get tags by slug xyzzy')).toEqual([]);
  expect(english('delete /organizers/by-slug')).toEqual(['DELETE /organizers/by-slug/{slug}']);
  expect(english('put /organizers/by-slug')).toEqual(['PUT /organizers/by-slug/{slug}']);
  expect(english('PATCH ticket_url')).toEqual([
    'PATCH /events/by-slug/{slug}',
    'PATCH /events/{id}',
  ]);
});

it('ignores accents, Arabic diacritics and elongation', () => {
  const french = searchIn('fr');
  expect(french('creer un EVENEMENT')).toContain('POST /events');
  expect(french('créer un évènement')).toEqual(french('creer un evenement'));
  const arabic = searchIn('ar');
  expect(arabic('إنشاء فعالية')).toContain('POST /events');
  expect(arabic('إنشَاء فعـالية')).toEqual(arabic('انشاء فعالية'));
});

it('indexes a document with loops, references and oneOf', () => {
  const tree = {
    description: 'Baum',
    properties: { child: { $ref: '#/components/schemas/Tree' } },
  };
  const forms = {
    oneOf: [{ $ref: '#/components/schemas/Tree' }, { items: { description: 'Ast' } }],
  };
  const size = { name: 'size', in: 'query', description: 'Höhe' };
  const index = indexOf({
    components: { schemas: { Tree: tree }, parameters: { Size: size } },
    paths: {
      '/trees': {
        parameters: [],
        get: { parameters: [{ $ref: '#/components/parameters/Size' }] },
        post: { requestBody: { content: { json: { schema: forms }, form: {} } } },
      },
    },
  });
  expect([...found(index, 'hohe')]).toEqual(['GET /trees']);
  for (const word of ['baum', 'child', 'ast'])
    expect([...found(index, word)]).toEqual(['POST /trees']);
});
