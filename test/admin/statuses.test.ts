import {
  NAME_FIELD,
  POST_TYPES,
  type PostType,
  type RecordType,
  uidOf,
} from '../../src/plugins/calendar/server/src/settings/record-types';
import type { Settings } from '../../src/plugins/calendar/server/src/settings/settings';
import { admin } from '../support/admin';
import { adminIn, adminWith } from '../support/admin-roles';
import { apiToken, bearer } from '../support/callers';
import { firstOf } from '../support/extent';
import { api, get } from '../support/http';
import {
  buildCategory,
  buildEvent,
  buildOrganizer,
  buildTag,
  buildVenue,
} from '../support/records';

const BUILD = { event: buildEvent, venue: buildVenue, organizer: buildOrganizer };
const IN_2099 = '2099-12-20T09:00:00.000Z';

const STATES = [
  ['publish', {}, true],
  ['future', { date: IN_2099 }, true],
  ['private', { post_status: 'private' }, true],
  ['pending', { post_status: 'pending' }, false],
  ['draft', {}, false],
  ['trash', {}, true],
] as const;

describe.each(firstOf(1, POST_TYPES))('the status of %ss in the admin (D6.8)', (type) => {
  const build = BUILD[type];
  const address = (rest = '', locale = 'en') =>
    `/content-manager/collection-types/${uidOf(type)}${rest}?locale=${locale}`;
  const single = async (documentId: string, locale?: string) =>
    (await admin('GET', address(`/${documentId}`, locale))).body;

  it.each(STATES)('is %s in lists and forms, as in the interface', async (state, data, publish) => {
    const record = await build(data, { publish });
    const { documentId } = record;
    if (state === 'trash') {
      await admin('PUT', address(`/${documentId}`), { trashed_at: IN_2099 });
    }
    const headers = bearer(await apiToken('full-access'));
    const { body } = await get(api(`/${type}s/${record.public_id}`), headers);
    expect(body.status).toBe(state);
    const { results } = (await admin('GET', address())).body;
    const row = results.find((each: { documentId: string }) => each.documentId === documentId);
    expect(row.calendar.status).toBe(state);
    const { data: fields, meta } = await single(documentId);
    expect(meta.calendar.status).toBe(state);
    expect(fields).not.toHaveProperty('calendar');
    if (state === 'future') expect(meta.calendar.date).toBe(IN_2099);
  });

  it('is that of the requested language', async () => {
    const record = await build({ post_status: 'private' });
    await build({ post_status: 'pending' }, { of: record, language: 'fr', publish: false });
    expect((await single(record.documentId)).meta.calendar.status).toBe('private');
    expect((await single(record.documentId, 'fr')).meta.calendar.status).toBe('pending');
    const { calendar, readers } = (await single(record.documentId, 'es')).meta;
    expect(calendar).toBeUndefined();
    expect(readers).not.toHaveProperty('finding');
    expect(readers.languages).toEqual([
      { language: 'en', state: 'private', modified: false },
      { language: 'fr', state: 'pending', modified: false },
    ]);
  });

  it('is that of the published version while the draft differs', async () => {
    const { documentId } = await build({ date: IN_2099 });
    await admin('PUT', address(`/${documentId}`), { date: '2020-01-01T00:00:00.000Z' });
    expect((await single(documentId)).meta.calendar).toEqual({ status: 'future', date: IN_2099 });
  });
});

describe('the marks of an event besides its status (D6.8)', () => {
  const LIST = `/content-manager/collection-types/${uidOf('event')}`;
  const marks = async (ask: typeof admin, { documentId }: { documentId: string }) => {
    const { results } = (await ask('GET', `${LIST}?locale=en`)).body;
    const { calendar } = results.find((row: typeof event) => row.documentId === documentId);
    const { meta } = (await ask('GET', `${LIST}/${documentId}?locale=en`)).body;
    expect(meta.calendar.marks).toEqual(calendar.marks);
    return calendar.marks;
  };
  let event: { documentId: string };

  beforeAll(async () => {
    event = await buildEvent({ event_status: 'postponed', hide_from_listings: true });
  });

  it('appear in the list and the form', async () => {
    expect(await marks(admin, event)).toEqual(['postponed', 'hidden']);
    expect(await marks(admin, await buildEvent({ event_status: 'scheduled' }))).toBeUndefined();
  });

  it('appear only for readable fields', async () => {
    const reader = await adminWith('event', ['read'], { fields: ['title', 'event_status'] });
    expect(await marks(reader, event)).toEqual(['postponed']);
  });

  it('are in no sentence beside the form for users who may not read the field', async () => {
    const draft = await buildEvent({ event_status: 'canceled' }, { publish: false });
    const at = `${LIST}/${draft.documentId}?locale=en`;
    const told = async (...fields: string[]) => {
      const ask = await adminWith('event', ['read'], { fields });
      return (await ask('GET', at)).body.meta.readers.event_status;
    };
    expect(await told('title', 'event_status')).toBe('canceled');
    expect(await told('title')).toBeUndefined();
  });
});

