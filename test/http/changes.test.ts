import { pruneChanges } from '../../src/plugins/calendar/server/src/database/generations';
import { changesSince as changesOf } from '../../src/plugins/calendar/server/src/records/changes';
import type { ChangeCursor } from '../../src/plugins/calendar/server/src/resources/changes';
import { repairAll, repairAtStart } from '../../src/plugins/calendar/server/src/saves/repair';
import {
  RECORD_TYPES,
  type RecordType,
  uidOf,
} from '../../src/plugins/calendar/server/src/settings/record-types';
import { apiToken, bearer, grant, member } from '../support/callers';
import { askChanges, changesSince, cursorNow, type Line } from '../support/changes';
import { importing } from '../support/data-transfer';
import { doors } from '../support/doors';
import { firstOf } from '../support/extent';
import { api, get, send } from '../support/http';
import { onPostgres } from '../support/in-turn';
import { doneBefore } from '../support/moments';
import { buildPicture } from '../support/pictures';
import {
  buildCategory,
  buildEvent,
  buildOrganizer,
  buildTag,
  buildVenue,
  type Stored,
} from '../support/records';
import { restoreRights, rightsOf } from '../support/rights';
import { withSettings } from '../support/settings';

type Headers = Record<string, string>;

let full: Headers;

beforeAll(async () => {
  full = bearer(await apiToken('full-access'));
});

/** Current cursors for anonymous callers and for those who see unpublished records. */
const cursors = async () => ({ everybody: await cursorNow(), editor: await cursorNow(full) });

/** The changes reported to both since then. */
const toldSince = async ({ everybody, editor }: Awaited<ReturnType<typeof cursors>>) => ({
  everybody: (await changesSince(everybody)).lines,
  editor: (await changesSince(editor, full)).lines,
});

async function told(work: () => Promise<unknown>) {
  const before = await cursors();
  await work();
  return toldSince(before);
}

const named = ({ id, type, languages, deleted }: Line) =>
  `${type} ${id} ${deleted ? 'deleted' : languages}`;

const inWords = ({ everybody, editor }: Awaited<ReturnType<typeof told>>) => ({
  everybody: everybody.map(named),
  editor: editor.map(named),
});

const said = async (work: () => Promise<unknown>) => inWords(await told(work));

const documents = (type: 'event' | 'venue' | 'organizer' | 'category' | 'tag') =>
  // biome-ignore lint/suspicious/noExplicitAny: Strapi types documents per content type.
  strapi.documents(uidOf(type)) as any;

const TYPES = [
  ['event', buildEvent],
  ['venue', buildVenue],
  ['organizer', buildOrganizer],
] as const;

const names = { event: { title: 'Un' }, venue: { venue: 'Un' }, organizer: { organizer: 'Un' } };

const TERMS = [
  ['category', buildCategory],
  ['tag', buildTag],
] as const;

it('returns a cursor and no changes at first', async () => {
  await buildEvent();
  const { status, body, headers } = await get(api('/changes'));
  expect([status, Object.keys(body), body.changes]).toEqual([200, ['changes', 'cursor'], []]);
  expect(headers['cache-control']).toBe('private, no-store');
  const again = await askChanges(body.cursor);
  expect([again.status, again.body.changes]).toEqual([200, []]);
});

