import { event } from '../../src/plugins/calendar/server/src/resources/event';
import { api, get } from '../support/http';
import { NASTY_SHAPES, NASTY_VALUES } from '../support/nasty-values';
import { buildEvent } from '../support/records';

const LIST = ['page', 'per_page', 'i18n_language', ...Object.keys(event.filters)];
const SINGLE = ['password', 'i18n_language'];

let id: number;
beforeAll(async () => {
  ({ public_id: id } = await buildEvent({ title: 'Lecture' }));
});

/** Every value in every shape, asked one after the other: what was neither right nor refused by name. */
async function wrongAnswers(path: string, name: string): Promise<string[]> {
  const wrong: string[] = [];
  for (const value of NASTY_VALUES) {
    for (const shape of NASTY_SHAPES) {
      const query = shape(name, value);
      const { status, body } = await get(`${path}?${query}`);
      const named = status === 400 && Object.keys(body.data.params).includes(name);
      const beyond = name === 'page' && status === 404 && body.code.endsWith('page-not-found');
      const right = status === 200 && (body.id === id || Array.isArray(body.events));
      if (!named && !right && !beyond) wrong.push(`${query.slice(0, 100)} → ${status}`);
    }
  }
  return wrong;
}

it('has at least 40 nasty values', () => {
  const asked = (LIST.length + SINGLE.length) * NASTY_VALUES.length * NASTY_SHAPES.length;
  console.info(`${asked} requests: ${NASTY_VALUES.length} values in ${NASTY_SHAPES.length} shapes`);
  expect(new Set(NASTY_VALUES).size).toBe(NASTY_VALUES.length);
  expect(NASTY_VALUES.length).toBeGreaterThanOrEqual(40);
});

it.each(LIST)('refuses %s of the list by name or answers right', async (name) => {
  expect(await wrongAnswers(api('/events'), name)).toEqual([]);
});

it.each(SINGLE)('refuses %s of an event by name or answers right', async (name) => {
  expect(await wrongAnswers(api(`/events/${id}`), name)).toEqual([]);
});

it('answers 404 or 200 to any slug and any id', async () => {
  for (const value of NASTY_VALUES) {
    for (const path of [`/events/by-slug/${value}`, `/events/${value}`]) {
      const { status } = await get(api(path));
      const expected = path.endsWith('/events/') ? [200] : [200, 404];
      expect([path.slice(0, 80), expected.includes(status)]).toEqual([path.slice(0, 80), true]);
    }
  }
});
