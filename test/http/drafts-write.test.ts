import { uidOf } from '../../src/plugins/calendar/server/src/settings/record-types';
import { asListed } from '../support/as-listed';
import { apiToken, bearer, member } from '../support/callers';
import { doors } from '../support/doors';
import { firstOf, isExhaustive } from '../support/extent';
import { api, get, send } from '../support/http';
import { setTrash } from '../support/matrix';
import { buildEvent, buildOrganizer, buildVenue, type Stored } from '../support/records';
import { rowsOf } from '../support/rows';
import { withSettings } from '../support/settings';

type Data = Record<string, unknown>;
type Headers = Record<string, string>;

const LANGUAGES = [undefined, 'en', 'fr', 'es', 'ar'];
const [, adminDoor] = doors[0] as (typeof doors)[number];

const callers: Record<string, Headers> = {};

beforeAll(async () => {
  callers['a full-access token'] = bearer(await apiToken('full-access'));
  callers['an editor'] = (await member('editor')).headers;
});

const WHO = ['a full-access token', 'an editor'];

/** Languages of the published version and of the draft; a token tests all pairs, others the first. */
const PAIRS = [
  ['en', 'fr'],
  ['fr', 'en'],
  ['ar', 'es'],
] as const;

const TYPES = [
  ['events', { type: 'event', build: buildEvent, name: 'title', shared: 'cost' }],
  ['venues', { type: 'venue', build: buildVenue, name: 'venue', shared: 'phone' }],
  ['organizers', { type: 'organizer', build: buildOrganizer, name: 'organizer', shared: 'phone' }],
] as const;

/** The record without its modification dates. */
const lasting = (record: Data) =>
  Object.fromEntries(Object.entries(record).filter(([key]) => !key.startsWith('modified')));