describe.each(firstOf(1, TYPES))('GET /changes for the type %s', (type, build) => {
  let record: Stored;
  let line: string;

  beforeAll(async () => {
    record = await build({}, { publish: false });
    line = `${type} ${record.public_id}`;
  });

  const step = async (name: string, data?: object) => {
    const { documentId } = record;
    await documents(type)[name]({ documentId, locale: 'en', ...(data && { data }) });
  };

  it('reports changes of a draft only to viewers of unpublished records', async () => {
    const lines = await said(() => step('update', { description: 'One' }));
    expect(lines).toEqual({ everybody: [], editor: [`${line} en`] });
  });

  it('reports a publication and a further language to everybody', async () => {
    const published = await said(() => step('publish'));
    expect(published).toEqual({ everybody: [`${line} en`], editor: [`${line} en`] });
    const french = await said(() => build({ ...names[type] }, { of: record, language: 'fr' }));
    expect(french).toEqual({ everybody: [`${line} en,fr`], editor: [`${line} en,fr`] });
  });

  it('reports the remaining language when another one is deleted', async () => {
    const lines = await said(() =>
      documents(type).delete({ documentId: record.documentId, locale: 'fr' }),
    );
    expect(lines).toEqual({ everybody: [`${line} en`], editor: [`${line} en`] });
  });

  it('reports an unpublished record as deleted to the public only', async () => {
    const lines = await said(() => step('unpublish'));
    expect(lines).toEqual({ everybody: [`${line} deleted`], editor: [`${line} en`] });
    await step('publish');
  });

  it('reports a private record as deleted to the public, and its return', async () => {
    const path = api(`/${type}s/${record.public_id}`);
    const hidden = await said(() => send('PATCH', path, { status: 'private' }, full));
    expect(hidden).toEqual({ everybody: [`${line} deleted`], editor: [`${line} en`] });
    const shown = await said(() => send('PATCH', path, { status: 'publish' }, full));
    expect(shown).toEqual({ everybody: [`${line} en`], editor: [`${line} en`] });
  });

  it('never reports private or scheduled records to the public before publication', async () => {
    const hidden = [
      { post_status: 'private' },
      { date: new Date(Date.now() + 86_400_000).toISOString() },
    ];
    for (const data of hidden) {
      let made: Stored | undefined;
      const place = () => api(`/${type}s/${made?.public_id}`);
      const steps = [
        async () => {
          made = await build(data);
        },
        () => send('PATCH', place(), { description: 'Still' }, full),
        () => send('DELETE', place(), undefined, full),
      ];
      for (const step of steps) {
        const { everybody, editor } = await said(step);
        expect([everybody, editor.length]).toEqual([[], 1]);
      }
      const date = new Date(0).toISOString();
      const out = await said(() =>
        send('PATCH', place(), { status: 'publish', date: date.slice(0, 19) }, full),
      );
      expect(out.everybody).toEqual([`${type} ${made?.public_id} en`]);
    }
  });

  it('never reports a record that will be public within minutes, unless that is called off', async () => {
    let made: Stored | undefined;
    const place = () => api(`/${type}s/${made?.public_id}`);
    const created = await said(async () => {
      made = await build({ date: new Date(Date.now() + 300_000).toISOString() });
    });
    const changed = await said(() => send('PATCH', place(), { description: 'Still' }, full));
    expect([created.everybody, changed.everybody]).toEqual([[], []]);
    const gone = await said(() => send('DELETE', place(), undefined, full));
    expect(gone.everybody).toEqual([`${type} ${made?.public_id} deleted`]);
  });

  it('reports a record in the trash as deleted to everybody, and its return', async () => {
    const path = api(`/${type}s/${record.public_id}`);
    const gone = await said(() => send('DELETE', path, undefined, full));
    expect(gone).toEqual({ everybody: [`${line} deleted`], editor: [`${line} deleted`] });
    const back = await said(() => send('PATCH', path, { status: 'publish' }, full));
    expect(back).toEqual({ everybody: [`${line} en`], editor: [`${line} en`] });
  });

  it('reports nothing for a save that changes nothing', async () => {
    const path = api(`/${type}s/${record.public_id}`);
    const { body } = await get(path, full);
    expect(await said(() => send('PUT', path, body, full))).toEqual({ everybody: [], editor: [] });
  });

  it('reports the revision that the ETag contains', async () => {
    const path = api(`/${type}s/${record.public_id}`);
    const { editor } = await told(() => send('PATCH', path, { description: 'Two' }, full));
    const { headers } = await get(path, full);
    expect(editor).toEqual([expect.objectContaining({ id: record.public_id })]);
    expect(headers.etag).toContain(`"${editor[0]?.revision}.`);
  });

  it('reports a transaction once, and nothing when it is rolled back', async () => {
    const { documentId } = record;
    const twice = await said(() =>
      strapi.db.transaction(async () => {
        await documents(type).update({ documentId, locale: 'en', data: { description: 'Three' } });
        await documents(type).publish({ documentId, locale: 'en' });
      }),
    );
    expect(twice).toEqual({ everybody: [`${line} en`], editor: [`${line} en`] });
    const failed = await said(async () => {
      const work = strapi.db.transaction(async () => {
        await documents(type).update({ documentId, locale: 'en', data: { description: 'Four' } });
        throw new Error('no');
      });
      await expect(work).rejects.toThrow('no');
    });
    expect(failed).toEqual({ everybody: [], editor: [] });
  });

  it('reports a record when its publication date passes', async () => {
    const { due, before, untilThen } = await doneBefore(async (date) => ({
      due: await build({ date }),
      before: await cursors(),
    }));
    await untilThen();
    const named = `${type} ${due.public_id}`;
    const lines = inWords(await toldSince(before));
    expect(lines).toEqual({ everybody: [`${named} en`], editor: [`${named} en`] });
    const gone = await said(() =>
      send('DELETE', api(`/${type}s/${due.public_id}`), undefined, full),
    );
    expect(gone.everybody).toEqual([`${named} deleted`]);
  });

  it('reports a record when its picture is described anew or removed', async () => {
    const image = await buildPicture();
    const { public_id } = await build({ image });
    const files = strapi.plugin('upload').service('upload');
    const described = await told(() => files.updateFileInfo(image, { alternativeText: 'Another' }));
    expect(described.everybody.map(named)).toEqual([`${type} ${public_id} en`]);
    const { editor } = await told(async () => files.remove(await files.findOne(image)));
    expect(editor.map(named)).toEqual([`${type} ${public_id} en`]);
    expect(editor[0]?.revision).toBeGreaterThan(described.editor[0]?.revision ?? 0);
  });

  it('reports a permanent deletion only to those who could see the record', async () => {
    const lines = await said(() =>
      documents(type).delete({ documentId: record.documentId, locale: '*' }),
    );
    expect(lines).toEqual({ everybody: [`${line} deleted`], editor: [`${line} deleted`] });
    const draft = await build({}, { publish: false });
    const gone = `${type} ${draft.public_id} deleted`;
    const unseen = await said(() =>
      documents(type).delete({ documentId: draft.documentId, locale: '*' }),
    );
    expect(unseen).toEqual({ everybody: [], editor: [gone] });
  });
});

