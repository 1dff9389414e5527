import {
  type Described,
  FIELDS,
  type ShownFields,
} from '../../../src/plugins/calendar/server/src/kinds/fields';
import { object } from '../../../src/plugins/calendar/server/src/kinds/raw-input';
import { httpUrl, line, longLine } from '../../../src/plugins/calendar/server/src/kinds/text/text';
import { REDACTED_VALUES } from '../../../src/plugins/calendar/server/src/resources/event/present';

describe('a field does not compile', () => {
  it('without a description', () => {
    // @ts-expect-error: no language describes a mood.
    expect({ mood: line } satisfies Described).toHaveProperty('mood');
  });

  it('among those of events without a value for protected ones', () => {
    // @ts-expect-error: none and hidden are missing.
    expect({ ticket_url: httpUrl } satisfies ShownFields).toHaveProperty('ticket_url');
  });
});

it('redacts each field of a protected event to its declared value', () => {
  const named = Object.entries(FIELDS.event).filter(([, kind]) => 'hidden' in kind);
  expect(named.map(([name]) => name)).toEqual(
    expect.arrayContaining(['ticket_url', 'event_status', 'featured']),
  );
  for (const [name, kind] of named) {
    expect([name, REDACTED_VALUES[name as keyof typeof REDACTED_VALUES]]).toEqual([
      name,
      'hidden' in kind && kind.hidden,
    ]);
  }
});

it.each([
  ['too deep', `{"a":${'['.repeat(20)}${']'.repeat(20)}}`, { text: 'too_deep' }],
  ['too much', `{"a":[${'1,'.repeat(10_000)}1]}`, { text: 'too_many' }],
])('rejects as %s an object sent as text', (_, text, reason) => {
  expect(() => object.read(text, {} as never)).toThrow(
    expect.objectContaining({ reason: expect.objectContaining(reason) }),
  );
});

it.each([
  ['\u0007 One\r\n\tline\u00a0here\u001b', 'One line here'],
  ['&#7;5&#9;', '5'],
  ['\u0007', ''],
])('reads %j as one line without control characters', (sent, read) => {
  expect(line.read(sent, {} as never)).toBe(read);
  expect(longLine.read(sent, {} as never)).toBe(read);
});
