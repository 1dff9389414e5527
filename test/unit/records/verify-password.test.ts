import { verifyPassword } from '../../../src/plugins/calendar/server/src/access/viewer';

it.each([
  [null, undefined, true],
  ['', undefined, true],
  ['secret', undefined, false],
  ['secret', '', false],
  ['secret', 'secre', false],
  ['secret', 'secret ', false],
  ['secret', 'secret', true],
])('for the password %j accepts %j: %s', (password, given, open) => {
  expect(verifyPassword(password, given)).toBe(open);
});