describe('the list of events in the content manager (D15.6)', () => {
  const LIST = `/content-manager/collection-types/${uidOf('event')}?locale=fr`;
  const named = async (ask: typeof admin) =>
    (await ask('GET', LIST)).body.results.map(
      ({ calendar }: { calendar: { venues?: string[] } }) => calendar.venues,
    );

  it('names venues in its own language, or in another that they have', async () => {
    const hall = await buildVenue({ venue: 'Hall' });
    await buildVenue({ venue: 'Halle' }, { of: hall, language: 'fr' });
    const park = await buildVenue({ venue: 'Park' });
    const venue = [park.public_id, hall.public_id, 999_999];
    await buildEvent({ venue }, { language: 'fr' });
    expect(await named(admin)).toContainEqual(['Park', 'Halle']);
  });

  it('names no venues if the viewer may not read venues', async () => {
    expect(await named(await adminWith('event', ['read']))).not.toContainEqual(['Park', 'Halle']);
  });

  it('searches texts but not passwords, and hides the search column', async () => {
    await buildEvent({ title: 'Sought', description: 'Hollyhocks' });
    const { body } = await admin('GET', `${LIST.replace('fr', 'en')}&_q=hollyhocks`);
    expect(body.results.map(({ title }: { title: string }) => title)).toEqual(['Sought']);
    await buildEvent({ title: 'Locked', password: 'hollyhock-1' });
    expect((await admin('GET', `${LIST.replace('fr', 'en')}&_q=hollyhock-`)).body.results).toEqual(
      [],
    );
    const { body: told } = await admin('GET', '/content-manager/content-types');
    const { attributes } = told.data.find(({ uid }: { uid: string }) => uid === uidOf('event'));
    expect(attributes).not.toHaveProperty('search_text');
  });

  it.each([
    ['venue', 'مَكْتَبَةُ الإسكندريّة', ['مكتبة الاسكندرية', 'مكتبه الإسكندريه', 'مَكْتَبَةُ الإسكندريّة']],
    ['event', 'Crème brûlée', ['crême brulée', 'CRÈME BRÛLÉE', 'creme brulee']],
    ['organizer', 'Fédération', ['FÉDÉRATION', 'federation', 'fèderation']],
    ['category', 'Fêtes d’été', ['FÊTES D’ÉTÉ', 'fetes d’ete', 'fêtés']],
    ['tag', 'مَوسيقى', ['موسيقي', 'مُوسِيقَى', 'موسيقى']],
  ] as const)('searches a %s in every spelling: %s', async (type, name, spellings) => {
    await { ...BUILD, category: buildCategory, tag: buildTag }[type]({ [NAME_FIELD[type]]: name });
    for (const spelling of spellings) {
      const path = `/content-manager/collection-types/${uidOf(type)}?locale=en&_q=${encodeURIComponent(spelling)}`;
      const { body } = await admin('GET', path);
      expect(body.results.map((row: Record<string, string>) => row[NAME_FIELD[type]])).toEqual([
        name,
      ]);
    }
  });

  it('also searches texts that are not folded, and ids in every kind of digits', async () => {
    const cost = 'Entrée à prix réduit';
    const { public_id } = await buildEvent({ title: 'Reduced', cost, external_id: 'Nº-7' });
    await buildCategory({ name: 'Described', description: 'Pour les Élèves' });
    const found = async (type: RecordType, words: string) => {
      const path = `/content-manager/collection-types/${uidOf(type)}?locale=en&_q=${encodeURIComponent(words)}`;
      const { body } = await admin('GET', path);
      return body.results.map((row: Record<string, string>) => row[NAME_FIELD[type]]);
    };
    expect(await found('event', 'Entrée à prix')).toEqual(['Reduced']);
    expect(await found('event', 'nº-7')).toEqual(['Reduced']);
    expect(await found('category', 'les Élèves')).toEqual(['Described']);
    const arabic = String(public_id).replace(
      /\d/g,
      (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)] as string,
    );
    expect(await found('event', arabic)).toContain('Reduced');
  });
});

