import type { Outcome } from '../../src/plugins/calendar/server/src/records/locked-event';
import { LANGUAGES } from '../../src/plugins/calendar/server/src/settings/languages';
import { uidOf } from '../../src/plugins/calendar/server/src/settings/record-types';
import { admin } from '../support/admin';
import { adminIn, adminWith } from '../support/admin-roles';
import { doors } from '../support/doors';
import { emptyCalendar } from '../support/empty';
import { inFull, isExhaustive } from '../support/extent';
import { whileTitleFails } from '../support/failing-commit';
import { onPostgres } from '../support/in-turn';
import { withoutLog } from '../support/quiet';
import {
  buildCategory,
  buildEvent,
  buildOrganizer,
  buildTag,
  buildVenue,
  referTo,
  type Stored,
} from '../support/records';
import { rowsOf } from '../support/rows';

const [, code] = doors.at(-1)!;
const AGENDA = 'plugin::calendar.agenda.read';
const ROUTE = '/calendar/admin/bulk';

type Ask = typeof admin;
type Asked = Record<string, unknown>;
type Answered = Outcome & { undo: Asked };

async function ask(asked: Asked, by: Ask = admin): Promise<Answered[]> {
  const { status, body } = await by('POST', ROUTE, asked);
  expect([status, body.error]).toEqual([200, undefined]);
  return body.records;
}

/** Applies an action to an event after a preview, which must not change anything. */
async function act({ public_id: id, documentId }: Stored, asked: Asked, by: Ask = admin) {
  const before = await content(documentId);
  const [seen] = await ask({ ...asked, records: [{ id }], preview: true }, by);
  expect(await content(documentId)).toEqual(before);
  const records = [{ id, revision: seen?.revision }];
  const [done] = await ask({ ...asked, records }, by);
  expect(done?.changes).toEqual(seen?.changes);
  expect(done?.refused).toEqual(seen?.refused);
  return done as Answered;
}

const undo = async ({ public_id: id }: Stored, done: Answered, by: Ask = admin) =>
  (await ask({ action: 'undo', records: [{ id, undo: done.undo }] }, by))[0] as Answered;

/** Columns written by the database or on every save. */
const UNSAID = ['id', 'updatedAt', 'createdAt', 'documentId', 'image'];

/** The content of an event in each language and version. */
async function content(documentId: string) {
  const rows = await rowsOf('event', documentId);
  return Object.fromEntries(
    rows.map(({ locale, publishedAt, trashed_at, ...row }) => [
      `${locale} ${publishedAt ? 'public' : 'draft'}`,
      {
        ...Object.fromEntries(
          Object.entries(row)
            .filter(([name]) => !UNSAID.includes(name))
            .map(([name, value]) => [name, Array.isArray(value) && !value.length ? null : value]),
        ),
        trashed: Boolean(trashed_at),
      },
    ]),
  );
}

const row = async ({ documentId }: Stored, locale = 'en', published = true) =>
  (await rowsOf('event', documentId)).find(
    (each) => each.locale === locale && Boolean(each.publishedAt) === published,
  ) as Record<string, unknown>;

const replace = (ids: number[]) => ({ how: 'replace', ids });

describe('when one of several records fails', () => {
  withoutLog();

  it('keeps earlier changes with their undo, and leaves the rest unchanged', async () => {
    const made: Stored[] = [];
    for (const title of ['First', 'Breaks', 'Last']) made.push(await buildEvent({ title }));
    const asked = (events: Stored[]) => ({
      ...{ action: 'set', fields: { cost: '12' }, preview: false },
      records: events.map(({ public_id: id }) => ({ id })),
    });
    const cost = async (event?: Stored) => (await row(event as Stored)).cost;
    const [first, second, third] = await whileTitleFails('Breaks', () => ask(asked(made)));
    expect([first?.refused, second?.refused, third?.refused]).toEqual([
      undefined,
      { why: 'failed' },
      { why: 'failed' },
    ]);
    expect(await Promise.all(made.map(cost))).toEqual(['12', null, null]);
    expect((await undo(made[0] as Stored, first as Answered)).refused).toBeUndefined();
    expect(await cost(made[0])).toBeNull();
    const { status } = await whileTitleFails('Breaks', () =>
      admin('POST', ROUTE, asked(made.slice(1))),
    );
    expect(status).toBe(500);
  });

  (onPostgres ? it : it.skip)(
    'returns 503 if the database fails while Strapi looks up a relation',
    async () => {
      const { public_id: id, documentId } = await buildEvent();
      const { connection } = strapi.db;
      const breakOne = ({ sql, bindings }: { sql: string; bindings: unknown[] }) => {
        // An excess parameter, which PostgreSQL rejects with 08P01, a code of broken connections.
        if (/^select count.*"admin_users"/.test(sql)) bindings.push('one too many');
      };
      connection.on('query', breakOne);
      const set = { action: 'set', fields: { cost: '12' }, records: [{ id }] };
      const { status } = await admin('POST', ROUTE, set).finally(() =>
        connection.off('query', breakOne),
      );
      expect(status).toBe(503);
      expect((await row({ public_id: id, documentId } as Stored)).cost).toBeNull();
    },
  );
});

