import {
  readableNames,
  readableRelations,
} from '../../src/plugins/calendar/server/src/http/field-permissions';
import { uidOf } from '../../src/plugins/calendar/server/src/settings/record-types';
import { admin } from '../support/admin';
import { adminWith, adminWithAll } from '../support/admin-roles';
import { someTimes } from '../support/doors';
import { buildEvent, buildVenue, type Stored } from '../support/records';

type Ask = typeof admin;

const FORMS = `/content-manager/collection-types/${uidOf('event')}`;
const SECRET = /sesame|hushed/i;
const AGENDA = 'plugin::calendar.agenda.read';

let hushed: Stored;
let other: Stored;

beforeAll(async () => {
  hushed = await buildEvent({ title: 'Open', description: 'Hushed', password: 'sesame' });
  other = await buildEvent({ title: 'Other', password: 'aaa' });
});

const titles = (body: { results: { title: string }[] }) => body.results.map(({ title }) => title);
const at = (rest = '', locale = 'en') => `${FORMS}/${hushed.documentId}${rest}?locale=${locale}`;
const rows = () => strapi.db.query(uidOf('event')).count();

describe('an editor limited to titles and dates of events (D10.11)', () => {
  let ask: Ask;

  beforeAll(async () => {
    const rights = ['read', 'create', 'update', 'publish', 'delete'] as const;
    const fields = ['title', 'start_date', 'end_date', 'timezone'];
    ask = await adminWith('event', rights, { fields, actions: [AGENDA] });
    await buildEvent({ title: 'Ouvert', description: 'Hushed' }, { of: hushed, language: 'fr' });
  });

  it.each([
    ['reading', 'GET', '', undefined],
    ['saving', 'PUT', '', { title: 'Open' }],
    ['publishing', 'POST', '/actions/publish', {}],
    ['discarding', 'POST', '/actions/discard', {}],
  ])('sees no other field of any language when %s an event', async (_, method, rest, body) => {
    const answer = await ask(method, at(rest), body);
    expect([answer.status, answer.body.data.title]).toEqual([200, 'Open']);
    const [french] = answer.body.data.localizations;
    expect(french.locale).toBe('fr');
    expect(answer.text).not.toMatch(SECRET);
  });

  it('sees no address that contains the slug of a draft', async () => {
    const sent = { title: 'Drafted', slug: 'hushed' };
    const { documentId } = await buildEvent(sent, { publish: false });
    const asked = `${FORMS}/${documentId}?locale=en`;
    expect((await ask('GET', asked)).text).not.toMatch(SECRET);
    const { page } = (await admin('GET', asked)).body.meta.readers.addresses;
    expect(page).toMatch(/hushed$/);
    await strapi.documents(uidOf('event')).delete({ documentId });
  });

  it('sees no other field in bulk lookups, nor through their order', async () => {
    const documentIds = [hushed.documentId, other.documentId];
    const order = async (sort: string) => {
      const body = { documentIds, locale: 'en', sort };
      const answer = await ask('POST', `${FORMS}/actions/bulkFindForValidation`, body);
      expect(answer.text).not.toMatch(SECRET);
      return titles(answer.body);
    };
    expect(await order('title:DESC')).toEqual(['Other', 'Open']);
    expect(await order('password:ASC')).toEqual(await order('password:DESC'));
  });

  it('sorts, filters and searches lists only by readable fields', async () => {
    const list = async (query: string) =>
      titles((await ask('GET', `${FORMS}?locale=en&${query}`)).body);
    expect(await list('sort=title:DESC')).toEqual(['Other', 'Open']);
    expect(await list('sort=title:ASC,status:ASC')).toEqual(
      expect.arrayContaining(['Open', 'Other']),
    );
    for (const field of ['password', 'localizations.password']) {
      expect(await list(`sort=${field}:ASC`)).toEqual(await list(`sort=${field}:DESC`));
    }
    expect(await list('filters[search_text][$contains]=hushed')).toHaveLength(2);
    expect(await list('_q=Hushed')).toEqual([]);
    expect(await list('_q=oPe')).toEqual(['Open']);
    expect(await list('_q=oPe&filters[$and][0][title][$eq]=Other')).toEqual([]);
    expect(titles((await admin('GET', `${FORMS}?locale=en&_q=Hushed`)).body)).toEqual(['Open']);
  });

  it('searches and filters the agenda only by readable fields', async () => {
    const { public_id } = await buildVenue({ venue: 'Hideout' });
    await buildEvent({ title: 'Sited', venue: [public_id] });
    const found = async (query: string, by = ask) =>
      titles((await by('GET', `/calendar/admin/agenda?view=all&in=en&${query}`)).body);
    for (const [query, title] of [
      ['q=hushed', 'Open'],
      [`venue=${public_id}`, 'Sited'],
    ] as const) {
      expect([query, await found(query), await found(query, admin)]).toEqual([query, [], [title]]);
    }
    expect(await found('q=oPe')).toEqual(['Open']);
  });

  it('gets nothing from single-type routes or the non-localized-fields action', async () => {
    const single = FORMS.replace('collection', 'single');
    for (const by of [ask, admin]) {
      expect((await by('GET', `${single}?locale=en`)).status).toBe(404);
      expect((await by('PUT', `${single}?locale=en`, { title: 'X' })).status).toBe(404);
    }
    const fields = '/i18n/content-manager/actions/get-non-localized-fields';
    const asked = { model: uidOf('event'), id: hushed.id, locale: 'es' };
    for (const by of [ask, admin]) expect((await by('POST', fields, asked)).status).toBe(403);
  });

  it.each(['', `/${'x'.repeat(24)}`])(
    'is refused candidates of localizations and creators, like a Super Admin%s',
    async (id) => {
      const relations = `/content-manager/relations/${uidOf('event')}${id}`;
      for (const field of ['localizations', 'createdBy']) {
        for (const by of [ask, admin])
          expect((await by('GET', `${relations}/${field}?locale=en`)).status).toBe(403);
      }
    },
  );
});

