import { event } from '../../src/plugins/calendar/server/src/resources/event';
import { organizer } from '../../src/plugins/calendar/server/src/resources/organizer';
import { venue } from '../../src/plugins/calendar/server/src/resources/venue';
import { api, get } from '../support/http';
import { NASTY_SHAPES, NASTY_VALUES } from '../support/nasty-values';
import { buildEvent, buildOrganizer, buildVenue } from '../support/records';

const POSTS = [event, venue, organizer];
const BUILD = { event: buildEvent, venue: buildVenue, organizer: buildOrganizer };

const LISTS = POSTS.flatMap(({ path, filters }) =>
  ['page', 'per_page', 'i18n_language', ...Object.keys(filters)].map(
    (name) => [name, path] as const,
  ),
);
const SINGLES = POSTS.flatMap(({ path, single }) =>
  ['i18n_language', ...Object.keys(single)].map((name) => [name, path] as const),
);

const ids: Record<string, number> = {};
beforeAll(async () => {
  for (const { type, path } of POSTS) ids[path] = (await BUILD[type]()).public_id;
});

/** Every value in every shape, asked one after the other: what was neither right nor refused by name. */
async function wrongAnswers(address: string, name: string): Promise<string[]> {
  const wrong: string[] = [];
  for (const value of NASTY_VALUES) {
    for (const shape of NASTY_SHAPES) {
      const query = shape(name, value);
      const { status, body } = await get(`${address}?${query}`);
      const named = status === 400 && Object.keys(body.data.params).includes(name);
      const beyond = name === 'page' && status === 404 && body.code.endsWith('page-not-found');
      const right = status === 200 && (Boolean(body.id) || typeof body.total === 'number');
      if (!named && !right && !beyond) wrong.push(`${query.slice(0, 100)} → ${status}`);
    }
  }
  return wrong;
}

it('has at least 40 nasty values', () => {
  const asked = (LISTS.length + SINGLES.length) * NASTY_VALUES.length * NASTY_SHAPES.length;
  console.info(`${asked} requests: ${NASTY_VALUES.length} values in ${NASTY_SHAPES.length} shapes`);
  expect(new Set(NASTY_VALUES).size).toBe(NASTY_VALUES.length);
  expect(NASTY_VALUES.length).toBeGreaterThanOrEqual(40);
});

it.each(LISTS)('refuses %s of the list of %s by name or answers right', async (name, path) => {
  expect(await wrongAnswers(api(`/${path}`), name)).toEqual([]);
});

it.each(SINGLES)('refuses %s of one of the %s by name or answers right', async (name, path) => {
  expect(await wrongAnswers(api(`/${path}/${ids[path]}`), name)).toEqual([]);
});

it.each(POSTS)('answers 404 or 200 to any slug and any id of $path', async ({ path: list }) => {
  for (const value of NASTY_VALUES) {
    for (const path of [`/${list}/by-slug/${value}`, `/${list}/${value}`]) {
      const { status } = await get(api(path));
      const expected = path === `/${list}/` ? [200] : [200, 404];
      expect([path.slice(0, 80), expected.includes(status)]).toEqual([path.slice(0, 80), true]);
    }
  }
});
