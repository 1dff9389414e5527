import { flag } from '../../src/plugins/calendar/server/src/kinds/choice';
import { apiToken, bearer } from '../support/callers';
import { api, get } from '../support/http';
import { allPages, pathOf } from '../support/pages';
import { buildCategory, buildEvent, buildTag, type Stored } from '../support/records';

const made: Record<string, Stored> = {};
const id = (name: string) => made[name]?.public_id as number;

const future = new Date(Date.now() + 48 * 60 * 60 * 1000);

beforeAll(async () => {
  made.music = await buildCategory({ name: 'Music', description: 'Zither' });
  await buildCategory({ name: 'Musique' }, { of: made.music, language: 'fr' });
  made.jazz = await buildCategory({ name: 'jazz', parent: id('music') });
  made.club = await buildCategory({ name: 'Jazz club', parent: id('jazz'), slug: 'aa-club' });
  made.ecole = await buildCategory({ name: 'École' }, { language: 'fr' });
  made.arts = await buildCategory({ name: 'Arts', description: 'All of them' });
  made.empty = await buildCategory({ name: 'Empty' });
  made.hidden = await buildCategory({ name: 'Hidden' });
  made.air = await buildTag({ name: 'Open air' });
  made.free = await buildTag({ name: 'Free', slug: 'gratis' });
  await buildTag({ name: 'Unused' });
  const used = ['music', 'jazz', 'club', 'ecole', 'arts'].map(id);
  made.event = await buildEvent({ categories: used, tags: [id('air'), id('free')] });
  await buildEvent({ title: 'Un autre' }, { of: made.event, language: 'fr' });
  made.second = await buildEvent({ categories: [id('music')] });
  const hidden = { categories: [id('hidden')] };
  made.draft = await buildEvent(hidden, { publish: false });
  await buildEvent({ ...hidden, date: future.toISOString() });
  await buildEvent({ ...hidden, post_status: 'private' });
  await buildEvent({ ...hidden, password: 'secret' });
});

const list = async (query = '', language?: string) => {
  const { status, body } = await get(api(`/categories${query}`, language));
  expect([query, status]).toEqual([query, 200]);
  return body;
};
const names = (body: { categories: { name: string }[] }) => body.categories.map(({ name }) => name);
const listed = async (query = '', language?: string) => names(await list(query, language));

const ALL = ['Arts', 'École', 'Empty', 'Hidden', 'jazz', 'Jazz club', 'Music'];
const USED = ['Arts', 'École', 'jazz', 'Jazz club', 'Music'];