describe.each(firstOf(1, TERMS))('GET /changes for terms of the type %s', (type, build) => {
  it('reports a new term, its next language and its deletion', async () => {
    let term: Stored | undefined;
    const made = await said(async () => {
      term = await build({ name: `New ${type}` });
    });
    const line = `${type} ${term?.public_id}`;
    expect(made).toEqual({ everybody: [`${line} en`], editor: [`${line} en`] });
    const { documentId = '' } = term ?? {};
    const french = await said(() => build({ name: `Autre ${type}` }, { of: term, language: 'fr' }));
    expect(french.everybody).toEqual([`${line} en,fr`]);
    const gone = await said(() => documents(type).delete({ documentId, locale: '*' }));
    expect(gone).toEqual({ everybody: [`${line} deleted`], editor: [`${line} deleted`] });
  });
});

it('rolls back a change to a picture when a later step fails', async () => {
  const image = await buildPicture();
  const files = strapi.plugin('upload').service('upload');
  const fail = () => {
    throw new Error('Planned.');
  };
  const stop = strapi.db.lifecycles.subscribe({
    models: ['plugin::upload.file'],
    afterUpdate: fail,
    afterDelete: fail,
  });
  const { alternativeText } = await files.findOne(image);
  await expect(files.updateFileInfo(image, { alternativeText: 'Another' })).rejects.toThrow();
  await expect(
    strapi.db.query('plugin::upload.file').delete({ where: { id: image } }),
  ).rejects.toThrow();
  stop();
  expect(await files.findOne(image)).toMatchObject({ alternativeText });
});

it('reports subcategories that move up when their parent is deleted', async () => {
  const above = await buildCategory({ name: 'Above' });
  const below = await buildCategory({ name: 'Below', parent: above.public_id });
  const lines = await said(() =>
    documents('category').delete({ documentId: above.documentId, locale: 'en' }),
  );
  const all = [`category ${above.public_id} deleted`, `category ${below.public_id} en`];
  expect(lines.everybody.toSorted()).toEqual(all.toSorted());
});