const day = (ahead: number) =>
  new Date(Date.now() + ahead * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);

const on = (ahead: number, data = {}) => ({
  start_date: `${day(ahead)} 10:00:00`,
  end_date: `${day(ahead)} 12:00:00`,
  ...data,
});

/** The finding shown for an event, and the interface's behaviour: status code, and whether the list contains it. */
const FINDINGS = [
  ['public', on(1), true, 200, true],
  ['public', on(0), true, 200, true],
  ['past', on(-1), true, 200, false],
  ['far', on(800), true, 200, false],
  ['hidden', on(1, { hide_from_listings: true }), true, 200, false],
  ['password', on(1, { password: 'secret' }), true, 403, true],
  ['future', on(1, { date: IN_2099 }), true, 403, false],
  ['private', on(1, { post_status: 'private' }), true, 403, false],
  ['pending', on(1, { post_status: 'pending' }), false, 403, false],
  ['draft', on(1), false, 403, false],
  ['trash', on(1), true, 403, false],
] as const;

describe('how readers find an event (D6.8)', () => {
  const address = (id: string, locale: string, type: PostType = 'event') =>
    `/content-manager/collection-types/${uidOf(type)}/${id}?locale=${locale}`;
  const readersOf = async (id: string, locale = 'en', type: PostType = 'event') =>
    (await admin('GET', address(id, locale, type))).body.meta.readers;
  const listed = async (id: number) => {
    const { body } = await get(api('/events?per_page=50'));
    return body.events.some((event: { id: number }) => event.id === id);
  };

  it.each(FINDINGS)('is reported as %s, as the interface behaves: %j', async (...row) => {
    const [finding, data, publish, status, isListed] = row;
    const event = await buildEvent(data, { publish });
    if (finding === 'trash') {
      await admin('PUT', address(event.documentId, 'en'), { trashed_at: IN_2099 });
    }
    expect((await get(api(`/events/${event.public_id}`))).status).toBe(status);
    expect(await listed(event.public_id)).toBe(isListed);
    const readers = await readersOf(event.documentId);
    expect(readers.finding).toBe(finding);
    expect(JSON.stringify(readers)).not.toContain('secret');
  });

  it('is reported with the addresses of its page and resource', async () => {
    const event = await buildEvent(on(1, { event_status: 'canceled' }));
    const { addresses, event_status, zone } = await readersOf(event.documentId);
    expect({ event_status, zone }).toEqual({ event_status: 'canceled', zone: 'UTC' });
    const shown = await get(api(`/events/${event.public_id}`));
    expect(addresses.page).toBe(shown.body.url);
    const { pathname } = new URL(addresses.interface);
    expect((await get(pathname)).body.id).toBe(event.public_id);
  });

  it('is reported of a venue without a page, unless the site has one for venues', async () => {
    const venue = await buildVenue();
    const addressesOf = async () => (await readersOf(venue.documentId, 'en', 'venue')).addresses;
    expect(Object.keys(await addressesOf())).toEqual(['interface']);
    const before = strapi.config.get<Settings['urls']>('plugin::calendar.urls');
    const urls = { ...before, venue: 'https://example.org/v/{id}' };
    strapi.config.set('plugin::calendar.urls', urls);
    try {
      expect((await addressesOf()).page).toBe(`https://example.org/v/${venue.public_id}`);
    } finally {
      strapi.config.set('plugin::calendar.urls', before);
    }
  });

  it('includes the language that is shown while a translation is a draft', async () => {
    const event = await buildEvent(on(1));
    await buildEvent({ title: 'Demain' }, { of: event, language: 'fr', publish: false });
    const { finding, meanwhile } = await readersOf(event.documentId, 'fr');
    expect({ finding, meanwhile }).toEqual({ finding: 'draft', meanwhile: 'en' });
    const { body } = await get(`/fr/calendar/events/v1/events/${event.public_id}`);
    expect(body.language).toBe('en');
    expect(await readersOf(event.documentId, 'en')).not.toHaveProperty('meanwhile');
  });

  it('includes the fields that a save accepts if the form offers more', async () => {
    const theirs = await buildEvent(on(1, { title: 'Theirs' }));
    const path = address(theirs.documentId, 'en');
    const editor = await adminIn('strapi-editor');
    expect((await editor('GET', path)).body.meta.readers).not.toHaveProperty('taken');

    const author = await adminIn('strapi-author');
    expect((await author('GET', path)).body.meta.readers.taken).toEqual([]);
    expect((await author('PUT', path, { title: 'Mine' })).status).toBe(403);

    const both = await adminIn('strapi-author', 'calendar-translator');
    const { taken } = (await both('GET', path)).body.meta.readers;
    expect(taken).toEqual(expect.arrayContaining(['title', 'description']));
    expect(taken).not.toContain('cost');
    const { body } = await both('PUT', path, { title: 'Ours', cost: '5' });
    expect(body.data).toMatchObject({ title: 'Ours', cost: null });

    const own = await both('POST', address('', 'en').replace('/?', '?'), on(1, { title: 'Own' }));
    const { readers } = (await both('GET', address(own.body.data.documentId, 'en'))).body.meta;
    expect(readers).not.toHaveProperty('taken');
  });

  it('includes no language that the viewer may not read', async () => {
    const event = await buildEvent(on(1));
    await buildEvent({ title: 'Demain' }, { of: event, language: 'fr' });
    const ask = await adminWith('event', ['read'], { locales: ['en'] });
    const { body } = await ask('GET', address(event.documentId, 'en'));
    expect(body.meta.readers.languages).toEqual([
      { language: 'en', state: 'publish', modified: false },
    ]);
  });
});

