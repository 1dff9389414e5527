import { AsyncResource } from 'node:async_hooks';
import { changeRow, rowsOf } from '../../src/plugins/calendar/server/src/database/rows';
import { doors } from '../support/doors';
import { onPostgres } from '../support/in-turn';
import { buildEvent } from '../support/records';

const [, code] = doors[1] as (typeof doors)[number];

/** Writes within the open transaction without hooks, like a host's code. */
const writePastRules = (document_id: string, values: object) =>
  strapi.db.transaction(({ trx }) =>
    strapi.db
      .getConnection('calendar_events')
      .transacting(trx)
      .where({ document_id })
      .update(values),
  );

/** SQLite has one connection, so nobody else can write meanwhile. */
const whereOthersWrite = onPostgres ? it : it.skip;

describe('the rows of a record that a transaction has read (D8.13)', () => {
  const times = { start_date: '2027-05-01 18:00:00', end_date: '2027-05-01 20:00:00' };

  it('are read again after a write without hooks', async () => {
    const { documentId } = await buildEvent({ ...times, timezone: 'Europe/Paris' });
    await strapi.db.transaction(async () => {
      await code.update('event', documentId, { title: 'Once' });
      await writePastRules(documentId, { timezone: 'Asia/Tokyo' });
      await code.update('event', documentId, { end_date: '2027-05-01 21:00:00' });
    });
    const [draft] = await rowsOf('event', documentId);
    expect(draft?.utc_end_date).toBe('2027-05-01T12:00:00.000Z');
  });

  it('are returned as copies, so that changing one affects no later read', async () => {
    const { documentId } = await buildEvent({ ...times, title: 'As it is' });
    await strapi.db.transaction(async () => {
      await code.update('event', documentId, { featured: true });
      for (const row of await rowsOf('event', documentId)) row.title = 'Scribbled over';
      const titles = (await rowsOf('event', documentId)).map(({ title }) => title);
      expect(new Set(titles)).toEqual(new Set(['As it is']));
    });
  });

  whereOthersWrite('are read every time while the record is not locked', async () => {
    const { documentId } = await buildEvent({ ...times, title: 'Before' });
    const meanwhile = AsyncResource.bind((id: number) =>
      changeRow('event', id, { title: 'After' }),
    );
    await strapi.db.transaction(async () => {
      const [row] = await rowsOf('event', documentId);
      await meanwhile(row?.id as number);
      const [again] = await rowsOf('event', documentId);
      expect([row?.title, again?.title]).toEqual(['Before', 'After']);
    });
  });
});