describe.each(firstOf(1, TYPES))(
  'a record of /%s that is published in one language and a draft in another',
  (path, kind) => {
    const { type, build, name, shared } = kind;

    const address = ({ public_id }: Stored, language?: string) =>
      api(`/${path}/${public_id}`, language);

    /** A record that is published in one language and a draft in the other. */
    async function half(published = 'en', drafted = 'fr'): Promise<Stored> {
      const record = await build({ [name]: 'Out', [shared]: '5' }, { language: published });
      await build({ [name]: 'Not yet' }, { language: drafted, of: record, publish: false });
      return record;
    }

    it.each(WHO)('is published in the language of the draft by %s', async (who) => {
      const record = await half();
      const french = address(record, 'fr');
      const { status, body } = await send('PATCH', french, { status: 'publish' }, callers[who]);
      expect([status, body.status, body[name]]).toEqual([200, 'publish', 'Not yet']);
      expect((await get(french)).body).toMatchObject({ language: 'fr', [name]: 'Not yet' });
      expect((await get(address(record, 'en'))).body).toMatchObject({ [name]: 'Out' });
    });

    it.each(WHO)('stays a draft when %s sends the published text for it', async (who) => {
      const record = await half();
      const { body } = await send('PATCH', address(record, 'fr'), { [name]: 'Out' }, callers[who]);
      expect(body).toMatchObject({ language: 'fr', status: 'draft', [name]: 'Out' });
    });

    it.each(WHO)(
      'does not expose a drafted shared value when %s sends the draft back',
      async (who) => {
        const record = await half();
        await adminDoor.update(type, record.documentId, { [shared]: '99' }, 'fr');
        const french = address(record, 'fr');
        const { body } = await get(french, callers[who]);
        expect(String(body[shared])).toContain('99');
        expect((await send('PUT', french, body, callers[who])).status).toBe(200);
        for (const language of LANGUAGES) {
          expect(String((await get(address(record, language))).body[shared])).not.toContain('99');
        }
      },
    );

    it.each(WHO)('is unchanged in every language when %s sends it back', async (who) => {
      for (const [published, drafted] of isExhaustive || who === WHO[0]
        ? PAIRS
        : PAIRS.slice(0, 1)) {
        const record = await half(published, drafted);
        await adminDoor.update(type, record.documentId, { [shared]: '99' }, drafted);
        const stored = await rowsOf(type, record.documentId);
        for (const language of LANGUAGES) {
          const place = address(record, language);
          const before = await get(place, callers[who]);
          const put = await send('PUT', place, before.body, callers[who]);
          expect([language, put.status, put.body.data]).toEqual([language, 200, undefined]);
          expect(put.body).toEqual(asListed(before.body));
          expect(await get(place, callers[who])).toMatchObject({ body: before.body });
        }
        expect(await rowsOf(type, record.documentId)).toEqual(stored);
      }
    });

    it.each([
      ['a draft of another language is published', { status: 'publish' }, true],
      ['a language is added', { [name]: 'Nouveau' }, false],
    ])('keeps a drafted shared value unpublished when %s', async (_, sent, drafted) => {
      const record = drafted ? await half() : await build({ [name]: 'Out', [shared]: '5' });
      const { documentId } = record;
      await adminDoor.update(type, documentId, { [shared]: '77' });
      const full = callers['a full-access token'];
      const { status, body } = await send('PATCH', address(record, 'fr'), sent, full);
      expect([status, body.language]).toEqual([200, 'fr']);
      for (const language of ['en', 'fr']) {
        expect((await get(address(record, language))).body[shared]).toMatch(/^\D*5\D*$/);
      }
      const drafts = (await rowsOf(type, documentId)).filter(({ publishedAt }) => !publishedAt);
      expect(drafts.map((row) => row[shared])).toEqual(['77', '77']);
    });

    it('is answered as GET shows it to a token that may not read drafts, unless it writes the draft', async () => {
      const rights = ['find', 'findOne', 'update', 'publish', 'manageOthers'];
      const granted = rights.map((right) => `${type}.${right}`);
      const token = bearer(await apiToken('custom', granted));
      const french = address(await half(), 'fr');
      const before = await get(french, token);
      expect(before.body).toMatchObject({ language: 'en', status: 'publish', [name]: 'Out' });
      const put = await send('PUT', french, before.body, token);
      expect([put.status, put.body]).toEqual([200, asListed(before.body)]);
      const other = await send('PATCH', french, { [shared]: '9' }, token);
      expect(other.body).toMatchObject({ language: 'en', status: 'publish', [name]: 'Out' });
      expect(String(other.body[shared])).toContain('9');
      const text = await send('PATCH', french, { [name]: 'Bientôt' }, token);
      expect(text.body).toMatchObject({ language: 'fr', status: 'draft', [name]: 'Bientôt' });
    });

    it('starts a new language from the fallback that the caller sees', async () => {
      const record = await half('fr', 'en');
      const headers = callers['an editor'];
      await adminDoor.update(type, record.documentId, { description: '<p>Drafted</p>' }, 'en');
      const spanish = address(record, 'es');
      const { body } = await get(spanish, headers);
      expect(body).toMatchObject({ [name]: 'Not yet', status: 'draft' });
      const put = await send('PUT', spanish, { ...body, [name]: 'Nuevo' }, headers);
      expect(lasting(put.body)).toMatchObject({
        language: 'es',
        [name]: 'Nuevo',
        description: '<p>Drafted</p>',
        status: 'draft',
      });
    });
  },
);

describe.each(firstOf(1, TYPES))('a language added to a record of /%s (D7.4)', (path, kind) => {
  const { build, name } = kind;

  /** Creates a record in a state; returns the answer to adding a language. */
  async function added(before: Data, publish: boolean, sent: Data, headers?: Headers) {
    const record = await build({ [name]: 'Out', ...before }, { publish });
    const address = api(`/${path}/${record.public_id}`);
    const french = api(`/${path}/${record.public_id}`, 'fr');
    const { body } = await send('PATCH', french, { [name]: 'Nouveau', ...sent }, headers);
    return { address, french, body };
  }

  it.each([
    ['private', { post_status: 'private' }, true],
    ['pending', { post_status: 'pending' }, false],
    ['draft', {}, false],
  ])('has the status %s of the language it fell back to', async (status, before, publish) => {
    const full = callers['a full-access token'];
    const { address, french, body } = await added(before, publish, {}, full);
    expect(body).toMatchObject({ language: 'fr', [name]: 'Nouveau', status });
    for (const each of [address, french]) expect((await get(each)).status).toBe(403);
  });

  it.each(['private', 'pending', 'draft'])('is %s when that status is sent', async (status) => {
    const full = callers['a full-access token'];
    const { french, body } = await added({}, true, { status }, full);
    expect(body).toMatchObject({ language: 'fr', [name]: 'Nouveau', status });
    expect((await get(french)).body).toMatchObject({ language: 'en', [name]: 'Out' });
  });

  it.each(['publish', 'future', 'private'])(
    'is pending when its writer may not publish, and %s is sent',
    async (status) => {
      const { headers, id } = await member('contributor');
      const { french, body } = await added({ author: id }, false, { status }, headers);
      expect(body).toMatchObject({ language: 'fr', status: 'pending' });
      expect((await get(french)).status).toBe(403);
    },
  );
});

