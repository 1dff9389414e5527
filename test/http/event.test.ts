import { apiToken, bearer } from '../support/callers';
import { api, get } from '../support/http';
import { listAnew } from '../support/listed';
import { setTrash } from '../support/matrix';
import {
  buildCategory,
  buildEvent,
  buildOrganizer,
  buildTag,
  buildVenue,
  type Stored,
} from '../support/records';
import { withSettings } from '../support/settings';

const EVENT = 'plugin::calendar.event' as const;
const documents = () => strapi.documents(EVENT);

async function single(event: Stored, query = '', language?: string) {
  return get(api(`/events/${event.public_id}${query}`, language));
}

const refused = async (path: string, language?: string) => {
  const { status, body } = await get(api(path, language));
  return [status, body.code];
};

describe('an event with all fields', () => {
  let event: Stored;
  let others: Record<'hall' | 'annex' | 'choir' | 'music' | 'jazz' | 'free', Stored>;

  beforeAll(async () => {
    const hall = await buildVenue({
      venue: 'Town hall',
      city: 'Lyon',
      geo_lat: 45.7,
      geo_lng: 4.8,
    });
    await buildVenue({ venue: 'Mairie' }, { of: hall, language: 'fr' });
    const annex = await buildVenue({ venue: 'Annex' });
    const choir = await buildOrganizer({
      organizer: 'Choir',
      email: 'choir@example.org',
      phone: '12',
    });
    const music = await buildCategory({ name: 'Music', description: 'Loud <b>or</b> <p>not</p>' });
    const jazz = await buildCategory({ name: 'Jazz', parent: music.public_id, color: '#aabbcc' });
    const free = await buildTag({ name: 'free' });
    others = { hall, annex, choir, music, jazz, free };
    event = await buildEvent({
      title: 'Concert & more',
      description: 'First *line*\n\n<script>alert(1)</script><a href="javascript:x">y</a>',
      excerpt: '<p>Short <em onclick="x">text</em></p>',
      start_date: '2027-07-01 20:00:00',
      end_date: '2027-07-01 22:30:00',
      timezone: 'America/New_York',
      cost: '€6.50 - €8.50',
      website: 'https://example.org/concert',
      featured: true,
      venue: [hall.public_id],
      organizer: [choir.public_id],
      categories: [music.public_id, jazz.public_id],
      tags: [free.public_id, 999_999],
      ticket_url: 'https://example.org/tickets',
      custom_fields: { dress: { label: 'Dress', value: 'black' } },
      date: '2026-01-02T03:04:05.000Z',
    });
    await buildEvent({ title: 'Concert', slug: 'le-concert' }, { of: event, language: 'fr' });
  });

  it('has the keys of the specification, in their order', async () => {
    const { body } = await single(event);
    expect(Object.keys(body).slice(0, 40)).toEqual([
      ...['id', 'global_id', 'global_id_lineage', 'author', 'status', 'date', 'date_utc'],
      ...['modified', 'modified_utc', 'url', 'rest_url', 'title', 'description', 'excerpt'],
      ...['slug', 'image', 'all_day', 'start_date', 'start_date_details', 'end_date'],
      ...['end_date_details', 'utc_start_date', 'utc_start_date_details', 'utc_end_date'],
      ...['utc_end_date_details', 'timezone', 'timezone_abbr', 'cost', 'cost_details', 'website'],
      ...['show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured', 'categories'],
      ...['tags', 'venue', 'organizer', 'custom_fields'],
    ]);
  });

  it('returns the stored values with sanitised HTML', async () => {
    const { body } = await single(event);
    expect(body).toMatchObject({
      id: event.public_id,
      author: '0',
      status: 'publish',
      date: '2026-01-02 03:04:05',
      date_utc: '2026-01-02 03:04:05',
      title: 'Concert & more',
      excerpt: '<p>Short <em>text</em></p>',
      start_date: '2027-07-01 20:00:00',
      timezone: 'America/New_York',
      timezone_abbr: 'EDT',
      utc_start_date: '2027-07-02 00:00:00',
      cost: '€6.50 – €8.50',
      cost_details: {
        currency_symbol: '€',
        currency_code: '',
        currency_position: 'prefix',
        values: ['6.50', '8.50'],
      },
      website: 'https://example.org/concert',
      featured: true,
      image: false,
      custom_fields: { dress: { label: 'Dress', value: 'black' } },
      ticketed: ['external'],
      event_status: 'scheduled',
      language: 'en',
    });
    expect(body.description).toContain('<p>First <em>line</em></p>');
    expect(body.description).not.toMatch(/script|javascript/);
  });

  it('lists its languages with their slugs and URLs', async () => {
    const { body } = await single(event, '', 'fr');
    expect(body.title).toBe('Concert');
    expect(body.translations).toEqual({
      en: {
        slug: event.slug,
        url: expect.stringContaining(`/en/calendar/event/${event.slug}`),
      },
      fr: { slug: 'le-concert', url: body.url },
    });
  });

  it('shows its venue as an object in the best language, without empty keys', async () => {
    const { body } = await single(event, '', 'fr');
    expect(body.venue).toMatchObject({
      id: others.hall.public_id,
      venue: 'Mairie',
      language: 'fr',
      geo_lat: 45.7,
      show_map: true,
    });
    expect(Object.keys(body.venue)).not.toEqual(expect.arrayContaining(['zip']));
    expect(body.venue).not.toHaveProperty('author');
  });

  it('shows several venues as a list, and none as an empty list', async () => {
    const { hall, annex } = others;
    const two = await buildEvent({ title: 'Two', venue: [annex.public_id, hall.public_id] });
    const names = (await single(two)).body.venue.map(({ venue }: { venue: string }) => venue);
    expect(names).toEqual(['Annex', 'Town hall']);
    expect((await single(await buildEvent())).body.venue).toEqual([]);
  });

  it('shows organizers as a list with their contacts', async () => {
    const [organizer] = (await single(event)).body.organizer;
    expect(organizer).toMatchObject({
      organizer: 'Choir',
      email: 'choir@example.org',
      phone: '12',
    });
  });

  describe('when contacts are not public', () => {
    withSettings({ publicContacts: false });

    it('shows organizers without their contacts', async () => {
      const [silent] = (await single(event)).body.organizer;
      expect(silent.organizer).toBe('Choir');
      expect([silent.email, silent.phone]).toEqual([undefined, undefined]);
    });
  });

  it('shows terms sorted by name, with counts and URLs', async () => {
    const { body } = await single(event, '', 'fr');
    expect(body.categories.map(({ name }: { name: string }) => name)).toEqual(['Jazz', 'Music']);
    expect(body.categories[0]).toMatchObject({
      slug: 'jazz',
      taxonomy: 'tribe_events_cat',
      parent: others.music.public_id,
      count: 1,
      color: '#aabbcc',
      urls: {
        self: `${baseURL}${api(`/categories/${others.jazz.public_id}`, 'fr')}`,
        collection: `${baseURL}${api('/categories', 'fr')}`,
        up: `${baseURL}${api(`/categories/${others.music.public_id}`, 'fr')}`,
      },
    });
    expect(body.categories[1].description).toBe('Loud <b>or</b> not');
    expect(body.tags).toEqual([
      expect.objectContaining({ name: 'free', taxonomy: 'post_tag', parent: 0, meta: [] }),
    ]);
  });

  it('counts only events that everybody may open', async () => {
    const tag = await buildTag({ name: 'counted' });
    const tags = [tag.public_id];
    const open = await buildEvent({ tags, hide_from_listings: true });
    await buildEvent({ title: 'Ouvert' }, { of: open, language: 'fr' });
    await buildEvent({ tags, password: 'secret' });
    await buildEvent({ tags }, { publish: false });
    await buildEvent({ tags, date: '2999-01-01T00:00:00.000Z' });
    await buildEvent({ tags, post_status: 'private' });
    const { body } = await single(open);
    expect(body.tags[0].count).toBe(1);
  });
});

