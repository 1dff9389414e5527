import { uidOf } from '../../src/plugins/calendar/server/src/settings/record-types';
import { admin } from '../support/admin';
import { adminWith } from '../support/admin-roles';
import { apiToken, bearer, member } from '../support/callers';
import { allDoors, doors, type Saved, someTimes } from '../support/doors';
import { inFull, split } from '../support/extent';
import { api, get, send } from '../support/http';
import { onPostgres } from '../support/in-turn';
import { buildEvent, buildOrganizer, buildVenue, type Stored } from '../support/records';
import { rowsOf } from '../support/rows';

const draft = { publish: false };
const AHEAD = '2100-01-01T00:00:00.000Z';
const CONTENT = '/content-manager/collection-types/plugin::calendar';

const [, code] = doors.at(-1)!;

const statusOf = async (type: 'venue' | 'organizer', { public_id }: Stored | Saved) => {
  const { status } = await get(api(`/${type}s/${public_id}`));
  return status === 200 ? 'open' : 'hidden';
};

const newEvent = (data: object) => code.create('event', { title: 'Fair', ...someTimes, ...data });

describe.each(split(allDoors))('publishing an event through %s', (_, door) => {
  it('also publishes its draft and pending venues and organizers', async () => {
    const venue = await buildVenue({}, draft);
    const organizer = await buildOrganizer({ post_status: 'pending' }, draft);
    const event = await newEvent({ venue: [venue.public_id], organizer: [organizer.public_id] });
    await door.publish('event', event.documentId);
    expect([await statusOf('venue', venue), await statusOf('organizer', organizer)]).toEqual([
      'open',
      'open',
    ]);
    const { body } = await get(api(`/events/${event.public_id}`));
    expect([body.venue.id, body.organizer[0].id]).toEqual([venue.public_id, organizer.public_id]);
    for (const row of await rowsOf('organizer', organizer.documentId)) {
      expect(row.post_status).toBeNull();
    }
  });

  it('publishes scheduled venues and organizers at once, even if the event is scheduled', async () => {
    const venue = await buildVenue({ date: AHEAD });
    const organizer = await buildOrganizer({ date: AHEAD }, draft);
    expect(await statusOf('venue', venue)).toBe('hidden');
    const references = { venue: [venue.public_id], organizer: [organizer.public_id] };
    const event = await newEvent({ ...references, date: AHEAD });
    await door.publish('event', event.documentId);
    expect((await get(api(`/events/${event.public_id}`))).status).toBe(403);
    expect([await statusOf('venue', venue), await statusOf('organizer', organizer)]).toEqual([
      'open',
      'open',
    ]);
  });

  it('does not publish private or trashed venues, nor the draft of a published one', async () => {
    const hidden = await buildVenue({ post_status: 'private' });
    const gone = await buildVenue({}, draft);
    await code.update('venue', gone.documentId, { trashed_at: new Date() });
    const open = await buildVenue({ venue: 'Public' });
    await code.update('venue', open.documentId, { venue: 'Unfinished' });
    const venue = [hidden, gone, open].map(({ public_id }) => public_id);
    const event = await newEvent({ venue });
    await door.publish('event', event.documentId);
    expect(await statusOf('venue', hidden)).toBe('hidden');
    expect(await statusOf('venue', gone)).toBe('hidden');
    expect((await get(api(`/venues/${open.public_id}`))).body.venue).toBe('Public');
  });

  it('publishes each venue and organizer in one language: the event’s, or else its best', async () => {
    const both = await buildVenue({ venue: 'Hall' }, draft);
    await buildVenue({ venue: 'Salle' }, { of: both, language: 'fr', publish: false });
    const spanish = await buildOrganizer({ organizer: 'Ana' }, { language: 'es', publish: false });
    const references = { venue: [both.public_id], organizer: [spanish.public_id] };
    const event = await code.create('event', { title: 'Foire', ...someTimes, ...references }, 'fr');
    await door.publish('event', event.documentId, 'fr');
    const published = async (type: 'venue' | 'organizer', { documentId }: Stored) =>
      (await rowsOf(type, documentId)).flatMap((row) => (row.publishedAt ? [row.locale] : []));
    expect(await published('venue', both)).toEqual(['fr']);
    expect(await published('organizer', spanish)).toEqual(['es']);
  });

  it('is rejected with the name of the field when a venue cannot be published', async () => {
    const venue = await buildVenue({}, draft);
    await strapi.db
      .query(uidOf('venue'))
      .updateMany({ where: { documentId: venue.documentId }, data: { venue: null } });
    const event = await newEvent({ venue: [venue.public_id] });
    await expect(door.publish('event', event.documentId)).rejects.toEqual({
      status: 400,
      fields: ['venue'],
    });
    const rows = await rowsOf('event', event.documentId);
    expect(rows.some(({ publishedAt }) => publishedAt)).toBe(false);
  });
});