it('reports only the changed record, not records that show or count it', async () => {
  const venue = await buildVenue();
  const category = await buildCategory({ name: 'Counted' });
  const data = { venue: [venue.public_id], categories: [category.public_id] };
  let event: Stored | undefined;
  const made = await said(async () => {
    event = await buildEvent(data);
  });
  expect(made.everybody).toEqual([`event ${event?.public_id} en`]);
  const moved = await said(() =>
    send('PATCH', api(`/venues/${venue.public_id}`), { city: 'Elsewhere' }, full),
  );
  expect(moved.everybody).toEqual([`venue ${venue.public_id} en`]);
});

it('reports a venue that is published together with an event', async () => {
  const venue = await buildVenue({}, { publish: false });
  let event: Stored | undefined;
  const lines = await said(async () => {
    event = await buildEvent({ venue: [venue.public_id] });
  });
  const all = [`event ${event?.public_id} en`, `venue ${venue.public_id} en`];
  expect(lines.everybody.toSorted()).toEqual(all.toSorted());
});

it('reports an event hidden from listings as deleted to the public only', async () => {
  const event = await buildEvent();
  const path = api(`/events/${event.public_id}`);
  const lines = await said(() => send('PATCH', path, { hide_from_listings: true }, full));
  const name = `event ${event.public_id}`;
  expect(lines).toEqual({ everybody: [`${name} deleted`], editor: [`${name} en`] });
});

it('never reports an event to the public that was always hidden from listings', async () => {
  let event: Stored | undefined;
  const path = () => api(`/events/${event?.public_id}`);
  const steps = [
    async () => {
      event = await buildEvent({ hide_from_listings: true });
    },
    () => send('PATCH', path(), { description: 'Still' }, full),
    () => send('PATCH', path(), { date_utc: '2020-01-01 10:00:00' }, full),
  ];
  for (const step of steps) {
    const { everybody, editor } = await said(step);
    expect([everybody, editor]).toEqual([[], [`event ${event?.public_id} en`]]);
  }
  const name = `event ${event?.public_id}`;
  const listed = await said(() => send('PATCH', path(), { hide_from_listings: false }, full));
  expect(listed.everybody).toEqual([`${name} en`]);
  const hidden = await said(() => send('PATCH', path(), { hide_from_listings: true }, full));
  expect(hidden.everybody).toEqual([`${name} deleted`]);
});

it('never reports a hidden event to the public when its publication date passes', async () => {
  const { due, before, untilThen } = await doneBefore(async (date) => ({
    due: await buildEvent({ date, hide_from_listings: true }),
    before: await cursors(),
  }));
  await untilThen();
  const lines = inWords(await toldSince(before));
  expect(lines).toEqual({ everybody: [], editor: [`event ${due.public_id} en`] });
});

it('reports a venue that is shown again, by which the events that show it are found', async () => {
  const venue = await buildVenue();
  const path = api(`/venues/${venue.public_id}`);
  const event = await buildEvent({ venue: [venue.public_id] });
  await send('DELETE', path, undefined, full);
  const lines = await said(() => send('PATCH', path, { status: 'publish' }, full));
  expect(lines.everybody).toEqual([`venue ${venue.public_id} en`]);
  const { body } = await get(api(`/events?venue=${venue.public_id}`));
  expect(body.events.map(({ id }: { id: number }) => id)).toEqual([event.public_id]);
});

it.each(doors)('reports changes made through %s', async (_, door) => {
  let made: { documentId: string; public_id: number } | undefined;
  const lines = await said(async () => {
    made = await door.create('venue', { venue: 'By a door' });
    await door.publish('venue', made.documentId);
  });
  expect(lines.everybody).toEqual([`venue ${made?.public_id} en`]);
  const again = await said(() => door.update('venue', made?.documentId ?? '', { city: 'Here' }));
  expect(again.everybody).toEqual([`venue ${made?.public_id} en`]); // Also for a change of the draft only.
});

