import { apiToken, bearer } from '../support/callers';
import { api, get, send } from '../support/http';
import { LINKED_POSTS } from '../support/linked-posts';
import { listAnew } from '../support/listed';
import {
  buildEvent,
  buildOrganizer,
  buildVenue,
  type Making,
  referTo,
  type Stored,
} from '../support/records';

type Build = (data: Record<string, unknown>, making?: Making) => Promise<Stored>;

const FUTURE = '2999-01-01T00:00:00.000Z';

/** Creates one record of each hidden kind, all with SECRET in their names. */
async function hiddenRecords(build: Build, name: string, uid: 'event' | 'venue' | 'organizer') {
  const trashed = await build({ [name]: 'SECRET trashed' });
  await strapi.db.query(`plugin::calendar.${uid}`).updateMany({
    where: { documentId: trashed.documentId },
    data: { trashed_at: new Date().toISOString() },
  });
  await listAnew();
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
  open = await buildEvent({ title: 'Open', post_parent: parent });
  await referTo(open, { venue, organizer });
  await buildEvent({ title: 'SECRET French' }, { of: open, language: 'fr', publish: false });
  await strapi.documents('plugin::calendar.event').update({
    documentId: open.documentId,
    locale: 'en',
    data: { title: 'SECRET unfinished' } as never,
  });
});

it.each([undefined, 'ar', 'en', 'fr', 'es'])(
  'shows nothing unpublished in lists and records in language %s',
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

it('omits hidden references, a hidden parent and an unpublished language', async () => {
  const { body } = await get(api(`/events/${open.public_id}`));
  expect(body).toMatchObject({ venue: [], organizer: [], post_parent: 0 });
  expect(Object.keys(body.translations)).toEqual(['en']);
});

it('never includes the password, search text or internal ids', async () => {
  const { body, text } = await get(api(`/events/${open.public_id}`));
  for (const key of ['password', 'search_text', 'documentId', 'trashed_at', 'post_status']) {
    expect(body).not.toHaveProperty(key);
  }
  expect(text).not.toContain(open.documentId);
});

describe.each([
  ['events', { build: buildEvent, name: 'title' }],
  ...LINKED_POSTS.map(([path, { type, build }]) => [path, { build, name: type }] as const),
] as const)(
  'the slug of a language of %s that the public may not read',
  (path, { build, name }) => {
    const HIDDEN = [
      ['a draft', {}, false],
      ['private', { post_status: 'private' }, true],
      ['still to come', { date: FUTURE }, true],
    ] as const;

    /** A record published in English, whose French row, with the slug, is visible to some callers only. */
    async function halfHidden(slug: string, data: Record<string, unknown>, publish: boolean) {
      const record = await build({ [name]: 'Known' });
      await build({ [name]: 'SECRET', slug }, { of: record, language: 'fr', publish: false });
      // Written to one row only, as languages share the publication date.
      const where = { documentId: record.documentId, locale: 'fr' };
      const uid = `plugin::calendar.${path.slice(0, -1)}`;
      if (!publish) return record;
      await strapi.documents(uid as never).publish(where);
      await strapi.db.query(uid).updateMany({ where, data });
      await listAnew();
      return record;
    }

    it.each(HIDDEN)(
      'is answered like an unknown slug when that language is %s',
      async (what, data, publish) => {
        const slug = `annulation-${what.replaceAll(' ', '-')}`;
        const record = await halfHidden(slug, data, publish);
        const writer = bearer(await apiToken('custom', [`${path.slice(0, -1)}.update`]));
        const unknown = await get(api(`/${path}/by-slug/nowhere`));
        for (const language of [undefined, 'fr', 'en']) {
          const answer = await get(api(`/${path}/by-slug/${slug}`, language));
          expect([answer.status, answer.body.code]).toEqual([404, unknown.body.code]);
        }
        const written = await send('PATCH', api(`/${path}/by-slug/${slug}`), {}, writer);
        expect([written.status, written.body.code]).toEqual([404, unknown.body.code]);
        const editor = bearer(await apiToken('full-access'));
        const { body } = await get(api(`/${path}/by-slug/${slug}`, 'fr'), editor);
        expect(body).toMatchObject({ id: record.public_id, slug });
      },
    );

    it('is answered with 403 when no language of the record is public', async () => {
      const { slug } = await build({ [name]: 'Wholly hidden' }, { publish: false });
      expect((await get(api(`/${path}/by-slug/${slug}`))).status).toBe(403);
    });
  },
);
