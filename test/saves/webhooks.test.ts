import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import { Webhook } from 'standardwebhooks';
import { revisionOf } from '../../src/plugins/calendar/server/src/database/revisions';
import { chunks } from '../../src/plugins/calendar/server/src/database/run';
import { addDeliveries } from '../../src/plugins/calendar/server/src/database/webhook-deliveries';
import {
  allWebhooks,
  changeWebhook,
  lockWebhooks,
  reserveAttempt,
  secretsOf,
  webhookById,
} from '../../src/plugins/calendar/server/src/database/webhooks';
import { DAY } from '../../src/plugins/calendar/server/src/kinds/dates/wall-time';
import { wakeDelivery } from '../../src/plugins/calendar/server/src/records/deliver';
import { nextAttempt } from '../../src/plugins/calendar/server/src/records/send-message';
import { isNewestTried, pauseAfter } from '../../src/plugins/calendar/server/src/settings/webhooks';
import { admin } from '../support/admin';
import { apiToken, bearer } from '../support/callers';
import { withClockAhead } from '../support/clock';
import { importAgain } from '../support/data-transfer';
import { undocumented } from '../support/document/messages';
import { allDoors, doors, someTimes } from '../support/doors';
import { inFull } from '../support/extent';
import { whileCommitsFail, whileRowFails } from '../support/failing-commit';
import { api, get, send } from '../support/http';
import { onPostgres, untilWaiting } from '../support/in-turn';
import { logOf } from '../support/log';
import { doneBefore } from '../support/moments';
import { buildPicture } from '../support/pictures';
import { withoutLog } from '../support/quiet';
import { delivered, hasten, listenWith, type Received, Receiver } from '../support/receiver';
import { buildCategory, buildEvent, buildTag, buildVenue } from '../support/records';
import { Served } from '../support/served';
import { withSettings } from '../support/settings';
import { countOf, statementsOf } from '../support/statements';
import { tellingsEnded } from '../support/tellings';

withSettings({ webhooks: { privateHosts: ['127.0.0.1'] } });

/** Requests until the fifth failure is recorded: those, and those that were sent meanwhile. */
const MOST_BEFORE_PAUSE = 10;

/** Requests are not part of a transaction that a test holds open. */
const outside = AsyncLocalStorage.snapshot();

/** Milliseconds for a request to get as far as it does while a test holds a lock. */
const AWHILE = 300;

const receiver = new Receiver();
let hook: Awaited<ReturnType<typeof listenWith>>;
let full: Record<string, string>;

const table = (name: string) => strapi.db.getConnection(`calendar_webhook${name}`);

beforeAll(async () => {
  full = bearer(await apiToken('full-access'));
  await receiver.listen();
});

afterAll(() => receiver.close());

beforeEach(async () => {
  await table('_messages').delete();
  await table('s').delete();
  receiver.answer = () => 204;
  receiver.headers = {};
  receiver.forget();
  hook = await listenWith(receiver);
});

/** The messages about the work, validated by the document, without those of earlier changes. */
async function told(work: () => Promise<unknown>): Promise<Received['body'][]> {
  await delivered();
  receiver.forget();
  await work();
  await delivered();
  expect(receiver.received.flatMap(undocumented)).toEqual([]);
  return receiver.received.map(({ body }) => body);
}

const names = async (work: () => Promise<unknown>) => (await told(work)).map(({ type }) => type);

describe.each(allDoors)('webhook messages about changes through %s', (_, door) => {
  it('are sent once per change of the public record, and never for drafts', async () => {
    const { documentId: id, public_id } = await door.create('event', { title: 'A', ...someTimes });
    await delivered();
    expect(receiver.told).toEqual([]);
    const [made] = await told(() => door.publish('event', id));
    expect(made).toMatchObject({
      type: 'event.published',
      data: { type: 'event', id: public_id, languages: ['en'] },
    });
    expect(made.data.changed).toEqual(expect.arrayContaining(['title', 'slug', 'start_date']));
    expect(made.data.changed).not.toContain('venue');
    const unpublished = () => door.unpublish('event', id);
    expect(await names(unpublished)).toEqual(['event.unpublished']);
    expect(await names(() => door.update('event', id, { title: 'B' }))).toEqual([]);
    expect(await names(() => door.publish('event', id))).toEqual(['event.published']);
    const trash = () => door.update('event', id, { trashed_at: new Date().toISOString() });
    const [gone] = await told(trash);
    expect(gone).toMatchObject({ type: 'event.trashed', data: { languages: [], changed: [] } });
    const restore = () => door.update('event', id, { trashed_at: null });
    expect(await names(restore)).toEqual(['event.restored']);
  });

  it('are not sent for a rejected save', async () => {
    const event = await buildEvent({ title: 'Before' });
    const wrong = { start_date: '2027-05-01 18:00:00', end_date: '2026-05-01 18:00:00' };
    const { documentId } = event;
    expect(await names(() => door.update('event', documentId, wrong).catch(() => null))).toEqual(
      [],
    );
  });
});

