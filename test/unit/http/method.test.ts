import type { Context } from 'koa';
import { effectiveMethod } from '../../../src/plugins/calendar/server/src/http/address';

const asked = (method: string, header = '', querystring = '') =>
  effectiveMethod({ method, querystring, get: () => header } as unknown as Context);

it.each([
  ['the method itself', 'PATCH', asked('PATCH')],
  ['what a header says of a POST', 'PUT', asked('POST', 'put')],
  ['what the query says of a POST', 'DELETE', asked('POST', '', 'a=1&_method=delete')],
  ['the header rather than the query', 'PUT', asked('POST', 'PUT', '_method=DELETE')],
  ['a GET, whatever else it says', 'GET', asked('GET', 'DELETE', '_method=DELETE')],
  ['whatever the header says, known or not', 'PURGE', asked('POST', 'purge')],
])('the effective method is %s', (_, expected, meant) => {
  expect(meant).toBe(expected);
});
