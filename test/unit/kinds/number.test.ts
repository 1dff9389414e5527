import type { ReadContext } from '../../../src/plugins/calendar/server/src/kinds/kind';
import { degrees, items } from '../../../src/plugins/calendar/server/src/kinds/number';

describe('degrees', () => {
  it.each([
    [48.8566, 48.8566],
    ['-90', -90],
    ['5e-324', 5e-324],
    ['', null],
  ])('accept %j', (sent, read) => {
    expect(degrees(90).read(sent)).toBe(read);
  });

  it.each(['0x10', '0b1', '0o7', 'Infinity', '1e3', 90.1, '4 8', [[1]]])('reject %j', (sent) => {
    expect(() => degrees(90).read(sent)).toThrow('not_');
  });
});

describe('items', () => {
  const asked = { settings: { limits: { ids: 10 } } } as ReadContext;

  it.each([
    ['a,b', ['a', 'b']],
    [',a,,b,', ['a', 'b']],
    ['"Food, drink"', ['Food, drink']],
    [' a , "Food, drink" ,b', ['a', 'Food, drink', 'b']],
    ['"Jazz","b"', ['"Jazz"', '"b"']],
    ['"Food, ""fine"" drink",b', ['Food, "fine" drink', 'b']],
    ['a,"""A, b"""', ['a', '"A, b"']],
    ['"5"" tapes","","b"', ['"5"" tapes"', '""', '"b"']],
    ['5" tapes,b', ['5" tapes', 'b']],
    ['"a,b', ['"a', 'b']],
    ['"a,b"c', ['"a', 'b"c']],
    [
      ['x', '"y, z"'],
      ['x', 'y, z'],
    ],
  ])('of %j are %j', (sent, read) => {
    expect(items.read(sent, asked)).toEqual(read);
  });

  it('take time in proportion to their length, whatever is in quotation marks', () => {
    const began = performance.now();
    for (const part of [',"', '",', ', ', '," ', '"', ',""', ',"""', ',""""', '"" '])
      expect(() => items.read(`"${part.repeat(20_000)}x`, asked)).not.toThrow('x');
    expect(performance.now() - began).toBeLessThan(2000);
  });
});