describe('an editor who may only read their own events (D10.11)', () => {
  const making = ['read', 'create', 'update'] as const;

  it('cannot copy, translate or bulk-read events of others', async () => {
    const ask = await adminWith('event', making, { own: ['read', 'update'] });
    const made = await ask('POST', `${FORMS}?locale=en`, { title: 'Mine', ...someTimes });
    expect(made.status).toBe(201);
    const before = await rows();
    for (const way of ['clone', 'auto-clone']) {
      const copied = await ask('POST', `${FORMS}/${way}/${hushed.documentId}?locale=en`, {});
      expect([copied.status, copied.text]).toEqual([403, expect.not.stringMatching(SECRET)]);
    }
    const added = await ask('PUT', at('', 'es'), { title: 'Mío' });
    expect([added.status, added.text]).toEqual([403, expect.not.stringMatching(SECRET)]);
    const many = { documentIds: [hushed.documentId], locale: 'en' };
    const { text } = await ask('POST', `${FORMS}/actions/bulkFindForValidation`, many);
    expect(text).not.toMatch(SECRET);
    expect(await rows()).toBe(before);
    const own = made.body.data.documentId;
    expect((await ask('POST', `${FORMS}/clone/${own}?locale=en`, {})).status).toBe(200);
    expect((await ask('GET', `${FORMS}/${own}?locale=es`)).status).toBe(200);
    for (const locale of ['es', '*', 'EN'])
      expect((await ask('GET', at('', locale))).status).toBe(403);
    expect((await ask('PUT', `${FORMS}/${own}?locale=es`, { title: 'Mío' })).status).toBe(200);
  });
});

