import type { DescribeContext } from '../../../src/plugins/calendar/server/src/http/openapi/context';
import { openapiDocument } from '../../../src/plugins/calendar/server/src/http/openapi/document';
import { matchesIfMatch } from '../../../src/plugins/calendar/server/src/resources/answer';
import { RESOURCES } from '../../../src/plugins/calendar/server/src/resources/routes';
import { LANGUAGES } from '../../../src/plugins/calendar/server/src/settings/languages';
import { readSettings } from '../../../src/plugins/calendar/server/src/settings/settings';
import { describedIn } from '../../support/described';
import { checkingByName } from '../../support/document/schemas';
import { firstOf } from '../../support/extent';

type Schema = Record<string, unknown>;
interface Media {
  schema: Schema;
  examples: Record<string, { $ref: string }>;
}
type Content = Record<string, Media>;
interface Operation {
  operationId: string;
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
}

const described = (context: DescribeContext) => {
  const { components, paths } = openapiDocument(RESOURCES, context);
  const operations = Object.values(paths as Record<string, Record<string, Operation>>).flatMap(
    (path) => Object.values(path),
  );
  const bodies = operations.flatMap(({ operationId, requestBody }) =>
    Object.entries(requestBody?.content ?? {}).map(
      ([type, media]) => [`${operationId}.${type.replace('/', '.')}`, media] as const,
    ),
  );
  const granted = operations.flatMap(({ operationId, responses }) =>
    Object.entries(responses).map(
      ([status, answer]) => [`${operationId}.${status}`, answer] as const,
    ),
  );
  const refused = Object.entries(components.responses as Operation['responses']);
  const answers = [...granted, ...refused].flatMap(([name, { content = {} }]) =>
    Object.entries(content).map(
      ([type, media]) => [`answer.${name}.${type.replace(/\W/g, '.')}`, media] as const,
    ),
  );
  return { components, bodies, answers };
};

const nameOf = ({ $ref }: { $ref: string }) => $ref.replace('#/components/examples/', '');

/** What is sent and answered, by its place. */
const contentsOf = ({ bodies, answers }: ReturnType<typeof described>) => [...bodies, ...answers];

/** Compiled once: documents differ by their words and examples only. */
let checkAll: ReturnType<typeof checkingByName>;

beforeAll(() => {
  const english = described(describedIn('en'));
  const places = contentsOf(english).map(([place, { schema }]) => [place, schema]);
  checkAll = checkingByName({ ...english.components.schemas, ...Object.fromEntries(places) });
});

it.each(firstOf(2, LANGUAGES))(
  'has valid examples of every request and response in %s',
  (language) => {
    const content = described(describedIn(language));
    const { components } = content;
    const all = contentsOf(content);
    const examples = components.examples as Record<string, { value: unknown }>;
    for (const [place, media] of all) {
      const named = Object.values(media.examples).map(nameOf);
      expect([place, named.length]).not.toEqual([place, 0]);
      const faults = named.flatMap((name) => checkAll(place, examples[name]?.value));
      expect([place, faults]).toEqual([place, []]);
    }
  },
);

it('has a valid example of each webhook message', () => {
  const { webhooks, components } = openapiDocument(RESOURCES, describedIn('en'));
  const bodies = Object.entries(webhooks).map(([name, { post }]) => [
    name,
    post.requestBody.content['application/json'],
  ]) as [string, { schema: Schema; examples: Record<string, { value: Schema }> }][];
  const places = Object.fromEntries(bodies.map(([name, { schema }]) => [name, schema]));
  const check = checkingByName({ ...components.schemas, ...places });
  const updated = bodies.find(([name]) => name === 'event.updated')?.[1].examples['event.updated'];
  for (const [name, { examples }] of bodies) {
    expect(check(name, examples[name]?.value)).toEqual([]);
    if (name !== 'event.updated') expect(check(name, updated?.value)).not.toEqual([]);
  }
});

it('has no unused example', () => {
  const { components, bodies, answers } = described(describedIn('en'));
  const used = [...bodies, ...answers].flatMap(([, { examples }]) =>
    Object.values(examples).map(nameOf),
  );
  expect(Object.keys(components.examples).sort()).toEqual([...new Set(used)].sort());
});

const exampleIn = (context: DescribeContext, name: string) =>
  (described(context).components.examples as Record<string, { value: Schema }>)[name]?.value;

it('shows responses with the settings of the host, at the requested address', () => {
  const context = describedIn('fr');
  const root = 'https://calendar.example/fr/wp-json/tribe/events/v1';
  const settings = readSettings({
    publicContacts: false,
    timezone: 'Asia/Tokyo',
    urls: { venue: 'https://example.org/{language}/lieux/{id}' },
  });
  const asked = { ...context, root, base: '/wp-json/tribe/events/v1', settings };
  expect(exampleIn(context, 'Organizer')).toMatchObject({
    email: 'hello@chess.example',
    date: '2026-01-15 10:00:00',
  });
  expect(exampleIn(asked, 'Organizer')).not.toHaveProperty('email');
  expect(exampleIn(asked, 'Organizer')).toMatchObject({ date: '2026-01-15 19:00:00' });
  expect(exampleIn(asked, 'Event')).toMatchObject({
    rest_url: `${root}/events/12`,
    venue: { url: 'https://example.org/fr/lieux/7' },
  });
});

it('does not change with the time of the request', () => {
  const context = describedIn('es');
  const later = { ...context, now: new Date('2028-01-01T00:00:00Z') };
  expect(openapiDocument(RESOURCES, later).components).toEqual(
    openapiDocument(RESOURCES, context).components,
  );
});

it('flattens nested values in the example of a form', () => {
  expect(exampleIn(describedIn('en'), 'NewEventForm')).toMatchObject({
    title: 'Chess in the square',
    tags: ['outdoors'],
    'venue[city]': 'London',
    'organizer[email]': 'hello@chess.example',
    custom_fields: '{"level":{"label":"Level","value":"All levels"}}',
  });
});

it('sends a tag in a batch that If-Match compares by its revision', () => {
  const { requests } = exampleIn(describedIn('en'), 'BatchRequests') as {
    requests: { headers?: { 'If-Match': string } }[];
  };
  const tag = requests[0]?.headers?.['If-Match'] ?? '';
  expect(matchesIfMatch(tag, { revision: 1795345225106, hash: '' })).toBe(true);
});
