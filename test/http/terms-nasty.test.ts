import { category, tag } from '../../src/plugins/calendar/server/src/resources/term';
import { apiToken, bearer } from '../support/callers';
import { api, get, send } from '../support/http';
import { NASTY_SHAPES, NASTY_VALUES } from '../support/nasty-values';
import { buildCategory, buildEvent, buildTag } from '../support/records';

const LIST = ['page', 'per_page', 'i18n_language', ...Object.keys(category.filters)];
const OF_TAGS = ['page', 'per_page', 'i18n_language', ...Object.keys(tag.filters)];
const FIELDS = ['name', 'description', 'slug', 'parent', 'color', 'i18n_language'];

let id: number;
beforeAll(async () => {
  const categories = [(await buildCategory({ name: 'Music' })).public_id];
  const tags = [(await buildTag({ name: 'Free' })).public_id];
  await buildEvent({ categories, tags });
  id = categories[0] as number;
});

/** Every value in every shape: what was neither right nor refused by name. */
async function wrongAnswers(path: string, name: string): Promise<string[]> {
  const wrong: string[] = [];
  for (const value of NASTY_VALUES) {
    for (const shape of NASTY_SHAPES) {
      const query = shape(name, value);
      const { status, body } = await get(`${path}?${query}`);
      const named = status === 400 && Object.keys(body.data.params).includes(name);
      const right = status === 200 && Array.isArray(body.categories ?? body.tags);
      if (!named && !right) wrong.push(`${query.slice(0, 100)} → ${status}`);
    }
  }
  return wrong;
}

it.each(LIST)('refuses %s of the categories by name or answers right', async (name) => {
  expect(await wrongAnswers(api('/categories'), name)).toEqual([]);
});

it.each(OF_TAGS)('refuses %s of the tags by name or answers right', async (name) => {
  expect(await wrongAnswers(api('/tags'), name)).toEqual([]);
});

it('answers 404 or 200 to any id', async () => {
  for (const value of NASTY_VALUES.filter((one) => one !== '')) {
    const { status } = await get(api(`/categories/${value}`));
    expect([value.slice(0, 80), [200, 404].includes(status)]).toEqual([value.slice(0, 80), true]);
  }
});

const decoded = (value: string): unknown[] => {
  try {
    return [decodeURIComponent(value)];
  } catch {
    return [];
  }
};
const SENT: unknown[] = [
  ...NASTY_VALUES.flatMap(decoded),
  ...[-1, 0, 1.5, 2 ** 31, 1e300, true, false, [], [1], ['a'], {}, { a: { b: 1 } }, [[[]]]],
];

it.each(FIELDS)('takes or refuses any %s of a category by name', async (name) => {
  const full = bearer(await apiToken('full-access'));
  const wrong: string[] = [];
  for (const value of SENT) {
    const { status, body } = await send('PATCH', api(`/categories/${id}`), { [name]: value }, full);
    const named = status === 400 && Object.keys(body.data.params ?? {}).includes(name);
    const isRight = status === 200 && body.id === id;
    const slugTaken = body.code === 'duplicate_term_slug';
    if (!named && !isRight && !slugTaken) {
      wrong.push(`${JSON.stringify(value).slice(0, 80)} → ${status}`);
    }
  }
  expect(wrong).toEqual([]);
});