describe('an editor who may read all titles, and their own events whole (D10.11)', () => {
  const BULK = '/calendar/admin/bulk';
  let ask: Ask;

  beforeAll(async () => {
    const titles = { fields: ['title', 'start_date'], actions: [AGENDA] };
    const whole = ['read', 'create', 'update'] as const;
    ask = await adminWithAll(['event', ['read'], titles], ['event', whole, { own: ['read'] }]);
  });

  it('sorts, filters and searches only by fields readable in all events', async () => {
    const list = async (query: string) =>
      titles((await ask('GET', `${FORMS}?locale=en&${query}`)).body);
    for (const field of ['[password]', '[localizations][password]', '[$or][0][password]']) {
      expect(await list(`filters${field}[$eq]=sesame`)).toEqual(await list(''));
    }
    expect(await list('filters[title][$eq]=Open')).toEqual(['Open']);
    for (const field of ['password', 'localizations.password']) {
      expect(await list(`sort=${field}:ASC`)).toEqual(await list(`sort=${field}:DESC`));
    }
    const inTurn = async (direction: string) => (await list(`sort=title:${direction}`)).join();
    expect(await inTurn('ASC')).not.toBe(await inTurn('DESC'));
    expect([await list('_q=Hushed'), await list('_q=open')]).toEqual([[], ['Open']]);
    const { body } = await ask('GET', '/calendar/admin/agenda?view=all&q=hushed');
    expect(body.results).toEqual([]);
  });

  it('sees and finds no other field of languages of languages', async () => {
    const { documentId } = await buildEvent({ title: 'Two', password: 'sesame' });
    const of = { documentId } as Stored;
    await buildEvent({ title: 'Deux', description: 'Hushed' }, { of, language: 'fr' });
    const within = 'populate[localizations][populate][localizations]';
    const shown = async (rest: string) => {
      const one = await ask('GET', `${FORMS}/${documentId}?locale=en&${within}${rest}`);
      expect([one.status, one.text]).toEqual([200, expect.not.stringMatching(SECRET)]);
      const [french] = one.body.data.localizations;
      return titles({ results: french.localizations });
    };
    expect(await shown('[populate]=*')).toEqual(['Two']);
    expect(await shown('[filters][password][$eq]=aaa')).toEqual(['Two']);
    await strapi.documents(uidOf('event')).delete({ documentId, locale: '*' });
  });

  it('finds and sorts no agenda events by an unreadable end', async () => {
    for (const year of [2097, 2098]) {
      const times = { start_date: `${year}-01-01 10:00:00`, end_date: `${year}-01-01 11:00:00` };
      await buildEvent({ title: `Yearly ${year}`, ...times });
    }
    const found = async (query: string, by: Ask) =>
      titles((await by('GET', `/calendar/admin/agenda${query}`)).body);
    const [later, sooner] = ['Yearly 2098', 'Yearly 2097'];
    for (const query of ['?from=2097-01-01&to=2098-12-31', '/calendar?tab=month&day=2097-01-01']) {
      expect([query, await found(query, ask)]).toEqual([query, []]);
      expect(await found(query, admin)).toContain(sooner);
    }
    expect(await found('?q=yearly', ask)).toEqual([later, sooner]);
    expect(await found('?q=yearly', admin)).toEqual([sooner, later]);
    const { counts } = (await ask('GET', '/calendar/admin/agenda')).body;
    expect(counts).toMatchObject({ past: 0, today: 0 });
  });

  it('copies from the agenda only events that they may read whole', async () => {
    const copy = async (id: number, preview: boolean) => {
      const { body } = await ask('POST', BULK, { action: 'copy', preview, records: [{ id }] });
      return body.records[0].refused?.why ?? 'copied';
    };
    const before = await rows();
    expect([await copy(hushed.public_id, true), await copy(hushed.public_id, false)]).toEqual([
      'rights',
      'rights',
    ]);
    expect(await rows()).toBe(before);
    const made = await ask('POST', `${FORMS}?locale=en`, { title: 'Mine', ...someTimes });
    expect(await copy(made.body.data.public_id, false)).toBe('copied');
  });

  it('sees only readable fields in the review queue', async () => {
    const { documentId } = await buildEvent(
      { title: 'Waits', description: 'Hushed', post_status: 'pending' },
      { publish: false },
    );
    const data = { review_note: 'Hushed' };
    await strapi.db.query(uidOf('event')).update({ where: { documentId }, data });
    const { body, text } = await ask('GET', '/calendar/admin/moderation');
    const [waiting] = body.results.filter((one: Stored) => one.documentId === documentId);
    const changed = waiting.changes.map(({ field }: { field: string }) => field);
    expect([waiting.title, changed]).toEqual(['Waits', ['title', 'start_date']]);
    expect(text).not.toMatch(SECRET);
  });
});

it('an editor who may read all titles, and French events whole, finds English ones by titles only (D10.11)', async () => {
  const titled = { fields: ['title', 'start_date'], actions: [AGENDA] };
  const ask = await adminWithAll(
    ['event', ['read'], titled],
    ['event', ['read'], { locales: ['fr'] }],
  );
  const found = async (query: string) =>
    titles((await ask('GET', `${FORMS}?locale=en&${query}`)).body);
  expect([await found('_q=open'), await found('_q=hushed')]).toEqual([['Open'], []]);
  expect(await found('filters[password][$eq]=sesame')).toEqual(await found(''));
  const agenda = async (words: string) =>
    titles((await ask('GET', `/calendar/admin/agenda?view=all&q=${words}`)).body);
  expect([await agenda('open'), await agenda('hushed')]).toEqual([['Open'], []]);
});

