import { apiToken, bearer } from '../support/callers';
import { someTimes } from '../support/doors';
import { api, get, send } from '../support/http';
import { buildCategory, buildTag } from '../support/records';

let full: Record<string, string>;

beforeAll(async () => {
  full = bearer(await apiToken('full-access'));
  await buildTag({ name: 'Taken', slug: 'taken' });
  await buildTag({ name: 'Angles', slug: '<b>' });
});

const post = (fields: object) =>
  send('POST', api('/events'), { title: 'With terms', ...someTimes, ...fields }, full);

const count = async () => {
  const types = ['plugin::calendar.event', 'plugin::calendar.tag', 'plugin::calendar.category'];
  return Promise.all(types.map((type) => strapi.db.query(type as 'plugin::calendar.tag').count()));
};

describe('terms created inside an event follow the rules for terms (D9.3, D12 row 13)', () => {
  it.each([
    ['tags', '<i></i>'],
    ['tags', '&nbsp;'],
    ['tags', 'x'.repeat(300)],
    ['tags', 'y'.repeat(80_000)],
    ['tags', `${'&amp;'.repeat(10_000)}x`],
    ['tags', 'a\ud800'],
    ['tags', { name: '' }],
    ['tags', { name: 'x'.repeat(300) }],
    ['categories', 'x'.repeat(300)],
    ['categories', { name: 'Nested', parent: 987_654 }],
    ['categories', { name: 'Nested', parent: 'x' }],
    ['categories', { name: 'Nested', color: 'red' }],
  ])(
    'in %s, invalid item %# is rejected under that field, and nothing is stored',
    async (field, item) => {
      const before = await count();
      const { status, body } = await post({ [field]: ['Fine', item] });
      expect([status, body.code, Object.keys(body.data.params)]).toEqual([
        400,
        'rest_invalid_param',
        [field],
      ]);
      expect(await count()).toEqual(before);
    },
  );

  it('get a suffix if their slug is taken (D4.6)', async () => {
    const { body } = await post({ tags: [{ name: 'Another', slug: 'taken' }] });
    expect(body.tags).toMatchObject([{ name: 'Another', slug: 'taken-2' }]);
  });

  it('are matched by the whole name, not by its beginning or end (D7.6)', async () => {
    const longer = await buildTag({ name: 'Šumadija Club', slug: 'longer', description: 'Club' });
    const tag = await buildTag({ name: 'Šumadija', slug: 'exact', description: 'Šumadija Club' });
    const { body } = await post({ tags: ['sumadija', 'SUMADIJA CLUB', 'Club'] });
    const ids = body.tags.map(({ id }: { id: number }) => id);
    expect(ids).toEqual([expect.any(Number), tag.public_id, longer.public_id]);
  });

  it('are stored with plain-text names, and reused by name or slug afterwards', async () => {
    const first = await post({ tags: ['Rock &amp; <b>Roll</b>'] });
    expect(first.body.tags).toMatchObject([{ name: 'Rock & Roll', slug: 'rock-and-roll' }]);
    const [{ id }] = first.body.tags;
    for (const tag of [
      'rock & roll',
      'ROCK &amp; ROLL',
      'rock-and-roll',
      { name: 'Rock & Roll' },
    ]) {
      expect((await post({ tags: [tag] })).body.tags).toMatchObject([{ id }]);
    }
  });

  it('are separated by commas in one text, except within quotation marks, as in filters', async () => {
    const names = async (tags: string) => {
      const { body } = await post({ tags });
      return body.tags.map(({ name }: { name: string }) => name);
    };
    expect(await names('Wine, "Bread, cheese" ,12" singles')).toEqual([
      '12" singles',
      'Bread, cheese',
      'Wine',
    ]);
    expect(await names('"Bread, cheese"')).toEqual(['Bread, cheese']);
    const query = new URLSearchParams({ tags: '"Bread, cheese",Wine' });
    expect((await get(api(`/events?${query}`))).body.total).toBe(2);
  });

  it('are looked up by slug before markup is removed from the name', async () => {
    expect((await post({ tags: ['<b>'] })).body.tags).toMatchObject([{ name: 'Angles' }]);
  });

  it('may have an existing category as parent', async () => {
    const { public_id: parent } = await buildCategory({ name: 'Above' });
    const { body } = await post({ categories: [{ name: 'Below', parent }] });
    expect(body.categories).toMatchObject([{ name: 'Below', parent }]);
    expect((await get(api(`/categories/${body.categories[0].id}`))).body.parent).toBe(parent);
  });
});
