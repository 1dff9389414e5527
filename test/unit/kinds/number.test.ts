import type { FieldContext } from '../../../src/plugins/calendar/server/src/kinds/kind';
import { degrees } from '../../../src/plugins/calendar/server/src/kinds/number';

const context = {} as FieldContext;

describe('degrees', () => {
  it.each([
    [48.8566, 48.8566],
    ['-90', -90],
    ['5e-324', 5e-324],
    ['', null],
  ])('accept %j', (sent, read) => {
    expect(degrees(90).read(sent, context)).toBe(read);
  });

  it.each(['0x10', '0b1', '0o7', 'Infinity', '1e3', 90.1, '4 8', [[1]]])('reject %j', (sent) => {
    expect(() => degrees(90).read(sent, context)).toThrow('not_');
  });
});