describe("relations of a host's own types to events (D10.11)", () => {
  const SLOT = 'posters.slot';
  const components = strapi.get('components').getAll();
  const relation = (target: string) => ({ type: 'relation', relation: 'oneToOne', target });
  const picking = (ask: Ask, query: string) =>
    ask('GET', `/content-manager/relations/${SLOT}/event?locale=en&pageSize=100&${query}`);

  const key = `configuration_components::${SLOT}`;
  const view = strapi.store({ type: 'plugin', name: 'content_manager', key });

  let one: Stored;

  beforeAll(async () => {
    one = await buildEvent({ title: 'One' }); // Strapi publishes nothing while a component has no table.
    const attributes = { event: relation(uidOf('event')), picture: { type: 'media' } };
    components[SLOT] = { uid: SLOT, modelType: 'component', info: {}, options: {}, attributes };
    const metadatas = { event: { edit: { mainField: 'title' } } };
    await view.set({ value: { metadatas } });
  });
  afterAll(async () => {
    delete components[SLOT];
    await view.delete({});
  });

  it('offer nothing but the titles of events that the user may read', async () => {
    const ask = await adminWith('event', ['read'], { fields: ['title'] });
    const found = async (query: string) => {
      const { status, body, text } = await picking(ask, query);
      expect([query, status, text]).toEqual([query, 200, expect.not.stringMatching(SECRET)]);
      return titles(body);
    };
    expect(await found('_q=ope')).toEqual(['Open']);
    expect(await found('filters[title][$eq]=Other')).toEqual(['Other']);
    const all = await found('');
    expect(all).toEqual(expect.arrayContaining(['Open', 'Other']));
    for (const query of [
      'fields=*',
      'fields=password',
      'populate=*',
      'populate[localizations][fields][0]=*',
      'filters[password][$eq]=sesame',
      'filters[localizations][password][$eq]=sesame',
    ]) {
      expect([query, await found(query)]).toEqual([query, all]);
    }
    for (const field of ['password', 'localizations.password']) {
      expect(await found(`sort=${field}:ASC`)).toEqual(await found(`sort=${field}:DESC`));
    }
    expect(await found('sort=title:DESC')).toEqual(all.toReversed());
  });

  it('offer no titles to users who may read some, and no events to those who may read none', async () => {
    const dates = { fields: ['start_date'] };
    const some = await adminWithAll(
      ['event', ['read'], dates],
      ['event', ['read'], { own: ['read'] }],
    );
    const { status, body } = await picking(some, '');
    expect([status, titles(body)]).toEqual([200, body.results.map(() => undefined)]);
    expect((await picking(some, '_q=Open')).body.results).toEqual([]);
    const none = await adminWith('venue', ['read']);
    expect((await picking(none, '')).status).toBe(403);
  });

  it('show only readable fields of an event, in every language, and of none to others only its ids', async () => {
    const { engine } = strapi.service('admin::permission');
    const shown = async (granted: object[]) => {
      const event = { ...hushed, localizations: [{ ...hushed, locale: 'fr' }] };
      const picture = { id: 3, related: [{ ...hushed, __type: uidOf('event') }] };
      const ability = await engine.generateTokenAbility(granted, {});
      return readableRelations(ability, SLOT)({ id: 1, event, picture });
    };
    const [subject, action] = [uidOf('event'), 'plugin::content-manager.explorer.read'];
    const properties = { fields: ['title'], locales: ['en', 'fr'] };
    const titled = await shown([
      { action, subject, properties, actionParameters: {}, conditions: [] },
    ]);
    const language = { title: 'Open', locale: 'fr' };
    expect(titled).toMatchObject({
      event: { title: 'Open', localizations: [language] },
      picture: { related: [{ title: 'Open' }] },
    });
    const unknown = await shown([]);
    const { id, documentId, locale } = hushed;
    expect(unknown.event).toEqual({ id, documentId, locale });
    expect(JSON.stringify(unknown)).not.toContain('Open');
    for (const row of [titled, unknown]) expect(JSON.stringify(row)).not.toMatch(SECRET);
    const counted = { id: 1, event: { count: 2 } };
    expect(
      await readableRelations(await engine.generateTokenAbility([], {}), SLOT)(counted),
    ).toEqual(counted);
  });

  it('name in another language only events whose titles may be read', async () => {
    const { engine } = strapi.service('admin::permission');
    const { id, documentId, title } = one;
    const record = { documentId, id, locale: 'en', title, label: title, __temp_key__: 'a0' };
    const data = { event: { connect: [record], disconnect: [] }, other: 1 };
    const [subject, action] = [uidOf('event'), 'plugin::content-manager.explorer.read'];
    const named = async (fields: string[], locales: string[], conditions: string[] = []) => {
      const properties = { fields, locales };
      const granted = [{ action, subject, properties, conditions, actionParameters: {} }];
      const ability = await engine.generateTokenAbility(granted, { id: 0 });
      return readableNames(ability, SLOT)(data);
    };
    expect(await named(['title'], ['en'])).toEqual(data);
    for (const hidden of [
      await named(['start_date'], ['en']),
      await named(['title'], ['fr']),
      await named(['title'], ['en'], ['admin::is-creator']),
    ]) {
      const { title: _, ...rest } = record;
      const connect = [{ ...rest, label: documentId }];
      expect(hidden).toEqual({ ...data, event: { connect, disconnect: [] } });
    }
  });
});