describe('setting fields of several events (D15.8)', () => {
  it('previews, applies and undoes a change of venue', async () => {
    const [wrong, right] = [
      await buildVenue({ venue: 'Wrong' }),
      await buildVenue({ venue: 'Right' }),
    ];
    const events: Stored[] = [];
    for (let count = 0; count < 6; count += 1)
      events.push(await buildEvent({ venue: [wrong.public_id] }));
    const records = events.map(({ public_id: id }) => ({ id }));
    const asked = { action: 'set', fields: { venue: replace([right.public_id]) } };
    const { body } = await admin('POST', ROUTE, { ...asked, records, preview: true });
    expect(body.names.venue).toEqual({ [wrong.public_id]: 'Wrong', [right.public_id]: 'Right' });
    expect(body.records.map(({ changes }: Outcome) => changes)).toEqual(
      events.map(() => [{ field: 'venue', from: [wrong.public_id], to: [right.public_id] }]),
    );
    expect((await row(events[0]!)).venue).toEqual([wrong.public_id]);
    const done = await ask({ ...asked, records });
    for (const event of events) expect((await row(event)).venue).toEqual([right.public_id]);
    const back = done.map(({ id, undo }) => ({ id, undo }));
    await ask({ action: 'undo', records: back });
    for (const event of events) expect((await row(event)).venue).toEqual([wrong.public_id]);
  });

  inFull('restores on undo a draft that already had the new value', async () => {
    const [old, next] = [await buildVenue(), await buildVenue()];
    const event = await buildEvent({ venue: [old.public_id] });
    await code.update('event', event.documentId, { venue: [next.public_id] }, 'en');
    const before = await content(event.documentId);
    const fields = { venue: replace([next.public_id]) };
    await undo(event, await act(event, { action: 'set', fields }));
    expect(await content(event.documentId)).toEqual(before);
  });

  it('adds, removes and replaces references, and sets plain values', async () => {
    const ids = await Promise.all([buildTag({ name: 'a' }), buildTag({ name: 'b' })]);
    const [a = 0, b = 0] = ids.map(({ public_id }) => public_id);
    const event = await buildEvent({ tags: [a] });
    const tags = async (how: string, given: number[]) => {
      await act(event, { action: 'set', fields: { tags: { how, ids: given } } });
      return (await row(event)).tags;
    };
    expect(await tags('add', [b, a])).toEqual([a, b]);
    expect(await tags('remove', [a])).toEqual([b]);
    expect(await tags('replace', [])).toEqual([]);
    const fields = {
      cost: '12',
      event_status: 'canceled',
      organizer: replace([(await buildOrganizer()).public_id]),
    };
    await act(event, { action: 'set', fields });
    expect(await row(event)).toMatchObject({ ...fields, organizer: fields.organizer.ids });
  });

  inFull('undoes an earlier change with the revision that the last undo returned', async () => {
    const event = await buildEvent({ cost: '1' });
    const before = await content(event.documentId);
    const first = await act(event, { action: 'set', fields: { cost: '2' } });
    const second = await act(event, { action: 'set', fields: { cost: '3' } });
    const { revision } = await undo(event, second);
    const older = { ...first, undo: { ...first.undo, revision: Number(revision) } };
    expect((await undo(event, older)).refused).toBeUndefined();
    expect(await content(event.documentId)).toEqual(before);
  });

  inFull('undoes the removal of more references than one request may set', async () => {
    const venues: number[] = [];
    for (let count = 0; count < 120; count += 1) venues.push(2_000_000 + count);
    const event = await buildEvent();
    await referTo(event, { venue: venues });
    const done = await act(event, { action: 'set', fields: { venue: replace([]) } });
    expect((await undo(event, done)).refused).toBeUndefined();
    expect((await row(event)).venue).toEqual(venues);
  });

  it('changes nothing if the value is already set', async () => {
    const event = await buildEvent({ cost: '3' });
    const done = await act(event, { action: 'set', fields: { cost: '3' } });
    expect([done.changes, done.undo]).toEqual([[], undefined]);
  });

  it('reports a venue published along, and keeps it published on undo', async () => {
    const venue = await buildVenue({ venue: 'New' }, { publish: false });
    const event = await buildEvent();
    const { public_id: id } = venue;
    const done = await act(event, { action: 'set', fields: { venue: replace([id]) } });
    expect(done.along).toEqual([{ type: 'venue', id }]);
    await undo(event, done);
    const rows = await rowsOf('venue', venue.documentId);
    expect(rows.filter(({ publishedAt }) => publishedAt)).toHaveLength(1);
  });
});