describe.each(firstOf(1, TYPES))(
  'a status for a language that a record of /%s lacks (D6.6)',
  (path, { type, build, name, shared }) => {
    const full = () => callers['a full-access token'];
    const address = ({ public_id }: Stored, language: string) =>
      api(`/${path}/${public_id}`, language);

    it.each([
      ['a draft', { status: 'publish' }, false],
      ['a draft', { status: 'pending', [shared]: '7' }, false],
      ['a public record', { status: 'draft' }, true],
      ['a public record', { status: 'private', [shared]: '7' }, true],
    ])('is refused and changes nothing in %s: %j', async (_, sent, publish) => {
      const record = await build({ [name]: 'Only English' }, { publish });
      const stored = await rowsOf(type, record.documentId);
      const { status, body } = await send('PATCH', address(record, 'fr'), sent, full());
      expect([status, body.data.params]).toEqual([
        400,
        { status: expect.stringContaining('n’a pas encore de texte') },
      ]);
      expect(await rowsOf(type, record.documentId)).toEqual(stored);
    });

    it('applies to the language shown if it is the site’s', async () => {
      const record = await build({ [name]: 'Français seul' }, { language: 'fr', publish: false });
      const sent = { status: 'publish' };
      const { status, body } = await send(
        'PATCH',
        api(`/${path}/${record.public_id}`),
        sent,
        full(),
      );
      expect([status, body.status, body.language]).toEqual([200, 'publish', 'fr']);
    });

    it.each([true, false])('is no change if it is the one shown (public: %s)', async (publish) => {
      const record = await build({ [name]: 'Only English' }, { publish });
      const french = address(record, 'fr');
      const shown = (await get(french, full())).body;
      expect((await send('PUT', french, shown, full())).body).toEqual(asListed(shown));
      const sent = { status: shown.status, [shared]: '7' };
      const { status, body } = await send('PATCH', french, sent, full());
      expect([status, body.status, body.language]).toEqual([200, shown.status, 'en']);
      expect(String(body[shared])).toContain('7');
    });

    it.each([
      ['publish', true],
      ['draft', false],
    ])('restores the record as it was: %s', async (state, publish) => {
      const record = await build({ [name]: 'Only English' }, { publish });
      const french = address(record, 'fr');
      expect((await send('DELETE', french, undefined, full())).status).toBe(200);
      const other = publish ? 'draft' : 'publish';
      const refused = await send('PATCH', french, { status: other }, full());
      expect(Object.keys(refused.body.data.params)).toEqual(['status']);
      expect((await get(french, full())).body.status).toBe('trash');
      const { status, body } = await send('PATCH', french, { status: state }, full());
      expect([status, body.status, body[name]]).toEqual([200, state, 'Only English']);
    });
  },
);

it('an empty text sent for one that the fallback lacks adds no language (D4.12)', async () => {
  const headers = callers['a full-access token'];
  const venue = await buildVenue({ venue: 'Hall' });
  const address = (language: string) => api(`/venues/${venue.public_id}`, language);
  await send('PATCH', address('ar'), { venue: 'قاعة', city: 'تونس' }, headers);
  const again = { documentId: venue.documentId, locale: 'en' };
  await strapi.documents(uidOf('venue')).unpublish(again);
  await strapi.documents(uidOf('venue')).publish(again);
  const shown = await get(address('fr'), headers);
  expect([shown.body.language, shown.body.city]).toEqual(['en', undefined]);
  const answer = await send('PATCH', address('fr'), { city: '', address: null }, headers);
  expect([answer.status, answer.body.language]).toEqual([200, 'en']);
  expect((await get(address('fr'), headers)).headers.etag).toBe(shown.headers.etag);
});

