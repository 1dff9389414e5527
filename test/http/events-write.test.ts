import { admin } from '../support/admin';
import { asListed } from '../support/as-listed';
import { apiToken, bearer } from '../support/callers';
import { doors } from '../support/doors';
import { api, get, send } from '../support/http';
import {
  buildCategory,
  buildEvent,
  buildOrganizer,
  buildTag,
  buildVenue,
} from '../support/records';
import { rowsOf } from '../support/rows';

let full: Record<string, string>;

beforeAll(async () => {
  full = bearer(await apiToken('full-access'));
});

const times = { start_date: '2040-05-01 18:00:00', end_date: '2040-05-01 20:00:00' };

const post = (body: object, language?: string) =>
  send('POST', api('/events', language), body, full);
const patch = (id: number, body: object, language?: string) =>
  send('PATCH', api(`/events/${id}`, language), body, full);
const read = (id: number, language?: string) => get(api(`/events/${id}`, language), full);

async function made(body: object = {}, language?: string) {
  const answer = await post({ title: 'An event', ...times, ...body }, language);
  expect(answer.text).not.toContain('"code"');
  expect(answer.status).toBe(201);
  return answer.body;
}

describe('POST /events', () => {
  it('creates an event and returns it', async () => {
    const event = await made({ title: 'Quartet', description: 'One.\n\nTwo,\nthree.', cost: '12' });
    expect(event).toMatchObject({
      title: 'Quartet',
      slug: 'quartet',
      status: 'publish',
      description: '<p>One.</p>\n<p>Two,<br />three.</p>',
      timezone: 'UTC',
      show_map: false,
      language: 'en',
    });
    const { body: single } = await get(api(`/events/${event.id}`));
    expect(asListed(single)).toEqual(event);
  });

  it('names only the required parameters that are missing', async () => {
    const { status, body } = await post({ title: null, end_date: 'rubbish' });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      code: 'rest_missing_callback_param',
      data: { status: 400, params: ['title', 'start_date'] },
    });
  });

  it.each([
    ['title', { title: '' }],
    ['title', { title: '\u2060' }],
    ['tags', { tags: ['\u3164'] }],
    ['organizer', { organizer: { organizer: '\u200e' } }],
    ['title', { title: ['a'] }],
    ['title', { title: 'x'.repeat(256) }],
    ['start_date', { start_date: '2040-02-30' }],
    ['start_date', { start_date: '' }],
    ['end_date', { end_date: '2040-04-30' }],
    ['timezone', { timezone: 'Mars' }],
    ['status', { status: 'kinda' }],
    ['status', { status: '' }],
    ['author', { author: '' }],
    ['author', { author: 987_654 }],
    ['website', { website: 'foo' }],
    ['image', { image: 'foo bar' }],
    ['all_day', { all_day: 'perhaps' }],
    ['cost', { cost: { a: 1 } }],
    ['venue', { venue: 987_654 }],
    ['venue', { venue: 'foo' }],
    ['venue', { venue: { website: 'https://example.com' } }],
    ['organizer', { organizer: [1, 'foo'] }],
    ['categories', { categories: [987_654] }],
    ['post_parent', { post_parent: 'x' }],
    ['post_parent', { post_parent: 987_654 }],
    ['custom_fields', { custom_fields: 'text' }],
    ['custom_fields', { custom_fields: '{"a": 12345678901234567890}' }],
    ['custom_fields', { custom_fields: '{"__proto__": {"label": "A", "value": "B"}}' }],
    ['external_id', { external_id: 2 ** 53 }],
    ['title', { title: 1e21 }],
    ['cost', { cost: 1e21 }],
    ['cost', { cost: ['5', -(2 ** 60)] }],
    ['currency_code', { currency_code: 'euro' }],
    ['i18n_language', { i18n_language: 'de' }],
  ])('rejects an invalid %s by name and stores nothing: %j', async (name, wrong) => {
    const before = await strapi.db.query('plugin::calendar.event').count();
    const { status, body } = await post({ title: 'Wrong', ...times, ...wrong });
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'rest_invalid_param' });
    expect(Object.keys(body.data.params)).toEqual([name]);
    expect(await strapi.db.query('plugin::calendar.event').count()).toBe(before);
  });

  it('names all invalid parameters together', async () => {
    const { body } = await post({ title: '', ...times, website: 'foo', featured: 'x' });
    expect(Object.keys(body.data.params).sort()).toEqual(['featured', 'title', 'website']);
  });

  it.each([
    ['2040-07-01T10:00:00+02:00', '2040-07-01 04:00:00'],
    [2224728000, '2040-07-01 00:00:00'],
    ['2040-07-01 4pm', '2040-07-01 16:00:00'],
    ['20400701', '2040-07-01 00:00:00'],
  ])('reads %s in the time zone of the event as %s', async (start_date, wall) => {
    const timezone = 'America/New_York';
    const event = await made({ start_date, end_date: '2040-07-02', timezone });
    expect(event.start_date).toBe(wall);
  });

  it('accepts references in every form', async () => {
    const [hall, park] = [await buildVenue({ venue: 'Hall' }), await buildVenue({ venue: 'Park' })];
    const ana = await buildOrganizer({ organizer: 'Ana' });
    const jazz = await buildCategory({ name: 'Jazz' });
    const open = await buildTag({ name: 'Open air' });
    const ids = [hall.public_id, park.public_id];
    for (const venue of [ids, ids.map(String), ids.join(','), { 0: ids[0], 1: { id: ids[1] } }]) {
      const event = await made({ venue });
      expect(event.venue.map(({ id }: { id: number }) => id)).toEqual(ids);
    }
    const event = await made({
      venue: { id: hall.public_id },
      organizer: [{ organizer: 'Bo', email: 'bo@example.org' }, { id: ana.public_id }],
      categories: `jazz,Brand new,${jazz.public_id}`,
      tags: ['OPEN AIR', 'Winter'],
    });
    expect(event.venue.id).toBe(hall.public_id);
    expect(event.organizer.map((each: { organizer: string }) => each.organizer)).toEqual([
      'Bo',
      'Ana',
    ]);
    expect(event.categories.map(({ name }: { name: string }) => name)).toEqual([
      'Brand new',
      'Jazz',
    ]);
    expect(
      event.tags.map(({ id, name }: { id: number; name: string }) => [id === open.public_id, name]),
    ).toEqual([
      [true, 'Open air'],
      [false, 'Winter'],
    ]);
  });

  it('reuses a nested record that matches what is sent, without overwriting it', async () => {
    const first = await made({ venue: { venue: 'Town hall', city: 'Lyon' } });
    const again = await made({ venue: { venue: 'Town hall' } });
    const other = await made({ venue: { venue: 'Town hall', city: 'Lille' } });
    expect(again.venue.id).toBe(first.venue.id);
    expect(other.venue.id).not.toBe(first.venue.id);
    expect((await read(first.id)).body.venue.city).toBe('Lyon');
  });

  it('stores no nested record when another one is invalid', async () => {
    const count = () => strapi.db.query('plugin::calendar.organizer').count();
    const before = await count();
    const organizer = [{ organizer: 'Left behind' }, { id: 987_654 }];
    expect((await post({ title: 'x', ...times, organizer })).status).toBe(400);
    expect(await count()).toBe(before);
  });

  it.each([
    ['draft', 'draft'],
    ['pending', 'pending'],
    ['private', 'private'],
    ['publish', 'publish'],
    ['future', 'publish'],
    ['trash', 'trash'],
  ])('creates an event with status %s, returned as %s', async (status, shown) => {
    expect((await made({ status })).status).toBe(shown);
  });

  it('schedules an event whose publication date is in the future', async () => {
    const event = await made({ date: '2039-01-01 12:00:00', timezone: 'Asia/Tokyo' });
    expect(event).toMatchObject({ status: 'future', date_utc: '2039-01-01 12:00:00' });
    expect((await get(api(`/events/${event.id}`))).status).toBe(403);
  });
});

