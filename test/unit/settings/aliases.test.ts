import {
  isHttpUrl,
  namespaceOf,
} from '../../../src/plugins/calendar/server/src/settings/addresses';
import { readSettings } from '../../../src/plugins/calendar/server/src/settings/settings';

const TRIBE = '/wp-json/tribe/events/v1';

it.each([
  ['nothing', undefined, []],
  ['an empty text', '', []],
  ['one path', TRIBE, [TRIBE]],
  ['paths in one text', ` ${TRIBE}/ ,/agenda`, [TRIBE, '/agenda']],
  ['a list of paths', ['/agenda/', TRIBE], ['/agenda', TRIBE]],
])('reads aliases from %s', (_, aliases, expected) => {
  expect(readSettings({ aliases }).aliases).toEqual(expected);
});

it.each([
  ...['/admin', '/api/events', '/API', '/upload', '/uploads/x', '/calendar', '/calendar/events/v1'],
  ...['/content-manager', '/fr', '/en/wp-json', '/', 'wp-json', '/a b', '/a//b', '/a/../admin'],
  ...['https://example.org/a', '/a?b', '/%61dmin', '/a,/a', '/a,/a/b', '/a/b,/a'],
])('rejects %s, naming the setting', (aliases) => {
  expect(() => readSettings({ aliases })).toThrow(/calendar\.aliases/);
});

it('names the alias that is taken', () => {
  expect(() => readSettings({ aliases: '/ok,/admin/x' })).toThrow(
    'calendar.aliases.1: /admin/x stands where Strapi or the calendar itself answers',
  );
});

it.each([
  ['/calendar/events/v1', 'calendar/events/v1'],
  [TRIBE, 'tribe/events/v1'],
  ['/agenda', 'agenda'],
])('derives from %s the namespace %s', (base, name) => {
  expect(namespaceOf(base)).toBe(name);
});

it('accepts a non-ASCII host even after many other URLs', () => {
  for (let round = 0; round < 20_000; round++) isHttpUrl(`https://example.org/${round}`);
  expect(isHttpUrl('https://bücher.example/')).toBe(true);
  expect(isHttpUrl('https://bücher example/')).toBe(false);
});