describe('the changes of a transaction', () => {
  it('produce one message per record, with its revision and the changed fields', async () => {
    const event = await buildEvent({ title: 'Before', cost: '1' });
    const path = api(`/events/${event.public_id}`);
    const messages = await told(() =>
      send('PATCH', path, { title: 'After', cost: '2', tags: ['new'] }, full),
    );
    const types = messages.map(({ type }) => type);
    expect(types.sort()).toEqual(['event.updated', 'tag.published']);
    const message = messages.find(({ type }) => type === 'event.updated');
    expect(message.data.changed.sort()).toEqual(['cost', 'tags', 'title']);
    const { headers, body } = await get(path, full);
    expect(headers.etag).toContain(`"${message.data.revision}.`);
    expect((await fetch(message.data.rest_url.replace(/^https?:\/\/[^/]+/, baseURL))).status).toBe(
      200,
    );
    expect(new URL(message.data.rest_url).pathname).toBe(new URL(body.rest_url).pathname);
  });

  it('produce no message if the public record ends up as it was', async () => {
    const { documentId } = await buildEvent();
    const both = () =>
      strapi.db.transaction(async () => {
        const documents = strapi.documents('plugin::calendar.event');
        await documents.unpublish({ documentId, locale: 'en' });
        await documents.publish({ documentId, locale: 'en' });
      });
    expect(await names(both)).toEqual([]);
  });

  it('are compared with the state before it, even if it reads in between', async () => {
    const { documentId } = await buildEvent({ title: 'First' });
    const documents = strapi.documents('plugin::calendar.event');
    const [message, ...more] = await told(() =>
      strapi.db.transaction(async () => {
        for (const title of ['Second', 'Third']) {
          await documents.update({ documentId, locale: 'en', data: { title } as object });
          await documents.publish({ documentId, locale: 'en' });
          await get(api('/health'));
          const { inSnapshot } = jest.requireActual(
            '../../src/plugins/calendar/server/src/database/snapshot',
          );
          await inSnapshot(async () => undefined);
        }
        await documents.update({ documentId, locale: 'en', data: { cost: '5' } as object });
        await documents.publish({ documentId, locale: 'en' });
      }),
    );
    expect([message.type, more]).toEqual(['event.updated', []]);
    expect(message.data.changed.sort()).toEqual(['cost', 'title']);
  });

  it('report a category that was moved up, and then deleted or renamed', async () => {
    const parent = await buildCategory({ name: 'Games' });
    const [gone, kept] = [
      await buildCategory({ name: 'Chess', parent: parent.public_id }),
      await buildCategory({ name: 'Go', parent: parent.public_id }),
    ];
    const documents = strapi.documents('plugin::calendar.category');
    const messages = await told(() =>
      strapi.db.transaction(async () => {
        for (const { documentId } of [parent, gone]) await documents.delete({ documentId });
        await documents.update({ documentId: kept.documentId, data: { name: 'Baduk' } as object });
      }),
    );
    expect(messages.map(({ type, data }) => [type, data.id, data.changed]).sort()).toEqual(
      [
        ['category.deleted', parent.public_id, []],
        ['category.deleted', gone.public_id, []],
        ['category.updated', kept.public_id, ['name', 'parent']],
      ].sort(),
    );
  });

  it('report added and removed languages', async () => {
    const event = await buildEvent({ title: 'A chess evening' });
    const at = (language: string) => api(`/events/${event.public_id}`, language);
    const [added] = await told(() => send('PATCH', at('fr'), { title: 'Une soirée' }, full));
    expect([added.type, added.data.languages]).toEqual(['event.updated', ['en', 'fr']]);
    const [less] = await told(() => send('PATCH', at('fr'), { status: 'draft' }, full));
    expect([less.type, less.data.languages]).toEqual(['event.updated', ['en']]);
  });

  it('produce no message for drafts of a published event', async () => {
    const { documentId } = await buildEvent({ title: 'Public' });
    const [, editor] = doors[0]!;
    const save = () => editor.update('event', documentId, { title: 'Secret draft' });
    expect(await names(save)).toEqual([]);
    expect(await names(() => editor.discard('event', documentId))).toEqual([]);
    expect(JSON.stringify(await table('_messages').select())).not.toContain('Secret');
  });

  describe.each(allDoors)('that fails at COMMIT, through %s,', (_, door) => {
    withoutLog();

    it('produce no message', async () => {
      const { documentId } = await buildEvent({ title: 'Before' });
      const failing = () =>
        whileCommitsFail(() => door.update('event', documentId, { title: 'After' }).catch(() => 0));
      expect(await names(failing)).toEqual([]);
      expect(await table('_messages').where({ name: 'event.updated' })).toEqual([]);
    });
  });
});

it('sends messages about private, deleted and trashed records, categories and tags', async () => {
  const event = await buildEvent();
  const at = api(`/events/${event.public_id}`);
  const hide = () => send('PATCH', at, { status: 'private' }, full);
  expect(await names(hide)).toEqual(['event.unpublished']);
  expect(await names(() => send('PATCH', at, { title: 'Quiet' }, full))).toEqual([]);
  const remove = (type: 'event' | 'venue', { documentId }: { documentId: string }) =>
    strapi.documents(`plugin::calendar.${type}`).delete({ documentId, locale: '*' });
  expect(await names(() => remove('event', event))).toEqual([]);
  const venue = await buildVenue();
  expect(await names(() => remove('venue', venue))).toEqual(['venue.deleted']);
  const trashed = await buildEvent();
  await send('DELETE', api(`/events/${trashed.public_id}`), undefined, full);
  expect(await names(() => remove('event', trashed))).toEqual(['event.deleted']);
  const [parent] = await told(() => buildCategory({ name: 'Games' }));
  expect(parent).toMatchObject({ type: 'category.published', data: { type: 'category' } });
  const child = await buildCategory({ name: 'Chess', parent: parent.data.id });
  const ofTag = await told(() => buildTag({ name: 'new' }));
  expect(ofTag.map(({ type }) => type)).toEqual(['tag.published']);
  const lifted = await told(() =>
    send('DELETE', api(`/categories/${parent.data.id}`), undefined, full),
  );
  expect(lifted.map(({ type, data }) => [type, data.id, data.changed])).toEqual(
    expect.arrayContaining([
      ['category.deleted', parent.data.id, []],
      ['category.updated', child.public_id, ['parent']],
    ]),
  );
});