describe('shifting events by days', () => {
  it('keeps the wall time except for a skipped hour, which undo restores', async () => {
    const night = { start_date: '2027-03-07 02:30:00', end_date: '2027-03-07 05:00:00' };
    const event = await buildEvent({ ...night, timezone: 'America/New_York' });
    const before = await content(event.documentId);
    const done = await act(event, { action: 'shift', days: 7 });
    expect(done.changes).toEqual([
      { field: 'start_date', from: night.start_date, to: '2027-03-14 03:30:00' },
      { field: 'end_date', from: night.end_date, to: '2027-03-14 05:00:00' },
    ]);
    expect(new Date((await row(event)).utc_end_date as string)).toEqual(
      new Date('2027-03-14T09:00:00Z'),
    );
    await undo(event, done);
    expect(await content(event.documentId)).toEqual(before);
  });

  inFull('reports dates without times for all-day events', async () => {
    const days = {
      start_date: '2027-03-14 00:00:00',
      end_date: '2027-03-15 00:00:00',
      all_day: true,
    };
    const event = await buildEvent(days);
    const done = await act(event, { action: 'shift', days: 1 });
    expect(done.changes).toEqual([
      { field: 'start_date', from: '2027-03-14', to: '2027-03-15' },
      { field: 'end_date', from: '2027-03-15', to: '2027-03-16' },
    ]);
    expect((await act(event, { action: 'copy' })).changes).toMatchObject([{ to: '2027-03-15' }]);
  });

  inFull('shifts different dates of draft and published version by the same days', async () => {
    const event = await buildEvent({
      start_date: '2027-05-01 18:00:00',
      end_date: '2027-05-01 20:00:00',
    });
    await code.update('event', event.documentId, {
      start_date: '2027-05-02 18:00:00',
      end_date: '2027-05-02 21:00:00',
    });
    const before = await content(event.documentId);
    const done = await act(event, { action: 'shift', days: -1 });
    expect(await row(event)).toMatchObject({
      start_date: '2027-04-30 18:00:00',
      end_date: '2027-04-30 20:00:00',
    });
    expect(await row(event, 'en', false)).toMatchObject({
      start_date: '2027-05-01 18:00:00',
      end_date: '2027-05-01 21:00:00',
    });
    await undo(event, done);
    expect(await content(event.documentId)).toEqual(before);
  });

  it('rejects events without dates and dates out of range', async () => {
    const { documentId, public_id } = await code.create('event', { title: 'Some day' });
    const none = await act({ documentId, public_id } as Stored, { action: 'shift', days: 7 });
    expect(none.refused).toEqual({ why: 'undated' });
    const last = await buildEvent({
      start_date: '9999-12-30 10:00:00',
      end_date: '9999-12-31 10:00:00',
    });
    const late = await act(last, { action: 'shift', days: 30 });
    expect(late.refused).toMatchObject({ why: 'rule', text: expect.stringMatching(/exist/) });
  });
});

describe('changing the state of events', () => {
  it('publishes drafts in every language, and restores them on undo', async () => {
    const event = await buildEvent({ title: 'One' }, { publish: false });
    await buildEvent({ title: 'Une' }, { language: 'fr', of: event, publish: false });
    const before = await content(event.documentId);
    const done = await act(event, { action: 'state', state: 'publish' });
    expect(done.changes).toEqual([
      { field: 'state', language: 'en', from: 'draft', to: 'publish' },
      { field: 'state', language: 'fr', from: 'draft', to: 'publish' },
    ]);
    await undo(event, done);
    expect(await content(event.documentId)).toEqual(before);
  });

  it('changes only the requested language', async () => {
    const event = await buildEvent({ title: 'One' });
    await buildEvent({ title: 'Une' }, { language: 'fr', of: event });
    const done = await act(event, { action: 'state', state: 'draft', language: 'fr' });
    expect(done.changes.map(({ language }) => language)).toEqual(['fr']);
    expect(await row(event, 'fr')).toBeUndefined();
    await undo(event, done);
    expect(await row(event, 'fr')).toMatchObject({ title: 'Une' });
  });

  it('reports an unpublish that cannot be undone exactly, without an undo', async () => {
    const event = await buildEvent({ title: 'Told' });
    await code.update('event', event.documentId, { title: 'Unfinished' });
    const done = await act(event, { action: 'state', state: 'draft' });
    expect(done.inexact).toEqual(['en']);
    expect(done.undo).toBeUndefined();
    expect(await row(event)).toBeUndefined();
    expect(await row(event, 'en', false)).toMatchObject({ title: 'Unfinished' });
  });

  it('publishes another language without unpublished changes to shared fields', async () => {
    const event = await buildEvent({ title: 'One', cost: '1' });
    await code.update('event', event.documentId, { title: 'Une' }, 'fr');
    await code.update('event', event.documentId, { cost: 'UNFINISHED' });
    await act(event, { action: 'state', state: 'publish' });
    expect(await row(event)).toMatchObject({ cost: '1' });
    expect(await row(event, 'fr')).toMatchObject({ title: 'Une', cost: '1' });
    expect(await row(event, 'en', false)).toMatchObject({ cost: 'UNFINISHED' });
    expect(await row(event, 'fr', false)).toMatchObject({ cost: 'UNFINISHED' });
  });

  it('keeps a pending draft pending, also on undo', async () => {
    const event = await buildEvent({ title: 'Told' });
    const waiting = { title: 'To be reviewed', post_status: 'pending' };
    await code.update('event', event.documentId, waiting);
    const before = await content(event.documentId);
    const done = await act(event, { action: 'state', state: 'private' });
    expect(await row(event)).toMatchObject({ title: 'Told', post_status: 'private' });
    expect(await row(event, 'en', false)).toMatchObject(waiting);
    await undo(event, done);
    expect(await content(event.documentId)).toEqual(before);
  });

  it('reports the rule that rejects a change', async () => {
    const { documentId, public_id } = await code.create('event', { title: 'No dates' });
    const refused = await act({ documentId, public_id } as Stored, {
      action: 'state',
      state: 'publish',
    });
    expect(refused.refused).toEqual({ why: 'rule', fields: ['start_date', 'end_date'] });
  });
});

