import { apiToken, bearer, member } from '../support/callers';
import { firstOf } from '../support/extent';
import { api, get, send } from '../support/http';
import { buildCategory, buildEvent, buildTag } from '../support/records';
import { withSettings } from '../support/settings';

type Body = Record<string, unknown>;

let full: Record<string, string>;

beforeAll(async () => {
  full = bearer(await apiToken('full-access'));
});

const post = (path: string, body: unknown, language?: string) =>
  send('POST', api(path, language), body, full);
const patch = (path: string, body: unknown, language?: string) =>
  send('PATCH', api(path, language), body, full);
const remove = (path: string, language?: string) =>
  send('DELETE', api(path, language), undefined, full);
const read = async (path: string, language?: string) => (await get(api(path, language))).body;

async function made(path: string, body: Body, language?: string) {
  const answer = await post(path, body, language);
  expect([answer.status, answer.body.code]).toEqual([201, undefined]);
  return answer.body;
}

let number = 0;
const fresh = () => {
  number += 1;
  return `Term ${number}`;
};

const TERMS = [
  ['/categories', 'rest-category-not-found'],
  ['/tags', 'rest-tag-not-found'],
] as const;

describe.each(firstOf(1, TERMS))('a missing language of %s without the fallback', (path) => {
  withSettings({ fallback: false });

  it('is added with the name of another language (D4.12)', async () => {
    const { id, name } = await made(path, { name: fresh() });
    const address = `${path}/${id}`;
    expect((await read(address, 'fr')).code).toMatch('not-found');
    expect((await patch(address, { name }, 'fr')).body).toMatchObject({ name, language: 'fr' });
    expect(await read(address, 'fr')).toMatchObject({ name, language: 'fr' });
  });
});

