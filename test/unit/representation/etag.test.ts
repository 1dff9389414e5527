import {
  etagOf,
  isKnown,
  isMatched,
} from '../../../src/plugins/calendar/server/src/representation/etag';

const TAG = etagOf('{"a":1}');

it('is a quoted hash of the body, another for another body', () => {
  expect(TAG).toMatch(/^"[\w-]{43}"$/);
  expect(etagOf(Buffer.from('{"a":1}'))).toBe(TAG);
  expect(etagOf('{"a":2}')).not.toBe(TAG);
});

it.each([TAG, `W/${TAG}`, `"x" , ${TAG}`, `"a,b",W/${TAG},"c"`, '*', ' * '])(
  'is known to a cache that has %s',
  (list) => {
    expect(isKnown(list, TAG)).toBe(true);
  },
);

it.each(['', '"x"', 'W/"x", "y"', TAG.slice(1, -1), '**'])(
  'is unknown to a cache that has %s',
  (list) => {
    expect(isKnown(list, TAG)).toBe(false);
  },
);

it('is matched by itself and by anything, not by a weak one', () => {
  expect([TAG, `"x", ${TAG}`, '*'].map((list) => isMatched(list, TAG))).toEqual([true, true, true]);
  expect([`W/${TAG}`, '"x"', ''].map((list) => isMatched(list, TAG))).toEqual([
    false,
    false,
    false,
  ]);
});

it('is matched only by anything where there is nothing to compare', () => {
  expect(isMatched('*', undefined)).toBe(true);
  expect(isMatched(TAG, undefined)).toBe(false);
});
