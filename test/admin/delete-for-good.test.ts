import type { Ability } from '../../src/plugins/calendar/server/src/database/permissions';
import { deleteForGood } from '../../src/plugins/calendar/server/src/records/versions';
import { uidOf } from '../../src/plugins/calendar/server/src/settings/record-types';
import { admin } from '../support/admin';
import { adminIn, adminWith } from '../support/admin-roles';
import { withoutDatabase } from '../support/held-database';
import { send } from '../support/http';
import { buildEvent, type Stored } from '../support/records';
import { waitedFor } from '../support/waiting';

const PLACE = '/calendar/admin/trash/delete';
const AGENDA = ['plugin::calendar.agenda.read'];

const rows = ({ documentId }: Stored) =>
  strapi.db.query(uidOf('event')).count({ where: { documentId } });

/** Creates an event in two languages, in the trash by default. */
async function made(trashed = true) {
  const event = await buildEvent();
  await buildEvent({ title: 'Fête' }, { language: 'fr', of: event });
  const at = `/content-manager/collection-types/${uidOf('event')}/${event.documentId}?locale=en`;
  if (trashed) await admin('PUT', at, { trashed_at: '2027-01-01T00:00:00.000Z' });
  return event;
}

const erase = async (ask: typeof admin, ...events: Stored[]) =>
  ask('POST', PLACE, { ids: events.map(({ public_id }) => public_id) });

describe('permanent deletion from the agenda (D6.3)', () => {
  it('deletes every language and version, and reports why others are kept', async () => {
    const [gone, other, outside] = [await made(), await made(), await made(false)];
    await erase(admin, gone);
    const { status, body } = await erase(admin, gone, other, outside);
    expect(status).toBe(200);
    expect(body.results).toEqual([
      { id: gone.public_id, kept: 'gone' },
      { id: other.public_id },
      { id: outside.public_id, kept: 'restored' },
    ]);
    expect([await rows(gone), await rows(other), await rows(outside)]).toEqual([0, 0, 4]);
  });

  it.each([
    ['may not delete', ['read', 'update', 'publish'], {}],
    ['may delete what they made alone', ['read', 'delete'], { own: ['delete'] }],
    ['may delete in one language alone', ['read', 'delete'], { locales: ['en'] }],
  ] as const)('keeps the record if the editor %s', async (_who, rights, extent) => {
    const event = await made();
    const besides = extent as { own?: 'delete'[]; locales?: string[] };
    const somebody = await adminWith('event', rights, { ...besides, actions: AGENDA });
    const { body } = await erase(somebody, event);
    expect(body.results).toEqual([{ id: event.public_id, kept: 'rights' }]);
    expect(await rows(event)).toBe(4);
  });

  it('is allowed for a moderator but not for a translator', async () => {
    const [one, two] = [await made(), await made()];
    expect((await erase(await adminIn('calendar-moderator'), one)).body.results).toEqual([
      { id: one.public_id },
    ]);
    expect((await erase(await adminIn('calendar-translator'), two)).body.results).toEqual([
      { id: two.public_id, kept: 'rights' },
    ]);
  });

  it('answers the same for unreadable and unknown records', async () => {
    const own = ['read', 'delete'] as const;
    const by = await adminWith('event', own, { own: [...own], actions: AGENDA });
    const { public_id: id } = await buildEvent();
    const { body } = await by('POST', PLACE, { ids: [id, 999_999] });
    expect(body.results.map(({ kept }: { kept: string }) => kept)).toEqual(['gone', 'gone']);
  });

  it('requires a login and access to the agenda', async () => {
    const event = await made();
    const without = await adminWith('event', ['read', 'delete']);
    expect((await erase(without, event)).status).toBe(403);
    expect((await send('POST', PLACE, { ids: [event.public_id] })).status).toBe(401);
    expect(await rows(event)).toBe(4);
  });

  it.each([
    ['nothing', undefined],
    ['no list', { ids: 12 }],
    ['an empty list', { ids: [] }],
    ['no ids', { ids: ['12'] }],
    ['too many', { ids: Array.from({ length: 51 }, (_, at) => at + 1) }],
    ['an id too large', { ids: [2 ** 53] }],
    ['another name', { ids: [1], force: true }],
  ])('rejects a request with %s', async (_what, body) => {
    const answer = await admin('POST', PLACE, body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toContain('ids must be a list of 1 to 50 ids');
  });

  it('deletes a record once for two concurrent requests', async () => {
    const event = await made();
    const answers = await Promise.all([erase(admin, event), erase(admin, event)]);
    const kept = answers.map(({ body }) => body.results[0].kept ?? 'none').sort();
    expect(kept).toEqual(['gone', 'none']);
    expect(await rows(event)).toBe(0);
  });

  it('reports a record that the database fails to delete, and continues', async () => {
    const [bad, good] = [await made(), await made()];
    const { onlyOnce } = refusing(bad.documentId);
    try {
      const { body } = await erase(admin, bad, good);
      expect(body.results).toEqual([{ id: bad.public_id, kept: 'failed' }, { id: good.public_id }]);
      expect([await rows(bad), await rows(good)]).toEqual([4, 0]);
    } finally {
      onlyOnce();
    }
  });

  it('reports what it has deleted before the connection failed, and tries nothing more', async () => {
    const [first, bad, last] = [await made(), await made(), await made()];
    const { onlyOnce } = refusing(bad.documentId, { code: 'ECONNRESET' });
    try {
      const { status, body } = await erase(admin, first, bad, last);
      expect(status).toBe(200);
      expect(body.results).toEqual([
        { id: first.public_id },
        { id: bad.public_id, kept: 'failed' },
        { id: last.public_id, kept: 'failed' },
      ]);
      expect([await rows(first), await rows(bad), await rows(last)]).toEqual([0, 4, 4]);
    } finally {
      onlyOnce();
    }
    const { onlyOnce: again } = refusing(bad.documentId, { code: 'ECONNRESET' });
    const { status } = await erase(admin, bad, last).finally(again);
    expect([status, await rows(last)]).toEqual([503, 4]);
  });

  it('waits once for a connection while there is none', async () => {
    const { pool } = strapi.db.connection.client;
    const patience = pool.acquireTimeoutMillis;
    pool.acquireTimeoutMillis = 150;
    const ids = Array.from({ length: 50 }, (_, at) => at + 1);
    const refused = () =>
      expect(deleteForGood(ids, {} as Ability)).rejects.toThrow('Timeout acquiring a connection');
    try {
      const { waited } = await waitedFor(() => withoutDatabase(refused));
      expect(waited).toBeLessThan(2000);
    } finally {
      pool.acquireTimeoutMillis = patience;
    }
  });
});

/** Makes the deletion of a record fail at its last row, within the transaction. */
function refusing(documentId: string, fault: { code?: string } = {}) {
  let deleted = 0;
  const off = strapi.db.lifecycles.subscribe({
    models: [uidOf('event')],
    async afterDelete({ result }: { result?: { documentId?: string } }) {
      if (result?.documentId !== documentId) return;
      deleted += 1;
      if (deleted > 1) throw Object.assign(new Error('the database refuses'), fault);
    },
  });
  return { onlyOnce: off };
}
