import { FIELDS } from '../../src/plugins/calendar/server/src/resources/fields';
import { apiToken, bearer } from '../support/callers';
import { api, send } from '../support/http';
import { LINKED_POSTS } from '../support/linked-posts';

const TEXTS = [
  ...['', ' ', '0', '-1', '1e400', '2147483648', '9'.repeat(26), 'NaN', 'null', 'foo', '١٢'],
  ...['2018-02-30', 'tomorrow 9am', '+5 weeks', "' OR 1=1--", '\\', '%', '<script>x</script>'],
  ...['\u0000', 'a\u0000b', '\u001e', '\u202e', '🎉', '__proto__', '../../etc/passwd', '\r\nA: b'],
  ...['x'.repeat(300), 'x'.repeat(5000)],
];

const VALUES = [...TEXTS, {}, [], [[]], [null], { a: 1 }, true, -1, 1.5, 2 ** 53, '\ud800'];

const FIELD_NAMES = LINKED_POSTS.flatMap(([path, { type }]) =>
  Object.keys(FIELDS[type]).map((field) => [field, path] as const),
);

let full: Record<string, string>;
const ids: Record<string, number> = {};

beforeAll(async () => {
  full = bearer(await apiToken('full-access'));
  for (const [path, { build }] of LINKED_POSTS) ids[path] = (await build()).public_id;
});

it.each(FIELD_NAMES)('refuses %s of %s by name or takes it', async (field, path) => {
  const wrong: string[] = [];
  for (const value of VALUES) {
    const { status, body } = await send(
      'PATCH',
      api(`/${path}/${ids[path]}`),
      { [field]: value },
      full,
    );
    const named = status === 400 && Object.keys(body.data.params).join() === field;
    const taken = status === 200 && body.id === ids[path];
    if (!named && !taken) wrong.push(`${JSON.stringify(value).slice(0, 80)} → ${status}`);
  }
  expect(wrong).toEqual([]);
});
