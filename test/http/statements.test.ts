import { api, get } from '../support/http';
import { LINKED_POSTS } from '../support/linked-posts';
import {
  buildCategory,
  buildEvent,
  buildOrganizer,
  buildTag,
  buildVenue,
} from '../support/records';
import { NOTHING_KEPT, withSettings } from '../support/settings';
import { statementsFor } from '../support/statements';

withSettings(NOTHING_KEPT);

/** Whether a statement is the calendar's own, without Strapi's authentication and the BEGIN. */
const isOurs = (sql: string) => /calendar_|files/.test(sql) && !/^BEGIN\b/.test(sql);

async function statementsOf(path: string) {
  const { answer, statements } = await statementsFor(() => get(path));
  expect(answer.status).toBe(200);
  return statements.filter(isOurs).length;
}

async function fullEvent() {
  const references = {
    venue: [(await buildVenue()).public_id, (await buildVenue()).public_id],
    organizer: [(await buildOrganizer()).public_id],
    categories: [(await buildCategory()).public_id, (await buildCategory()).public_id],
    tags: [(await buildTag()).public_id],
  };
  const event = await buildEvent(references);
  await buildEvent({ title: 'Un' }, { of: event, language: 'fr' });
  return event;
}

it('a list of events takes 4 statements, however long', async () => {
  await fullEvent();
  expect(await statementsOf(api('/events?per_page=50'))).toBe(4);
  for (let number = 0; number < 5; number += 1) await fullEvent();
  expect(await statementsOf(api('/events?per_page=50'))).toBe(4);
});

it('a list of events takes 3 statements once its total is cached', async () => {
  await fullEvent();
  expect(await statementsOf(api('/events'))).toBe(4);
  const counts: number[] = []; // Background commits may cause another count.
  for (let time = 0; time < 3; time += 1)
    counts.push(await statementsOf(api('/events?per_page=1')));
  expect(Math.min(...counts)).toBe(3);
});

it('reads public permissions once, and again after they change', async () => {
  const rights = strapi.db.query('plugin::users-permissions.permission');
  const read = async () => {
    const { answer, statements } = await statementsFor(() => get(api('/events')));
    return [answer.status, statements.filter((sql) => /up_permissions/.test(sql)).length];
  };
  const reads: (number | undefined)[][] = []; // A notification from PostgreSQL may arrive after a read.
  for (let at = 0; at < 5; at += 1) reads.push(await read());
  expect(reads).toContainEqual([200, 0]);
  const action = 'plugin::calendar.event.find';
  const { id } = await rights.findOne({ where: { action, role: { type: 'public' } } });
  await rights.update({ where: { id }, data: { action: 'plugin::calendar.event.taken' } });
  expect(await read()).toEqual([401, 1]);
  await rights.update({ where: { id }, data: { action } });
  expect(await read()).toEqual([200, 1]);
});

it('filters by id take one more statement in total', async () => {
  const event = await fullEvent();
  const named = ['venue', 'organizer', 'categories', 'tags']
    .map((name) => `${name}=${event[name]}`)
    .join('&');
  expect(await statementsOf(api(`/events?per_page=50&${named}`))).toBe(5);
});

it('an event takes 3 statements, by id or by slug', async () => {
  const { public_id, slug } = await fullEvent();
  expect(await statementsOf(api(`/events/${public_id}`))).toBe(3);
  expect(await statementsOf(api(`/events/by-slug/${slug}`))).toBe(3);
});

describe.each(LINKED_POSTS)('the %s', (path, { type, build }) => {
  const filled = async () => {
    const record = await build();
    await build({ [type]: 'Un' }, { of: record, language: 'fr' });
    return record;
  };

  it('take 3 statements for any list, and one more with an event filter', async () => {
    const record = await filled();
    expect(await statementsOf(api(`/${path}?per_page=50`))).toBe(3);
    for (let number = 0; number < 5; number += 1) await filled();
    const { public_id } = await buildEvent({ [type]: [record.public_id] });
    const filters = 'search=a&has_events=true&only_with_upcoming=true';
    expect(await statementsOf(api(`/${path}?per_page=50`))).toBe(3);
    expect(await statementsOf(api(`/${path}?${filters}&event=${public_id}`))).toBe(4);
  });

  it('take 2 statements for a record, by id or by slug', async () => {
    const { public_id, slug } = await filled();
    expect(await statementsOf(api(`/${path}/${public_id}`))).toBe(2);
    expect(await statementsOf(api(`/${path}/by-slug/${slug}`))).toBe(2);
  });
});

it.each(['/categories', '/tags'])(
  'a long list of %s takes as many statements as a short one',
  async (path) => {
    const build = path === '/tags' ? buildTag : buildCategory;
    const make = async () => {
      const parent = path === '/tags' ? {} : { parent: (await buildCategory()).public_id };
      const term = await build({ name: 'Term', ...parent });
      await build({ name: 'Terme' }, { of: term, language: 'fr' });
      return buildEvent({ [path.slice(1)]: [term.public_id] });
    };
    const { public_id } = await make();
    const queries = ['hide_empty=false', 'orderby=count', `event=${public_id}&include=term`];
    const counts = async () => {
      const seen: number[] = [];
      for (const query of queries)
        seen.push(await statementsOf(api(`${path}?per_page=50&${query}`)));
      return seen;
    };
    const few = await counts();
    for (let number = 0; number < 5; number += 1) await make();
    expect(await counts()).toEqual(few);
    expect(few).toEqual([3, 3, 4]);
  },
);