describe('trashing and restoring events', () => {
  it('can both be undone, and trashed events reject other changes', async () => {
    const event = await buildEvent({ title: 'Thrown' });
    const before = await content(event.documentId);
    const thrown = await act(event, { action: 'trash' });
    expect(thrown.changes).toEqual([
      { field: 'state', language: 'en', from: 'publish', to: 'trash' },
    ]);
    expect((await act(event, { action: 'set', fields: { cost: '1' } })).refused).toEqual({
      why: 'trash',
    });
    expect((await act(event, { action: 'copy' })).refused).toEqual({ why: 'trash' });
    expect((await act(event, { action: 'trash' })).changes).toEqual([]);
    await undo(event, thrown);
    expect(await content(event.documentId)).toEqual(before);
    await act(event, { action: 'trash' });
    const left = await act(event, { action: 'restore' });
    expect(await content(event.documentId)).toEqual(before);
    await undo(event, left);
    expect((await row(event)).trashed_at).toBeTruthy();
  });
});

describe('copying events (D15.11)', () => {
  it('creates weekly drafts in every language that refer to the original', async () => {
    const tag = await buildTag({ name: 'course' });
    const event = await buildEvent({
      ...{
        title: 'Course',
        tags: [tag.public_id],
        timezone: 'Europe/Paris',
        post_status: 'private',
      },
      ...{ start_date: '2027-03-08 18:00:00', end_date: '2027-03-09 01:00:00' },
    });
    await buildEvent({ title: 'Cours' }, { language: 'fr', of: event });
    await code.update('event', event.documentId, { start_date: '2027-03-08 17:00:00' });
    const repeat = { every: 'week', times: 10 };
    const asked = { action: 'copy', records: [{ id: event.public_id }], repeat };
    const [seen] = await ask({ ...asked, preview: true });
    expect(seen?.changes.map(({ to }) => to)).toHaveLength(9);
    expect(seen?.changes.slice(0, 2).map(({ to }) => to)).toEqual([
      '2027-03-15 18:00:00',
      '2027-03-22 18:00:00',
    ]);
    const count = () =>
      strapi.db.query(uidOf('event')).count({ where: { post_parent: event.public_id } });
    expect(await count()).toBe(0);
    const [done] = await ask(asked);
    expect(done?.copies).toHaveLength(9);
    expect(await count()).toBe(18);
    const { documentId, id } = done!.copies![2]!;
    const rows = await rowsOf('event', documentId);
    expect(
      rows.map(({ locale, title, slug, publishedAt, date, post_status }) => ({
        locale,
        title,
        slug,
        publishedAt,
        date,
        post_status,
      })),
    ).toEqual([
      {
        locale: 'en',
        title: 'Course',
        slug: 'course-4',
        publishedAt: null,
        date: null,
        post_status: null,
      },
      {
        locale: 'fr',
        title: 'Cours',
        slug: 'cours-4',
        publishedAt: null,
        date: null,
        post_status: null,
      },
    ]);
    expect(rows[0]).toMatchObject({
      ...{
        public_id: id,
        tags: [tag.public_id],
        timezone: 'Europe/Paris',
        post_parent: event.public_id,
      },
      ...{ start_date: '2027-03-29 18:00:00', end_date: '2027-03-30 01:00:00' },
    });
    const again = await ask({ action: 'copy', records: [{ id }] });
    const grandchild = await row(
      { documentId: again[0]!.copies![0]!.documentId } as Stored,
      'en',
      false,
    );
    expect(grandchild).toMatchObject({
      post_parent: event.public_id,
      start_date: '2027-03-29 18:00:00',
    });
  });

  it('reports and stores the shifted time of a copy in a skipped hour (D5.2)', async () => {
    const night = { start_date: '2027-02-28 02:30:00', end_date: '2027-02-28 05:00:00' };
    const event = await buildEvent({ ...night, timezone: 'America/New_York' });
    const done = await act(event, { action: 'copy', repeat: { every: 'week', times: 4 } });
    const told = done.changes.map(({ to }) => to);
    expect(told).toEqual(['2027-03-07 02:30:00', '2027-03-14 03:30:00', '2027-03-21 02:30:00']);
    const ids = done.copies?.map(({ id }) => id);
    const copies = await strapi.db.query(uidOf('event')).findMany({
      where: { public_id: { $in: ids } },
      orderBy: { public_id: 'asc' },
    });
    expect(copies.map(({ start_date }) => start_date)).toEqual(told);
  });

  it('makes a copy whose skipped start would pass its end, which moves along (D5.2)', async () => {
    const night = { start_date: '2027-03-07 02:15:00', end_date: '2027-03-07 03:00:00' };
    const event = await buildEvent({ ...night, timezone: 'America/New_York' });
    const done = await act(event, { action: 'copy', repeat: { every: 'week', times: 3 } });
    expect(done.changes.map(({ to }) => to)).toEqual([
      '2027-03-14 03:15:00',
      '2027-03-21 02:15:00',
    ]);
    expect(done.copies).toHaveLength(2);
    const shifted = await act(event, { action: 'shift', days: 7 });
    expect(shifted.changes.map(({ to }) => to)).toEqual([
      '2027-03-14 03:15:00',
      '2027-03-14 04:00:00',
    ]);
  });

  inFull('deletes copies on undo, except those changed since', async () => {
    const event = await buildEvent({ title: 'Once' });
    const [done] = await ask({
      action: 'copy',
      records: [{ id: event.public_id }],
      days: ['2028-01-31', '2028-02-01'],
    });
    const [one, other] = done!.copies!;
    await code.update('event', other!.documentId, { title: 'Mine now' });
    const records = done!.copies!.map(({ id, undo }) => ({ id, undo }));
    const [first, second] = await ask({ action: 'undo', records });
    expect([first?.refused, second?.refused]).toEqual([undefined, { why: 'changed' }]);
    expect(await rowsOf('event', one!.documentId)).toEqual([]);
    expect((await rowsOf('event', other!.documentId))[0]).toMatchObject({
      start_date: expect.stringMatching(/^2028-02-01/),
    });
    expect((await ask({ action: 'undo', records }))[0]?.refused).toEqual({ why: 'gone' });
  });

  it('rejects copies to other days for an event without dates', async () => {
    const { documentId, public_id } = await code.create('event', { title: 'Some day' });
    const event = { documentId, public_id } as Stored;
    expect(
      (await act(event, { action: 'copy', repeat: { every: 'week', times: 3 } })).refused,
    ).toEqual({ why: 'undated' });
    expect((await act(event, { action: 'copy', days: ['2027-01-01'] })).refused).toEqual({
      why: 'undated',
    });
    expect((await act(event, { action: 'copy' })).copies).toHaveLength(1);
  });
});