it.each(doors)(
  'a save through %s that changes nothing leaves the time of the last change',
  async (_, door) => {
    for (const type of ['venue', 'tag'] as const) {
      const data = type === 'venue' ? { venue: 'As it was', city: 'Lyon' } : { name: 'As it was' };
      const { documentId, public_id } = await door.create(type, data);
      const modified = async () => {
        const [row] = await strapi.db.query(uidOf(type)).findMany({ where: { public_id } });
        return row.updatedAt;
      };
      const before = await modified();
      const lines = await said(async () => {
        await door.update(type, documentId, data);
        if (type === 'venue') await door.update(type, documentId, { trashed_at: null });
      });
      expect([lines, await modified()]).toEqual([{ everybody: [], editor: [] }, before]);
      const changed = await door.update(type, documentId, { description: 'Another' });
      expect(changed.updatedAt).not.toBe(before);
    }
  },
);

it('returns pages with each record once, oldest change first', async () => {
  const since = await cursorNow();
  const made: number[] = [];
  for (let count = 0; count < 5; count += 1) made.push((await buildVenue()).public_id);
  const first = await askChanges(since, {}, 2);
  expect(first.body.changes.map(({ id }: { id: number }) => id)).toEqual(made.slice(0, 2));
  expect(first.headers.link).toContain(`<${first.body.next_rest_url}>; rel="next"`);
  const { pathname, search } = new URL(first.body.next_rest_url);
  const second = await get(pathname + search);
  expect(second.body.changes.map(({ id }: { id: number }) => id)).toEqual(made.slice(2, 4));
  const path = api(`/venues/${made[0]}`);
  await send('PATCH', path, { city: 'Changed meanwhile' }, full);
  const rest = await changesSince(second.body.cursor, {}, 2);
  expect(rest.lines.map(({ id }) => id)).toEqual([made[4], made[0]]);
  expect((await changesSince(rest.cursor)).lines).toEqual([]);
});

it('limits per_page to 1,000 and rejects zero', async () => {
  const since = await cursorNow();
  const lines = Array.from({ length: 1001 }, (_, at) => ({
    ...{ type: 'tag', document_id: `gone ${at}`, public_id: 2_000_000 + at, revision: 1 },
    ...{ changed: Date.now(), told: true, gone: true, position: null },
  }));
  for (let at = 0; at < lines.length; at += 200) {
    await strapi.db.getConnection('calendar_revisions').insert(lines.slice(at, at + 200));
  }
  const { body: page } = await askChanges(since, {}, 5000);
  expect([page.changes.length, (await askChanges(page.cursor)).body.changes.length]).toEqual([
    1000, 1,
  ]);
  const { status, body } = await askChanges(since, {}, 0);
  expect([status, Object.keys(body.data.params)]).toEqual([400, ['per_page']]);
});

