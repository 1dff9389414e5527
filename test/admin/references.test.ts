import { admin } from '../support/admin';
import { adminWith } from '../support/admin-roles';
import { isExhaustive } from '../support/extent';
import { type Answer, get, send } from '../support/http';
import {
  buildCategory,
  buildEvent,
  buildOrganizer,
  buildTag,
  buildVenue,
  type Stored,
} from '../support/records';

const NASTY = [
  ...['%', '_', '!', '!%', '\\', "'", '"', '`', ';', '--', "' OR 1=1 --", "'); DROP TABLE x", '$1'],
  ...[
    '?',
    '??',
    ':name',
    '(',
    ')',
    '*',
    '[',
    '<b>',
    '<>',
    '&amp;',
    '\u0000',
    'a\u0000b',
    '\n',
    '\t',
  ],
  ...['0', '-1', '1.5', '1e3', '0x10', '١٢', '2147483648', '9'.repeat(30), 'NaN', 'null', 'true'],
  ...['1,', ',1', '1,,2', '1, 2', '1;2', ' 1', '{}', '[]', '{"$gt":0}', '../../etc/passwd', '%00'],
  ...['\ud800', '\u202e', 'ﷺ', '🎉', 'é'.repeat(200), 'x'.repeat(201), 'x'.repeat(20_000), ' '],
  ...['en,ar', 'EN', 'de', 'en-US', 'ar_SA', 'constructor', '__proto__', 'toString'],
];

const found = ({ body }: Answer) => body.results.map(({ id }: { id: number }) => id);
const ask = (type: string, query: Record<string, string>) =>
  admin('GET', `/calendar/admin/references/${type}?${new URLSearchParams(query)}`);

let hall: Stored;
let museum: Stored;
let draft: Stored;
let trashed: Stored;

beforeAll(async () => {
  hall = await buildVenue({ venue: 'Town Hall' });
  await buildVenue({ venue: 'دار البلديّة' }, { language: 'ar', of: hall });
  museum = await buildVenue({ venue: 'Musée 100% d’été' }, { language: 'fr' });
  draft = await buildVenue({ venue: 'Quiet room' }, { publish: false });
  trashed = await buildVenue({ venue: 'Old hall' });
  await strapi.documents('plugin::calendar.venue').update({
    documentId: trashed.documentId,
    locale: 'en',
    data: { trashed_at: new Date().toISOString() } as never,
  });
});

describe('searching for references', () => {
  it('finds a record by words in any order and any case', async () => {
    expect(found(await ask('venue', { q: 'HALL town' }))).toEqual([hall.public_id]);
  });

  it('finds a record by its name in another language, ignoring diacritics', async () => {
    const answer = await ask('venue', { q: 'البلدية', language: 'en' });
    expect(answer.body.results).toEqual([
      { id: hall.public_id, name: 'Town Hall', language: 'en', state: 'publish' },
    ]);
  });

  it('finds accented letters by unaccented ones', async () => {
    expect(found(await ask('venue', { q: 'musee' }))).toEqual([museum.public_id]);
  });

  it('treats wildcards as literal characters', async () => {
    expect(found(await ask('venue', { q: '100%' }))).toEqual([museum.public_id]);
    expect(found(await ask('venue', { q: '%' }))).toEqual([museum.public_id]);
    expect(found(await ask('venue', { q: '_' }))).toEqual([]);
  });

  it('returns the newest first without a query, with drafts but without trash', async () => {
    const newestFirst = [draft, museum, hall].map((row) => row.public_id);
    expect(found(await ask('venue', {}))).toEqual(newestFirst);
    expect(found(await ask('venue', { q: '', ids: '' }))).toEqual(newestFirst);
  });

  it('lists names that begin with the text first', async () => {
    const begins = await buildOrganizer({ organizer: 'Choir' });
    const contains = await buildOrganizer({ organizer: 'The choir' });
    const both = [begins.public_id, contains.public_id];
    expect(found(await ask('organizer', { q: 'choir' }))).toEqual(both);
  });

  it('returns at most 50 results, those of that name first', async () => {
    const whole = await buildTag({ name: 'Tâg 1' });
    for (let index = 10; index < 61; index++) await buildTag({ name: `Tag 1${index}` });
    const results = found(await ask('tag', { q: 'tag 1' }));
    expect([results.length, results[0]]).toEqual([50, whole.public_id]);
  });

  it.each(['event', 'category'] as const)('finds records of the type %s', async (type) => {
    const made =
      type === 'event'
        ? await buildEvent({ title: 'Feast' })
        : await buildCategory({ name: 'Feast' });
    expect(found(await ask(type, { q: 'feast' }))).toEqual([made.public_id]);
  });
});

