import { methodsOf } from '../../../src/plugins/calendar/server/src/resources/match-route';

const READING = ['GET', 'HEAD', 'OPTIONS'];

it.each([
  ['/events', READING],
  ['/events/12', READING],
  ['/events/by-slug/12', READING],
  ['/events/by-slug/%D9%85', READING],
  ['/events/by-slug', []],
  ['/events/by-slug/', []],
  ['/events/by-slug/a/b', []],
  ['/events/12a', []],
  ['/events/١٢', []],
  ['/event', []],
  ['', []],
])('%s answers to %j', (path, methods) => {
  expect(methodsOf(path)).toEqual(methods);
});