describe('POST, PUT and PATCH /events/{id}', () => {
  it.each(['POST', 'PUT', 'PATCH'])('change only what %s sends', async (method) => {
    const event = await made({ cost: '5', featured: true, website: 'https://example.com/' });
    const { status, body } = await send(method, api(`/events/${event.id}`), { title: 'New' }, full);
    expect(status).toBe(200);
    const { modified, modified_utc, title, ...rest } = body;
    const { modified: _, modified_utc: __, title: ___, ...before } = event;
    expect(title).toBe('New');
    expect(rest).toEqual(before);
  });

  it('change nothing when an event is sent back as it was read', async () => {
    const event = await made({
      venue: { venue: 'Round' },
      tags: ['round'],
      cost: '0, 30$',
      description: 'a\n\nb',
    });
    const before = (await read(event.id)).body;
    const { status, body } = await send('PUT', api(`/events/${event.id}`), before, full);
    expect(status).toBe(200);
    expect(body).toEqual(asListed(before));
    expect((await read(event.id)).body).toEqual(before);
  });

  it('change a date in all four languages, and keep texts and drafts', async () => {
    const event = await made({ timezone: 'Europe/Paris' });
    for (const language of ['ar', 'fr', 'es']) {
      expect((await patch(event.id, { title: `Title ${language}` }, language)).status).toBe(200);
    }
    const draft = await strapi.db
      .query('plugin::calendar.event')
      .findOne({ where: { public_id: event.id } });
    const [, code] = doors.at(-1)!;
    await code.update('event', draft.documentId, { title: 'Half-fini' }, 'fr');
    await patch(event.id, { start_date: '2040-05-01 17:30:00' });
    for (const language of ['ar', 'en', 'fr', 'es']) {
      const { body } = await get(api(`/events/${event.id}`, language));
      expect(body).toMatchObject({
        title: language === 'en' ? 'An event' : `Title ${language}`,
        start_date: '2040-05-01 17:30:00',
        start_date_details: { hour: '17', minutes: '30' },
        utc_start_date: '2040-05-01 15:30:00',
        utc_start_date_details: { hour: '15' },
        end_date: '2040-05-01 20:00:00',
      });
    }
    const french = (await rowsOf('event', draft.documentId)).filter(
      ({ locale }) => locale === 'fr',
    );
    expect(french.map(({ title }) => title).sort()).toEqual(['Half-fini', 'Title fr']);
  });

  it('never publish the unfinished draft of an editor', async () => {
    const event = await made();
    const { documentId } = await strapi.db
      .query('plugin::calendar.event')
      .findOne({ where: { public_id: event.id } });
    const path = `/content-manager/collection-types/plugin::calendar.event/${documentId}?locale=en`;
    await admin('PUT', path, { title: 'HALF-FINISHED', cost: '99' });
    const { body } = await patch(event.id, { website: 'https://example.com/new' });
    expect(body).toMatchObject({ title: 'An event', cost: '', website: 'https://example.com/new' });
    const draft = (await rowsOf('event', documentId)).find(({ publishedAt }) => !publishedAt);
    expect(draft).toMatchObject({
      title: 'HALF-FINISHED',
      cost: '99',
      website: 'https://example.com/new',
    });
  });

  it('clear texts, cost, image and references with empty values', async () => {
    const event = await made({ venue: { venue: 'Gone' }, cost: '5', tags: ['gone'], excerpt: 'x' });
    const nothing = { venue: [], cost: '', tags: '', excerpt: '', organizer: 0, image: false };
    const { body } = await patch(event.id, nothing);
    expect(body).toMatchObject({ venue: [], cost: '', tags: [], excerpt: '', image: false });
  });

  it.each(['venue', 'organizer', 'categories', 'tags'])(
    'reject a new record without a name for %s, and keep what is there',
    async (field) => {
      const one = { venue: { venue: 'A' }, organizer: { organizer: 'A' } };
      const terms = { categories: ['A'], tags: ['A'] };
      const event = await made({ ...one, ...terms });
      for (const value of [{}, [{}], { id: null }, [{ id: null }]]) {
        const { status, body } = await patch(event.id, { [field]: value });
        expect([value, status, body.code]).toEqual([value, 400, 'rest_invalid_param']);
        expect(Object.keys(body.data.params)).toEqual([field]);
      }
      const none = await patch(event.id, { [field]: { id: '' } });
      expect([none.status, none.body[field]]).toEqual([200, []]);
    },
  );

  it('distinguish a cleared website from one that was never given', async () => {
    const { id, url, website } = await made();
    expect(website).toBe(url);
    expect((await patch(id, { website: '' })).body.website).toBe('');
    expect((await patch(id, { title: 'Still none' })).body.website).toBe('');
    const cleared = (await read(id)).body;
    const back = await send('PUT', api(`/events/${id}`), cleared, full);
    expect([back.body.website, (await read(id)).body.website]).toEqual(['', '']);
    const given = await patch(id, { website: 'https://example.com/' });
    expect(given.body.website).toBe('https://example.com/');
  });

  it('keep the wall time when only the time zone changes', async () => {
    const event = await made({ timezone: 'Europe/Paris' });
    const { body } = await patch(event.id, { timezone: 'Asia/Tokyo' });
    expect(body).toMatchObject({
      start_date: times.start_date,
      utc_start_date: '2040-05-01 09:00:00',
    });
  });

  it.each([
    ['draft', 403],
    ['pending', 403],
    ['private', 403],
    ['publish', 200],
  ])('set the status %s, and with it the access of the public', async (status, anonymous) => {
    const event = await made();
    expect((await patch(event.id, { status })).body.status).toBe(status);
    expect((await get(api(`/events/${event.id}`))).status).toBe(anonymous);
  });

  it('create a new language from the texts of its fallback', async () => {
    const event = await made({ description: '<p>In English</p>', cost: '5' });
    const { body } = await patch(event.id, { title: 'Un évènement' }, 'fr');
    expect(body).toMatchObject({
      language: 'fr',
      title: 'Un évènement',
      description: '<p>In English</p>',
      cost: '$5',
      slug: 'un-evenement',
      status: 'publish',
    });
    expect((await get(api(`/events/${event.id}`))).body).toMatchObject({
      language: 'en',
      title: 'An event',
    });
  });

  it('create no language when only shared fields are sent', async () => {
    const event = await made();
    const { body } = await patch(event.id, { cost: '7' }, 'fr');
    expect(body).toMatchObject({ language: 'en', cost: '$7' });
    expect(Object.keys(body.translations)).toEqual(['en']);
  });

  it('rename an event addressed by slug, ignoring an id in the body', async () => {
    const event = await made({ title: 'Path slug' });
    const path = api(`/events/by-slug/${event.slug}`);
    const { status, body } = await send('PUT', path, { slug: 'another-slug', id: 1 }, full);
    expect({ status, id: body.id, slug: body.slug }).toEqual({
      status: 200,
      id: event.id,
      slug: 'another-slug',
    });
    expect((await get(path)).status).toBe(404);
  });

  it('set a password, which protects the event, and clear it again', async () => {
    const event = await made();
    expect((await patch(event.id, { password: 'sesame' })).body).not.toHaveProperty('password');
    const address = api(`/events/${event.id}`);
    expect((await get(address)).body.code).toBe('event-password-protected');
    expect((await get(`${address}?password=sesame`)).status).toBe(200);
    await patch(event.id, { password: '' });
    expect((await get(address)).status).toBe(200);
  });
});

