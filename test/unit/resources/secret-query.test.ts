import {
  hasSecretParam,
  takeSecrets,
} from '../../../src/plugins/calendar/server/src/kinds/raw-input';

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
])('removes the password from %j', (query, rest, password) => {
  expect(takeSecrets(query)).toEqual(password === undefined ? { rest } : { rest, password });
});

it('removes the key of a feed as well, and detects secrets in a URL', () => {
  expect(takeSecrets('a=1&key=x%3D&password=y')).toEqual({ rest: 'a=1', key: 'x=', password: 'y' });
  expect(takeSecrets('key=a&k%65y=b&keys=c')).toEqual({ rest: 'keys=c', key: ['a', 'b'] });
  for (const address of ['/e.ics?key=a', '/e.ics?b=1&k%65y=a', '/e?password=x', '/e?%6bey[]=x'])
    expect([address, hasSecretParam(address)]).toEqual([address, true]);
  for (const address of ['/e.ics', '/e?monkey=a', '/e?search=key', '/key', '/e?search=%D9%85'])
    expect([address, hasSecretParam(address)]).toEqual([address, false]);
});
