import { FIELDS } from '../../src/plugins/calendar/server/src/resources/fields';
import { apiToken, bearer } from '../support/callers';
import { api, send } from '../support/http';
import { LINKED_POSTS } from '../support/linked-posts';
import { NASTY_FIELD_VALUES } from '../support/nasty-values';

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
  for (const value of NASTY_FIELD_VALUES) {
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