it('sends messages about a venue published along and an event whose picture changes', async () => {
  const venue = await buildVenue({}, { publish: false });
  const published = await names(() => buildEvent({ venue: [venue.public_id] }));
  expect(published.sort()).toEqual(['event.published', 'venue.published']);
  const picture = await buildPicture();
  const event = await buildEvent({ image: picture });
  const describing = await told(() =>
    strapi.plugin('upload').service('upload').updateFileInfo(picture, { alternativeText: 'A' }),
  );
  expect(describing.map(({ type, data }) => [type, data.id, data.changed])).toEqual([
    ['event.updated', event.public_id, ['image']],
  ]);
});

it('reads the events that show a changed picture together, however many they are', async () => {
  const describing = async (events: number) => {
    const image = await buildPicture();
    for (let made = 0; made < events; made += 1) await buildEvent({ image });
    await delivered();
    receiver.forget();
    const upload = strapi.plugin('upload').service('upload');
    const count = await countOf(() => upload.updateFileInfo(image, { alternativeText: 'A' }));
    await delivered();
    expect(receiver.received).toHaveLength(events);
    return count;
  };
  const few = await describing(1);
  expect(await describing(5)).toBe(few);
});

it('sends the names of changed fields, but none of their values', async () => {
  const event = await buildEvent({ title: 'Hush-hush', description: 'Told to few' });
  const path = api(`/events/${event.public_id}`);
  const [message] = await told(() => send('PATCH', path, { password: 'sesame', cost: '7' }, full));
  expect(message.data.changed.sort()).toEqual(['cost', 'password']);
  expect(JSON.stringify(message)).not.toMatch(/sesame|Hush|hush|Told to few/);
  expect(Object.keys(message.data)).toEqual([
    ...['type', 'id', 'rest_url', 'revision', 'languages', 'changed'],
  ]);
});

describe('when contacts are not public', () => {
  withSettings({ publicContacts: false, webhooks: { privateHosts: ['127.0.0.1'] } });

  it('sends no message about them, and names them in none', async () => {
    const { body } = await send('POST', api('/organizers'), { organizer: 'Ana' }, full);
    const change = (data: object) => send('PATCH', api(`/organizers/${body.id}`), data, full);
    expect(await told(() => change({ email: 'ana@example.org' }))).toEqual([]);
    const [message] = await told(() =>
      change({ phone: '+49 555 0199', website: 'https://a.org/' }),
    );
    expect(message.data.changed).toEqual(['website']);
  });
});

it('sends a message for each operation of a batch and each event of a bulk action', async () => {
  const [one, other] = [await buildEvent(), await buildEvent()];
  const batch = await told(() =>
    send(
      'POST',
      api('/batch'),
      {
        requests: [one, other].map(({ public_id }) => ({
          ...{ method: 'PATCH', path: `/events/${public_id}`, body: { cost: '3' } },
        })),
      },
      full,
    ),
  );
  expect(batch.map(({ type, data }) => [type, data.id]).sort()).toEqual(
    [one, other].map(({ public_id }) => ['event.updated', public_id]).sort(),
  );
  const records = [one, other].map(({ public_id }) => ({ id: public_id }));
  const many = { action: 'trash', records, preview: false };
  const answer = await told(async () => {
    const { status, body } = await admin('POST', '/calendar/admin/bulk', many);
    expect([status, body]).toMatchObject([200, {}]);
  });
  expect(answer.map(({ type }) => type)).toEqual(['event.trashed', 'event.trashed']);
  const looked = await names(() =>
    admin('POST', '/calendar/admin/bulk', { ...many, action: 'restore', preview: true }),
  );
  expect(looked).toEqual([]);
});

it('signs messages as Standard Webhooks specifies', async () => {
  await buildEvent();
  await delivered();
  const [{ headers, text }] = receiver.received as [Received];
  expect(headers['content-type']).toBe('application/json');
  expect(headers['webhook-id']).toMatch(/^msg_[\w-]{36}$/);
  const body = new Webhook(hook.secret).verify(text, headers as Record<string, string>);
  expect(body).toMatchObject({ type: 'event.published' });
  const other = `${text.slice(0, -1)} }`;
  expect(() => new Webhook(hook.secret).verify(other, headers as Record<string, string>)).toThrow();
});

it('a new secret works alone if the former one was encrypted with another key', async () => {
  const KEY = 'admin.secrets.encryptionKey';
  const before = strapi.config.get(KEY);
  strapi.config.set(KEY, 'another key of at least thirty-two characters');
  try {
    expect(await secretsOf(hook.id, new Date())).toEqual([]);
    const { status, body } = await send('POST', api(`/webhooks/${hook.id}/secret`), {}, full);
    expect([status, body.previous_secret_until]).toEqual([200, null]);
    expect(await secretsOf(hook.id, new Date())).toEqual([body.secret]);
  } finally {
    strapi.config.set(KEY, before);
  }
});

it('leaves Strapi’s own webhooks unsigned, with one message per step', async () => {
  await table('s').delete();
  const events = ['create', 'update', 'publish', 'unpublish', 'delete'].map(
    (one) => `entry.${one}`,
  );
  const values = { name: 'Strapi', url: receiver.url, headers: {}, events };
  const made = await admin('POST', '/admin/webhooks', values);
  expect(made.status).toBe(201);
  const heard = async (work: () => Promise<unknown>, most: number) => {
    receiver.forget();
    await work();
    for (let tries = 0; tries < 1000 && receiver.received.length < most; tries += 1)
      await pause(20);
    await tellingsEnded(strapi);
    return receiver.received.map(({ body }) => body.event);
  };
  try {
    let place = '';
    const create = async () => {
      const { body } = await send('POST', api('/events'), { title: 'A', ...someTimes }, full);
      place = api(`/events/${body.id}`);
    };
    expect((await heard(create, 2)).toSorted()).toEqual(['entry.create', 'entry.publish']);
    expect(receiver.received[0]?.headers).not.toHaveProperty('webhook-signature');
    const change = () => send('PATCH', place, { cost: '2' }, full);
    expect((await heard(change, 2)).toSorted()).toEqual(['entry.publish', 'entry.update']);
    const trash = () => send('DELETE', place, undefined, full);
    expect(await heard(trash, 1)).toEqual(['entry.update']);
  } finally {
    await admin('DELETE', `/admin/webhooks/${made.body.data.id}`);
  }
});

