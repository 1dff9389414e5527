import { AsyncLocalStorage } from 'node:async_hooks';
import { LANGUAGES } from '../../src/plugins/calendar/server/src/settings/languages';
import { apiToken, bearer, member } from '../support/callers';
import { doors } from '../support/doors';
import { type Answer, api, get, send } from '../support/http';
import { onPostgres, untilWaiting } from '../support/in-turn';
import { setTrash } from '../support/matrix';
import { buildEvent, buildOrganizer, buildVenue, type Stored } from '../support/records';

type Headers = Record<string, string>;

let full: Headers;
let count = 0;

beforeAll(async () => {
  full = bearer(await apiToken('full-access'));
});

const word = (name: string) => {
  count += 1;
  return `${name}-${count}`;
};

const DATES = { start_date: '2031-05-01 10:00', end_date: '2031-05-01 11:00', timezone: 'UTC' };

const POSTS = {
  events: { name: 'title', build: buildEvent, type: 'event', more: DATES },
  venues: { name: 'venue', build: buildVenue, type: 'venue', more: {} },
  organizers: { name: 'organizer', build: buildOrganizer, type: 'organizer', more: {} },
} as const;

const PATHS = Object.entries(POSTS) as [keyof typeof POSTS, (typeof POSTS)['events']][];

/** Requests are not part of a transaction that a test holds open. */
const outside = AsyncLocalStorage.snapshot();

const NEW = { 'if-none-match': '*' };

const put = (path: string, body: object, headers: Headers = {}) =>
  send('PUT', api(path), body, { ...full, ...headers });

const bySlug = (path: string, slug: unknown) =>
  `/${path}/by-slug/${encodeURIComponent(String(slug))}`;

const external = (path: string, id: string, source?: string) =>
  `/${path}/by-external-id/${encodeURIComponent(id)}${source ? `?source=${source}` : ''}`;

