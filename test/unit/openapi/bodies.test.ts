import { openapiDocument } from '../../../src/plugins/calendar/server/src/http/openapi/document';
import { FIELDS } from '../../../src/plugins/calendar/server/src/kinds/fields';
import { RESOURCES } from '../../../src/plugins/calendar/server/src/resources/routes';
import { describedIn } from '../../support/described';
import { checkingByName } from '../../support/document/schemas';

const context = { ...describedIn('en'), eventZone: 'UTC' };
const document = openapiDocument(RESOURCES, context);
const check = checkingByName(document.components.schemas);

/** Whether the schema of a body, and the field itself, take a value. */
const taken = (schema: string, name: string, value: unknown) => {
  const field = FIELDS.event[name];
  let read = true;
  try {
    field?.read(value, context);
  } catch {
    read = false;
  }
  return { schema: check(schema, { [name]: value }).length === 0, read };
};

const TAKEN: [string, unknown[]][] = [
  ['venue', [7, '7', '7,9', [7, 9], [], '', 0, { id: 7 }, [{ id: 7 }, { venue: 'Hall' }]]],
  ['organizer', [{ organizer: 'Club', email: 'a@example.org' }, [8, { organizer: 'New' }]]],
  ['categories', ['Jazz', 'jazz,open air', [3, 'Jazz', { id: 4 }, { name: 'New' }]]],
  ['image', [3, '3', false, '', 0, [], 'https://example.org/a.jpg', { id: 3, url: '/a.jpg' }]],
  ['start_date', ['2027-05-01 18:00', 'tomorrow 4pm', 1809100800]],
  ['author', [0, 12, '0', '12']],
  ['cost', [12, '€6.50', [5, '10'], '', []]],
  ['custom_fields', [{ a: { label: 'A', value: 1 } }, '{"a":{}}', [], '']],
  ['post_parent', [0, 12, '12', '']],
  ['website', ['https://example.org', '']],
  ['currency_code', ['EUR', '']],
];

it.each(TAKEN)('describes every accepted form of %s', (name, values) => {
  for (const value of values) {
    const both = { schema: true, read: true };
    expect([value, taken('EventFields', name, value)]).toEqual([value, both]);
  }
});

const REFUSED: [string, unknown[]][] = [
  ['venue', [[true], true]],
  ['image', ['poster.jpg', true, {}, ['a']]],
  ['start_date', [{}, [], true]],
  ['author', [-1, 'anna', 1.5, {}]],
  ['cost', [{}, [{}]]],
  ['custom_fields', [['a'], 5]],
  ['website', ['example.org', 5]],
  ['currency_code', ['euro']],
  ['title', ['']],
];

it.each(REFUSED)('describes no rejected form of %s', (name, values) => {
  for (const value of values) {
    const neither = { schema: false, read: false };
    expect([value, taken('EventFields', name, value)]).toEqual([value, neither]);
  }
});

it('accepts null except in required fields', () => {
  const nothing = Object.entries(FIELDS.event).map(([name, { required = false }]) => [
    name,
    { required, taken: check('EventFields', { [name]: null }).length === 0 },
  ]);
  for (const [name, said] of nothing) {
    const { required, taken: free } = said as { required: boolean; taken: boolean };
    expect([name, free]).toEqual([name, !required]);
  }
  expect(check('NewVenue', { city: 'Lyon' }).length).toBeGreaterThan(0);
  expect(check('NewVenue', { venue: 'Hall', city: null })).toEqual([]);
});

type Body = { content: Record<string, { schema: { $ref: string } }> };
const bodyOf = (path: string) =>
  (document.paths as unknown as Record<string, { post: { requestBody: Body } }>)[path]?.post
    .requestBody.content ?? {};

it('describes files in multipart only, and nested records in JSON only', () => {
  const named = (path: string) =>
    Object.values(bodyOf(path)).map(({ schema }) => schema.$ref.split('/').at(-1));
  expect(named('/events')).toEqual(['NewEvent', 'NewEventForm', 'NewEventParts']);
  expect(named('/tags/{id}')).toEqual(['TagFields', 'TagForm', 'TagForm']);
  expect(check('NewVenueParts', { city: 'Lyon' }).length).toBeGreaterThan(0);
  expect(check('NewVenueParts', { venue: 'Hall' })).toEqual([]);
  expect(check('VenueParts', { city: 'Lyon' })).toEqual([]);
  const { EventParts, EventForm } = document.components.schemas as unknown as Record<
    string,
    { properties: Record<string, object> }
  >;
  expect(EventParts?.properties.image).toMatchObject({ format: 'binary' });
  expect(EventForm?.properties.image).not.toHaveProperty('format');
  expect(EventForm?.properties.venue).toMatchObject({ type: 'array' });
});
