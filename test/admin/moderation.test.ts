import { revisionOf } from '../../src/plugins/calendar/server/src/database/revisions';
import { uidOf } from '../../src/plugins/calendar/server/src/settings/record-types';
import { admin } from '../support/admin';
import { adminIn, adminWith } from '../support/admin-roles';
import { apiToken, bearer, type Member, member } from '../support/callers';
import { api, send } from '../support/http';
import { buildEvent, buildVenue, type Stored } from '../support/records';
import { rowsOf } from '../support/rows';

const PATH = '/calendar/admin/moderation';
const ACTION = 'plugin::calendar.agenda.read';
const UID = uidOf('event');

type Ask = typeof admin;

interface Waiting {
  documentId: string;
  language: string;
  revision: number;
  mayReview: boolean;
  note: string;
  beside: string | null;
  changes: { field: string; kind: string; before: unknown; after: unknown }[];
}

const waiting = async (ask: Ask = admin, query = ''): Promise<Waiting[]> => {
  const { status, body } = await ask('GET', `${PATH}?in=en&${query}`);
  expect([status, body.error]).toEqual([200, undefined]);
  return body.results;
};

/** The entry of an event and language in the moderation queue. */
const entryOf = async ({ documentId }: Pick<Stored, 'documentId'>, ask?: Ask, language = 'en') =>
  (await waiting(ask)).find((one) => one.documentId === documentId && one.language === language);

const review = (way: 'approve' | 'send-back', entry: Waiting, ask: Ask = admin, note?: unknown) => {
  const { documentId, language, revision } = entry;
  return ask('POST', `${PATH}/${documentId}/${way}`, { language, revision, note });
};

const change = ({ documentId }: Stored, data: object, locale = 'en') =>
  strapi.documents(UID).update({ documentId, locale, data: data as never });

const pending = (title: string, values: object = {}) =>
  buildEvent({ title, post_status: 'pending', ...values }, { publish: false });

const statusOf = async ({ public_id }: Stored, language = 'en') =>
  (await send('GET', api(`/events/${public_id}`, language))).status;

/** Creates a pending event through the interface, as a contributor. */
async function submitted(author: Member, title: string) {
  const times = { start_date: '2031-05-01 10:00:00', end_date: '2031-05-01 12:00:00' };
  const { status, body } = await send(
    'POST',
    api('/events'),
    { title, ...times, status: 'publish' },
    author.headers,
  );
  expect([status, body.status]).toEqual([201, 'pending']);
  const [row] = await strapi.db.query(UID).findMany({ where: { public_id: body.id } });
  return row as Stored;
}

const served = async ({ public_id }: Stored, headers: Record<string, string>) =>
  (await send('GET', api(`/events/${public_id}`), undefined, headers)).body;