describe('publishing linked venues and organizers through the interface', () => {
  const times = { start_date: '2030-01-01 10:00', end_date: '2030-01-01 11:00' };
  let full: Record<string, string>;
  beforeAll(async () => {
    full = bearer(await apiToken('full-access'));
  });

  it('happens when an event is created or restored from the trash', async () => {
    const venue = await buildVenue({}, draft);
    const made = await send(
      'POST',
      api('/events'),
      { title: 'New', ...times, venue: venue.public_id },
      full,
    );
    expect([made.status, made.body.venue.id, made.body.venue.status]).toEqual([
      201,
      venue.public_id,
      'publish',
    ]);
    await code.unpublish('venue', venue.documentId);
    await send('DELETE', api(`/events/${made.body.id}`), undefined, full);
    const back = await send('PATCH', api(`/events/${made.body.id}`), { status: 'publish' }, full);
    expect([back.status, back.body.venue.status]).toEqual([200, 'publish']);
  });

  it('happens for newly linked ones only, not for those unpublished before', async () => {
    const [old, added] = [await buildVenue(), await buildVenue({}, draft)];
    const event = await buildEvent({ venue: [old.public_id] });
    await code.unpublish('venue', old.documentId);
    const path = api(`/events/${event.public_id}`);
    expect((await send('PATCH', path, { title: 'Other' }, full)).status).toBe(200);
    expect(await statusOf('venue', old)).toBe('hidden');
    const changed = await send('PATCH', path, { venue: added.public_id }, full);
    expect([changed.status, changed.body.venue.status]).toEqual([200, 'publish']);
    expect(await statusOf('venue', old)).toBe('hidden');
  });

  describe('leaves what was taken offline of a public event hidden', () => {
    it.each([
      ['a language is added', 'fr', { title: 'Foire' }],
      ['a draft of another language is published', 'es', { status: 'publish' }],
      ['it gets the status that it has', 'en', { status: 'future' }],
    ])('when %s', async (_, language, sent) => {
      const venue = await buildVenue();
      const event = await buildEvent({ venue: [venue.public_id] });
      await buildEvent({ title: 'Feria' }, { of: event, language: 'es', publish: false });
      await code.unpublish('venue', venue.documentId);
      const path = api(`/events/${event.public_id}`, language);
      expect((await send('PATCH', path, sent, full)).status).toBe(200);
      expect(await statusOf('venue', venue)).toBe('hidden');
    });

    it('when others are added', async () => {
      const [old, added] = [await buildVenue(), await buildVenue({}, draft)];
      const organizer = await buildOrganizer({}, draft);
      const event = await buildEvent({ venue: [old.public_id] });
      await code.update('venue', old.documentId, { date: AHEAD });
      await code.publish('venue', old.documentId);
      const path = api(`/events/${event.public_id}`);
      for (const body of [
        { organizer: [organizer.public_id] },
        { venue: [old.public_id, added.public_id] },
      ]) {
        expect((await send('PATCH', path, body, full)).status).toBe(200);
      }
      expect(await statusOf('organizer', organizer)).toBe('open');
      expect(await statusOf('venue', added)).toBe('open');
      expect(await statusOf('venue', old)).toBe('hidden');
    });
  });

  it('does not happen for a private event', async () => {
    const venue = await buildVenue({}, draft);
    const body = { title: 'Secret', ...times, venue: venue.public_id, status: 'private' };
    expect((await send('POST', api('/events'), body, full)).status).toBe(201);
    expect(await statusOf('venue', venue)).toBe('hidden');
  });

  it('is limited to those that the caller may publish', async () => {
    const author = await member('author');
    const others = await buildVenue({}, draft);
    const own = await buildOrganizer({ author: author.id }, draft);
    const event = await newEvent({
      author: author.id,
      venue: [others.public_id],
      organizer: [own.public_id],
    });
    const path = api(`/events/${event.public_id}`);
    expect((await send('PATCH', path, { status: 'publish' }, author.headers)).status).toBe(200);
    expect(await statusOf('venue', others)).toBe('hidden');
    expect(await statusOf('organizer', own)).toBe('open');
    const events = ['findOne', 'update', 'publish', 'manageOthers', 'findUnpublished'];
    const rights = [...events.map((right) => `event.${right}`), 'venue.publish'];
    const token = bearer(await apiToken('custom', rights));
    await send('PATCH', path, { status: 'draft' }, full);
    expect((await send('PATCH', path, { status: 'publish' }, token)).status).toBe(200);
    expect(await statusOf('venue', others)).toBe('hidden');
  });

  it('happens when a reviewer publishes a submission with a new venue', async () => {
    const contributor = await member('contributor');
    const sent = { title: 'Sent', ...times, venue: { venue: 'Place' }, status: 'pending' };
    const { body, status } = await send('POST', api('/events'), sent, contributor.headers);
    expect([status, body.status]).toEqual([201, 'pending']);
    expect((await get(api(`/venues/${body.venue.id}`))).status).toBe(403);
    const path = api(`/events/${body.id}`);
    const reviewed = await send(
      'PATCH',
      path,
      { status: 'publish' },
      (await member('editor')).headers,
    );
    expect([reviewed.status, reviewed.body.venue.status]).toEqual([200, 'publish']);
    expect((await get(path)).body.venue.venue).toBe('Place');
  });
});

