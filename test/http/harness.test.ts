import { setTimeout as sleep } from 'node:timers/promises';
import { admin } from '../support/admin';
import { get } from '../support/http';
import { buildEvent, buildTag } from '../support/records';

const EVENT = 'plugin::calendar.event';
const postgres = process.env.TEST_RUN === 'postgres';

it('uses the database that the test run is named for', () => {
  expect(strapi.db.dialect.client).toBe(process.env.TEST_RUN);
});

it('runs in the New York time zone', async () => {
  expect(process.env.TZ).toBe('America/New_York');
  expect(new Date('2026-11-20T12:00:00Z').getHours()).toBe(7);
  if (!postgres) return;
  const { rows } = await strapi.db.connection.raw('SHOW timezone');
  expect(rows).toEqual([{ TimeZone: 'America/New_York' }]);
});

it.each(['2026-11-01T05:30:00.000Z', '2026-11-01T06:30:00.000Z'])(
  'reads back %s exactly, although both are half past one in New York',
  async (instant) => {
    const { id } = await buildEvent({}, { publish: false });
    await strapi.db.query(EVENT).update({ where: { id }, data: { date: new Date(instant) } });
    const { date } = await strapi.db.query(EVENT).findOne({ where: { id } });
    expect(new Date(date).toISOString()).toBe(instant);
  },
);

it('stores instants in UTC', async () => {
  if (!postgres) return;
  const { id } = await buildEvent({ date: '2026-07-01T12:00:00.000Z' }, { publish: false });
  const sql = 'SELECT date::text AS stored FROM calendar_events WHERE id = ?';
  const { rows } = await strapi.db.connection.raw(sql, [id]);
  expect(rows).toEqual([{ stored: '2026-07-01 12:00:00' }]);
});

it('builds records in a language, published or as drafts', async () => {
  const event = await buildEvent({ title: 'Lecture' }, { language: 'fr' });
  expect(event).toMatchObject({ title: 'Lecture', locale: 'fr' });
  expect(event.publishedAt).not.toBeNull();
  const english = await buildEvent({ title: 'Reading' }, { of: event, publish: false });
  expect(english).toMatchObject({ documentId: event.documentId, locale: 'en', publishedAt: null });
  expect(await buildTag({ name: 'free' })).toMatchObject({ name: 'free' });
});

it('sends requests over HTTP and as the administrator', async () => {
  expect(await get('/_health')).toMatchObject({ status: 204 });
  const { status, body } = await admin(
    'GET',
    '/content-manager/collection-types/plugin::calendar.tag',
  );
  expect({ status, total: body.pagination.total }).toEqual({ status: 200, total: 1 });
});

it('loses no request on a connection that was idle while the process was blocked', async () => {
  await get('/_health');
  await sleep(3900);
  // Blocks for longer than the 4 s of this client and the 6 s of Node's server after which
  // connections are closed by default.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2600);
  expect(await get('/_health')).toMatchObject({
    status: 204,
    headers: { 'keep-alive': 'timeout=65' },
  });
});