describe('events changed by somebody else in the meantime', () => {
  it('are rejected after a preview and on undo', async () => {
    const event = await buildEvent({ cost: '1' });
    const { public_id: id } = event;
    const asked = { action: 'set', fields: { cost: '2' } };
    const [seen] = await ask({ ...asked, records: [{ id }], preview: true });
    await code.update('event', event.documentId, { title: 'Changed' });
    const [late] = await ask({ ...asked, records: [{ id, revision: seen?.revision }] });
    expect(late?.refused).toEqual({ why: 'changed' });
    const done = await act(event, asked);
    await code.update('event', event.documentId, { title: 'Changed again' });
    expect((await undo(event, done)).refused).toEqual({ why: 'changed' });
    expect(await row(event)).toMatchObject({ cost: '2' });
  });

  it('do not prevent changes to the others', async () => {
    const [one, other] = [await buildEvent({ cost: '1' }), await buildEvent({ cost: '1' })];
    const records = [{ id: 999_999 }, { id: one.public_id, revision: 1 }, { id: other.public_id }];
    const done = await ask({ action: 'set', fields: { cost: '2' }, records });
    expect(done.map(({ refused }) => refused?.why)).toEqual(['gone', 'changed', undefined]);
    expect([(await row(one)).cost, (await row(other)).cost]).toEqual(['1', '2']);
  });
});

const ACTIONS: Asked[] = [
  { action: 'set', fields: { cost: '2' } },
  { action: 'shift', days: 1 },
  { action: 'state', state: 'publish' },
  { action: 'state', state: 'pending' },
  { action: 'trash' },
  { action: 'restore' },
  { action: 'copy' },
];

