import type { Knex } from 'knex';
import { up } from '../../database/migrations/2026-11-21-calendar-id-sequences';
import { repairSequences } from '../../src/plugins/calendar/server/src/database/identity';
import { run, table } from '../../src/plugins/calendar/server/src/database/run';
import { RECORD_TYPES, uidOf } from '../../src/plugins/calendar/server/src/settings/record-types';
import { raw } from '../../src/plugins/calendar/server/src/sql/sql';
import { doors, someTimes } from '../support/doors';
import { emptyCalendar } from '../support/empty';
import { firstOf } from '../support/extent';
import { onPostgres } from '../support/in-turn';
import { rowsOf } from '../support/rows';

/** The sequences as in a new database. */
async function resetSequences() {
  if (!onPostgres) return table('calendar_sequences').delete();
  for (const name of ['post', 'term'])
    await run(raw(`SELECT setval('@calendar_${name}_ids', 1, false)`));
}

const idsOf = async (documentId: string) => [
  ...new Set((await rowsOf('event', documentId)).map(({ public_id }) => public_id)),
];

describe.each(doors)('public ids through %s (D4.2)', (_name, door) => {
  beforeAll(emptyCalendar);

  it('stay the same when a record is edited, published, translated or unpublished', async () => {
    const { documentId: id, public_id } = await door.create('event', {
      title: 'One',
      ...someTimes,
    });
    expect(Number.isInteger(public_id)).toBe(true);
    const steps = [
      () => door.update('event', id, { title: 'One, edited' }),
      () => door.publish('event', id),
      () => door.update('event', id, { title: 'One, edited again' }),
      () => door.publish('event', id),
      () => door.update('event', id, { title: 'Not meant' }),
      () => door.discard('event', id),
      () => door.update('event', id, { title: 'Un' }, 'fr'),
      () => door.publish('event', id, 'fr'),
      () => door.unpublish('event', id),
      () => door.remove('event', id, 'fr'),
    ];
    for (const step of steps) {
      await step();
      expect(await idsOf(id)).toEqual([public_id]);
    }
  });

  it('cannot be set or changed by a save', async () => {
    const made = await door.create('event', { title: 'Mine', public_id: 999_999, ...someTimes });
    expect(made.public_id).not.toBe(999_999);
    await door.update('event', made.documentId, { public_id: 999_999, title: 'Still mine' });
    expect(await idsOf(made.documentId)).toEqual([made.public_id]);
  });

  it('stay the same when a record is sent back with its other languages', async () => {
    const { documentId } = await door.create('event', { title: 'One', ...someTimes });
    await door.update('event', documentId, { title: 'Un' }, 'fr');
    const asked = { documentId, locale: 'en', populate: ['localizations'] };
    const whole = await strapi.documents(uidOf('event')).findOne(asked as never);
    expect(whole?.localizations).toHaveLength(1);
    await door.update('event', documentId, { ...whole, title: 'Two' });
    await door.update('event', documentId, { title: 'Deux', localizations: [] }, 'fr');
    const rows = await rowsOf('event', documentId);
    expect(rows.map(({ title }) => title).sort()).toEqual(['Deux', 'Two']);
  });

  it.each(firstOf(2, ['event', 'category', 'venue'] as const))(
    'are not taken from another %s whose documentId is sent, which stays unchanged',
    async (type) => {
      const name = type === 'category' ? 'name' : type === 'venue' ? 'venue' : 'title';
      const times = type === 'event' ? someTimes : {};
      const theirs = await door.create(type, { [name]: 'Theirs', ...times });
      const before = await rowsOf(type, theirs.documentId);
      const { documentId, id } = theirs;
      const named = { documentId, id: 900_000, localizations: [id] };
      const made = await door.create(type, { [name]: 'New', ...times, ...named }, 'fr');
      const own = await door.create(type, { [name]: 'Own', ...times }, 'fr');
      await door.update(type, own.documentId, { [name]: 'Own, edited', ...named }, 'fr');
      await door.update(type, own.documentId, { [name]: 'Own as well', ...named }, 'es');
      const copy = await door.clone(type, own.documentId, { [name]: 'Copy', ...named }, 'fr');

      expect(await rowsOf(type, theirs.documentId)).toEqual(before);
      for (const { documentId, public_id } of [made, own, copy]) {
        const rows = await rowsOf(type, documentId);
        expect(rows.map((row) => row.public_id)).toEqual(rows.map(() => public_id));
        expect(rows.map(({ id }) => id)).not.toContain(900_000);
      }
      expect((await rowsOf(type, own.documentId)).map(({ locale }) => locale)).toEqual([
        'fr',
        'es',
      ]);
    },
  );

  it('are new for a clone, which also has its own slug and no date', async () => {
    const original = await door.create('event', { title: 'Original', ...someTimes });
    await door.publish('event', original.documentId);
    const copy = await door.clone('event', original.documentId, { title: 'Original' });
    expect(copy.public_id).toBeGreaterThan(original.public_id);
    expect(copy).toMatchObject({ slug: 'original-2', date: null, publishedAt: null });
  });

  it('come with the states of a clone: a submitted one is a draft, a private one private', async () => {
    for (const [state, expected] of [
      ['pending', null],
      ['private', 'private'],
    ]) {
      const values = { title: 'Submitted', post_status: state, ...someTimes };
      const { documentId } = await door.create('event', values);
      expect(await door.clone('event', documentId, {})).toMatchObject({ post_status: expected });
      const sent = { post_status: 'pending' };
      expect(await door.clone('event', documentId, sent)).toMatchObject(sent);
    }
    const { documentId } = await door.create('event', { title: 'In two', ...someTimes });
    await door.update('event', documentId, { post_status: 'pending' });
    await door.update('event', documentId, { title: 'En deux', post_status: 'private' }, 'fr');
    const copy = await strapi.documents(uidOf('event')).clone({ documentId, locale: '*' });
    const made = copy?.entries[0]?.documentId ?? '';
    const states = (await rowsOf('event', made)).map((row) => [row.locale, row.post_status]);
    expect(Object.fromEntries(states)).toEqual({ en: null, fr: 'private' });
  });

  it('are not given when what is cloned does not exist, or not in that language', async () => {
    const { documentId } = await door.create('event', { title: 'Single', ...someTimes });
    const copiesOf = async (type: (typeof RECORD_TYPES)[number], which: object) =>
      (await strapi.documents(uidOf(type) as 'plugin::calendar.event').clone(which as never))
        ?.entries;
    expect(await copiesOf('event', { documentId, locale: 'fr' })).toEqual([]);
    for (const type of RECORD_TYPES) {
      expect(await copiesOf(type, { documentId: 'nowhere' })).toEqual([]);
    }
  });

  it('come from one sequence for posts and another for terms', async () => {
    const made = [];
    for (const type of RECORD_TYPES) {
      const name = { event: 'title', category: 'name', tag: 'name' }[type as string] ?? type;
      made.push(
        await door.create(type, { [name]: 'In order', ...(type === 'event' ? someTimes : {}) }),
      );
    }
    const [event, venue, organizer, category, tag] = made.map(({ public_id }) => public_id);
    expect([venue, organizer]).toEqual([event! + 1, event! + 2]);
    expect(tag).toBe(category! + 1);
  });
});