describe.each(firstOf(1, TERMS))('%s', (path, notFound) => {
  it('creates a term and returns its Location', async () => {
    const sent = { name: 'Fête & <b>Foire</b>', slug: 'La Fête', description: 'With <em>joy</em>' };
    const { status, body, headers } = await post(path, sent, 'fr');
    expect(status).toBe(201);
    expect(headers.location).toBe(body.urls.self);
    expect(headers.location).toBe(`${baseURL}/fr/calendar/events/v1${path}/${body.id}`);
    expect(body).toMatchObject({
      name: 'Fête & Foire',
      slug: 'la-fête',
      description: 'With <em>joy</em>',
      language: 'fr',
      count: 0,
      parent: 0,
    });
    expect(body._links.self).toEqual([{ href: body.urls.self }]);
    expect(await read(`${path}/${body.id}`, 'fr')).toEqual(body);
  });

  it('derives the slug from the name, with a suffix if it is taken', async () => {
    const name = fresh();
    const first = await made(path, { name });
    const second = await made(path, { name: `${name}!` });
    expect([second.slug, first.slug]).toEqual([`${first.slug}-2`, first.slug]);
  });

  it.each([{}, { slug: 'x' }, { name: null }])('requires a name: %j', async (sent) => {
    const { status, body } = await post(path, sent);
    expect([status, body.code]).toEqual([400, 'rest_missing_callback_param']);
    expect(body.data.params).toEqual(['name']);
  });

  it.each([
    ['name', { name: '' }],
    ['name', { name: '\u200b&shy;' }],
    ['name', { name: ['a'] }],
    ['name', { name: 'x'.repeat(256) }],
    ['description', { description: { a: 1 } }],
    ['slug', { slug: ['a'] }],
    ['i18n_language', { i18n_language: 'de' }],
  ])('rejects an invalid %s by name: %j', async (name, wrong) => {
    const { status, body } = await post(path, { name: fresh(), ...wrong });
    expect([status, body.code]).toEqual([400, 'rest_invalid_param']);
    expect(Object.keys(body.data.params)).toEqual([name]);
  });

  it('rejects a sibling’s name in any case with its id, unless the slug differs', async () => {
    const name = `É${fresh()}`;
    const { id, slug } = await made(path, { name });
    for (const more of [{}, { slug }, { slug: '' }]) {
      const { status, body } = await post(path, { name: name.toUpperCase(), ...more });
      expect([status, body.code, body.data.term_id]).toEqual([400, 'term_exists', id]);
    }
    expect((await post(path, { name }, 'fr')).body.data.term_id).toBe(id);
    const twin = await made(path, { name, slug: `${slug}-own` });
    expect(twin).toMatchObject({ name, slug: `${slug}-own` });
    await made(path, { name: name.replace('É', 'E') });
  });

  it('adds a suffix to the slug of a new term if it is taken', async () => {
    const first = await made(path, { name: fresh() });
    const second = await made(path, { name: fresh(), slug: first.slug });
    const third = await made(path, { name: fresh(), slug: first.slug.toUpperCase() });
    expect([second.slug, third.slug]).toEqual([`${first.slug}-2`, `${first.slug}-3`]);
  });

  it('rejects a change to the slug of another term', async () => {
    const first = await made(path, { name: fresh() });
    const second = await made(path, { name: fresh() });
    const clash = { status: 400, body: { code: 'duplicate_term_slug', data: { status: 400 } } };
    expect(await patch(`${path}/${second.id}`, { slug: ` ${first.slug} ` })).toMatchObject(clash);
    expect((await read(`${path}/${second.id}`)).slug).toBe(second.slug);
    expect((await patch(`${path}/${first.id}`, { slug: first.slug })).status).toBe(200);
  });

  it('creates one term for 10 concurrent requests with the same name', async () => {
    const name = fresh();
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(path, { name })));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array(9).fill(400)]);
  });

  it.each(['POST', 'PUT', 'PATCH'])('changes only the fields that %s sends', async (method) => {
    const before = await made(path, { name: fresh(), description: 'Kept' });
    const name = fresh();
    const address = api(`${path}/${before.id}`);
    const { status, body } = await send(method, address, { name }, full);
    expect(status).toBe(200);
    expect(body).toEqual({ ...before, name });
    expect(await read(`${path}/${before.id}`)).toEqual(body);
    const cleared = (await send(method, address, { description: '', slug: '' }, full)).body;
    expect(cleared.description).toBe('');
    expect(cleared.slug).not.toBe(before.slug);
  });

  it('rejects an empty name on update', async () => {
    const { id } = await made(path, { name: fresh() });
    const { status, body } = await patch(`${path}/${id}`, { name: '' });
    expect([status, Object.keys(body.data.params)]).toEqual([400, ['name']]);
  });

  it('writes nothing when a term is sent back as it was read', async () => {
    const { id } = await made(path, { name: fresh(), description: 'a &amp; b' });
    const before = await read(`${path}/${id}`, 'es');
    const table = strapi.db.query(`plugin::calendar.${path === '/tags' ? 'tag' : 'category'}`);
    const rows = () => table.findMany({ where: { public_id: id }, orderBy: 'id' });
    const stored = await rows();
    const { status, body } = await send('PUT', api(`${path}/${id}`, 'es'), before, full);
    expect([status, body]).toEqual([200, before]);
    expect(await rows()).toEqual(stored);
  });

  it('creates a missing language from the fallback and the fields sent', async () => {
    const english = await made(path, { name: fresh(), description: 'Stands in' });
    const { body } = await patch(`${path}/${english.id}`, { name: 'فئة' }, 'ar');
    expect(body).toMatchObject({ name: 'فئة', description: 'Stands in', language: 'ar' });
    expect(Object.keys(body.translations)).toEqual(['ar', 'en']);
    const { translations, ...shown } = await read(`${path}/${english.id}`);
    expect({ ...shown, translations: english.translations }).toEqual(english);
    expect(Object.keys(translations)).toEqual(['ar', 'en']);
  });

  it('deletes a term permanently in all languages, and returns it', async () => {
    const { id } = await made(path, { name: fresh() });
    await patch(`${path}/${id}`, { name: 'Nom' }, 'fr');
    const field = path.slice(1);
    const event = await buildEvent({ [field]: [id] });
    const { _links, feed_url, ...before } = await read(`${path}/${id}`, 'fr');
    expect(before.count).toBe(1);
    const { status, body } = await remove(`${path}/${id}`, 'fr');
    expect([status, body]).toEqual([200, before]);
    expect((await get(api(`${path}/${id}`, 'en'))).status).toBe(404);
    expect((await read(`/events/${event.public_id}`))[field]).toEqual([]);
    const again = await remove(`${path}/${id}`);
    expect([again.status, again.body.code]).toEqual([404, notFound]);
  });

  it('answers 404 for an unknown id before it validates the body', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const { status, body } = await send(method, api(`${path}/987654`), { name: '' }, full);
      expect([method, status, body.code]).toEqual([method, 404, notFound]);
    }
  });
});