describe.each(PATHS)('PUT /%s/by-slug/{slug}', (path, { name, build, more, type }) => {
  const values = () => ({ [name]: word('Named'), ...more });

  it('answers 404 for an unknown slug without If-None-Match', async () => {
    const answer = await put(bySlug(path, word('none')), values());
    expect([answer.status, answer.body.code]).toEqual([404, `rest-${type}-not-found`]);
  });

  it('creates a record with If-None-Match: *, and answers 412 once it exists', async () => {
    const slug = word('made');
    const made = await put(bySlug(path, slug), values(), NEW);
    expect([made.status, made.body.slug]).toEqual([201, slug]);
    expect(made.headers.location).toMatch(new RegExp(`/${path}/${made.body.id}$`));
    expect(made.headers.etag).toMatch(/^"\d+\./);
    const again = await put(bySlug(path, slug), values(), NEW);
    expect([again.status, again.body.code]).toEqual([412, 'rest_precondition_failed']);
    const changed = await put(bySlug(path, slug), { [name]: 'Changed' });
    expect([changed.status, changed.body.id, changed.body[name]]).toEqual([
      200,
      made.body.id,
      'Changed',
    ]);
  });

  it('answers 412 for If-None-Match: * by id, with If-Match, and in the trash', async () => {
    const record = await build();
    const byId = await put(`/${path}/${record.public_id}`, values(), NEW);
    const version = { ...NEW, 'if-match': '"1.x"' };
    const unmade = await put(bySlug(path, word('none')), values(), version);
    await setTrash(record.public_id, new Date(), type);
    const trashed = await put(bySlug(path, record.slug), values(), NEW);
    expect([byId.status, unmade.status, trashed.status]).toEqual([412, 412, 412]);
  });

  it('keeps an Arabic slug, and rejects a slug that would be stored differently', async () => {
    const slug = `${word('حفلة')}`;
    const made = await put(bySlug(path, slug), values(), NEW);
    expect([made.status, made.body.slug]).toEqual([201, slug]);
    for (const [address, body] of [
      ['two words', {}],
      ['one', { slug: 'other' }],
      ['x'.repeat(250), {}],
    ] as const) {
      const answer = await put(bySlug(path, address), { ...values(), ...body }, NEW);
      expect([answer.status, Object.keys(answer.body.data.params)]).toEqual([400, ['slug']]);
    }
    const lacking = await put(bySlug(path, word('lacking')), {}, NEW);
    expect([lacking.status, lacking.body.code]).toEqual([400, 'rest_missing_callback_param']);
  });
});

it('an upsert requires the create permission', async () => {
  const headers = bearer(await apiToken('custom', ['event.update', 'event.manageOthers']));
  const values = { title: 'Without the right', ...DATES };
  const slug = await send('PUT', api('/events/by-slug/no-right'), values, { ...headers, ...NEW });
  const id = await send('PUT', api('/events/by-external-id/no-right'), values, headers);
  const nobody = await send('PUT', api('/events/by-external-id/no-right'), values);
  expect([slug.status, id.status, nobody.status]).toEqual([403, 403, 401]);
});

it.each(['by-slug/raced', 'by-external-id/raced'])(
  'an upsert creates one record for concurrent requests: %s',
  async (rest) => {
    const made = await Promise.all(
      Array.from({ length: 8 }, () =>
        put(`/venues/${rest}`, { venue: word('Raced') }, rest.startsWith('by-slug') ? NEW : {}),
      ),
    );
    const statuses = made.map(({ status }) => status).sort();
    const other = rest.startsWith('by-slug') ? 412 : 200;
    expect(statuses).toEqual([...Array(7).fill(other), 201].sort());
    const ids = made.filter(({ status }) => status < 300).map(({ body }) => body.id);
    expect(new Set(ids).size).toBe(1);
  },
);

it('an upsert creates one record for concurrent requests in several languages', async () => {
  const rest = bySlug('events', word('raced-in'));
  const made = await Promise.all(
    [...LANGUAGES, ...LANGUAGES].map((language) =>
      send('PUT', api(rest, language), { title: 'Raced', ...DATES }, { ...full, ...NEW }),
    ),
  );
  const statuses = made.map(({ status }) => status).sort();
  expect(statuses).toEqual([201, ...Array(7).fill(412)]);
});

it('an upsert answers 412 for the slug of a language hidden from the caller', async () => {
  const { public_id } = await buildEvent();
  const slug = word('hidden-slug');
  const draft = { title: 'Brouillon', slug, status: 'draft' };
  expect((await send('PATCH', api(`/events/${public_id}`, 'fr'), draft, full)).status).toBe(200);
  const rights = ['find', 'findOne', 'create', 'update', 'publish'].map((name) => `event.${name}`);
  const headers = { ...bearer(await apiToken('custom', rights)), ...NEW };
  for (const language of ['fr', 'fr', 'en']) {
    const address = api(bySlug('events', slug), language);
    const answer = await send('PUT', address, { title: 'Another', ...DATES }, headers);
    expect([answer.status, answer.body.code]).toEqual([412, 'rest_precondition_failed']);
  }
});

it('an upsert creates one record for concurrent spellings of the same slug', async () => {
  const spellings = ['cafe\u0301-raced', 'caf\u00e9-raced', 'CAF\u00c9-raced'];
  const made = await Promise.all(
    [...spellings, ...spellings].map((slug) =>
      put(bySlug('venues', slug), { venue: 'Raced' }, NEW),
    ),
  );
  expect(made.map(({ status }) => status).sort()).toEqual([201, 412, 412, 412, 412, 412]);
});

describe.each(PATHS)(
  'PUT /%s/by-external-id/{external_id}',
  (path, { name, more, build, type }) => {
    const values = () => ({ [name]: word('Named'), ...more });

    it('creates and then updates the record with that external id and source', async () => {
      const id = `a/b?ü ${word('id')}.ics`;
      const made = await put(external(path, id, 'feed'), values());
      expect([made.status, made.body.external_id, made.body.source]).toEqual([201, id, 'feed']);
      const again = await put(external(path, id, 'feed'), { [name]: 'Changed' });
      expect([again.status, again.body.id, again.body[name]]).toEqual([
        200,
        made.body.id,
        'Changed',
      ]);
      const other = await put(external(path, id, 'other'), values());
      const none = await put(external(path, id), values());
      expect([other.status, none.status, none.body.source || '']).toEqual([201, 201, '']);
      expect(new Set([made, other, none].map(({ body }) => body.id)).size).toBe(3);
      const read = await get(api(external(path, id, 'feed')));
      expect([read.status, read.body.id]).toEqual([200, made.body.id]);
    });

    it('accepts the source in the body', async () => {
      const id = word('id');
      const made = await put(external(path, id), { ...values(), source: 'body' });
      const read = await get(api(external(path, id, 'body')));
      expect([made.status, read.body.id]).toEqual([201, made.body.id]);
    });

    it('creates only with If-None-Match: *, and updates only with If-Match', async () => {
      const id = word('id');
      const version = await put(external(path, id), values(), { 'if-match': '*' });
      const made = await put(external(path, id), values(), NEW);
      const again = await put(external(path, id), values(), NEW);
      const tag = { 'if-match': String(made.headers.etag) };
      const changed = await put(external(path, id), values(), tag);
      const stale = await put(external(path, id), values(), tag);
      const statuses = [version, made, again, changed, stale].map(({ status }) => status);
      expect(statuses).toEqual([412, 201, 412, 200, 412]);
    });

    it('does not restore a trashed record unless a status is sent', async () => {
      const id = word('id');
      const { body } = await put(external(path, id), values());
      const removed = await send('DELETE', api(external(path, id)), undefined, full);
      const left = await put(external(path, id), values());
      const back = await put(external(path, id), { ...values(), status: 'publish' });
      const shown = [removed, left, back].map(({ status, body: { status: state, id: own } }) => [
        ...[status, state, own],
      ]);
      expect(shown).toEqual([
        [200, 'trash', body.id],
        [200, 'trash', body.id],
        [200, 'publish', body.id],
      ]);
    });

    it('rejects the external id of another record until it is free', async () => {
      const [one, two] = [await build({ external_id: word('id'), source: 's' }), await build()];
      const given = { external_id: one.external_id, source: 's' };
      const patch = (record: Stored, body: object) =>
        send('PATCH', api(`/${path}/${record.public_id}`), body, full);
      const taken = await patch(two, given);
      expect([taken.status, Object.keys(taken.body.data.params)]).toEqual([400, ['external_id']]);
      const made = await send('POST', api(`/${path}`), { ...values(), ...given }, full);
      expect(made.status).toBe(400);
      await patch(one, { external_id: '' });
      const free = await patch(two, given);
      expect([free.status, free.body.external_id]).toEqual([200, one.external_id]);
    });

    it('can be found with the filters of the list', async () => {
      const id = word('id');
      const past = type === 'event' ? { start_date: '2001-05-01', end_date: '2001-05-01' } : {};
      const { body } = await put(external(path, id, 'lists'), { ...values(), ...past });
      const ids = async (query: string) =>
        (await get(api(`/${path}?${query}`))).body[path].map((one: { id: number }) => one.id);
      expect(await ids(`external_id=${id}`)).toEqual([body.id]);
      expect(await ids(`external_id=${id}&source=lists`)).toEqual([body.id]);
      expect(await ids(`external_id=${id}&source=another`)).toEqual([]);
      expect(await ids(`source=lists&start_date=2001-01-01`)).toContain(body.id);
      expect((await get(api(`/${path}?external_id=`))).status).toBe(400);
    });

    it.each([
      ['external_id', { external_id: 'x'.repeat(256) }],
      ['external_id', { external_id: 2 ** 53 }], // JSON.parse makes its neighbours equal.
      ['external_id', { external_id: ['a'] }],
      ['source', { source: { a: 1 } }],
      ['source', { source: 'x'.repeat(256) }],
    ])('rejects an invalid %s', async (field, body) => {
      const answer = await send('POST', api(`/${path}`), { ...values(), ...body }, full);
      expect([answer.status, Object.keys(answer.body.data.params)]).toEqual([400, [field]]);
    });

    it('shares the external id among languages and drafts, not with a clone', async () => {
      const id = word('id');
      const { body } = await put(external(path, id), { ...values(), status: 'publish' });
      await send('PATCH', api(`/${path}/${body.id}`, 'fr'), { [name]: 'Français' }, full);
      const rows = () =>
        strapi.db
          .query(`plugin::calendar.${type}`)
          .findMany({ where: { public_id: body.id } }) as Promise<Record<string, unknown>[]>;
      expect((await rows()).map(({ external_id }) => external_id)).toEqual(Array(4).fill(id));
      const [{ documentId }] = (await rows()) as [{ documentId: string }];
      // biome-ignore lint/suspicious/noExplicitAny: Strapi types documents per content type.
      const service = strapi.documents(`plugin::calendar.${type}`) as any;
      const { entries } = await service.clone({ documentId, locale: 'en' });
      expect(entries.map((row: { external_id: unknown }) => row.external_id)).not.toContain(id);
    });
  },
);

it.each(doors)('an external id is unique per source through %s', async (_, door) => {
  const external_id = word('door');
  await door.create('venue', { venue: word('Venue'), external_id, source: ' door ' });
  const again = door.create('venue', { venue: word('Venue'), external_id, source: 'door' });
  await expect(again).rejects.toMatchObject({ status: 400 });
  const { documentId } = await door.create('venue', { venue: word('Venue') });
  const changed = door.update('venue', documentId, { external_id, source: 'door' });
  await expect(changed).rejects.toMatchObject({ status: 400 });
  await door.update('venue', documentId, { external_id, source: '' });
});

it('a nested record with a known external id refers to that record unchanged', async () => {
  const external_id = word('nested');
  const venue = await buildVenue({ external_id, source: 'maps', city: 'Old' });
  const nested = { venue: 'Another name', external_id, source: 'maps', city: 'New' };
  const made = await send('POST', api('/events'), { title: 'A', ...DATES, venue: nested }, full);
  expect([made.status, made.body.venue.id, made.body.venue.city]).toEqual([
    201,
    venue.public_id,
    'Old',
  ]);
  const other = { ...nested, external_id: word('nested') };
  const own = await send('POST', api('/events'), { title: 'B', ...DATES, venue: other }, full);
  expect([own.body.venue.external_id, own.body.venue.city]).toEqual([other.external_id, 'New']);
});

it.each([
  ['venue', buildVenue],
  ['organizer', buildOrganizer],
] as const)(
  'an external id alone refers to an existing %s, and otherwise requires a name',
  async (field, build) => {
    const known = { external_id: word('named'), source: 'maps' };
    const { public_id: id } = await build(known);
    const write = (record: object) =>
      send('POST', api('/events'), { title: 'A', ...DATES, [field]: [record] }, full);
    const { status, body } = await write(known);
    expect([status, [body[field]].flat()[0]]).toMatchObject([201, { id, ...known }]);
    for (const other of [{ source: 'other' }, { external_id: '' }, { external_id: null }]) {
      const refused = await write({ ...known, ...other });
      expect([refused.status, refused.body.data.params[field]]).toEqual([
        400,
        expect.stringContaining(`: ${field}`),
      ]);
    }
  },
);

it('an external id in a category or tag is rejected without a name', async () => {
  for (const field of ['categories', 'tags']) {
    const values = { title: 'A', ...DATES, [field]: [{ external_id: 'x' }] };
    const { status, body } = await send('POST', api('/events'), values, full);
    expect([status, Object.keys(body.data.params)]).toEqual([400, [field]]);
  }
});

it('finds a protected event by external id only for callers who may open it', async () => {
  const external_id = word('protected');
  await buildEvent({ external_id, source: 'secret', password: 'open' });
  const path = `/events?external_id=${external_id}`;
  const everybody = await get(api(path));
  const editor = await get(api(path), full);
  const author = await get(api(path), (await member('reader')).headers);
  expect([everybody, author, editor].map(({ body }) => body.total)).toEqual([0, 0, 1]);
  const all = await get(api('/events?per_page=50&start_date=2000-01-01&end_date=2100-01-01'));
  expect(JSON.stringify(all.body)).not.toContain(external_id);
});

it('an event refers to a venue with its external id that is being created meanwhile', async () => {
  const venue = { venue: word('Meanwhile'), external_id: word('meanwhile') };
  const underWay = new Set<Promise<unknown>>();
  let venueId = 0;
  await strapi.db.transaction(async () => {
    venueId = (await buildVenue({ name: venue.venue, external_id: venue.external_id })).public_id;
    const event = { title: word('Meanwhile'), venue, ...DATES };
    underWay.add(outside(() => send('POST', api('/events'), event, full)));
    if (onPostgres) await untilWaiting(underWay);
  });
  const [answer] = (await Promise.all(underWay)) as Answer[];
  expect([answer?.status, answer?.body.venue?.id]).toEqual([201, venueId]);
});
