import { negotiateFormat } from '../../../src/plugins/calendar/server/src/resources/routes';

const LIST = ['GET', 'POST', 'HEAD', 'OPTIONS'];
const RECORD = ['GET', 'DELETE', 'POST', 'PUT', 'PATCH', 'HEAD', 'OPTIONS'];

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
  ['', ['GET', 'HEAD', 'OPTIONS']],
  ['/', ['GET', 'HEAD', 'OPTIONS']],
  ['/doc', ['GET', 'HEAD', 'OPTIONS']],
  ['/doc/x', []],
  ['/docs', ['GET', 'HEAD', 'OPTIONS']],
  ['/docs/docs.js', ['GET', 'HEAD', 'OPTIONS']],
  ['/docs/swagger-ui-bundle.js', ['GET', 'HEAD', 'OPTIONS']],
  ['/docs/docsXjs', []],
  ['/docs/docs.js/x', []],
  ['/docs/search', []],
  ['/docs/', []],
])('%s accepts the methods %j', (path, methods) => {
  const query = new URLSearchParams();
  expect(negotiateFormat({ rest: path, query, accepted: 'json' })?.methods).toEqual(methods);
});