describe('publishing linked venues and organizers in the admin', () => {
  it('happens once for a venue shared by several events of a bulk action', async () => {
    const venue = await buildVenue({}, draft);
    const events = [];
    for (let count = 0; count < 4; count += 1) {
      events.push(await newEvent({ venue: [venue.public_id] }));
    }
    const documentIds = events.map(({ documentId }) => documentId);
    const { status } = await admin('POST', `${CONTENT}.event/actions/bulkPublish?locale=en`, {
      documentIds,
    });
    expect(status).toBe(200);
    const published = (await rowsOf('venue', venue.documentId)).filter((row) => row.publishedAt);
    expect(published).toHaveLength(1);
  });

  it('is skipped without the editor’s permission for them', async () => {
    const [venue, organizer] = [await buildVenue({}, draft), await buildOrganizer({}, draft)];
    const references = { venue: [venue.public_id], organizer: [organizer.public_id] };
    const { documentId, public_id } = await newEvent(references);
    const editor = await adminWith('event', ['read', 'update', 'publish']);
    const path = `${CONTENT}.event/${documentId}/actions/publish?locale=en`;
    expect((await editor('POST', path, {})).status).toBe(200);
    expect((await get(api(`/events/${public_id}`))).status).toBe(200);
    expect([await statusOf('venue', venue), await statusOf('organizer', organizer)]).toEqual([
      'hidden',
      'hidden',
    ]);
  });

  it('happens when a new event is saved and published in one step', async () => {
    const venue = await buildVenue({}, draft);
    const data = { title: 'New', ...someTimes, venue: [venue.public_id] };
    const { status } = await admin('POST', `${CONTENT}.event/actions/publish?locale=en`, data);
    expect(status).toBe(200);
    expect(await statusOf('venue', venue)).toBe('open');
  });
});

if (onPostgres) {
  inFull(
    'concurrent publications with the same venues and organizers cause no deadlock',
    async () => {
      const full = bearer(await apiToken('full-access'));
      const givenUp: string[] = [];
      const note = ({ code, message }: { code?: string; message: string }) => {
        if (code === '40P01') givenUp.push(message);
      };
      strapi.db.connection.on('query-error', note);
      for (let round = 0; round < 3; round += 1) {
        const venues = [await buildVenue({}, draft), await buildVenue({}, draft)];
        const organizers = [await buildOrganizer({}, draft), await buildOrganizer({}, draft)];
        const ids = (records: Stored[]) => records.map(({ public_id }) => public_id);
        const forth = { venue: ids(venues), organizer: ids(organizers) };
        const back = { venue: ids(venues).reverse(), organizer: ids(organizers).reverse() };
        const events = [await newEvent(forth), await newEvent(back), await newEvent(forth)];
        const [one, two, three] = events;
        const bulk = (chosen: (Saved | undefined)[]) =>
          admin('POST', `${CONTENT}.event/actions/bulkPublish?locale=en`, {
            documentIds: chosen.map((event) => event?.documentId),
          });
        const answers = await Promise.all([
          send(
            'PATCH',
            api(`/events/${one?.public_id}`),
            { status: 'publish', title: `A ${round}` },
            full,
          ),
          send(
            'POST',
            api('/events'),
            { title: `A ${round}`, start_date: '2030-01-01', end_date: '2030-01-01', ...back },
            full,
          ),
          send(
            'POST',
            api('/events'),
            { title: `A ${round}`, start_date: '2030-01-01', end_date: '2030-01-01', ...forth },
            full,
          ),
          admin('POST', `${CONTENT}.event/${two?.documentId}/actions/publish?locale=en`, {
            title: `A ${round}`,
          }),
          admin('POST', `${CONTENT}.event/actions/publish?locale=en`, {
            title: `A ${round}`,
            ...someTimes,
            ...back,
          }),
          bulk([two, three]),
          bulk([three, one]),
          ...venues.map(({ public_id }) =>
            send(
              'PATCH',
              api(`/venues/${public_id}`),
              { city: `B ${round}`, slug: `c ${round}` },
              full,
            ),
          ),
          ...organizers.map(({ public_id }) =>
            send('PATCH', api(`/organizers/${public_id}`), { status: 'publish' }, full),
          ),
        ]);
        expect(answers.filter(({ status }) => status >= 400).map(({ text }) => text)).toEqual([]);
        for (const venue of venues) expect(await statusOf('venue', venue)).toBe('open');
      }
      strapi.db.connection.removeListener('query-error', note);
      expect(givenUp).toEqual([]);
    },
  );
}