describe('the sequences of public ids (D4.2)', () => {
  it('give an id to a record imported without one, the same in every row', async () => {
    const bare = { title: 'Imported', documentId: 'imported-without-id' };
    for (const locale of ['en', 'fr']) {
      await strapi.db.query('plugin::calendar.event').create({ data: { ...bare, locale } });
    }
    await repairSequences();
    const [id, ...others] = await idsOf(bare.documentId);
    expect(id).toBeGreaterThan(0);
    expect(others).toEqual([]);
  });

  it('continue above the ids that an import has brought', async () => {
    const [, code] = doors.at(-1)!;
    const { public_id } = await code.create('tag', { name: 'Before' });
    const imported = { name: 'Imported', locale: 'en', public_id: public_id + 50 };
    await strapi.db.query('plugin::calendar.tag').create({ data: imported });
    await repairSequences();
    expect((await code.create('tag', { name: 'After' })).public_id).toBe(public_id + 51);
  });

  it('do not repeat the id of a deleted record after an import into an empty database', async () => {
    const [, code] = doors.at(-1)!;
    for (const type of ['venue', 'category'] as const) {
      const made = await code.create(type, { [type === 'venue' ? 'venue' : 'name']: 'Gone' });
      await strapi.documents(uidOf(type)).delete({ documentId: made.documentId });
      await repairSequences(); // The start of an export.
      await emptyCalendar();
      await resetSequences();
      await repairSequences();
      const next = await code.create(type, { [type === 'venue' ? 'venue' : 'name']: 'New' });
      expect(next.public_id).toBe(made.public_id + 1);
    }
  });

  it('continue when their migration runs again', async () => {
    const [, code] = doors.at(-1)!;
    const { public_id } = await code.create('tag', { name: 'Counted' });
    await strapi.db.transaction(({ trx }) => up(trx as Knex.Transaction));
    expect((await code.create('tag', { name: 'Counted on' })).public_id).toBe(public_id + 1);
  });
});
