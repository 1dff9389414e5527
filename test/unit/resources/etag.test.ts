import {
  etagOf,
  matchesIfMatch,
  matchesIfNoneMatch,
  validatorOf,
} from '../../../src/plugins/calendar/server/src/resources/answer';

const VERSION = validatorOf('{"a":1}', 1_800_000_000_000);
const TAG = etagOf(VERSION);
const HASH = etagOf(validatorOf('{"a":1}'));
const OTHER_ANSWER = etagOf(validatorOf('{"a":2}', VERSION.revision));
const OTHER_RECORD = etagOf({ ...VERSION, revision: 1_800_000_000_001 });

const weakened = (tag: string) => [
  ...[tag, `W/${tag}`, `"x" , ${tag}`, `"a,b",W/${tag},"c"`],
  ...['-gzip', '--gzip', ';gzip', '-br'].map((suffix) => tag.replace(/"$/, `${suffix}"`)),
];

it('is the quoted hash of the response, after the revision if there is one', () => {
  expect(HASH).toMatch(/^"[\w-]{43}"$/);
  expect(TAG).toBe(HASH.replace('"', '"1800000000000.'));
  expect(etagOf(validatorOf(Buffer.from('{"a":1}')))).toBe(HASH);
  expect(etagOf(validatorOf('{"a":2}'))).not.toBe(HASH);
});

it.each([TAG, HASH, OTHER_RECORD].flatMap(weakened).concat('*', ' * '))(
  'matches If-None-Match: %s',
  (list) => {
    expect(matchesIfNoneMatch(list, VERSION)).toBe(true);
  },
);

it.each(['', '"x"', 'W/"x", "y"', TAG.slice(1, -1), '**', OTHER_ANSWER, `${TAG.slice(0, -2)}"`])(
  'does not match If-None-Match: %s',
  (list) => {
    expect(matchesIfNoneMatch(list, VERSION)).toBe(false);
  },
);

it.each([TAG, OTHER_ANSWER, HASH].flatMap(weakened).concat('*', `"x", ${OTHER_RECORD}, ${TAG}`))(
  'matches If-Match: %s',
  (list) => {
    expect(matchesIfMatch(list, VERSION)).toBe(true);
  },
);

it.each([
  ...weakened(OTHER_RECORD),
  ...weakened(etagOf(validatorOf('{"a":2}'))),
  ...['', '"x"', 'nonsense', '"1800000000000"', '"1800000000000.x"', TAG.slice(1, -1)],
])('does not match If-Match: %s', (list) => {
  expect(matchesIfMatch(list, VERSION)).toBe(false);
});