describe('permissions per event and language (D15.10)', () => {
  /** An event in a state that the action can change, created by another user or by this one. */
  async function eventFor({ action, state }: Asked, by?: Ask) {
    const draft = state === 'publish';
    const [path, times] = [
      '/content-manager/collection-types/plugin::calendar.event?locale=en',
      { start_date: '2030-05-01 18:00:00', end_date: '2030-05-01 20:00:00' },
    ];
    const made = by
      ? (await by('POST', path, { title: 'Own', ...times })).body.data
      : await buildEvent({}, { publish: !draft });
    const { documentId, public_id } = made;
    if (action === 'restore')
      await code.update('event', documentId, { trashed_at: '2027-01-01T00:00:00.000Z' });
    return { documentId, public_id } as Stored;
  }

  const answers = async (by: Ask, own: boolean) => {
    const told = [];
    for (const asked of ACTIONS) {
      const event = await eventFor(asked, own ? by : undefined);
      const done = await act(event, asked, by);
      told.push([asked.action, done.refused?.why ?? 'done']);
      if (done.undo) told.push(['undo', (await undo(event, done, by)).refused?.why ?? 'done']);
    }
    return told;
  };

  it('allow an Editor every action', async () => {
    const told = await answers(await adminIn('strapi-editor'), false);
    expect(new Set(told.map(([, what]) => what))).toEqual(new Set(['done']));
    expect(told.filter(([what]) => what === 'undo')).toHaveLength(6);
  });

  it("allow an Author to change their own drafts and copy others' events", async () => {
    const by = await adminIn('strapi-author');
    const others = await answers(by, false);
    expect(others).toEqual(
      ACTIONS.map(({ action }) => [action, action === 'copy' ? 'done' : 'rights']),
    );
    const own = await answers(by, true);
    expect(own.filter(([, what]) => what === 'rights').map(([action]) => action)).toEqual([
      'state',
    ]);
    expect(own.filter(([what]) => what === 'undo')).toHaveLength(5);
  });

  it('reject or skip languages that the editor may not change', async () => {
    const rights = ['read', 'create', 'update', 'delete', 'publish'] as const;
    const by = await adminWith('event', rights, { locales: ['fr'], actions: [AGENDA] });
    const event = await buildEvent({ title: 'One' });
    await buildEvent({ title: 'Une' }, { language: 'fr', of: event });
    expect((await act(event, { action: 'shift', days: 1 }, by)).refused).toEqual({
      why: 'rights',
      languages: ['en'],
    });
    expect((await act(event, { action: 'copy' }, by)).refused).toEqual({
      why: 'rights',
      languages: ['en'],
    });
    const done = await act(event, { action: 'state', state: 'draft' }, by);
    expect([done.skipped, done.changes.map(({ language }) => language)]).toEqual([['en'], ['fr']]);
    expect(await row(event)).toBeTruthy();
    const hidden = await buildEvent({ title: 'English alone' });
    expect((await act(hidden, { action: 'trash' }, by)).refused).toEqual({ why: 'gone' });
  });

  it('reject fields that the editor may not change', async () => {
    const by = await adminWith('event', ['read', 'update', 'publish'], {
      fields: ['title', 'cost'],
      actions: [AGENDA],
    });
    const event = await buildEvent();
    expect(
      (await act(event, { action: 'set', fields: { cost: '2' } }, by)).refused,
    ).toBeUndefined();
    expect(
      (await act(event, { action: 'set', fields: { venue: replace([]) } }, by)).refused?.why,
    ).toBe('rights');
    expect((await act(event, { action: 'state', state: 'private' }, by)).refused?.why).toBe(
      'rights',
    );
  });

  it('reject an undo that would do what the editor may not', async () => {
    const by = await adminWith('event', ['read'], { actions: [AGENDA] });
    const date = '2033-01-01T00:00:00.000Z';
    const event = await buildEvent({ date }, { publish: false });
    const records = [{ id: event.public_id }];
    const nothing = { action: 'state', state: 'publish', language: 'es', preview: true, records };
    const revision = (await ask(nothing, by))[0]?.revision;
    const before = await content(event.documentId);
    const backwards = [
      ...[{ public: { date: null } }, { draft: { date: null } }, { public: { cost: '9' } }],
      ...[
        { states: { es: 'draft' } },
        { states: { es: 'publish' } },
        { states: { en: 'private' } },
      ],
      ...[{ states: { fr: 'draft' }, flagged: ['fr'] }, { trashed: true }, { made: true }],
    ];
    for (const undo of backwards) {
      const done = { undo: { revision, ...undo } } as unknown as Answered;
      expect([
        undo,
        (await by('POST', ROUTE, { action: 'undo', records: [{ ...records[0], ...done }] })).body
          .records[0].refused?.why,
      ]).toEqual([undo, expect.stringMatching(/rights|changed/)]);
    }
    expect(await content(event.documentId)).toEqual(before);
  });

  it('clear no date for which a publication is scheduled without the right to change it', async () => {
    const rights = ['read', 'update', 'publish'] as const;
    const by = await adminWith('event', rights, { fields: ['title'], actions: [AGENDA] });
    const event = await buildEvent({ date: '2033-01-01T00:00:00.000Z' }, { publish: false });
    const records = [{ id: event.public_id }];
    const [seen] = await ask({ action: 'shift', days: 1, preview: true, records });
    const forged = { undo: { revision: seen?.revision, draft: { date: null } } } as never;
    expect((await undo(event, forged, by)).refused?.why).toBe('rights');
    expect(await row(event, 'en', false)).toMatchObject({ date: '2033-01-01T00:00:00.000Z' });
    expect((await undo(event, forged)).refused).toBeUndefined();
  });

  it('neither trash nor restore without the right to change that field (D6.3)', async () => {
    const rights = ['read', 'update', 'delete', 'publish'] as const;
    const ask = (fields: string[]) => adminWith('event', rights, { fields, actions: [AGENDA] });
    const event = await buildEvent();
    const without = await ask(['title']);
    expect((await act(event, { action: 'trash' }, without)).refused?.why).toBe('rights');
    expect(
      (await act(event, { action: 'trash' }, await ask(['trashed_at']))).refused,
    ).toBeUndefined();
    expect((await act(event, { action: 'restore' }, without)).refused?.why).toBe('rights');
  });

  it('mark nothing as private, and no longer, without the right to change the state', async () => {
    const fields = ['title', 'start_date', 'end_date', 'timezone'];
    const by = await adminWith('event', ['read', 'update', 'publish'], {
      fields,
      actions: [AGENDA],
    });
    const event = await buildEvent();
    const done = await act(event, { action: 'state', state: 'draft' }, by);
    await undo(event, done, by);
    const { revision } = await act(event, { action: 'state', state: 'publish' }, by);
    const forged = { undo: { revision, states: { en: 'draft' }, flagged: ['en'] } } as never;
    expect((await undo(event, forged, by)).refused?.why).toBe('rights');
    expect(await row(event)).toMatchObject({ post_status: null });
    const hidden = await buildEvent({ post_status: 'private' });
    const marked = await buildEvent({ post_status: 'private' }, { publish: false });
    for (const [each, state] of [
      [hidden, 'publish'],
      [hidden, 'draft'],
      [marked, 'publish'],
    ] as const) {
      const before = await content(each.documentId);
      expect((await act(each, { action: 'state', state }, by)).refused?.why).toBe('rights');
      expect(await content(each.documentId)).toEqual(before);
    }
  });

  it('require access to the agenda', async () => {
    const by = await adminWith('event', ['read', 'update']);
    expect((await by('POST', ROUTE, {})).status).toBe(403);
  });
});