// Strapi's router ignores the case of its paths.
describe.each(['/content-manager', '/Content-MANAGER'])(
  'an editor of one language (D10.11) at %s',
  (manager) => {
    it('creates and adds no other language', async () => {
      const one = await adminWith('event', ['read', 'create', 'update'], { locales: ['ar'] });
      const ask: Ask = (method, path, body) =>
        one(method, path.replace('/content-manager', manager), body);
      const before = await rows();
      const sent = { title: 'A', ...someTimes };
      expect((await ask('POST', `${FORMS}?locale=en`, sent)).status).toBe(403);
      expect((await ask('PUT', at('', 'es'), { title: 'A' })).status).toBe(403);
      const cloned = await ask('POST', `${FORMS}/clone/${hushed.documentId}?locale=en`, {});
      expect(cloned.status).toBe(403);
      expect(await rows()).toBe(before);
      expect((await ask('POST', `${FORMS}?locale=ar`, sent)).status).toBe(201);
      const added = await ask('PUT', at('', 'ar'), { title: 'أ' });
      expect([added.status, added.text]).toEqual([200, expect.not.stringMatching(/hushed/i)]);
      const shared = await ask('PUT', at('', 'ar'), { cost: '7' });
      expect([shared.status, shared.body.error?.message]).toEqual([
        400,
        expect.stringMatching(/\ben\b|English/),
      ]);
    });
  },
);

describe('titles on the home page (D10.11)', () => {
  const recent = async (ask: Ask, action: string) => {
    const { body } = await ask(
      'GET',
      `/content-manager/homepage/recent-documents?action=${action}`,
    );
    return new Map(body.data.map((each: Stored) => [each.documentId, each.title]));
  };

  it.each(['update', 'publish'])(
    'are shown to users who may read all of them: %s',
    async (action) => {
      const { documentId } = await buildEvent({ title: 'Recent' });
      for (const ask of [admin, await adminWith('event', ['read'], { fields: ['title'] })])
        expect((await recent(ask, action)).get(documentId)).toBe('Recent');
    },
  );

  it.each(['update', 'publish'])('are not shown to users who may read some: %s', async (action) => {
    const { documentId } = await buildEvent({ title: 'Recent' });
    const dates = { fields: ['start_date'] };
    const ask = await adminWithAll(
      ['event', ['read'], dates],
      ['event', ['read'], { own: ['read'] }],
    );
    expect((await recent(ask, action)).get(documentId)).toBe(documentId);
  });

  it('are shown to users who may read their own records only', async () => {
    const ask = await adminWith('event', ['read', 'create'], { own: ['read'] });
    const made = await ask('POST', `${FORMS}?locale=en`, { title: 'Mine', ...someTimes });
    expect(await recent(ask, 'update')).toEqual(new Map([[made.body.data.documentId, 'Mine']]));
  });
});
