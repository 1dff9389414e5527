import { category, tag } from '../../src/plugins/calendar/server/src/resources/term';
import { apiToken, bearer } from '../support/callers';
import { split } from '../support/extent';
import { type Answer, api, get } from '../support/http';
import { wrongAnswers, wrongWrites } from '../support/nasty-answers';
import { NASTY_VALUES } from '../support/nasty-values';
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

it.each(
  split([
    ['categories', LIST],
    ['tags', OF_TAGS],
  ]),
)('a list of %s answers 200 or names the invalid parameter, for any value', async (path, names) => {
  const isRight = ({ status, body }: Answer) => status === 200 && Array.isArray(body[path]);
  expect(await wrongAnswers({ address: api(`/${path}`), names, isRight })).toEqual([]);
});

it('answers 404 or 200 for any category id', async () => {
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

it('a category accepts any value of each field or names the invalid field', async () => {
  const headers = bearer(await apiToken('full-access'));
  const to = { address: api(`/categories/${id}`), id, headers };
  expect(await wrongWrites(to, FIELDS, split(SENT))).toEqual([]);
});