describe('an event requested by slug', () => {
  it('is found in the requested language first, then in the others', async () => {
    const english = await buildEvent({ title: 'One', slug: 'same' });
    const french = await buildEvent({ title: 'Deux', slug: 'same' }, { language: 'fr' });
    const arabic = await buildEvent({ title: 'معرض', slug: 'معرض-الكتاب' }, { language: 'ar' });
    expect((await get(api('/events/by-slug/same'))).body.id).toBe(english.public_id);
    expect((await get(api('/events/by-slug/same', 'fr'))).body.id).toBe(french.public_id);
    expect((await get(api('/events/by-slug/same', 'es'))).body.id).toBe(english.public_id);
    const encoded = encodeURIComponent('معرض-الكتاب');
    expect((await get(api(`/events/by-slug/${encoded}`))).body.id).toBe(arabic.public_id);
    const { body } = await get(api(`/events/by-slug/${encoded}`, 'ar'));
    const { text } = await get(new URL(body.url).pathname);
    expect(text).toContain(`/events/${arabic.public_id}.ics`);
  });

  it('is found in the requested language first, although another is public', async () => {
    const full = bearer(await apiToken('full-access'));
    const draft = await buildEvent({ title: 'Sketch', slug: 'sketch' }, { publish: false });
    const french = await buildEvent({ title: 'Esquisse', slug: 'sketch' }, { language: 'fr' });
    const path = api('/events/by-slug/sketch', 'en');
    expect((await get(path, full)).body.id).toBe(draft.public_id);
    expect((await get(path)).body.id).toBe(french.public_id);
  });

  it('is found in another language while an event in the trash has the slug in this one', async () => {
    const { public_id } = await buildEvent({ title: 'Relic', slug: 'relic' });
    await setTrash(public_id, new Date());
    const french = await buildEvent({ title: 'Relique', slug: 'relic' }, { language: 'fr' });
    expect((await get(api('/events/by-slug/relic'))).body.id).toBe(french.public_id);
  });

  it('is not found by its id', async () => {
    const { public_id } = await buildEvent({ title: 'Numbers' });
    expect(await refused(`/events/by-slug/${public_id}`)).toEqual([404, 'rest-event-not-found']);
  });

  it.each([
    ['public', undefined, 200],
    ['private', 'private', 403],
  ])('is not found by the new slug of an unpublished draft: %s', async (name, state, status) => {
    const event = await buildEvent({ slug: `old-${name}`, post_status: state });
    await documents().update({
      documentId: event.documentId,
      locale: 'en',
      data: { slug: `new-${name}` } as never,
    });
    expect(await refused(`/events/by-slug/new-${name}`)).toEqual([404, 'rest-event-not-found']);
    expect((await get(api(`/events/by-slug/old-${name}`))).status).toBe(status);
  });
});