describe('DELETE /events/{id}', () => {
  it('moves an event to the trash and returns 410 the second time', async () => {
    const event = await made({ title: 'Trash me' });
    const path = api(`/events/${event.id}`);
    const { status, body } = await send('DELETE', path, undefined, full);
    expect({ status, ...body }).toMatchObject({ status: 'trash', slug: 'trash-me' });
    const again = await send('DELETE', path, undefined, full);
    expect({ status: again.status, code: again.body.code }).toEqual({
      status: 410,
      code: 'event-is-in-trash',
    });
    expect((await get(path)).body.code).toBe('event-no-longer-available');
  });

  it('by slug returns 410 the second time, although another language has the slug (D7.6)', async () => {
    const english = await made({ title: 'Shared slug', slug: 'shared-slug' }, 'en');
    const french = await made({ title: 'Partagé', slug: 'shared-slug' }, 'fr');
    const path = api('/events/by-slug/shared-slug', 'en');
    const first = await send('DELETE', path, undefined, full);
    const second = await send('DELETE', path, undefined, full);
    expect([first.status, second.status]).toEqual([200, 410]);
    const hidden = await send('PATCH', path, { status: 'private' }, full);
    expect(hidden.body).toMatchObject({ id: english.id, status: 'private' });
    expect((await get(api(`/events/${french.id}`, 'fr'))).body.status).toBe('publish');
  });

  it.each([
    ['without findUnpublished', ['publish', 'manageOthers']],
    ['with findUnpublished', ['publish', 'manageOthers', 'findUnpublished']],
  ])('by slug returns 410 the second time to a token %s', async (_, rights) => {
    const granted = ['find', 'findOne', 'delete', ...rights].map((right) => `event.${right}`);
    const token = bearer(await apiToken('custom', granted));
    const slug = `shared-${rights.length}`;
    await made({ title: 'Shared', slug }, 'en');
    const french = await made({ title: 'Partagé', slug }, 'fr');
    const path = api(`/events/by-slug/${slug}`, 'en');
    const first = await send('DELETE', path, undefined, token);
    const second = await send('DELETE', path, undefined, token);
    expect([first.status, second.status]).toEqual([200, 410]);
    expect((await get(api(`/events/${french.id}`, 'fr'))).body.status).toBe('publish');
  });

  it('by slug, and the status trash, mean the same event again to a token without findUnpublished', async () => {
    const rights = ['find', 'findOne', 'delete', 'update', 'publish', 'manageOthers'];
    const token = bearer(
      await apiToken(
        'custom',
        rights.map((right) => `event.${right}`),
      ),
    );
    const english = await made({ title: 'Twice', slug: 'twice' }, 'en');
    const french = await made({ title: 'Deux fois', slug: 'twice' }, 'fr');
    const path = api('/events/by-slug/twice', 'en');
    const answers = [];
    for (const _ of [1, 2]) answers.push(await send('PATCH', path, { status: 'trash' }, token));
    expect(answers.map(({ status, body }) => [status, body.id])).toEqual([
      [200, english.id],
      [200, english.id],
    ]);
    expect((await send('DELETE', path, undefined, token)).status).toBe(410);
    expect((await get(api(`/events/${french.id}`, 'fr'))).body.status).toBe('publish');
  });

  it('by slug means the public event, if one in the trash had the slug in that language', async () => {
    const first = await made({ title: 'Again', slug: 'once-more' });
    await send('DELETE', api(`/events/${first.id}`), undefined, full);
    const second = await made({ title: 'Again', slug: 'once-more' });
    const path = api('/events/by-slug/once-more');
    expect((await get(path, full)).body.id).toBe(second.id);
    expect((await send('DELETE', path, undefined, full)).body.id).toBe(second.id);
  });

  it('leaves the event in the trash until a status is sent', async () => {
    const event = await made();
    await send('DELETE', api(`/events/${event.id}`), undefined, full);
    expect((await patch(event.id, { title: 'Still there' })).body).toMatchObject({
      status: 'trash',
      title: 'Still there',
    });
    expect((await patch(event.id, { status: 'publish' })).body).toMatchObject({
      status: 'publish',
      title: 'Still there',
    });
  });

  it('keeps the slug of a trashed event that is taken meanwhile, until it is restored', async () => {
    const event = await made({ title: 'Coveted' });
    await patch(event.id, { title: 'Convoité' }, 'fr');
    const { documentId } = await strapi.db
      .query('plugin::calendar.event')
      .findOne({ where: { public_id: event.id } });
    const lasting = async () =>
      (await rowsOf('event', documentId))
        .map(({ locale, publishedAt, slug, trashed_at }) => [
          `${locale} ${Boolean(publishedAt)}`,
          slug,
          trashed_at,
        ])
        .sort();
    await send('DELETE', api(`/events/${event.id}`), undefined, full);
    expect((await made({ title: 'Coveted' })).slug).toBe('coveted');
    expect((await made({ title: 'Convoité' }, 'fr')).slug).toBe('convoite');
    const before = await lasting();
    for (const language of ['en', 'fr']) {
      const edited = await patch(event.id, { title: `Edited ${language}`, cost: '5' }, language);
      expect(edited.body).toMatchObject({ status: 'trash', title: `Edited ${language}` });
    }
    expect(await lasting()).toEqual(before);
    const { body } = await patch(event.id, { slug: 'chosen' }, 'fr');
    expect(body).toMatchObject({ status: 'trash', slug: 'chosen' });
    const back = await patch(event.id, { status: 'publish' });
    expect(back.body).toMatchObject({ status: 'publish', slug: 'coveted-2' });
    expect((await read(event.id, 'fr')).body.slug).toBe('chosen');
  });

  it('returns 404 for an event that does not exist', async () => {
    for (const path of ['/events/987654', '/events/0', '/events/by-slug/nowhere']) {
      const { status, body } = await send('DELETE', api(path), undefined, full);
      expect({ status, code: body.code }).toEqual({ status: 404, code: 'rest-event-not-found' });
    }
  });
});

describe('writing without permission', () => {
  it('returns 401 to anonymous callers', async () => {
    const event = await buildEvent();
    for (const [method, path] of [
      ['POST', '/events'],
      ['PUT', `/events/${event.public_id}`],
      ['DELETE', '/events/987654'],
    ]) {
      const { status, body } = await send(method!, api(path!), {});
      expect({ status, code: body.code }).toEqual({ status: 401, code: 'rest_forbidden' });
    }
  });
});

it.each(['', 0, '0', null])('creates a nested venue that is sent with the id %j', async (id) => {
  const venue = { id, venue: `Of a form ${JSON.stringify(id)}` };
  const sent = {
    title: 'Form',
    start_date: '2031-05-01 10:00',
    end_date: '2031-05-01 11:00',
    venue,
  };
  const { status, body } = await send(
    'POST',
    api('/events'),
    sent,
    bearer(await apiToken('full-access')),
  );
  expect([status, body.venue?.venue]).toEqual([201, venue.venue]);
});
