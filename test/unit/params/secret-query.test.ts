import { takePassword } from '../../../src/plugins/calendar/server/src/params/secret-query';

it.each([
  ['', '', undefined],
  ['page=1', 'page=1', undefined],
  ['password=a+b%26c&page=1', 'page=1', 'a b&c'],
  ['page=1&p%61ssword=x', 'page=1', 'x'],
  ['password=', '', ''],
  ['password', '', undefined],
  ['password=a&page=1&password=b', 'page=1', ['a', 'b']],
  ['password[]=a', '', ['a']],
  ['password%5Ba%5D=a', '', ['a']],
  ['passwords=a', 'passwords=a', undefined],
])('takes the password out of %j', (query, rest, password) => {
  expect(takePassword(query)).toEqual(password === undefined ? { rest } : { rest, password });
});