describe('a cursor of GET /changes', () => {
  const expired = async (since: string, headers: Headers = {}) => {
    const { status, body } = await askChanges(since, headers);
    expect([status, body.code]).toEqual([410, 'rest_cursor_expired']);
  };

  it.each(['banana', 'a.b', '....', "a.0.0.';--", `${'a'.repeat(40)}.0.0.a`])(
    'is rejected when malformed: %s',
    async (since) => {
      const { status, body } = await askChanges(since);
      expect([status, body.code, Object.keys(body.data.params)]).toEqual([
        400,
        'rest_invalid_param',
        ['since'],
      ]);
    },
  );

  it('expires after 30 days', async () => {
    const [generation, position, issued = '', sight] = (await cursorNow()).split('.');
    const days = (count: number) => {
      const then = Number.parseInt(issued, 36) - count * 24 * 3600;
      return [generation, position, then.toString(36), sight].join('.');
    };
    expect((await askChanges(days(29.9))).status).toBe(200);
    await expired(days(30.1));
  });

  it('is expired for other callers and after a change of the caller’s permissions', async () => {
    await expired(await cursorNow(full));
    const { headers } = await member('contributor');
    const own = await cursorNow(headers);
    expect((await askChanges(own, headers)).status).toBe(200);
    await expired(own, (await member('contributor')).headers);
    await grant('contributor', 'plugin::calendar.venue.findUnpublished');
    await expired(own, headers);
  });

  it.each([
    ['another type', ['venue.find']],
    ['unpublished events', ['event.findUnpublished']],
    ['protected events', ['event.findUnpublished', 'event.update']],
  ])('is expired for a token that may read %s too', async (_, more) => {
    const token = async (rights: string[]) =>
      bearer(await apiToken('custom', ['change.find', 'event.find', ...rights]));
    const before = await cursorNow(await token(more.slice(0, -1)));
    expect((await askChanges(before, await token(more.slice(0, -1)))).status).toBe(200);
    await expired(before, await token(more));
  });

  it('expires when a restore has replaced the database', async () => {
    const generations = () => strapi.db.getConnection('calendar_generations');
    await buildVenue();
    const before = await cursorNow();
    await generations().update({ origin: 'elsewhere' });
    await expired(before);
    const after = await cursorNow();
    expect((await askChanges(after)).status).toBe(200);
  });

  it('expires after a restore in place that undid its changes, while an older one stays valid', async () => {
    const table = (name: string) => strapi.db.getConnection(name);
    const cursor = await cursorNow();
    const [backup] = await table('calendar_generations').orderBy('id', 'desc').limit(1);
    const { public_id } = await buildVenue();
    const undone = await cursorNow();
    await table('calendar_venues').where({ public_id }).delete();
    await table('calendar_revisions').where('position', '>', backup.last).delete();
    await table('calendar_generations').where('id', backup.id).update({ last: backup.last });
    const next = { ...backup, id: undefined, token: 'next', first: backup.last };
    delete next.id;
    await table('calendar_generations').insert(next); // As at a start after the restore.
    await buildVenue();
    await expired(undone);
    expect((await changesSince(cursor)).lines).toHaveLength(1);
  });

  it('expires only after a repair that changed something', async () => {
    await buildEvent({ venue: [(await buildVenue()).public_id] });
    await repairAll();
    const before = await cursorNow();
    await repairAll();
    expect((await askChanges(before)).status).toBe(200);
    await strapi.db.getConnection('calendar_links').delete();
    await repairAll({ check: true });
    expect((await askChanges(before)).status).toBe(200);
    await repairAll();
    await expired(before);
  });

  it('yields only types that the caller may read, and is forbidden without permissions', async () => {
    const since = await cursorNow(full);
    const only = bearer(await apiToken('custom', ['change.find', 'venue.find']));
    const none = bearer(await apiToken('custom', ['change.find']));
    const without = bearer(await apiToken('custom', ['venue.find']));
    const cursor = await cursorNow(only);
    const venue = await buildVenue();
    await buildEvent();
    expect((await changesSince(cursor, only)).lines.map(named)).toEqual([
      `venue ${venue.public_id} en`,
    ]);
    for (const headers of [none, without]) {
      const { status, body } = await askChanges(since, headers);
      expect([status, body.code]).toEqual([403, 'rest_forbidden']);
    }
  });

  it('answers 401 to anonymous callers without permission for any list', async () => {
    const kept = await rightsOf(strapi);
    await restoreRights(strapi, [{ action: 'plugin::calendar.change.find', role: 'public' }]);
    const { status, body, headers } = await get(api('/changes'));
    await restoreRights(strapi, kept);
    expect([status, body.code, headers['www-authenticate']]).toEqual([
      ...[401, 'rest_forbidden', 'Bearer'],
    ]);
  });

  describe('after a visibility setting has changed', () => {
    let before = '';
    beforeAll(async () => {
      before = await cursorNow();
    });

    describe.each([
      ['publicContacts', { publicContacts: false }],
      ['fallback', { fallback: false }],
    ])('such as %s', (_, changed) => {
      withSettings(changed);
      it('is expired when it was issued before', () => expired(before));
    });
  });
});