describe('a missing language without the fallback (D4.12)', () => {
  withSettings({ fallback: false });

  it('keeps references that are hidden when another language is sent back', async () => {
    const headers = callers['a full-access token'];
    const venue = await buildVenue();
    const event = await buildEvent({ title: 'Fair', venue: [venue.public_id] });
    await setTrash(venue.public_id, new Date(), 'venue');
    const address = (language: string) => api(`/events/${event.public_id}`, language);
    const { body } = await get(address('en'), headers);
    expect(body.venue).toEqual([]);
    const sent = { ...body, title: 'Foire' };
    expect((await send('PUT', address('fr'), sent, headers)).status).toBe(200);
    await setTrash(venue.public_id, null, 'venue');
    expect((await get(address('fr'))).body).toMatchObject({
      title: 'Foire',
      venue: { id: venue.public_id },
    });
  });

  it.each(['title', 'excerpt'])('is added with the %s of another language', async (field) => {
    const headers = callers['a full-access token'];
    const event = await buildEvent({ title: 'Jazz' });
    const french = api(`/events/${event.public_id}`, 'fr');
    expect((await send('PATCH', french, { cost: '5' }, headers)).body.language).toBe('en');
    expect((await get(french)).status).toBe(404);
    const { body } = await get(api(`/events/${event.public_id}`));
    expect((await send('PATCH', french, { [field]: body[field] }, headers)).status).toBe(200);
    expect((await get(french)).body).toMatchObject({ language: 'fr', title: 'Jazz' });
  });
});

describe('an event whose draft has other times (D6.4)', () => {
  const TIMES = {
    start_date: '2031-05-01 18:00:00',
    end_date: '2031-05-01 20:00:00',
    timezone: 'Europe/Paris',
  };
  const LATER = { start_date: '2031-05-01 22:00:00', end_date: '2031-05-01 23:00:00' };
  const LATE = { end_date: '2031-05-01 21:00:00' };

  async function changing(edits: Data) {
    const record = await buildEvent(TIMES);
    await adminDoor.update('event', record.documentId, edits);
    const draft = async () =>
      (await rowsOf('event', record.documentId)).find(({ publishedAt }) => !publishedAt);
    return { address: api(`/events/${record.public_id}`), draft };
  }

  const full = () => callers['a full-access token'];

  it.each(['PATCH', 'PUT'])(
    'accepts public times by %s and keeps those of the draft',
    async (method) => {
      const { address, draft } = await changing({ ...LATER, cost: '99' });
      const body = method === 'PUT' ? (await get(address, full())).body : {};
      const answer = await send(method, address, { ...body, ...LATE }, full());
      expect(answer).toMatchObject({ status: 200, body: { ...TIMES, ...LATE, cost: '' } });
      expect((await get(address)).body).toMatchObject({ ...TIMES, ...LATE });
      expect(await draft()).toMatchObject({ ...LATER, cost: '99' });
    },
  );

  it('applies a sent time to the draft where it fits', async () => {
    const { address, draft } = await changing(LATER);
    const end_date = '2031-05-01 23:30:00';
    expect((await send('PATCH', address, { end_date }, full())).status).toBe(200);
    expect(await draft()).toMatchObject({ start_date: LATER.start_date, end_date });
  });

  it('rejects a time that contradicts the public times', async () => {
    const { address, draft } = await changing(LATER);
    const end_date = '2031-05-01 17:00:00';
    const { status, body } = await send('PATCH', address, { end_date }, full());
    expect([status, Object.keys(body.data.params)]).toEqual([400, ['end_date']]);
    expect(await draft()).toMatchObject(LATER);
  });

  it('keeps those of the draft when a skipped hour moves the sent start behind its end', async () => {
    const night = { start_date: '2031-03-30 01:00:00', end_date: '2031-03-30 03:05:00' };
    const { address, draft } = await changing(night);
    const sent = { start_date: '2031-03-30 02:15:00', end_date: '2031-03-30 03:10:00' };
    expect(await send('PATCH', address, sent, full())).toMatchObject({
      status: 200,
      body: { start_date: '2031-03-30 03:15:00', end_date: '2031-03-30 04:10:00' },
    });
    await adminDoor.update('event', (await draft())?.documentId as string, night);
    const late = { start_date: '2031-03-30 02:10:00' };
    expect((await send('PATCH', address, late, full())).status).toBe(200);
    expect(await draft()).toMatchObject(night);
  });

  it('accepts times sent together when a draft in another language was shown', async () => {
    const { address } = await changing({});
    const french = address.replace('/calendar', '/fr/calendar');
    await send('PATCH', french, { title: 'Brouillon', status: 'draft' }, full());
    const { body: made } = await get(address);
    const [{ documentId }] = await strapi.db
      .query(uidOf('event'))
      .findMany({ where: { public_id: made.id } });
    await adminDoor.update('event', documentId, LATER, 'fr');
    expect((await get(french, full())).body).toMatchObject({ ...LATER, status: 'draft' });
    const sent = { ...LATER, end_date: '2031-05-01 23:30:00' };
    expect(await send('PATCH', french, sent, full())).toMatchObject({ status: 200, body: sent });
    expect((await get(address)).body).toMatchObject(sent);
  });

  it('reads an instant in the public time zone', async () => {
    const { address, draft } = await changing({ timezone: 'Asia/Tokyo' });
    const start_date = '2031-05-01T15:00:00Z';
    const { body } = await send('PATCH', address, { start_date }, full());
    expect(body).toMatchObject({
      start_date: '2031-05-01 17:00:00',
      utc_start_date: '2031-05-01 15:00:00',
      timezone: 'Europe/Paris',
    });
    expect(await draft()).toMatchObject({ timezone: 'Asia/Tokyo' });
  });
});

