import { api, get } from '../support/http';
import {
  buildEvent,
  buildOrganizer,
  buildVenue,
  type Making,
  type Stored,
} from '../support/records';

type Build = (data: Record<string, unknown>, making?: Making) => Promise<Stored>;

const FUTURE = '2999-01-01T00:00:00.000Z';

/** A record of each kind that nobody may see, every one called SECRET something. */
async function hiddenRecords(build: Build, name: string, uid: 'event' | 'venue' | 'organizer') {
  const trashed = await build({ [name]: 'SECRET trashed' });
  await strapi.db.query(`plugin::calendar.${uid}`).updateMany({
    where: { documentId: trashed.documentId },
    data: { trashed_at: new Date().toISOString() },
  });
  return [
    await build({ [name]: 'SECRET draft' }, { publish: false }),
    await build({ [name]: 'SECRET pending', post_status: 'pending' }, { publish: false }),
    await build({ [name]: 'SECRET private', post_status: 'private' }),
    await build({ [name]: 'SECRET future', date: FUTURE }),
    trashed,
  ].map(({ public_id }) => public_id);
}

let open: Stored;
beforeAll(async () => {
  const venue = await hiddenRecords(buildVenue, 'venue', 'venue');
  const organizer = await hiddenRecords(buildOrganizer, 'organizer', 'organizer');
  const [parent] = await hiddenRecords(buildEvent, 'title', 'event');
  await buildEvent({ title: 'SECRET hidden', hide_from_listings: true });
  open = await buildEvent({ title: 'Open', venue, organizer, post_parent: parent });
  await buildEvent({ title: 'SECRET French' }, { of: open, language: 'fr', publish: false });
  await strapi.documents('plugin::calendar.event').update({
    documentId: open.documentId,
    locale: 'en',
    data: { title: 'SECRET unfinished' } as never,
  });
});

it.each([undefined, 'ar', 'en', 'fr', 'es'])(
  'shows nothing that is not published, at the address of %s',
  async (language) => {
    const list = await get(
      api('/events?per_page=50&start_date=1900-01-01&end_date=2999-01-01', language),
    );
    const single = await get(api(`/events/${open.public_id}`, language));
    expect(list.body.events.map(({ title }: { title: string }) => title)).toEqual(['Open']);
    expect(list.body).toMatchObject({ total: 1, total_pages: 1 });
    expect(`${list.text} ${single.text}`).not.toContain('SECRET');
  },
);

it('knows neither hidden references, nor a hidden parent, nor an unpublished language', async () => {
  const { body } = await get(api(`/events/${open.public_id}`));
  expect(body).toMatchObject({ venue: [], organizer: [], post_parent: 0 });
  expect(Object.keys(body.translations)).toEqual(['en']);
});

it('never shows a password, search text or internal ids', async () => {
  const { body, text } = await get(api(`/events/${open.public_id}`));
  for (const key of ['password', 'search_text', 'documentId', 'trashed_at', 'post_status']) {
    expect(body).not.toHaveProperty(key);
  }
  expect(text).not.toContain(open.documentId);
});