it('previews copies on 100 named days, and rejects 101 (D15.11)', async () => {
  const { public_id } = await buildEvent();
  const day = (at: number) => new Date(Date.UTC(2030, 0, 1 + at)).toISOString().slice(0, 10);
  const preview = (count: number) =>
    admin('POST', ROUTE, {
      action: 'copy',
      preview: true,
      records: [{ id: public_id }],
      days: Array.from({ length: count }, (_, at) => day(at)),
    });
  const { status, body } = await preview(100);
  expect([status, body.records[0].changes.length]).toEqual([200, 100]);
  expect((await preview(101)).status).toBe(400);
});

it.each([
  [{}, 'action'],
  [{ action: 'set', records: [{ id: 1 }], fields: {} }, 'fields'],
  [{ action: 'set', records: [{ id: 1 }], fields: { title: 'x' } }, 'fields'],
  [{ action: 'set', records: [{ id: 1 }], fields: { cost: 'a\0b' } }, 'fields.cost'],
  [{ action: 'shift', records: [{ id: 1 }], days: 0 }, 'days'],
  [{ action: 'shift', records: [{ id: 1 }], days: 1e9 }, 'days'],
  [{ action: 'trash', records: [] }, 'records'],
  [
    { action: 'trash', records: Array.from({ length: 51 }, (_, at) => ({ id: at + 1 })) },
    'records',
  ],
  [{ action: 'trash', records: [{ id: 2 ** 40 }] }, 'records.0.id'],
  [{ action: 'copy', records: [{ id: 1 }], days: ['2027-02-30'] }, 'days.0'],
  [{ action: 'copy', records: [{ id: 1 }], repeat: { every: 'week', times: 60 } }, 'days'],
  [{ action: 'state', records: [{ id: 1 }], state: 'future' }, 'state'],
  [
    { action: 'undo', records: [{ id: 1, undo: { revision: 1, public: { title: 'x' } } }] },
    'records.0.undo.public',
  ],
])('rejects %j, naming %s', async (asked, name) => {
  const { status, body } = await admin('POST', ROUTE, asked);
  expect([status, body.error.message]).toEqual([400, expect.stringContaining(name)]);
});

/** Pseudo-random numbers from 0, the same in every run with one seed. */
let state = Number(process.env.TEST_SEED ?? 815);
function pick(count: number): number {
  state = (Math.imul(state, 1103515245) + 12345) >>> 0;
  return (state >>> 8) % count;
}
const one = <Item>(items: readonly Item[]): Item => items[pick(items.length)] as Item;
const perhaps = (chances: number) => pick(chances) === 0;

const UNFINISHED = 'UNFINISHED';

interface Known {
  venues: number[];
  organizers: number[];
  categories: number[];
  tags: number[];
}