describe('the review queue (D15.13)', () => {
  it('shows each changed field beside its published value, as text', async () => {
    const { public_id: hall } = await buildVenue({ venue: 'Hall' });
    const { public_id: park } = await buildVenue({ venue: 'Park' });
    const event = await buildEvent({
      title: 'Concert',
      description: '<p>Old <b>words</b></p>',
      venue: [hall],
      password: 'one',
    });
    await change(event, {
      title: 'Concert in the park',
      description: '<p>New <i>words</i></p>',
      venue: [park, hall],
      featured: true,
      event_status: 'postponed',
      password: 'another',
      start_date: '2031-06-01 10:00:00',
      end_date: '2031-06-01 12:00:00',
      post_status: 'pending',
    });
    const entry = await entryOf(event);
    expect(entry).toMatchObject({ title: 'Concert in the park', beside: 'en', mayReview: true });
    const changes = Object.fromEntries(
      (entry as Waiting).changes.map(({ field, kind, before, after }) => [
        field,
        [kind, before, after],
      ]),
    );
    const published = (await rowsOf('event', event.documentId)).find(
      ({ publishedAt }) => publishedAt,
    );
    expect(changes).toEqual({
      title: ['text', 'Concert', 'Concert in the park'],
      start_date: ['wall', published?.start_date, '2031-06-01 10:00:00'],
      end_date: ['wall', published?.end_date, '2031-06-01 12:00:00'],
      description: ['text', 'Old words', 'New words'],
      venue: ['names', ['Hall'], ['Park', 'Hall']],
      featured: ['flag', false, true],
      event_status: ['choice', 'scheduled', 'postponed'],
      password: ['secret', null, null],
    });
    expect(JSON.stringify(entry)).not.toMatch(/another|"one"/);
  });

  it('shows changes that plain text, names or a cut text alone would hide', async () => {
    const { public_id: hall } = await buildVenue({ venue: 'Hall' });
    const { public_id: other } = await buildVenue({ venue: 'Hall' });
    const long = 'a'.repeat(30_000);
    const event = await buildEvent({
      ...{ title: 'Hidden', description: '<p>Map:</p>', excerpt: '<p>Open</p>' },
      ...{ venue: [hall], custom_fields: { long } },
    });
    await change(event, {
      description:
        '<p>Map: <a href="https://b.example/"><img src="https://a.example/m.png" alt="here" /></a></p>',
      excerpt: '<p><del>Open</del></p>',
      venue: [other],
      custom_fields: { long: `${long} and more` },
      post_status: 'pending',
    });
    const changes = (await entryOf(event))?.changes ?? [];
    const told = Object.fromEntries(changes.map(({ field, ...rest }) => [field, rest]));
    expect(told).toMatchObject({
      description: {
        before: 'Map:',
        after: 'Map: here (https://a.example/m.png) (https://b.example/)',
      },
      excerpt: { before: '<p>Open</p>', after: '<p><del>Open</del></p>' },
      venue: { before: [`Hall #${hall}`], after: [`Hall #${other}`] },
      custom_fields: {
        before: expect.stringMatching(/^…a+"}$/),
        after: expect.stringMatching(/^…a+ and more"}$/),
      },
    });
  });

  it('shows dates without times for all-day events', async () => {
    const days = { start_date: '2031-06-01 00:00:00', end_date: '2031-06-02 23:59:59' };
    const event = await buildEvent({ title: 'Fair', ...days, all_day: true });
    await change(event, { end_date: '2031-06-03 23:59:59', post_status: 'pending' });
    const told = (await entryOf(event))?.changes;
    expect(told).toEqual([
      { field: 'end_date', kind: 'wall', before: '2031-06-02', after: '2031-06-03' },
    ]);
    const evening = { start_date: '2031-06-01 18:00:00', end_date: '2031-06-01 20:00:00' };
    await change(event, { ...evening, all_day: false });
    expect((await entryOf(event))?.changes).toContainEqual({
      ...{ field: 'end_date', kind: 'wall' },
      ...{ before: '2031-06-02', after: '2031-06-01 20:00:00' },
    });
  });

  it('shows every field of a new event, and the texts of a new language', async () => {
    const fresh = await pending('Fresh');
    expect(await entryOf(fresh)).toMatchObject({
      beside: null,
      changes: expect.arrayContaining([
        { field: 'title', kind: 'text', before: null, after: 'Fresh' },
      ]),
    });
    const shown = await buildEvent({ title: 'Shown' });
    await change(shown, { title: 'Montré', post_status: 'pending' }, 'fr');
    const entry = await entryOf(shown, admin, 'fr');
    expect(entry?.beside).toBe('en');
    expect(entry?.changes).toEqual([
      { field: 'title', kind: 'text', before: null, after: 'Montré' },
      { field: 'slug', kind: 'text', before: null, after: 'montre' },
    ]);
  });

  it('lists the longest waiting first, without drafts, trash and published events', async () => {
    const first = await pending('First');
    const second = await pending('Second');
    await buildEvent({ title: 'Only a draft' }, { publish: false });
    const thrown = await pending('Thrown away');
    await change(thrown, { trashed_at: new Date().toISOString() });
    const native = await pending('Published by the form');
    const path = `/content-manager/collection-types/${UID}/${native.documentId}/actions/publish`;
    expect((await admin('POST', `${path}?locale=en`, {})).status).toBe(200);
    const ids = (await waiting()).map(({ documentId }) => documentId);
    expect(ids.indexOf(first.documentId)).toBeLessThan(ids.indexOf(second.documentId));
    for (const gone of [thrown, native]) expect(ids).not.toContain(gone.documentId);
  });

  it('requires access to the agenda, and shows only what the viewer may read', async () => {
    const event = await pending('For some');
    expect((await send('GET', PATH)).status).toBe(401);
    const without = await adminWith('event', ['read']);
    expect((await without('GET', PATH)).status).toBe(403);
    const french = await adminWith('event', ['read'], { actions: [ACTION], locales: ['fr'] });
    expect(await waiting(french)).not.toContainEqual(expect.objectContaining({ language: 'en' }));
    const own = await adminWith('event', ['read'], { actions: [ACTION], own: ['read'] });
    expect(await waiting(own)).toEqual([]);
    const titles = await adminWith('event', ['read', 'publish'], {
      actions: [ACTION],
      fields: ['title'],
    });
    const entry = await entryOf(event, titles);
    expect(entry?.changes.map(({ field }) => field)).toEqual(['title']);
    const slugs = await adminWith('event', ['read'], { actions: [ACTION], fields: ['slug'] });
    expect(JSON.stringify(await entryOf(event, slugs))).not.toContain('For some');
    expect((await entryOf(event, await adminIn('strapi-author')))?.mayReview).toBe(false);
  });
});

describe('reviewing a pending event (D15.13)', () => {
  it('publishes an approved event with its venue, but no other language', async () => {
    const venue = await buildVenue({ venue: 'New hall' }, { publish: false });
    const event = await pending('Approved', { venue: [venue.public_id] });
    await change(event, { title: 'Unfinished' }, 'fr');
    const entry = (await entryOf(event)) as Waiting;
    expect((await review('approve', entry)).status).toBe(200);
    expect(await statusOf(event)).toBe(200);
    const { body } = await send('GET', api(`/events/${event.public_id}`));
    expect(body.venue.venue).toBe('New hall');
    expect(Object.keys(body.translations)).toEqual(['en']);
    expect(await entryOf(event)).toBeUndefined();
  });

  it('sends an event back with a note that only the author can read', async () => {
    const author = await member('contributor');
    const event = await submitted(author, 'Sent back');
    const entry = (await entryOf(event)) as Waiting;
    expect((await review('send-back', entry, admin, 'Where is it?')).status).toBe(200);
    expect(await entryOf(event)).toBeUndefined();
    expect(await served(event, author.headers)).toMatchObject({
      status: 'draft',
      review_note: 'Where is it?',
    });
    const full = bearer(await apiToken('full-access'));
    const editor = await member('editor');
    for (const headers of [full, editor.headers]) {
      const told = await served(event, headers);
      expect([told.title, 'review_note' in told]).toEqual(['Sent back', false]);
    }
    const path = api('/events?status=draft&starts_after=2000-01-01');
    const list = await send('GET', path, undefined, full);
    expect(list.body.events.map(({ title }: { title: string }) => title)).toContain('Sent back');
    expect(JSON.stringify(list.body)).not.toContain('review_note');
  });

  it('keeps the note and the draft when the published version is changed', async () => {
    const event = await buildEvent({ title: 'Public', cost: '1' });
    await change(event, { title: 'Unfinished', post_status: 'pending' });
    await review('send-back', (await entryOf(event)) as Waiting, admin, 'Too long.');
    const full = bearer(await apiToken('full-access'));
    const { status } = await send('PATCH', api(`/events/${event.public_id}`), { cost: '2' }, full);
    expect(status).toBe(200);
    const rows = await rowsOf('event', event.documentId);
    expect(rows.map(({ title, cost, review_note }) => [title, cost, review_note]).sort()).toEqual([
      ['Public', '2', null],
      ['Unfinished', '2', 'Too long.'],
    ]);
  });

  it('keeps the note through every save until the event is published', async () => {
    const author = await member('contributor');
    const event = await submitted(author, 'Again');
    await review('send-back', (await entryOf(event)) as Waiting, admin, 'Too short.');
    const patch = { title: 'Again, longer', review_note: 'mine', status: 'pending' };
    const path = api(`/events/${event.public_id}`);
    const { status, body } = await send('PATCH', path, patch, author.headers);
    expect([status, body.status]).toEqual([200, 'pending']);
    expect((await served(event, author.headers)).review_note).toBe('Too short.');
    await change(event, { title: 'Again, by code', review_note: 'mine', post_status: 'pending' });
    const entry = (await entryOf(event)) as Waiting;
    expect(entry.note).toBe('Too short.');
    expect((await review('approve', entry)).status).toBe(200);
    for (const row of await rowsOf('event', event.documentId)) {
      expect([row.review_note, row.post_status]).toEqual([null, null]);
    }
    expect(await served(event, author.headers)).not.toHaveProperty('review_note');
  });

  it('shows the note in the form, and does not copy it with the event', async () => {
    const event = await pending('Copied');
    await review('send-back', (await entryOf(event)) as Waiting, admin, 'Not yet.');
    const form = `/content-manager/collection-types/${UID}/${event.documentId}?locale=en`;
    const { body } = await admin('GET', form);
    expect(body.data.review_note).toBe('Not yet.');
    const copy = await strapi.documents(UID).clone({ documentId: event.documentId });
    expect(copy?.entries.map(({ review_note }) => review_note)).toEqual([null]);
  });

  it.each(['approve', 'send-back'] as const)(
    'returns 409 to %s if the event was changed or reviewed meanwhile',
    async (way) => {
      const event = await pending('Seen before');
      const entry = (await entryOf(event)) as Waiting;
      await change(event, { title: 'Changed behind the back' });
      expect((await review(way, entry, admin, 'Note')).status).toBe(409);
      const [draft] = await rowsOf('event', event.documentId);
      expect(draft).toMatchObject({ post_status: 'pending', review_note: null });
      const again = (await entryOf(event)) as Waiting;
      expect((await review(way, again, admin, 'Note')).status).toBe(200);
      expect((await review(way, again, admin, 'Note')).status).toBe(409);
    },
  );

  it.each(['approve', 'send-back'] as const)(
    'returns 409 to %s an event that is no longer pending, or is in the trash',
    async (way) => {
      for (const data of [{ post_status: null }, { trashed_at: new Date().toISOString() }]) {
        const event = await pending('Elsewhere');
        const entry = (await entryOf(event)) as Waiting;
        await change(event, data);
        const revision = await revisionOf('event', event.public_id);
        const { status } = await review(way, { ...entry, revision }, admin, 'Note');
        expect([data, status]).toEqual([data, 409]);
        const rows = await rowsOf('event', event.documentId);
        expect(rows).toMatchObject([{ publishedAt: null, review_note: null }]);
      }
    },
  );

  it('approves an event once for two concurrent requests', async () => {
    const event = await pending('Twice');
    const entry = (await entryOf(event)) as Waiting;
    const answers = await Promise.all([review('approve', entry), review('approve', entry)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('requires permission to publish the event in its language', async () => {
    const event = await pending('Not theirs');
    const entry = (await entryOf(event)) as Waiting;
    const reader = await adminWith('event', ['read', 'update'], { actions: [ACTION] });
    const french = await adminWith('event', ['read', 'publish'], {
      actions: [ACTION],
      locales: ['fr'],
    });
    for (const way of ['approve', 'send-back'] as const) {
      expect((await review(way, entry, reader, 'Note')).status).toBe(403);
      expect((await review(way, entry, french, 'Note')).status).toBe(404);
      expect((await review(way, { ...entry, documentId: 'none' }, admin, 'Note')).status).toBe(404);
    }
    expect(await statusOf(event)).toBe(403);
    const publisher = await adminWith('event', ['read', 'publish'], { actions: [ACTION] });
    expect((await review('approve', entry, publisher)).status).toBe(200);
  });

  it.each([
    [{ note: '' }, 'note must not be empty'],
    [{ note: '   ' }, 'note must not be empty'],
    [{ note: 'x'.repeat(2001) }, 'note must not be longer'],
    [{ note: 'a\u0000b' }, 'note must not contain NUL'],
    [{ note: 7 }, 'note must be text'],
    [{ language: 'de' }, 'language must be one of'],
    [{ revision: 'x' }, 'revision must be'],
  ])('rejects %j', async (sent, message) => {
    const event = await pending('Refused');
    const { documentId, language, revision } = (await entryOf(event)) as Waiting;
    const whole = { language, revision, note: 'Note', ...sent };
    const { status, body } = await admin('POST', `${PATH}/${documentId}/send-back`, whole);
    expect([status, body.error?.message]).toEqual([400, expect.stringContaining(message)]);
  });

  it.each(['page=0', 'page=x', 'in=de'])('rejects a list with %s', async (query) => {
    expect((await admin('GET', `${PATH}?${query}`)).status).toBe(400);
  });
});