describe('searching for an event, first among the newest and by title, then by index (D4.5, D15.5)', () => {
  it('finds parts of words and short words in public texts, in other drafts, and without publication', async () => {
    const recital = await buildEvent({ title: 'Harpsichord recital' });
    await buildEvent(
      { title: 'Soirée de clavecin' },
      { of: recital, language: 'fr', publish: false },
    );
    const changed = await buildEvent({ title: 'Organ concert' });
    await buildEvent({ title: 'Virginal concert' }, { of: changed, publish: false });
    const unpublished = await buildEvent({ title: 'Zz spinet' }, { publish: false });
    for (const [q, one] of [
      ['psichor', recital],
      ['re psichor', recital],
      ['CLAVECIN soiree', recital],
      ['organ co', changed],
      ['virginal', changed],
      ['spinet', unpublished],
      ['zz', unpublished],
    ] as const)
      expect([q, found(await ask('event', { q }))]).toEqual([q, [one.public_id]]);
    expect(found(await ask('event', { q: 'harpsichord clavecin' }))).toEqual([]);
  });

  it('lists the event of that title first, then those that begin with it, then the newest', async () => {
    const exact = await buildEvent({ title: 'Lutes' });
    const begins = await buildEvent({ title: 'Lutes and viols' });
    const ends = [
      await buildEvent({ title: 'Two lutes' }),
      await buildEvent({ title: 'Ten lutes' }),
    ];
    const ids = [exact, begins, ...ends.toReversed()].map(({ public_id }) => public_id);
    expect(found(await ask('event', { q: 'lutes' }))).toEqual(ids);
  });
});

describe('looking up references by id', () => {
  it('returns them in the given order and in any state, without unknown ids', async () => {
    const ids = [trashed, hall, draft].map((row) => row.public_id);
    const answer = await ask('venue', { ids: [ids[0], 999_999, ids[1], ids[2], ids[1]].join() });
    expect(answer.body.results).toEqual([
      { id: ids[0], name: 'Old hall', language: 'en', state: 'trash' },
      { id: ids[1], name: 'Town Hall', language: 'en', state: 'publish' },
      { id: ids[2], name: 'Quiet room', language: 'en', state: 'draft' },
    ]);
  });

  it('names a record in the requested language, else the default, else another', async () => {
    const ids = `${hall.public_id},${museum.public_id}`;
    const answer = await ask('venue', { ids, language: 'ar' });
    expect(answer.body.results).toMatchObject([
      { name: 'دار البلديّة', language: 'ar' },
      { name: 'Musée 100% d’été', language: 'fr' },
    ]);
    const french = await ask('venue', { ids, language: 'fr' });
    expect(french.body.results).toMatchObject([{ language: 'en' }, { language: 'fr' }]);
  });

  it.each([
    ['pending', { post_status: 'pending' }, false],
    ['private', { post_status: 'private' }, true],
    ['future', { date: new Date(Date.now() + 86_400_000).toISOString() }, true],
  ])('reports that a record is %s', async (state, data, publish) => {
    const { public_id } = await buildVenue({ venue: 'A state', ...data }, { publish });
    const answer = await ask('venue', { ids: String(public_id) });
    expect(answer.body.results).toMatchObject([{ state }]);
  });

  it.each(['2147483648', '9999999999,99999999999'])(
    'finds nothing for %s, which is too large for an id',
    async (ids) => {
      expect(found(await ask('venue', { ids }))).toEqual([]);
    },
  );

  it('rejects more than 1000 ids', async () => {
    const ids = Array.from({ length: 1001 }, (_, index) => index + 1).join();
    const answer = await ask('venue', { ids });
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toContain('ids');
  });
});

describe(`hostile values (${NASTY.length})`, () => {
  const NAMES = ['q', 'ids', 'language'];
  const valuesOf = (name: string) =>
    NASTY.filter((_, at) => isExhaustive || at % NAMES.length === NAMES.indexOf(name));

  it.each(NAMES)('return results or a 400 that names %s', async (name) => {
    for (const value of valuesOf(name)) {
      const answer = await ask('venue', { [name]: value });
      if (answer.status === 200) expect(answer.body.results).toEqual(expect.any(Array));
      else
        expect([answer.status, answer.body.error.message]).toEqual([
          400,
          expect.stringContaining(name),
        ]);
    }
  });

  it.each(['q[a]=1', 'q=1&q=2', 'ids[]=1', 'ids[a][b]=1', 'language[]=en', 'q=%E0%A4%A'])(
    'are answered with 200 or 400 in ?%s',
    async (query) => {
      const answer = await admin('GET', `/calendar/admin/references/venue?${query}`);
      expect([200, 400]).toContain(answer.status);
    },
  );

  it.each(['venues', 'user', 'plugin::calendar.venue', '__proto__'])(
    'return 404 for the type %s',
    async (type) => {
      expect((await ask(type, {})).status).toBe(404);
    },
  );
});

