import {
  type Described,
  FIELDS,
  type ShownFields,
} from '../../../src/plugins/calendar/server/src/kinds/fields';
import { object } from '../../../src/plugins/calendar/server/src/kinds/raw-input';
import {
  email,
  httpUrl,
  line,
  longLine,
  readUrl,
} from '../../../src/plugins/calendar/server/src/kinds/text/text';
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

it.each([
  ['\u202ahttps://example.org/\u202c'],
  ['\u2068https://example.org/\u2069 '],
  ['\u200b\ufeffhttps://example.org/\u00a0\u200f\n'],
])('reads the address %j without the invisible characters that programs put around it', (sent) => {
  expect(readUrl(sent)).toBe('https://example.org/');
});

it('keeps invisible characters within an address; of what consists of them nothing remains', () => {
  expect(readUrl('https://example.org/a\u200cb')).toBe('https://example.org/a\u200cb');
  expect(readUrl('\u200b')).toBe('');
});

it('reads an e-mail address without the invisible characters around it', () => {
  expect(email.read('\u202ainfo@example.org\u202c ')).toBe('info@example.org');
});