describe.each(firstOf(1, TYPES))('a record of /%s that is taken offline (D6.4)', (path, kind) => {
  const { type, build, name, shared } = kind;

  it.each(['draft', 'pending'])(
    'as %s takes over the edits of its draft and is published with them',
    async (status) => {
      const record = await build({ [name]: 'Public' });
      await adminDoor.update(type, record.documentId, { [name]: 'HALF-FINISHED' });
      const address = api(`/${path}/${record.public_id}`);
      const headers = callers['a full-access token'];
      const offline = await send('PATCH', address, { status }, headers);
      expect(offline.body).toMatchObject({ status, [name]: 'HALF-FINISHED' });
      expect((await get(address, headers)).body).toMatchObject(offline.body);
      expect((await get(address)).status).toBe(403);
      const online = await send('PATCH', address, { status: 'publish' }, headers);
      expect(online.body).toMatchObject({ status: 'publish', [name]: 'HALF-FINISHED' });
    },
  );

  it('as private or in the trash comes back with its published values', async () => {
    const record = await build({ [name]: 'Public' });
    await adminDoor.update(type, record.documentId, { [name]: 'HALF-FINISHED' });
    const address = api(`/${path}/${record.public_id}`);
    const headers = callers['a full-access token'];
    for (const [method, body] of [
      ['PATCH', { status: 'private' }],
      ['DELETE', undefined],
    ] as const) {
      expect((await send(method, address, body, headers)).status).toBe(200);
      expect((await get(address)).status).toBe(403);
      await send('PATCH', address, { status: 'publish' }, headers);
      expect((await get(address)).body).toMatchObject({ [name]: 'Public' });
    }
    const rows = await rowsOf(type, record.documentId);
    expect(rows.map((row) => row[name]).sort()).toEqual(['HALF-FINISHED', 'Public']);
  });

  it.each([
    ['private', null],
    ['publish', 'private'],
  ])('becomes %s even when its draft already has that status', async (status, before) => {
    const record = await build({ [name]: 'Public', post_status: before });
    const post_status = before ? null : 'private';
    await adminDoor.update(type, record.documentId, { post_status });
    const address = api(`/${path}/${record.public_id}`);
    const { body } = await send('PATCH', address, { status }, callers['a full-access token']);
    expect(body).toMatchObject({ status });
    expect((await get(address)).status).toBe(status === 'publish' ? 200 : 403);
    const rows = await rowsOf(type, record.documentId);
    expect(rows.map((row) => row.post_status)).toEqual([post_status, post_status]);
  });

  it.each([
    ['private', { status: 'private' }],
    ['what it is', { status: 'publish' }],
    ['another', { [shared]: '6' }],
  ])('keeps its pending draft unchanged when the published version becomes %s', async (_, sent) => {
    const record = await build({ [name]: 'Public', [shared]: '5' });
    const waiting = { [name]: 'To be reviewed', post_status: 'pending' };
    await adminDoor.update(type, record.documentId, waiting);
    const address = api(`/${path}/${record.public_id}`);
    expect((await send('PATCH', address, sent, callers['a full-access token'])).status).toBe(200);
    const rows = await rowsOf(type, record.documentId);
    expect(rows.find(({ publishedAt }) => !publishedAt)).toMatchObject(waiting);
    const post_status = sent.status === 'private' ? 'private' : null;
    expect(rows.find(({ publishedAt }) => publishedAt)).toMatchObject({
      [name]: 'Public',
      post_status,
    });
  });

  it.each(['draft', 'pending'])(
    'as %s in one language passes shared values to the published languages',
    async (status) => {
      const record = await build({ [name]: 'Out', [shared]: '5' });
      await build({ [name]: 'Dehors' }, { of: record, language: 'fr' });
      const address = (language: string) => api(`/${path}/${record.public_id}`, language);
      const sent = { status, [shared]: '7', [name]: 'Plus tard' };
      const { body } = await send('PATCH', address('fr'), sent, callers['a full-access token']);
      expect([body.status, body[name], String(body[shared])]).toEqual([
        status,
        'Plus tard',
        expect.stringContaining('7'),
      ]);
      const shown = (await get(address('en'))).body;
      expect(shown).toMatchObject({ [name]: 'Out', status: 'publish' });
      expect(String(shown[shared])).toContain('7');
      expect((await get(address('fr'))).body).toMatchObject({ language: 'en', [name]: 'Out' });
    },
  );
});