describe('permissions for references', () => {
  async function editorWhoReads(...types: string[]) {
    const role = await admin('POST', '/admin/roles', { name: `Reads ${types}`, description: '' });
    const permissions = types.map((type) => ({
      action: 'plugin::content-manager.explorer.read',
      subject: `plugin::calendar.${type}`,
      properties: { fields: ['name'], locales: ['en'] },
      conditions: [],
    }));
    await admin('PUT', `/admin/roles/${role.body.data.id}/permissions`, { permissions });
    const user = await admin('POST', '/admin/users', {
      firstname: 'An',
      lastname: 'Editor',
      email: 'editor@example.org',
      roles: [role.body.data.id],
    });
    const { registrationToken } = user.body.data;
    const userInfo = { firstname: 'An', lastname: 'Editor', password: 'Aa1'.repeat(5) };
    const registered = await send('POST', '/admin/register', { registrationToken, userInfo });
    return { authorization: `Bearer ${registered.body.data.token}` };
  }

  it('refuse the types that the editor may not read', async () => {
    const headers = await editorWhoReads('category');
    expect((await get('/calendar/admin/references/category?q=feast', headers)).status).toBe(200);
    expect((await get('/calendar/admin/references/venue?q=hall', headers)).status).toBe(403);
    expect(
      (await get(`/calendar/admin/references/venue?ids=${hall.public_id}`, headers)).status,
    ).toBe(403);
  });

  it('limit the results and names to what the editor may read', async () => {
    const event = await buildEvent({ title: 'Quiet plans' }, { publish: false });
    await buildEvent({ title: 'Plans discrets' }, { of: event, language: 'fr', publish: false });
    const category = await buildCategory({ name: 'Quiet matters' });
    const ids = `${event.public_id}`;
    const own = await adminWith('event', ['read'], { own: ['read'] });
    const french = await adminWith('event', ['read'], { locales: ['fr'] });
    const untitled = await adminWith('event', ['read'], { fields: ['slug'] });
    const names = async (by: typeof admin, query: object, type = 'event') => {
      const values = new URLSearchParams(query as Record<string, string>);
      const { body } = await by('GET', `/calendar/admin/references/${type}?${values}`);
      return body.results.map(({ name }: { name: string }) => name);
    };
    expect(await names(admin, { ids, language: 'en' })).toEqual(['Quiet plans']);
    expect(await names(own, { ids })).toEqual([]);
    expect(await names(own, { q: 'quiet' })).toEqual([]);
    expect(await names(french, { ids, language: 'en' })).toEqual(['Plans discrets']);
    expect(await names(french, { q: 'quiet' })).toEqual([]);
    expect(await names(french, { q: 'discrets' })).toEqual(['Plans discrets']);
    expect(await names(untitled, { ids })).toEqual(['']);
    const terms = (more: object) => adminWith('category' as never, ['read'], more);
    const id = { ids: `${category.public_id}` };
    expect(await names(await terms({ locales: ['en'] }), id, 'category')).toEqual([
      'Quiet matters',
    ]);
    expect(await names(await terms({ locales: ['fr'] }), id, 'category')).toEqual([]);
    expect(await names(await terms({ own: ['read'] }), id, 'category')).toEqual([]);
  });

  it.each([undefined, 'Bearer wrong', 'Basic YTpi'])(
    'require a login (%s)',
    async (authorization) => {
      const headers: Record<string, string> = authorization ? { authorization } : {};
      expect((await get('/calendar/admin/references/venue', headers)).status).toBe(401);
    },
  );
});

it('places every admin route below /calendar/admin/ (D15)', () => {
  const { routes } = strapi.plugin('calendar') as unknown as {
    routes: { admin: { routes: { path: string }[] } };
  };
  const paths = routes.admin.routes.map(({ path }) => path);
  expect(paths.length).toBeGreaterThanOrEqual(2);
  expect(paths.filter((path) => !path.startsWith('/admin/'))).toEqual([]);
});

describe('category references', () => {
  it('contain their ancestors in the requested language, and their colours', async () => {
    const arts = await buildCategory({ name: 'Arts', color: '#1a7f64' });
    await buildCategory({ name: 'Arts et lettres' }, { of: arts, language: 'fr' });
    const music = await buildCategory({ name: 'Music', parent: arts.public_id });
    const jazz = await buildCategory({ name: 'Bebop', parent: music.public_id });
    const { body } = await ask('category', { q: 'bebop', language: 'fr' });
    expect(body.results).toEqual([
      expect.objectContaining({
        ...{ id: jazz.public_id, color: null, above: ['Arts et lettres', 'Music'] },
      }),
    ]);
    const top = await ask('category', { ids: `${arts.public_id}` });
    expect(top.body.results[0]).toMatchObject({ color: '#1a7f64', above: [] });
    expect((await ask('venue', { q: 'town' })).body.results[0]).not.toHaveProperty('above');
  });
});