describe('reading an inaccessible event', () => {
  it.each(['0', '00', '2147483648', '99999999999999999999999999', '2147483647', '1'.repeat(400)])(
    'returns 404 for the id %s',
    async (id) => {
      expect(await refused(`/events/${id}`)).toEqual([404, 'rest-event-not-found']);
    },
  );

  it('returns 403 for draft, private and future events, by id and by slug', async () => {
    const draft = await buildEvent({ title: 'Draft', slug: 'a-draft' }, { publish: false });
    const hidden = await buildEvent({
      title: 'Private',
      slug: 'a-private',
      post_status: 'private',
    });
    const future = await buildEvent({ slug: 'a-future', date: '2999-01-01T00:00:00.000Z' });
    for (const { public_id, slug } of [draft, hidden, future]) {
      expect(await refused(`/events/${public_id}`)).toEqual([403, 'event-not-accessible']);
      expect(await refused(`/events/by-slug/${slug}`)).toEqual([403, 'event-not-accessible']);
    }
  });

  it('returns 403 for an event in the trash', async () => {
    const event = await buildEvent({ title: 'Gone' });
    const trashed_at = new Date().toISOString();
    await strapi.db
      .query(EVENT)
      .updateMany({ where: { documentId: event.documentId }, data: { trashed_at } });
    await listAnew();
    expect(await refused(`/events/${event.public_id}`)).toEqual([403, 'event-no-longer-available']);
    expect(await refused(`/events/by-slug/${event.slug}`)).toEqual([
      403,
      'event-no-longer-available',
    ]);
  });

  it('returns 404 before the parameters are validated', async () => {
    expect(await refused('/events/999999?i18n_language=de')).toEqual([404, 'rest-event-not-found']);
  });
});

describe('an event protected by a password', () => {
  const secret = 'открой 🎉';
  let event: Stored;

  beforeAll(async () => {
    const venue = await buildVenue({ venue: 'Secret place' });
    event = await buildEvent({
      title: 'Members only',
      description: 'classified',
      cost: '12',
      password: secret,
      website: 'https://example.org/secret',
      venue: [venue.public_id],
      featured: true,
    });
  });

  it.each(['', '?password=', '?password=wrong', '?password[]=x', '?password[a]=x'])(
    'stays closed with the query %j',
    async (query) => {
      const { status, body } = await single(event, query);
      expect([status, body.code]).toEqual([403, 'event-password-protected']);
    },
  );

  it('opens with its password, which the response does not contain', async () => {
    const { status, body, text } = await single(event, `?password=${encodeURIComponent(secret)}`);
    expect([status, body.description]).toEqual([200, '<p>classified</p>']);
    expect(text).not.toContain(secret);
    expect(body).not.toHaveProperty('password');
  });

  it('never has its password logged', async () => {
    const logged: string[] = [];
    const note = ({ message }: { message: string }) => logged.push(message);
    strapi.log.on('data', note);
    const path = `/events/${event.public_id}`;
    await get(api(`${path}?password=hunter2&i18n_language=en`));
    await get(api(`${path}?i18n_language=de&password[]=hunter2`));
    await get(api(`${path}?x=%FF&p%61ssword=hunter2`));
    await get(api(`/nothing?password=hunter2`));
    await get(`/${api(path)}?password=hunter2`);
    await get(`/calendar/${api(path).slice('/calendar'.length)}?password=hunter2`);
    await get(`${api(path).replace('calendar', 'Calendar')}?x=1&password=hunter2`);
    strapi.log.off('data', note);
    expect(logged.join('\n')).toContain(`${path}?i18n_language=en`);
    expect(logged.join('\n')).not.toContain('hunter2');
  });
});
