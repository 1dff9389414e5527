import { event } from '../../src/plugins/calendar/server/src/resources/event';
import { organizer, venue } from '../../src/plugins/calendar/server/src/resources/venue-organizer';
import { split } from '../support/extent';
import { type Answer, api, get } from '../support/http';
import { wrongAnswers } from '../support/nasty-answers';
import { NASTY_SHAPES, NASTY_VALUES } from '../support/nasty-values';
import { buildEvent, buildOrganizer, buildVenue } from '../support/records';

/** Events on both databases; the other types are divided between them. */
const POSTS = [event, ...split([venue, organizer])];
const BUILD = { event: buildEvent, venue: buildVenue, organizer: buildOrganizer };

const ids: Record<string, number> = {};
beforeAll(async () => {
  for (const { type, path } of POSTS) ids[path] = (await BUILD[type]()).public_id;
});

it('has at least 40 distinct nasty values', () => {
  console.info(`${NASTY_VALUES.length} values in ${NASTY_SHAPES.length} shapes`);
  expect(new Set(NASTY_VALUES).size).toBe(NASTY_VALUES.length);
  expect(NASTY_VALUES.length).toBeGreaterThanOrEqual(40);
});

/** These select other formats, which have no total. */
const FORMATS = ['format', 'ical'];

it.each(POSTS)(
  'a list of $path answers 200 or names the invalid parameter, for any value',
  async (resource) => {
    const address = api(`/${resource.path}`);
    const filters = Object.keys(resource.filters).filter((name) => !FORMATS.includes(name));
    const names = ['page', 'per_page', 'i18n_language', ...filters];
    const isRight = ({ status, body }: Answer) => status === 200 && typeof body.total === 'number';
    expect(await wrongAnswers({ address, names, isRight })).toEqual([]);
  },
);

it('a list of events answers 200 or names the invalid format, for any value', async () => {
  expect(Object.keys(event.filters)).toEqual(expect.arrayContaining(FORMATS));
  const isRight = ({ status }: Answer) => status === 200;
  expect(await wrongAnswers({ address: api('/events'), names: FORMATS, isRight })).toEqual([]);
});

it.each(POSTS)(
  'a record of $path answers 200 or names the invalid parameter, for any value',
  async (resource) => {
    const address = api(`/${resource.path}/${ids[resource.path]}`);
    const names = ['i18n_language', ...Object.keys(resource.single)];
    const isRight = ({ status, body }: Answer) => status === 200 && body.id === ids[resource.path];
    expect(await wrongAnswers({ address, names, isRight })).toEqual([]);
  },
);

it.each(POSTS)('answers 404 or 200 for any slug and any id of $path', async ({ path: list }) => {
  for (const value of NASTY_VALUES) {
    for (const path of [`/${list}/by-slug/${value}`, `/${list}/${value}`]) {
      const { status } = await get(api(path));
      const expected = path === `/${list}/` ? [200] : [200, 404];
      expect([path.slice(0, 80), expected.includes(status)]).toEqual([path.slice(0, 80), true]);
    }
  }
});