it('sends a webhook only the message types that it asks for', async () => {
  await admin('PUT', `/calendar/admin/webhooks/${hook.id}`, { types: ['event.trashed'] });
  const event = await buildEvent();
  await send('DELETE', api(`/events/${event.public_id}`), undefined, full);
  await delivered();
  expect(receiver.about(event.public_id)).toEqual(['event.trashed']);
});

describe('a failing receiver', () => {
  /** Waits for a number of messages, at most half a minute: configured waits are an hour. */
  const come = async (messages: number) => {
    for (let tries = 0; tries < 600 && receiver.received.length < messages; tries += 1)
      await pause(50);
    await delivered();
  };

  it('gets the same message again before any other one about the record', async () => {
    receiver.answer = () => 503;
    const event = await buildEvent({ cost: '1' });
    const other = await buildEvent();
    await delivered();
    await table('_deliveries').update({ next_attempt: Date.now() + 3_600_000 });
    await send('PATCH', api(`/events/${event.public_id}`), { cost: '2' }, full);
    await send('DELETE', api(`/events/${event.public_id}`), undefined, full);
    await delivered();
    expect(receiver.about(event.public_id)).toEqual(['event.published']);
    expect(receiver.about(other.public_id)).toEqual(['event.published']);
    const [first] = receiver.received;
    receiver.answer = () => 204;
    receiver.forget();
    await hasten();
    await delivered();
    expect(receiver.about(event.public_id)).toEqual([
      ...['event.published', 'event.updated', 'event.trashed'],
    ]);
    const again = receiver.received.find(({ text }) => text === first?.text);
    expect(again?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  });

  it('is retried with growing delays for three days', () => {
    const now = new Date();
    const waits = Array.from(
      { length: 9 },
      (_, at) => +(nextAttempt(at, now, { random: 0.5 }) ?? 0) - +now,
    );
    expect(waits[0]).toBe(5000);
    expect(waits).toEqual(waits.toSorted((one, other) => one - other));
    const days = waits.reduce((sum, wait) => sum + wait, 0) / 86_400_000;
    expect(days).toBeGreaterThan(3);
    expect(days).toBeLessThan(3.5);
    expect(nextAttempt(9, now)).toBeUndefined();
  });

  it.each([
    [429, '1800', 1800],
    [503, 'a date', 1800],
    [503, '999999', 86_400],
    [503, 'soon', 5],
    [500, '1800', 5],
  ])(
    'that answers %i with Retry-After: %s is retried after the expected delay',
    async (status, said, wait) => {
      receiver.answer = () => status;
      const date = new Date(Date.now() + 1_800_000).toUTCString();
      receiver.headers = { 'retry-after': said === 'a date' ? date : said };
      await buildEvent();
      await delivered();
      receiver.headers = {};
      const [{ last_attempt, next_attempt }] = await table('_deliveries').where({ attempts: 1 });
      const waits = (Number(next_attempt) - Number(last_attempt)) / 1000;
      expect(waits).toBeGreaterThan(wait * 0.89);
      expect(waits).toBeLessThan(wait * 1.11);
    },
  );

  it('is retried without extra delay after the clock was set back', async () => {
    receiver.answer = () => 503;
    const event = await buildEvent();
    await delivered();
    const HOUR = 3_600_000;
    receiver.answer = () => 204;
    await table('_deliveries').update({
      last_attempt: Date.now() + HOUR,
      next_attempt: Date.now() + HOUR + 5000,
    });
    wakeDelivery();
    await come(2);
    expect(receiver.about(event.public_id)).toEqual(['event.published', 'event.published']);
  });

  it('gets messages written before the clock was set back without delay', async () => {
    const event = await buildEvent();
    await delivered();
    receiver.forget();
    const later = Date.now() + 3_600_000;
    const never = { status: 'pending', attempts: 0, last_attempt: null, next_attempt: later };
    await table('_deliveries').update(never);
    wakeDelivery();
    await come(1);
    expect(receiver.about(event.public_id)).toEqual(['event.published']);
    const left = { status: 'pending', lease: 'gone', leased_until: later };
    await table('_deliveries').update(left);
    wakeDelivery();
    await come(2);
    expect(receiver.about(event.public_id)).toEqual(['event.published', 'event.published']);
  });

  if (onPostgres) {
    inFull(
      'gets each message once from nodes whose clocks differ, and no early retry',
      async () => {
        const node = await Served.start({ CALENDAR_WEBHOOK_PRIVATE_HOSTS: '127.0.0.1' });
        try {
          await node.tell('clock', 300_000);
          await pause(1500); // Time for a round of the other node, by its own clock.
          receiver.answer = () => pause(3000, 204);
          await buildEvent();
          await pause(5000);
          expect(receiver.told).toHaveLength(1);
          await delivered();
          receiver.answer = () => 503;
          receiver.forget();
          await buildEvent();
          await pause(3000);
          expect(receiver.told).toHaveLength(1);
        } finally {
          await node.stop();
        }
      },
    );
  }

  /** Adds messages about as many other events, as if they had been changed. */
  async function queue(messages: number) {
    const event = await buildEvent();
    const lines = () => table('_messages').where({ public_id: event.public_id });
    const { id: _, ...line } = await lines().first();
    await lines().delete();
    const added = Array.from({ length: messages }, (_, at) => ({
      ...{ ...line, uid: randomUUID(), sent: false },
      ...{ document_id: `queued${at}`, public_id: line.public_id + 1 + at },
    }));
    for (const some of chunks(added, 100)) await table('_messages').insert(some);
    wakeDelivery();
    return added.map(({ public_id }) => `event.published ${public_id}`);
  }

  const shown = async () => (await admin('GET', `/calendar/admin/webhooks/${hook.id}`)).body;

  const untilPaused = async () => {
    while ((await shown()).paused_until === null) await pause(50);
  };

  const endPause = () => table('s').update({ paused_until: 0 });

  it('pauses as a whole after failures in a row, is tried with one message, and resumes', async () => {
    receiver.answer = () => 503;
    const waiting = await queue(60);
    await untilPaused();
    await pause(1500);
    const burst = receiver.received.length;
    expect(burst).toBeLessThanOrEqual(MOST_BEFORE_PAUSE);
    const { paused_until, pending, enabled } = await shown();
    expect([pending, enabled]).toEqual([60, true]);
    expect(Date.parse(paused_until) - Date.now()).toBeLessThanOrEqual(5000);
    const { deliveries } = (await admin('GET', `/calendar/admin/webhooks/${hook.id}/deliveries`))
      .body;
    for (const { next_attempt } of deliveries)
      expect(Date.parse(next_attempt)).toBeGreaterThanOrEqual(Date.parse(paused_until));

    const log = await logOf(async () => {
      await endPause();
      wakeDelivery();
      while (receiver.received.length === burst) await pause(50);
      await pause(1500);
    });
    expect(log).toMatch(/Webhook \d+ .* is failing \(status 503\)/);
    expect(receiver.received).toHaveLength(burst + 1);
    expect(Date.parse((await shown()).paused_until) - Date.now()).toBeGreaterThan(5000); // It grows.

    receiver.answer = () => 204;
    receiver.forget();
    await endPause();
    await hasten();
    wakeDelivery();
    await delivered();
    expect(receiver.told.toSorted()).toEqual(waiting.toSorted());
    expect(await shown()).toMatchObject({ paused_until: null, pending: 0 });
  });

  it('pauses for as long as it asks, and longer if it goes on failing', () => {
    const never = { failures: 0, paused_at: null, paused_until: null };
    const wait = (failures: number, retryAfter = 0) =>
      pauseAfter({ ...never, failures }, 0, retryAfter).until;
    expect([wait(0), wait(4), wait(5), wait(6), wait(7), wait(8), wait(500)]).toEqual([
      5000, 5000, 10_000, 20_000, 40_000, 60_000, 60_000,
    ]);
    expect([wait(0, 1000), wait(0, 90_000), wait(6, 1000), wait(6, 90_000)]).toEqual([
      1000, 90_000, 20_000, 90_000,
    ]);
  });

  it('is tried with the newest message in every other turn, unless it has named a later time', () => {
    const paused = (failures: number, wait: number) => ({
      ...{ failures, paused_at: 1_000_000, paused_until: 1_000_000 + wait },
    });
    const tried = [paused(5, 5000), paused(6, 10_000), paused(9, 60_000), paused(9, 86_400_000)];
    expect(tried.map(isNewestTried)).toEqual([true, false, true, false]);
  });

  it('is tried by one process after a pause', async () => {
    await table('s').update({ failures: 9, paused_at: 1, paused_until: 1 });
    const now = new Date();
    const seen = (await webhookById(hook.id))!;
    const reserve = () => reserveAttempt(seen, now, new Date(now.getTime() + 75_000));
    const reserved = await Promise.all([reserve(), reserve(), reserve()]);
    expect(reserved.filter(Boolean)).toHaveLength(1);
  });

  it('does not keep others waiting for messages that it refuses', async () => {
    const refused = new Set(await queue(12));
    receiver.answer = ({ body }) => (refused.has(`${body.type} ${body.data.id}`) ? 422 : 204);
    const event = await buildEvent();
    for (let tries = 0; tries < 300 && receiver.about(event.public_id).length === 0; tries += 1)
      await pause(50);
    expect(receiver.about(event.public_id)).toEqual(['event.published']);
  });

  it('is not kept waiting by four others that respond slowly', async () => {
    await table('s').delete();
    const slow = await new Receiver().listen();
    const respond: ((status: number) => void)[] = [];
    slow.answer = () => new Promise((resolve) => respond.push(resolve));
    for (const name of ['one', 'two', 'three', 'four']) await listenWith(slow, { name });
    await listenWith(receiver);
    await queue(8);
    while (slow.received.length < 20) await pause(50);
    respond.shift()?.(204);
    while (slow.received.length === 20 && receiver.received.length === 0) await pause(50);
    const received = receiver.received.length;
    slow.answer = () => 204;
    for (const end of respond) end(204);
    await delivered();
    await slow.close();
    expect(received).toBeGreaterThan(0);
  });

  it('is not asked by anything before its Retry-After', async () => {
    receiver.answer = () => 429;
    receiver.headers = { 'retry-after': '1800' };
    await buildEvent();
    await delivered();
    receiver.headers = {};
    receiver.answer = () => 204;
    const until = Date.parse((await shown()).paused_until) - Date.now();
    expect(until).toBeGreaterThan(1_780_000);
    expect(until).toBeLessThanOrEqual(1_800_000);
    const event = await buildEvent();
    await pause(1500);
    expect(receiver.about(event.public_id)).toEqual([]);
    const tried = await admin('POST', `/calendar/admin/webhooks/${hook.id}/test`);
    expect(tried.body.delivered).toBe(true); // So it accepts messages again.
    while (receiver.about(event.public_id).length === 0) await pause(50);
    expect((await shown()).paused_until).toBeNull();
  });

  it.each(['3600.5', '49.5'])(
    'reads a Retry-After of %s as seconds, not as a year',
    async (sent) => {
      receiver.answer = () => 503;
      receiver.headers = { 'retry-after': sent };
      await buildEvent();
      await delivered();
      const until = Date.parse((await shown()).paused_until) - Date.now();
      expect(until).toBeGreaterThan(Number(sent) * 1000 - 10_000);
      expect(until).toBeLessThanOrEqual(Number(sent) * 1000);
    },
  );

  it.each([
    [
      'switched on again',
      async () => {
        await admin('PUT', `/calendar/admin/webhooks/${hook.id}`, { enabled: false });
        await admin('PUT', `/calendar/admin/webhooks/${hook.id}`, { enabled: true });
      },
    ],
    [
      'given another address',
      () => admin('PUT', `/calendar/admin/webhooks/${hook.id}`, { url: `${receiver.url}/new` }),
    ],
    ['given a new secret', () => admin('POST', `/calendar/admin/webhooks/${hook.id}/secret`)],
  ])('is not paused after it was %s', async (_, change) => {
    const paused = { failures: 9, paused_at: Date.now(), paused_until: Date.now() + 60_000 };
    await table('s').update(paused);
    await change();
    expect((await shown()).paused_until).toBeNull();
    const event = await buildEvent();
    await come(1);
    expect(receiver.about(event.public_id)).toEqual(['event.published']);
  });

  it('is not paused longer because the clock was set back', async () => {
    const HOUR = 3_600_000;
    const later = Date.now() + HOUR;
    await table('s').update({ failures: 9, paused_at: later, paused_until: later + 60_000 });
    const event = await buildEvent();
    await come(1);
    expect(receiver.about(event.public_id)).toEqual(['event.published']);
    expect((await shown()).paused_until).toBeNull();
  });

  it('is switched off after the last attempt failed, and gets no more messages', async () => {
    receiver.answer = () => 503;
    await buildEvent();
    await delivered();
    await table('_deliveries').update({ attempts: 9, next_attempt: 0 });
    await delivered();
    const { body } = await admin('GET', `/calendar/admin/webhooks/${hook.id}`);
    expect(body).toMatchObject({ enabled: false, switched_off: 'failing', pending: 0 });
    expect(Date.now() - Date.parse(body.switched_off_at)).toBeLessThan(60_000);
    receiver.forget();
    await buildEvent();
    await delivered();
    expect(receiver.received).toEqual([]);
    const on = await admin('PUT', `/calendar/admin/webhooks/${hook.id}`, { enabled: true });
    expect(on.body).toMatchObject({ enabled: true, switched_off: null, switched_off_at: null });
  });

  it('stays enabled if it accepted other messages meanwhile', async () => {
    const poison = await buildEvent();
    await delivered();
    await table('_deliveries').update({ status: 'pending', attempts: 9, next_attempt: 0 });
    receiver.answer = ({ body }) => (body.data.id === poison.public_id ? 500 : 204);
    await delivered();
    const { body } = await admin('GET', `/calendar/admin/webhooks/${hook.id}`);
    expect(body).toMatchObject({ enabled: true, switched_off: null });
    const [log] = await table('_deliveries').where({ status: 'failed' });
    expect(log).toMatchObject({ attempts: 10, error: 'status', response_status: 500 });
  });

  it('stays enabled if it accepted a message within the minute before', async () => {
    await buildEvent();
    await delivered();
    await table('_deliveries').update({ status: 'pending', attempts: 9, next_attempt: 0 });
    receiver.answer = () => 500;
    const [{ created }] = await table('_messages').select('created');
    await table('s').update({ last_delivered: Number(created) - 50_000 });
    await delivered();
    const { body } = await admin('GET', `/calendar/admin/webhooks/${hook.id}`);
    expect(body).toMatchObject({ enabled: true, switched_off: null });
  });

  it.each([503, 410])(
    'is neither paused nor switched off by a %s of its former address',
    async (status) => {
      const next = await new Receiver().listen();
      let answer = (_: number) => {};
      receiver.headers = { 'retry-after': '3600' };
      receiver.answer = () => new Promise((resolve) => (answer = resolve));
      const event = await buildEvent();
      while (receiver.received.length === 0) await pause(20);
      await admin('PUT', `/calendar/admin/webhooks/${hook.id}`, { url: next.url });
      answer(status);
      for (let tries = 0; tries < 100 && next.received.length === 0; tries += 1) await pause(50);
      await delivered();
      expect(next.about(event.public_id)).toEqual(['event.published']);
      const { body } = await admin('GET', `/calendar/admin/webhooks/${hook.id}`);
      expect(body).toMatchObject({ enabled: true, paused_until: null, pending: 0 });
      await next.close();
    },
  );

  it('is switched off immediately and only once by 410, without storing its responses', async () => {
    receiver.answer = () => pause(1000, 410);
    const log = await logOf(async () => {
      for (let made = 0; made < 3; made += 1) await buildEvent();
      await delivered();
      await pause(500); // What the two others were answered.
    });
    expect(receiver.received).toHaveLength(3);
    expect(log.match(/was switched off/g)).toHaveLength(1);
    const { body } = await admin('GET', `/calendar/admin/webhooks/${hook.id}`);
    expect(body).toMatchObject({ enabled: false, switched_off: 'gone' });
    expect(JSON.stringify(await table('_deliveries').select())).not.toContain('{\\"x\\"');
  });
});

it.each(['enabled again', 'created after it was deleted'])(
  'a webhook %s gets no messages that waited for the only one',
  async (how) => {
    const event = await buildEvent();
    await delivered();
    await admin('PUT', `/calendar/admin/webhooks/${hook.id}`, { enabled: false });
    const [{ id: _, ...line }] = await table('_messages').where({ public_id: event.public_id });
    const waiting = { transaction_id: 'waiting', uid: 'waiting', sent: false };
    await table('_messages').insert({ ...line, ...waiting }); // As if 200 others had been distributed first.
    receiver.forget();
    if (how === 'enabled again') {
      await admin('PUT', `/calendar/admin/webhooks/${hook.id}`, { enabled: true });
    } else {
      await admin('DELETE', `/calendar/admin/webhooks/${hook.id}`);
      await listenWith(receiver);
    }
    await delivered();
    expect(receiver.told).toEqual([]);
    const later = await buildEvent();
    await delivered();
    expect(receiver.told).toEqual([`event.published ${later.public_id}`]);
  },
);

it('a webhook is not removed while messages are distributed to it', async () => {
  await listenWith(receiver);
  const event = await buildEvent();
  await delivered();
  const [{ id: _, ...line }] = await table('_messages').where({ public_id: event.public_id });
  const waiting = { transaction_id: 'waiting', uid: 'waiting', sent: false };
  const removed = await strapi.db.transaction(async ({ trx }) => {
    await lockWebhooks(trx as Knex.Transaction);
    const webhooks = await allWebhooks();
    await table('_messages')
      .transacting(trx)
      .insert({ ...line, ...waiting });
    const removing = outside(() => admin('DELETE', `/calendar/admin/webhooks/${hook.id}`));
    await Promise.race([removing, pause(AWHILE)]);
    await addDeliveries(webhooks, new Date());
    return { removing };
  });
  expect((await removed.removing).status).toBe(200);
  await delivered();
  expect(receiver.told).toContain(`event.published ${event.public_id}`);
});

it('a message is not sent again while its webhook is disabled', async () => {
  const event = await buildEvent();
  await delivered();
  const [{ id }] = await table('_deliveries').where({ webhook_id: hook.id });
  const at = `/calendar/admin/webhooks/${hook.id}/deliveries/${id}/redeliver`;
  receiver.forget();
  const asked = await strapi.db.transaction(async () => {
    await changeWebhook(hook.id, { enabled: false }, new Date());
    const asking = outside(() => admin('POST', at));
    await Promise.race([asking, pause(AWHILE)]);
    return { asking };
  });
  expect((await asked.asking).status).toBe(400);
  expect(await table('_deliveries').where({ status: 'pending' })).toEqual([]);
  await changeWebhook(hook.id, { enabled: true }, new Date());
  await delivered();
  expect(receiver.about(event.public_id)).toEqual([]);
});

// PostgreSQL's clock cannot be set here.
(onPostgres ? it.skip : it)('old messages are deleted after the clock was set back', async () => {
  const created = Date.now() - 20 * DAY;
  await buildEvent();
  await delivered();
  const [{ id: _, ...message }] = await table('_messages');
  const line = { ...message, transaction_id: 'old', uid: 'old', sent: true, created };
  const old = () => table('_messages').where({ uid: 'old' });
  const deleted = async () => {
    await table('_messages').insert(line);
    wakeDelivery();
    for (let tries = 0; tries < 80 && (await old()).length > 0; tries += 1) await pause(25);
    return (await old()).length === 0;
  };
  await withClockAhead(3 * DAY, async () => expect(await deleted()).toBe(true));
  expect(await deleted()).toBe(true);
});

describe('webhook delivery during a database failure', () => {
  withoutLog();

  it('resumes by itself afterwards', async () => {
    receiver.answer = (_, which) => (which === 1 ? 500 : 204);
    const event = await buildEvent();
    await delivered();
    expect(receiver.about(event.public_id)).not.toEqual([]);
    const rename = (from: string, to: string) =>
      strapi.db.connection.schema.renameTable(`calendar_webhook_${from}`, `calendar_webhook_${to}`);
    await rename('deliveries', 'away');
    wakeDelivery();
    await pause(1000);
    await rename('away', 'deliveries');
    for (let tries = 0; tries < 200 && receiver.received.length < 2; tries += 1) await pause(100);
    expect(receiver.about(event.public_id)).toHaveLength(2);
  });

  it('switches off a receiver that answered 410 once the database works again', async () => {
    receiver.answer = () => 410;
    const off = { table: 'calendar_webhooks', isMeant: "NEW.switched_off = 'gone'" };
    await whileRowFails({ ...off, action: 'UPDATE' }, async () => {
      await buildEvent();
      for (let tries = 0; tries < 200 && receiver.received.length < 1; tries += 1) await pause(50);
      await pause(1000);
    });
    await table('_deliveries').update({ leased_until: 0 }); // As if the lease had expired.
    wakeDelivery();
    await delivered();
    const { body } = await admin('GET', `/calendar/admin/webhooks/${hook.id}`);
    expect(body).toMatchObject({ enabled: false, switched_off: 'gone' });
  });
});

describe('a scheduled publication', () => {
  const whereSeveralWrite = onPostgres ? it : it.skip;

  (onPostgres ? inFull : it.skip)(
    'that is blocked does not make a new webhook miss messages',
    async () => {
      const date = new Date(Date.now() + 9000); // Late enough for a slow machine to take the lock before.
      const scheduled = await buildEvent({ date: date.toISOString() });
      const other = await new Receiver().listen();
      await delivered();
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      const locked = table('_messages').where({ public_id: scheduled.public_id }).forUpdate();
      const holder = strapi.db.connection.transaction(async (trx) => {
        expect(await locked.transacting(trx)).toHaveLength(1);
        await held;
      });
      await pause(date.getTime() - Date.now() + 1000); // The publication is due, and blocked by the lock.
      const making = listenWith(other);
      const isMade = await Promise.race([making.then(() => true), pause(1000)]);
      if (!isMade) release();
      await making;
      const event = await buildEvent();
      release();
      await holder;
      await delivered();
      expect(other.about(event.public_id)).toEqual(['event.published']);
      await other.close();
    },
  );

  it('sends one message when it is due', async () => {
    const { event, before, untilThen } = await doneBefore(async (date) => {
      const event = await buildEvent({ date });
      await delivered();
      return { event, before: receiver.about(event.public_id) };
    }, 1000);
    expect(before).toEqual([]);
    await untilThen();
    while (receiver.about(event.public_id).length === 0) await pause(50);
    await delivered();
    expect(receiver.about(event.public_id)).toEqual(['event.published']);
    expect((await get(api(`/events/${event.public_id}`))).status).toBe(200);
  });

  whereSeveralWrite('is not sent before this node shows it, if its clock is behind', async () => {
    const statuses: number[] = [];
    receiver.answer = async ({ body }) => {
      statuses.push((await get(api(`/events/${body.data.id}`))).status);
      return 204;
    };
    await withClockAhead(-3000, async () => {
      await buildEvent({ date: new Date(Date.now() + 1000).toISOString() });
      while (statuses.length === 0) await pause(50);
    });
    expect(statuses).toEqual([200]);
  });

  it('follows the latest date, and sends nothing if the event is not public then', async () => {
    const later = new Date(Date.now() + 3_600_000).toISOString();
    const [moved, taken] = [await buildEvent({ date: later }), await buildEvent()];
    const date = '2100-01-01T00:00:00.000Z';
    await send('PATCH', api(`/events/${moved.public_id}`), { date }, full);
    await send('PATCH', api(`/events/${taken.public_id}`), { date: later }, full);
    await send('DELETE', api(`/events/${taken.public_id}`), undefined, full);
    const lines = await table('_messages').whereNotNull('due');
    expect(lines.map(({ public_id }: { public_id: number }) => public_id)).toEqual([
      moved.public_id,
    ]);
    expect(Number(lines[0].due)).toBe(Date.parse(date));
    await table('_messages')
      .whereNotNull('due')
      .update({ due: Date.now() - 1 });
    await delivered();
    expect(receiver.about(moved.public_id)).toEqual([]); // Not public yet.
    expect(receiver.about(taken.public_id)).toEqual(['event.published', 'event.unpublished']);
  });

  it('is queued when a webhook is created after it was scheduled', async () => {
    await table('s').delete();
    const event = await buildEvent({ date: '2100-01-01T00:00:00.000Z' });
    const { public_id } = event;
    expect(await table('_messages').where({ public_id })).toEqual([]);
    await listenWith(receiver);
    const [line] = await table('_messages').where({ public_id });
    expect([line.name, Number(line.due)]).toEqual([null, Date.parse('2100-01-01T00:00:00.000Z')]);
  });

  whereSeveralWrite('is queued when the first webhook is created before its COMMIT', async () => {
    await table('s').delete();
    const underWay = new Set<unknown>();
    let begin = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const made = begun.then(() => listenWith(receiver)); // Outside of the transaction.
    const { public_id } = (await strapi.db.transaction(async () => {
      const event = await buildEvent({ date: '2100-01-01T00:00:00.000Z' });
      await revisionOf('event', event.public_id); // Writes it, as for the response of the interface.
      underWay.add(made);
      begin();
      void made.finally(() => underWay.delete(made));
      await untilWaiting(underWay);
      return event;
    })) as { public_id: number };
    await made;
    const lines = await table('_messages').where({ public_id });
    expect(lines.map(({ due }: { due: string }) => Number(due))).toEqual([Date.UTC(2100, 0)]);
  });

  it.each([
    ['deleted', () => table('s').delete(), () => listenWith(receiver)],
    [
      'disabled',
      () => table('s').update({ enabled: false }),
      () => changeWebhook(hook.id, { enabled: true }, new Date()),
    ],
  ])('is not told later if the only webhook was %s before it', async (_, leave, listen) => {
    const { event, untilThen } = await doneBefore(async (date) => {
      await table('s').update({ enabled: true });
      const event = await buildEvent({ date });
      await leave();
      return { event };
    }, 1000);
    await untilThen();
    await listen();
    const other = await buildEvent();
    wakeDelivery();
    await delivered();
    expect(receiver.about(other.public_id)).toEqual(['event.published']);
    expect(receiver.about(event.public_id)).toEqual([]);
  });

  it('is queued again with its new date after an import', async () => {
    const { public_id } = await buildEvent({ date: '2100-01-01T00:00:00.000Z' });
    const date = '2101-01-01T00:00:00.000Z';
    await table('_messages').delete();
    await importAgain('event', { date });
    const lines = await table('_messages').where({ public_id });
    expect(lines.map(({ due }: { due: string }) => Number(due))).toEqual([Date.parse(date)]);
  });

  whereSeveralWrite('is queued when a webhook is enabled during an import', async () => {
    const { public_id } = await buildEvent();
    await delivered(); // The deliverer waits for the same lock.
    const date = '2101-01-01T00:00:00.000Z';
    await table('s').update({ enabled: false });
    const underWay = new Set<unknown>();
    let begin = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const imported = begun.then(() => importAgain('event', { date })); // Outside of the transaction.
    await strapi.db.transaction(async () => {
      await changeWebhook(hook.id, { enabled: true }, new Date());
      underWay.add(imported);
      begin();
      void imported.finally(() => underWay.delete(imported));
      await untilWaiting(underWay);
    });
    await imported;
    const lines = await table('_messages').where({ public_id }).whereNotNull('due');
    expect(lines.map(({ due }: { due: string }) => Number(due))).toEqual([Date.parse(date)]);
  });
});

it('a save runs no statement of its own for webhooks when there are none', async () => {
  const [, editor] = doors[1]!;
  const { documentId } = await buildEvent({ cost: '1' });
  await delivered();
  const saved = async (cost: string) => {
    const { statements } = await statementsOf(() => editor.update('event', documentId, { cost }));
    return statements.filter((sql) => /calendar_webhook/.test(sql)).length;
  };
  await table('s').delete();
  // The deliverer may execute a statement of its own between those of a save.
  const counts = [await saved('2'), await saved('3'), await saved('4')];
  expect(Math.min(...counts)).toBe(1); // The revision's statement, which checks for webhooks.
});