describe('changes of scheduled records', () => {
  const generations = () => strapi.db.getConnection('calendar_generations');

  it('are reported by the local clock, even if another clock was ahead', async () => {
    const { event, before, untilThen } = await doneBefore(async (date) => {
      const cursor = await cursorNow();
      await generations().update({ due: Date.now() + 3_600_000 });
      return { event: await buildEvent({ date }), before: await changesSince(cursor) };
    });
    expect(before.lines.map(named)).toEqual([]);
    await untilThen();
    const after = await changesSince(before.cursor);
    expect(after.lines.map(named)).toEqual([`event ${event.public_id} en`]);
  });

  it('reach a reader whose clock is behind that of a concurrent reader', async () => {
    const viewer = { userId: 0, unpublished: [], unlocked: false };
    const types: RecordType[] = ['event'];
    for (let turn = 0; turn < 5; turn += 1) {
      const begin = Date.now();
      await generations().update({ due: begin });
      const asked = (now: number, since?: ChangeCursor) =>
        changesOf({ since, most: 1000, types, viewer: { ...viewer, now: new Date(now) } });
      const event = await buildEvent({ date: new Date(begin + 5000).toISOString() });
      const { cursor } = await asked(begin + 4000);
      const [, earlier] = await Promise.all([asked(begin + 6000), asked(begin + 4000, cursor)]);
      const later = await asked(begin + 6000, earlier.cursor);
      const told = [...earlier.changes, ...later.changes].filter(
        ({ id }) => id === event.public_id,
      );
      expect(told.at(-1)).toMatchObject({ languages: ['en'] });
    }
  });
});

const whereWritersWait = onPostgres ? describe : describe.skip;

whereWritersWait('GET /changes while a writer holds a record', () => {
  it('does not wait, and reports the record after the commit', async () => {
    const [venue, other] = [await buildVenue(), await buildVenue()];
    await send('PATCH', api(`/venues/${venue.public_id}`), { city: 'Waiting for a number' }, full);
    const held = await cursorNow();
    await send('PATCH', api(`/venues/${venue.public_id}`), { city: 'Without a number' }, full);
    let written = () => {};
    let commit = () => {};
    const hasWritten = new Promise<void>((resolve) => {
      written = resolve;
    });
    const mayCommit = new Promise<void>((resolve) => {
      commit = resolve;
    });
    const writer = strapi.db.transaction(async ({ trx }) => {
      await strapi.db
        .getConnection('calendar_revisions')
        .transacting(trx)
        .where({ document_id: venue.documentId })
        .update({ position: null });
      written();
      await mayCommit;
    });
    await hasWritten;
    // Scheduled events of other tests may be published meanwhile.
    const venues = (lines: { id: number; type: string }[]) =>
      lines.filter(({ type }) => type === 'venue').map(({ id }) => id);
    await send('PATCH', api(`/venues/${other.public_id}`), { city: 'Meanwhile' }, full);
    const meanwhile = await changesSince(held).finally(commit);
    expect(venues(meanwhile.lines)).toEqual([other.public_id]);
    await writer;
    const after = await changesSince(meanwhile.cursor);
    expect(venues(after.lines)).toEqual([venue.public_id]);
  });
});

it('keeps the revision row of a deleted record until older cursors have expired', async () => {
  const lines = () => strapi.db.getConnection('calendar_revisions');
  const tag = await buildTag({ name: 'To be forgotten' });
  const where = { document_id: tag.documentId };
  await documents('tag').delete({ documentId: tag.documentId, locale: 'en' });
  const aged = (days: number) =>
    lines()
      .where(where)
      .update({ changed: Date.now() - days * 86_400_000 });
  const pruned = async () => {
    await pruneChanges(new Date());
    return lines().where(where);
  };
  await aged(30);
  expect(await pruned()).toHaveLength(1);
  await aged(32);
  expect(await pruned()).toHaveLength(0);
});

it('rejects a cursor from before an import that brought no records', async () => {
  await buildTag();
  const before = await cursorNow();
  await importing(async () => {
    for (const type of RECORD_TYPES) await strapi.db.query(uidOf(type)).deleteMany({});
  });
  expect((await askChanges(before)).body.code).toBe('rest_cursor_expired');
});

it('rejects a cursor from before a start that removed an author or added an id', async () => {
  const { id } = await member('author');
  const { documentId } = await buildEvent({ author: id });
  await repairAtStart();
  const before = await cursorNow();
  await strapi.db.query('plugin::users-permissions.user').delete({ where: { id } });
  await repairAtStart();
  expect((await askChanges(before)).body.code).toBe('rest_cursor_expired');
  const between = await cursorNow();
  await repairAtStart();
  expect((await askChanges(between)).status).toBe(200);
  await strapi.db
    .getConnection('calendar_events')
    .where({ document_id: documentId })
    .update({ public_id: null });
  await repairAtStart();
  expect((await askChanges(between)).body.code).toBe('rest_cursor_expired');
});