describe('the tree of categories', () => {
  const tree = async () => {
    const top = await made('/categories', { name: fresh() });
    const middle = await made('/categories', { name: fresh(), parent: top.id });
    const leaf = await made('/categories', { name: fresh(), parent: `${middle.id}` });
    return { top, middle, leaf };
  };
  const parentOf = async (id: number, language?: string) =>
    (await read(`/categories/${id}`, language)).parent;

  it('accepts the same name below different parents', async () => {
    const { top, middle } = await tree();
    const name = fresh();
    const [one, other] = [
      await made('/categories', { name, parent: top.id }),
      await made('/categories', { name, parent: middle.id }),
    ];
    expect(one.slug).not.toBe(other.slug);
    const again = await post('/categories', { name, parent: middle.id });
    expect(again.body.data.term_id).toBe(other.id);
  });

  it.each([987_654, 'foo', '-1', 1.5, {}])('rejects the parent %j', async (parent) => {
    const { leaf } = await tree();
    for (const answer of [
      await post('/categories', { name: fresh(), parent }),
      await patch(`/categories/${leaf.id}`, { parent }),
    ]) {
      expect([answer.status, Object.keys(answer.body.data.params)]).toEqual([400, ['parent']]);
    }
  });

  it('rejects a category as its own parent or below its descendants', async () => {
    const { top, middle, leaf } = await tree();
    for (const parent of [top.id, middle.id, leaf.id]) {
      const { status, body } = await patch(`/categories/${top.id}`, { parent, name: 'Moved' });
      expect([status, Object.keys(body.data.params)]).toEqual([400, ['parent']]);
    }
    expect((await read(`/categories/${top.id}`)).name).toBe(top.name);
  });

  it.each([0, '0', ''])(
    'moves a category to the top level with parent %j, in every language',
    async (parent) => {
      const { leaf } = await tree();
      await patch(`/categories/${leaf.id}`, { name: 'Feuille' }, 'fr');
      const { status, body } = await patch(`/categories/${leaf.id}`, { parent }, 'es');
      expect([status, body.parent, body.urls.up]).toEqual([200, 0, undefined]);
      expect(await parentOf(leaf.id, 'fr')).toBe(0);
      expect(Object.keys(body.translations)).toEqual(['en', 'fr']);
    },
  );

  it('keeps the parent when it is absent or null', async () => {
    const { middle, leaf } = await tree();
    await patch(`/categories/${leaf.id}`, { parent: null, description: 'x' });
    expect(await parentOf(leaf.id)).toBe(middle.id);
  });

  it('moves the children of a deleted category to its parent', async () => {
    const { top, middle, leaf } = await tree();
    await patch(`/categories/${leaf.id}`, { name: 'Feuille' }, 'fr');
    await remove(`/categories/${middle.id}`, 'fr');
    expect(await parentOf(leaf.id)).toBe(top.id);
    expect(await parentOf(leaf.id, 'fr')).toBe(top.id);
    await remove(`/categories/${top.id}`);
    expect(await parentOf(leaf.id)).toBe(0);
  });

  it('rejects one of two concurrent moves that would create a cycle', async () => {
    const [one, other] = [
      await made('/categories', { name: fresh() }),
      await made('/categories', { name: fresh() }),
    ];
    const answers = await Promise.all([
      patch(`/categories/${one.id}`, { parent: other.id }),
      patch(`/categories/${other.id}`, { parent: one.id }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('stores one colour for all languages, and rejects an invalid one', async () => {
    const { id } = await made('/categories', { name: fresh(), color: '#1a7f64' });
    expect((await read(`/categories/${id}`, 'fr')).color).toBe('#1a7f64');
    const { body } = await patch(`/categories/${id}`, { color: 'green' });
    expect(Object.keys(body.data.params)).toEqual(['color']);
    expect((await patch(`/categories/${id}`, { color: '' })).body).not.toHaveProperty('color');
  });
});

describe('permissions', () => {
  const attempts = (id: number): [string, string, Body | undefined][] => [
    ['POST', '/categories', { name: fresh() }],
    ['PATCH', `/categories/${id}`, { description: fresh() }],
    ['DELETE', `/categories/${id}`, undefined],
  ];

  it.each([
    ['nobody', undefined, [401, 401, 401]],
    ['a reader', 'reader', [403, 403, 403]],
    ['a contributor', 'contributor', [403, 403, 403]],
    ['an author', 'author', [201, 403, 403]],
    ['an editor', 'editor', [201, 200, 200]],
  ])('let %s create, change and delete a category: %s', async (_who, role, expected) => {
    const headers = role ? (await member(role)).headers : {};
    const { public_id } = await buildCategory({ name: fresh() });
    const statuses = [];
    for (const [method, path, body] of attempts(public_id)) {
      statuses.push((await send(method, api(path), body, headers)).status);
    }
    expect(statuses).toEqual(expected);
  });

  it('apply by type and action for a custom token', async () => {
    const headers = bearer(await apiToken('custom', ['tag.create', 'tag.find']));
    const { public_id } = await buildTag({ name: fresh() });
    const body = { name: fresh() };
    expect((await send('POST', api('/tags'), body, headers)).status).toBe(201);
    expect((await send('POST', api('/categories'), body, headers)).status).toBe(403);
    expect((await send('PUT', api(`/tags/${public_id}`), body, headers)).status).toBe(403);
    expect((await send('DELETE', api(`/tags/${public_id}`), undefined, headers)).status).toBe(403);
  });

  it('are checked before the request is validated', async () => {
    const { status, body } = await send('POST', api('/categories'), { parent: 'foo' });
    expect([status, body.code]).toEqual([401, 'rest_forbidden']);
    expect((await send('DELETE', api('/tags/987654'))).status).toBe(401);
  });
});
