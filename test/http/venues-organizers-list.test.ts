import { flag } from '../../src/plugins/calendar/server/src/kinds/choice';
import { admin } from '../support/admin';
import { asListed } from '../support/as-listed';
import { apiToken, bearer, member } from '../support/callers';
import { firstOf } from '../support/extent';
import { api, get } from '../support/http';
import { LINKED_POSTS } from '../support/linked-posts';
import { allPages, pathOf } from '../support/pages';
import { buildEvent, referTo, type Stored } from '../support/records';
import { withSettings } from '../support/settings';

const day = (offset: number) =>
  new Date(Date.now() + offset * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);

const on = (date: string) => ({ start_date: `${date} 10:00:00`, end_date: `${date} 11:00:00` });

describe.each(firstOf(1, LINKED_POSTS))('GET /%s', (path, { type, build }) => {
  const made: Record<string, Stored> = {};
  const events: Record<string, Stored> = {};
  let full: Record<string, string>;

  /** Replaces `{fair}` in a query by the id of that event. */
  const filled = (query: string) =>
    query.replace(/\{(\w+)\}/g, (_, name) => String(events[name]?.public_id));

  const nameOf = (record: Record<string, unknown>) => String(record[type]);

  /** The names in order, after visiting every page and repeating the request by its URL. */
  async function found(query: string, { language = '', headers = {} } = {}): Promise<string[]> {
    const first = await get(api(`/${path}?per_page=2&${filled(query)}`, language), headers);
    expect([query, first.status, first.body.data]).toEqual([query, 200, undefined]);
    expect((await get(pathOf(first.body.rest_url), headers)).body).toEqual(first.body);
    const pages = [first.body];
    for (let next = first.body.next_rest_url; next; next = pages.at(-1).next_rest_url) {
      pages.push((await get(pathOf(next), headers)).body);
    }
    const records = pages.flatMap((page) => page[path]);
    expect(pages.map(({ total }) => total)).toEqual(pages.map(() => records.length));
    expect(new Set(records.map(({ id }: { id: number }) => id)).size).toBe(records.length);
    return records.map(nameOf);
  }

  beforeAll(async () => {
    full = bearer(await apiToken('full-access'));
    const name = (text: string) => ({ [type]: text });
    const date = (text: string) => ({ date: `${text}T12:00:00.000Z` });
    made.old = await build({ ...name('Old mill'), ...date('2020-01-01') });
    made.hall = await build({
      ...name('Ballhaus Köln'),
      description: '<p>Music &amp; <b>dance</b></p>',
      website: 'https://one.example.org/',
      phone: '1111 222',
      ...date('2021-01-01'),
    });
    made.past = await build({ ...name('Only past'), ...date('2022-01-01') });
    made.idle = await build({ ...name('Idle'), ...date('2022-01-01') });
    made.draft = await build(name('Drafted'), { publish: false });
    made.ahead = await build({ ...name('Ahead'), date: '2999-01-01T00:00:00.000Z' });
    made.trash = await build(
      { ...name('Trashed'), trashed_at: new Date().toISOString() },
      {
        publish: false,
      },
    );
    await build(name('قاعة الموسيقى'), { of: made.hall, language: 'ar' });
    await build(name('Ancien moulin'), { of: made.old, language: 'fr' });

    const of = (...records: Stored[]) => ({ [type]: records.map(({ public_id }) => public_id) });
    const { old, hall, past, idle, draft } = made as Record<string, Stored>;
    events.fair = await buildEvent(on(day(3)));
    await referTo(events.fair, of(old!, hall!, draft!));
    events.gone = await buildEvent({ ...of(past!), ...on(day(-3)) });
    events.lonely = await buildEvent(on(day(3)));
    events.secret = await buildEvent({ ...of(idle!), ...on(day(3)) }, { publish: false });
    events.locked = await buildEvent({ ...of(idle!), ...on(day(3)), password: 'x' });
    events.hidden = await buildEvent({ ...of(past!), ...on(day(3)), hide_from_listings: true });
    events.french = await buildEvent({ ...of(hall!), ...on(day(-3)) }, { language: 'fr' });
  });

  it('lists published records, newest first, then by descending id', async () => {
    expect(await found('')).toEqual(['Idle', 'Only past', 'Ballhaus Köln', 'Old mill']);
  });

  it('has totals in the body and in headers', async () => {
    const { body, headers } = await get(api(`/${path}`));
    expect(Object.keys(body)).toEqual([path, 'rest_url', 'total', 'total_pages']);
    expect([headers['x-tec-total'], headers['x-tec-totalpages']]).toEqual(['4', '1']);
    expect(body.rest_url).toBe(`${baseURL}${api(`/${path}/`)}?page=1&per_page=10&status=publish`);
  });

  it('lists records as they are read alone', async () => {
    const { body } = await get(api(`/${path}`, 'fr'));
    expect(body[path].length).toBeGreaterThan(1);
    for (const record of body[path]) {
      const { body: single } = await get(api(`/${path}/${record.id}`, 'fr'));
      expect(asListed(single)).toEqual(record);
    }
  });

  it('answers 404 beyond the last page, and an empty list if nothing matches', async () => {
    const beyond = await get(api(`/${path}?page=9`));
    expect([beyond.status, beyond.body.code]).toEqual([404, `${type}-archive-page-not-found`]);
    const none = await get(api(`/${path}?search=nothinglikethis`));
    expect(none.body).toMatchObject({ [path]: [], total: 0, total_pages: 0 });
  });

  it.each([
    ['search=koln', ['Ballhaus Köln']],
    ['search=K%C3%96LN%20dance', ['Ballhaus Köln']],
    ['search=dance,%20ballhaus', ['Ballhaus Köln']],
    ['search=%22music%20%26%20dance%22', ['Ballhaus Köln']],
    ['search=1111', ['Ballhaus Köln']],
    ['search=https://one.example.org', ['Ballhaus Köln']],
    ['search=o%20-ballhaus', ['Only past', 'Old mill']],
    ['search=%25', []],
    ['search=drafted', []],
    ['search=%3Cb%3E', []],
  ])('finds words with %s', async (query, names) => {
    expect(await found(query)).toEqual(names);
  });

  it('searches only the texts of the displayed language', async () => {
    expect(await found(`search=${encodeURIComponent('الموسيقي')}`, { language: 'ar' })).toEqual([
      'قاعة الموسيقى',
    ]);
    expect(await found('search=moulin', { language: 'fr' })).toEqual(['Ancien moulin']);
    expect(await found('search=moulin', { language: 'en' })).toEqual([]);
  });

  it.each([
    ['event={fair}', ['Ballhaus Köln', 'Old mill']],
    ['event={gone}', ['Only past']],
    ['event={hidden}', ['Only past']],
    ['event={french}', ['Ballhaus Köln']],
    ['event={lonely}', []],
    ['event={fair}&search=mill', ['Old mill']],
    ['has_events=true', ['Only past', 'Ballhaus Köln', 'Old mill']],
    ['has_events=yes', ['Only past', 'Ballhaus Köln', 'Old mill']],
    ['has_events=false', ['Idle']],
    ['has_events=0', ['Idle']],
    ['only_with_upcoming=true', ['Ballhaus Köln', 'Old mill']],
    ['only_with_upcoming=false', ['Idle', 'Only past', 'Ballhaus Köln', 'Old mill']],
    ['only_with_upcoming=1&has_events=1&event={fair}&search=old', ['Old mill']],
    ['only_with_upcoming=1&event={gone}', []],
  ])('filters by events with %s', async (query, names) => {
    expect(await found(query)).toEqual(names);
  });

  it('lets callers who see hidden events filter by them', async () => {
    const all = { headers: full };
    expect(await found('event={fair}', all)).toEqual(['Drafted', 'Ballhaus Köln', 'Old mill']);
    expect(await found('event={secret}', all)).toEqual(['Idle']);
    expect(await found('event={locked}', all)).toEqual(['Idle']);
    expect(await found('only_with_upcoming=true&status=publish', all)).toEqual([
      'Idle',
      'Ballhaus Köln',
      'Old mill',
    ]);
  });

  it('does not count a draft without an end, which is in no list, as upcoming', async () => {
    const past = made.past as Stored;
    const draft = { [type]: [past.public_id], ...on(day(3)), end_date: null };
    const { documentId } = await buildEvent(draft, { publish: false });
    const query = `${type}=${past.public_id}&start_date=now&status=draft`;
    expect((await get(api(`/events?${query}`), full)).body.total).toBe(0);
    const names = await found('only_with_upcoming=true&status=publish', { headers: full });
    await strapi.documents('plugin::calendar.event').delete({ documentId });
    expect(names).toEqual(['Idle', 'Ballhaus Köln', 'Old mill']);
  });

  it('does not count the caller’s own draft as upcoming', async () => {
    const { id, headers } = await member('contributor');
    const idle = made.idle as Stored;
    const draft = { [type]: [idle.public_id], author: id, ...on(day(3)) };
    const { documentId } = await buildEvent(draft, { publish: false });
    expect((await get(api(`/events?${type}=${idle.public_id}`), headers)).body.total).toBe(0);
    const names = await found('only_with_upcoming=true', { headers });
    await strapi.documents('plugin::calendar.event').delete({ documentId });
    expect(names).toEqual(['Ballhaus Köln', 'Old mill']);
  });

  it.each(['987654', '0', 'x', '{secret}', '{locked}', '1,2'])(
    'rejects the event %s by the name of the parameter',
    async (event) => {
      const { status, body } = await get(api(`/${path}?event=${filled(event)}`));
      expect([status, body.code]).toEqual([400, 'rest_invalid_param']);
      expect(Object.keys(body.data.params)).toEqual(['event']);
    },
  );

  it('lists unpublished records only for callers with the permission', async () => {
    const refused = await get(api(`/${path}?status=draft`));
    expect([refused.status, Object.keys(refused.body.data.params)]).toEqual([400, ['status']]);
    const all = { headers: full };
    expect(await found('status=draft', all)).toEqual(['Drafted']);
    expect(await found('status=trash', all)).toEqual(['Trashed']);
    expect(await found('status=future,draft', all)).toEqual(['Ahead', 'Drafted']);
    expect((await found('', all)).sort()).toEqual([
      'Ahead',
      'Ballhaus Köln',
      'Drafted',
      'Idle',
      'Old mill',
      'Only past',
    ]);
  });

  it('repeats every filter in the URLs of pages', async () => {
    const query = `per_page=1&search=o&has_events=on&only_with_upcoming=Y&event=${events.fair?.public_id}`;
    const { body } = await get(api(`/${path}?${query}`));
    const kept = {
      per_page: '1',
      search: 'o',
      status: 'publish',
      event: String(events.fair?.public_id),
      has_events: flag.toParam(true),
      only_with_upcoming: flag.toParam(true),
    };
    const shown = (address: string) => Object.fromEntries(new URL(address).searchParams);
    expect(shown(body.rest_url)).toEqual({ page: '1', ...kept });
    const pages = await allPages(api(`/${path}?per_page=1&search=o`));
    expect(shown(pages[0].next_rest_url)).toMatchObject({ search: 'o', page: '2' });
  });

  describe('without language fallback', () => {
    withSettings({ fallback: false });

    it('lists and counts only records in the language', async () => {
      expect(await found('', { language: 'fr' })).toEqual(['Ancien moulin']);
      expect(await found('event={fair}', { language: 'ar' })).toEqual(['قاعة الموسيقى']);
    });
  });

  it('omits a record that an editor moved to the trash until it is restored', async () => {
    const { documentId } = made.idle as Stored;
    const address = `/content-manager/collection-types/plugin::calendar.${type}/${documentId}?locale=en`;
    await admin('PUT', address, { trashed_at: new Date().toISOString() });
    expect(await found('has_events=false')).toEqual([]);
    await admin('PUT', address, { trashed_at: null });
    expect(await found('has_events=false')).toEqual(['Idle']);
  });
});
