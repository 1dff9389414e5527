import { methodsOf } from '../../../src/plugins/calendar/server/src/resources/match-route';

const LIST = ['GET', 'HEAD', 'OPTIONS', 'POST'];
const RECORD = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'];

it.each([
  ['/events', LIST],
  ['/events/12', RECORD],
  ['/events/by-slug/12', RECORD],
  ['/events/by-slug/%D9%85', RECORD],
  ['/events/by-slug', []],
  ['/events/by-slug/', []],
  ['/events/by-slug/a/b', []],
  ['/events/12a', []],
  ['/events/١٢', []],
  ['/event', []],
  ['', []],
])('%s answers to %j', (path, methods) => {
  expect(methodsOf(path).sort()).toEqual(methods);
});