describe('GET /categories', () => {
  it('lists terms used by events in name order, with totals', async () => {
    const { body, headers } = await get(api('/categories'));
    expect(names(body)).toEqual(USED);
    expect(Object.keys(body)).toEqual(['rest_url', 'total', 'total_pages', 'categories']);
    expect(body).toMatchObject({ total: 5, total_pages: 1 });
    expect([headers['x-tec-total'], headers['x-tec-totalpages']]).toEqual(['5', '1']);
  });

  it('includes the event count, parent and languages of each term', async () => {
    const { categories } = await list('', 'fr');
    const root = `${baseURL}/fr/calendar/events/v1/categories`;
    expect(categories.find((one: { id: number }) => one.id === id('jazz'))).toEqual({
      id: id('jazz'),
      name: 'jazz',
      slug: 'jazz',
      taxonomy: 'tribe_events_cat',
      description: '',
      parent: id('music'),
      count: 1,
      meta: [],
      term_group: 0,
      term_taxonomy_id: id('jazz'),
      filter: 'raw',
      url: `${baseURL}/en/calendar/events/v1/categories/${id('jazz')}`,
      urls: {
        self: `${root}/${id('jazz')}`,
        collection: root,
        up: `${root}/${id('music')}`,
      },
      language: 'en',
      translations: {
        en: { slug: 'jazz', url: `${baseURL}/en/calendar/events/v1/categories/${id('jazz')}` },
      },
    });
    const music = categories.find((one: { id: number }) => one.id === id('music'));
    expect(music).toMatchObject({ name: 'Musique', language: 'fr', count: 2, parent: 0 });
    expect(Object.keys(music.translations)).toEqual(['en', 'fr']);
  });

  it('counts only events that everybody may read', async () => {
    const body = await list('?hide_empty=false&slug=hidden');
    expect(body.categories).toMatchObject([{ name: 'Hidden', count: 0 }]);
  });

  it.each([
    ['?hide_empty=false', ALL],
    ['?hide_empty=0', ALL],
    ['?hide_empty=1', USED],
    ['?order=desc', [...USED].reverse()],
    ['?order=ASC', USED],
    ['?order=descending', [...USED].reverse()],
    ['?order=Ascending', USED],
    ['?orderby=name&order=desc', [...USED].reverse()],
    ['?orderby=id', ['Music', 'jazz', 'Jazz club', 'École', 'Arts']],
    ['?orderby=term_id&order=desc', ['Arts', 'École', 'Jazz club', 'jazz', 'Music']],
    ['?orderby=none', ['Music', 'jazz', 'Jazz club', 'École', 'Arts']],
    ['?orderby=slug', ['Jazz club', 'Arts', 'École', 'jazz', 'Music']],
    ['?orderby=description&order=desc', ['Music', 'Arts', 'École', 'jazz', 'Jazz club']],
    ['?orderby=count&order=desc', ['Music', 'Arts', 'École', 'jazz', 'Jazz club']],
    ['?orderby=term_group', USED],
    ['?orderby=parent', ['Arts', 'École', 'Music', 'jazz', 'Jazz club']],
    ['?orderby=include', USED],
    ['?orderby=include_slugs', USED],
    ['?parent=0', ['Arts', 'École', 'Music']],
    ['?search=JAZZ', ['jazz', 'Jazz club']],
    ['?search=ecole', ['École']],
    ['?search=club', ['Jazz club']],
    ['?search=aa-cl', ['Jazz club']],
    ['?search=zither', []],
    ['?search=%25', []],
    ['?slug=jazz', ['jazz']],
    ['?slug=JAZZ', ['jazz']],
    ['?slug=musique', ['Music']],
    ['?slug=unknown', []],
    ['?page=9', []],
    ['?per_page=2&page=3', ['Music']],
  ])('lists the expected categories for %s', async (query, expected) => {
    expect(await listed(query)).toEqual(expected);
  });

  it('accepts ids, slugs and names in include and exclude, and can order by include', async () => {
    const [music, jazz] = [id('music'), id('jazz')];
    expect(await listed(`?include=${music},${jazz}`)).toEqual(['jazz', 'Music']);
    expect(await listed(`?include[]=${music}&include[]=${jazz}&orderby=include`)).toEqual([
      'Music',
      'jazz',
    ]);
    expect(await listed(`?include=musique,Arts`)).toEqual(['Arts', 'Music']);
    expect(await listed(`?exclude=${music},jazz`)).toEqual(['Arts', 'École', 'Jazz club']);
    const all = ['music', 'jazz', 'club', 'ecole', 'arts'].map(id).join(',');
    expect(await list(`?exclude=${all}`)).toMatchObject({ categories: [], total: 0 });
    expect(await listed(`?parent=${music}`)).toEqual(['jazz']);
    expect(await listed(`?parent=${id('arts')}`)).toEqual([]);
  });

  it('lists the terms of an event, and prefers `event` to `post`', async () => {
    const [event, second] = [id('event'), id('second')];
    expect(await listed(`?post=${second}`)).toEqual(['Music']);
    expect(await listed(`?event=${second}&post=${event}`)).toEqual(['Music']);
    expect(await listed(`?event=${event}&post=${second}`)).toEqual(USED);
  });

  it.each([
    'page=0',
    'per_page=x',
    'search=',
    'exclude=987654',
    'exclude=',
    'include=',
    'include=foo',
    'include[]=',
    'order=',
    'order=sideways',
    'orderby=',
    'orderby=colour',
    'hide_empty=perhaps',
    'hide_empty=',
    'parent=987654',
    'parent=foo',
    'parent=',
    'parent=-1',
    'post=987654',
    'post=foo',
    'post=',
    'event=23456',
    'event=',
    'slug=',
    'i18n_language=de',
    `search=${'x'.repeat(201)}`,
  ])('rejects %s by the name of the parameter', async (query) => {
    const name = query.split(/[=[]/)[0] ?? '';
    const { status, body } = await get(api(`/categories?hide_empty=false&${query}`));
    expect([status, Object.keys(body.data.params)]).toEqual([400, [name]]);
  });

  it('rejects hidden events like unknown ones, except for callers who may read them', async () => {
    const { status, body } = await get(api(`/categories?event=${id('draft')}`));
    expect([status, Object.keys(body.data.params)]).toEqual([400, ['event']]);
    const full = bearer(await apiToken('full-access'));
    for (const more of ['', '&hide_empty=true', '&hide_empty=false']) {
      const seen = await get(api(`/categories?event=${id('draft')}${more}`), full);
      expect(seen.body.categories).toMatchObject([{ name: 'Hidden', count: 0 }]);
    }
  });

  it('is empty beyond the last page, with a link to the previous page', async () => {
    const body = await list('?page=9&per_page=2');
    expect(body).toMatchObject({ categories: [], total: 5, total_pages: 3 });
    expect(new URL(body.previous_rest_url).searchParams.get('page')).toBe('8');
    expect(body).not.toHaveProperty('next_rest_url');
  });

  it('repeats every filter in rest_url, which returns the same list', async () => {
    const query = `?search=jazz&exclude=${id('arts')}&include=jazz,${id('club')}&order=desc&orderby=slug&hide_empty=no&parent=${id('jazz')}&post=${id('event')}&slug=aa-club&per_page=1&i18n_language=fr`;
    const body = await list(query);
    expect(names(body)).toEqual(['Jazz club']);
    expect(Object.fromEntries(new URL(body.rest_url).searchParams)).toEqual({
      page: '1',
      per_page: '1',
      search: 'jazz',
      exclude: `${id('arts')}`,
      include: `${id('jazz')},${id('club')}`,
      order: 'desc',
      orderby: 'slug',
      hide_empty: flag.toParam(false),
      parent: `${id('jazz')}`,
      post: `${id('event')}`,
      slug: 'aa-club',
      i18n_language: 'fr',
    });
    expect((await get(pathOf(body.rest_url))).body).toEqual(body);
    const top = await list('?parent=0');
    expect((await get(pathOf(top.rest_url))).body).toEqual(top);
  });

  it.each([
    ['', USED],
    ['?hide_empty=false', ALL],
    ['?hide_empty=false&order=desc', [...ALL].reverse()],
    ['?orderby=count&order=desc', ['Music', 'Arts', 'École', 'jazz', 'Jazz club']],
    ['?search=jazz', ['jazz', 'Jazz club']],
    ['?parent=0', ['Arts', 'École', 'Music']],
    ['?include=jazz,musique,arts&orderby=include', ['jazz', 'Music', 'Arts']],
    ['?exclude=jazz', ['Arts', 'École', 'Jazz club', 'Music']],
  ])('includes each term once when following next_rest_url: %s', async (query, expected) => {
    for (const size of [1, 2]) {
      const path = api(`/categories${query}${query ? '&' : '?'}per_page=${size}`);
      const pages = await allPages(path);
      expect(pages.flatMap(names)).toEqual(expected);
      expect(pages.every(({ total }) => total === expected.length)).toBe(true);
    }
  });

  it('includes each term of an event once when following next_rest_url', async () => {
    for (const name of ['post', 'event']) {
      const pages = await allPages(api(`/categories?${name}=${id('event')}&per_page=2`));
      expect(pages.flatMap(names)).toEqual(USED);
    }
  });

  it('uses the requested language in every address, with exact totals', async () => {
    expect((await list('', 'fr')).total).toBe(5);
    expect(await listed('', 'fr')).toEqual(['Arts', 'École', 'jazz', 'Jazz club', 'Musique']);
    expect(await listed('?i18n_language=en', 'fr')).toEqual(USED);
    for (const language of ['ar', 'es', 'en']) expect(await listed('', language)).toEqual(USED);
  });

  it('limits per_page to the configured maximum without an error', async () => {
    const body = await list('?per_page=1000');
    expect(new URL(body.rest_url).searchParams.get('per_page')).toBe('50');
  });
});

describe('GET /tags', () => {
  it('lists tags used by events, and ignores parent', async () => {
    const { body } = await get(api('/tags?parent=foo'));
    expect(body.tags.map(({ slug }: { slug: string }) => slug)).toEqual(['gratis', 'open-air']);
    expect(body.tags[0]).toMatchObject({ taxonomy: 'post_tag', count: 1, parent: 0 });
    expect(body.rest_url).not.toContain('parent');
  });

  it.each(['parent', 'count', 'none', 'include'])('accepts the order %s', async (orderby) => {
    const { status, body } = await get(api(`/tags?hide_empty=false&orderby=${orderby}`));
    expect([status, body.total]).toEqual([200, 3]);
  });

  it('rejects the id of a category', async () => {
    expect((await get(api(`/tags?include=${id('music')}`))).status).toBe(400);
  });
});

describe('GET of one term', () => {
  it('includes _links, also for a term without events', async () => {
    const { status, body } = await get(api(`/categories/${id('jazz')}`, 'en'));
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: id('jazz'), count: 1, language: 'en' });
    expect(body._links).toEqual({
      self: [{ href: body.urls.self }],
      collection: [{ href: body.urls.collection }],
      up: [{ href: body.urls.up }],
    });
    expect((await get(pathOf(body.urls.up))).body.name).toBe('Music');
    expect((await get(api(`/categories/${id('empty')}`))).body.count).toBe(0);
  });

  it('falls back to another language', async () => {
    expect((await get(api(`/categories/${id('music')}`, 'fr'))).body.name).toBe('Musique');
    expect((await get(api(`/categories/${id('music')}?i18n_language=es`))).body.name).toBe('Music');
    expect((await get(api(`/categories/${id('ecole')}`, 'ar'))).body.language).toBe('fr');
  });

  it('has parent 0 if the stored parent does not exist', async () => {
    const lost = await buildCategory({ name: 'Lost', parent: 987_654 });
    const { body } = await get(api(`/categories/${lost.public_id}`));
    expect(body).toMatchObject({ parent: 0, urls: expect.not.objectContaining({ up: '' }) });
    expect(await listed('?hide_empty=0&parent=0&search=lost')).toEqual(['Lost']);
  });

  it.each([
    ['/categories', 'rest-category-not-found'],
    ['/tags', 'rest-tag-not-found'],
  ])('answers 404 at %s for an unknown id', async (path, code) => {
    const other = path === '/tags' ? id('music') : id('air');
    for (const wrong of ['0', '987654', '99999999999999999999', `${other}`, `${id('event')}000`]) {
      const { status, body } = await get(api(`${path}/${wrong}?i18n_language=xx`));
      expect([wrong, status, body.code]).toEqual([wrong, 404, code]);
    }
  });
});