it('changing an event in the trash does not publish its draft venue', async () => {
  const venue = await buildVenue({ venue: 'Unfinished' }, { publish: false });
  const event = await buildEvent({ title: 'Thrown' });
  const headers = callers['a full-access token'];
  const address = api(`/events/${event.public_id}`);
  expect((await send('DELETE', address, undefined, headers)).status).toBe(200);
  const sent = { venue: [venue.public_id], cost: '3' };
  const { status, body } = await send('PATCH', address, sent, headers);
  expect([status, body.status]).toEqual([200, 'trash']);
  expect((await get(api(`/venues/${venue.public_id}`))).status).toBe(403);
  expect((await send('PATCH', address, { status: 'publish' }, headers)).status).toBe(200);
  expect((await get(api(`/venues/${venue.public_id}`))).status).toBe(200);
});

describe('the stateprovince of a venue’s draft (Spec 2)', () => {
  it('keeps its own value when another field is sent', async () => {
    const place = { country: 'Canada', province: 'Yukon', stateprovince: 'The north' };
    const venue = await buildVenue(place);
    const edits = { province: 'Ontario', stateprovince: 'The north' };
    await adminDoor.update('venue', venue.documentId, edits);
    const address = api(`/venues/${venue.public_id}`);
    const { status } = await send('PATCH', address, { phone: '1' }, callers['a full-access token']);
    expect(status).toBe(200);
    const rows = await rowsOf('venue', venue.documentId);
    expect(rows.find(({ publishedAt }) => !publishedAt)).toMatchObject(edits);
  });

  it('follows a sent province when it is not set separately', async () => {
    const venue = await buildVenue({ country: 'Canada', province: 'Yukon' });
    await adminDoor.update('venue', venue.documentId, { province: 'Ontario' });
    const address = api(`/venues/${venue.public_id}`);
    await send('PATCH', address, { province: 'Quebec' }, callers['a full-access token']);
    const rows = await rowsOf('venue', venue.documentId);
    expect(rows.map(({ stateprovince }) => stateprovince)).toEqual(['Quebec', 'Quebec']);
  });
});