describe('the filters of a list by changes since publication (D6.8)', () => {
  const LIST = `/content-manager/collection-types/${uidOf('organizer')}`;
  const MANY = 40;
  const named = (name: string) => `filters[$and][0][organizer][$startsWith]=${name}`;
  const changed: string[] = [];

  beforeAll(async () => {
    for (let at = 0; at < MANY; at += 1) {
      const { documentId } = await buildOrganizer({ organizer: `Filtered ${at}` });
      if (at % 10 !== 0) continue;
      changed.push(`Filtered ${at} changed`);
      const data = { organizer: `Filtered ${at} changed` };
      await admin('PUT', `${LIST}/${documentId}?locale=en`, data);
    }
    await buildOrganizer({ organizer: 'Filtered draft' }, { publish: false });
  });

  const total = async (query: string, ask = admin) => {
    const { status, body } = await ask('GET', `${LIST}?locale=en&${named('Filtered')}&${query}`);
    expect(status).toBe(200);
    return body.pagination.total;
  };

  it.each([
    (value: string) => `filters[$and][1][__status][$eq]=${value}`,
    (value: string) => `publicationStatusFilter=${value}`,
  ])('find published records whose draft has, or has not, been changed', async (filter) => {
    expect(await total(filter('published-modified'))).toBe(changed.length);
    expect(await total(filter('published-unmodified'))).toBe(MANY - changed.length);
    const sorted = `${filter('published-modified')}&sort=organizer:ASC&page=2&pageSize=3`;
    const { body } = await admin('GET', `${LIST}?locale=en&${named('Filtered')}&${sorted}`);
    expect(body.results.map(({ organizer }: { organizer: string }) => organizer)).toEqual([
      'Filtered 30',
    ]);
    expect(body.results[0].status).toBe('modified');
  });

  it('list no ids in their statements, however many records there are', async () => {
    const most = { bindings: 0 };
    const note = ({ bindings = [] }: { bindings?: unknown[] }) => {
      most.bindings = Math.max(most.bindings, bindings.length);
    };
    strapi.db.connection.on('query', note);
    try {
      expect(await total('publicationStatusFilter=published-unmodified&pageSize=1')).toBeTruthy();
    } finally {
      strapi.db.connection.removeListener('query', note);
    }
    expect(most.bindings).toBeLessThan(MANY / 2);
  });

  it('work for roles that may read some fields, some records or one language', async () => {
    const query = 'publicationStatusFilter=published-modified';
    const named = await adminWith('organizer', ['read'], {
      fields: ['organizer'],
      locales: ['en'],
    });
    expect(await total(query, named)).toBe(changed.length);
    const owner = await adminWith('organizer', ['read', 'create', 'publish'], { own: ['read'] });
    const own = { organizer: 'Filtered own' };
    const { body } = await owner('POST', `${LIST}?locale=en`, own);
    await owner('POST', `${LIST}/${body.data.documentId}/actions/publish?locale=en`, own);
    expect(await total(query, owner)).toBe(0);
    expect(await total('publicationStatusFilter=published-unmodified', owner)).toBe(1);
  });
});