const someDates = () => {
  const day = `2027-${one(['03', '10'])}-${one(['07', '14', '25', '28', '31'])}`;
  return {
    start_date: `${day} ${one(['01:30:00', '02:30:00', '18:00:00'])}`,
    end_date: `${day} 20:00:00`,
  };
};

/** Creates an event in some languages and states, perhaps with unpublished edits of texts or shared fields. */
async function someEvent({ venues, tags }: Known): Promise<Stored> {
  const timezone = one(['UTC', 'America/New_York', 'Europe/Paris']);
  const shared = {
    venue: [one(venues)],
    tags: perhaps(2) ? [one(tags)] : [],
    cost: one(['1', '', '5 - 7']),
  };
  const first = one(LANGUAGES);
  const event = await code.create(
    'event',
    { title: 'Event', ...someDates(), timezone, ...shared },
    first,
  );
  const { documentId } = event;
  const others = LANGUAGES.filter((each) => each !== first && perhaps(2));
  for (const each of others) await code.update('event', documentId, { title: `In ${each}` }, each);
  for (const each of [first, ...others]) {
    if (perhaps(4))
      await code.update('event', documentId, { post_status: one(['private', 'pending']) }, each);
    if (!perhaps(3)) await code.publish('event', documentId, each);
  }
  const open = (await rowsOf('event', documentId)).filter(({ publishedAt }) => publishedAt);
  for (const { locale } of open) {
    if (perhaps(2))
      await code.update(
        'event',
        documentId,
        { title: `${UNFINISHED} ${locale}` },
        locale as string,
      );
  }
  const change = one<() => object>([
    () => ({ cost: UNFINISHED }),
    () => ({ venue: [one(venues)] }),
    someDates,
    () => ({ timezone: 'Asia/Tokyo' }),
    () => ({ ...someDates(), description: UNFINISHED }),
  ]);
  if (open.length > 0 && perhaps(2))
    await code.update('event', documentId, { ...change() }, open[0]?.locale as string);
  if (perhaps(8))
    await code.update('event', documentId, { trashed_at: '2027-01-01T00:00:00Z' }, first);
  return event as unknown as Stored;
}

const someAction = ({ venues, organizers, categories, tags }: Known): Asked =>
  one<() => Asked>([
    () => ({ action: 'set', fields: { venue: replace([one(venues)]), cost: '9' } }),
    () => ({ action: 'set', fields: { tags: { how: one(['add', 'remove']), ids: [one(tags)] } } }),
    () => ({
      action: 'set',
      fields: { organizer: replace([one(organizers)]), categories: replace([one(categories)]) },
    }),
    () => ({ action: 'set', fields: { event_status: one(['canceled', 'postponed']) } }),
    () => ({ action: 'shift', days: one([-7, 1, 7, 14]) }),
    () => ({ action: 'state', state: one(['publish', 'publish', 'private', 'pending', 'draft']) }),
    () => ({ action: 'state', state: one(['publish', 'draft']), language: one(LANGUAGES) }),
    () => ({ action: 'trash' }),
    () => ({ action: 'restore' }),
    () => ({ action: 'copy' }),
  ])();

/** Whether unpublished edits appear in a published version. */
const isTold = (all: Record<string, object>) =>
  Object.entries(all).some(
    ([which, values]) => which.endsWith('public') && JSON.stringify(values).includes(UNFINISHED),
  );

describe('on random calendars', () => {
  const EVENTS = isExhaustive ? 40 : 20;

  inFull('publishes no unpublished change, and undo restores every row', async () => {
    await emptyCalendar();
    const made = async (build: () => Promise<Stored>) => [
      (await build()).public_id,
      (await build()).public_id,
    ];
    const known: Known = {
      venues: [...(await made(buildVenue)), (await buildVenue({}, { publish: false })).public_id],
      organizers: await made(buildOrganizer),
      categories: [
        (await buildCategory({ name: 'a' })).public_id,
        (await buildCategory({ name: 'b' })).public_id,
      ],
      tags: [(await buildTag({ name: 'c' })).public_id, (await buildTag({ name: 'd' })).public_id],
    };
    let changed = 0;
    for (let count = 0; count < EVENTS; count += 1) {
      const event = await someEvent(known);
      const before = await content(event.documentId);
      expect(isTold(before)).toBe(false);
      const asked = someAction(known);
      const done = await act(event, asked);
      const after = await content(event.documentId);
      expect([asked, isTold(after)]).toEqual([asked, false]);
      for (const { documentId } of done.copies ?? []) {
        const copies = await rowsOf('event', documentId);
        expect(copies.every(({ publishedAt }) => !publishedAt)).toBe(true);
      }
      if (!done.undo) continue;
      changed += 1;
      const { refused } = await undo(event, done);
      expect([asked, refused]).toEqual([asked, undefined]);
      const back = await content(event.documentId);
      if (done.inexact.length === 0) expect([asked, back]).toEqual([asked, before]);
      expect(isTold(back)).toBe(false);
    }
    expect(changed).toBeGreaterThan(EVENTS / 3);
  });
});
