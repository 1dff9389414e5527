import { repairListing } from '../../src/plugins/calendar/server/src/listing/repair';
import { allDoors, doors, type Saved, someTimes } from '../support/doors';
import { emptyCalendar } from '../support/empty';
import { statementsOf } from '../support/statements';
import { tellingsEnded } from '../support/tellings';

interface Listed {
  event_id: number;
  kind: number;
  target: number;
  languages: number;
  flags: number;
}

const [, code] = doors.at(-1)!;
const listing = () => strapi.db.getConnection('calendar_listing');

/** The listing's rows of an event: `kind:target` → flags. */
async function facetsOf({ public_id }: Pick<Saved, 'public_id'>) {
  const rows: Listed[] = await listing().where({ event_id: public_id }).orderBy(['kind', 'target']);
  return Object.fromEntries(rows.map(({ kind, target, flags }) => [`${kind}:${target}`, flags]));
}

const languagesOf = async ({ public_id }: Saved) =>
  ((await listing().where({ event_id: public_id, kind: 0 }).first()) as Listed | undefined)
    ?.languages;

/** Expects the listing to be correct: nothing to repair. */
const expectNothingOutdated = async () => expect(await repairListing({ check: true })).toBe(0);

const writes = (statements: string[]) =>
  statements.filter((sql) => /(INSERT|DELETE|UPDATE)\b.*calendar_listing/is.test(sql));

const DIRECT = 16;

it('is built once by two repairs of an empty listing at the same time', async () => {
  const event = await code.create('event', { title: 'It', ...someTimes });
  await code.publish('event', event.documentId);
  await listing().delete();
  await Promise.all([repairListing(), repairListing()]);
  await expectNothingOutdated();
});

describe('the listing (D8.9)', () => {
  it('has one row for each filterable fact of a published event', async () => {
    const top = await code.create('category', { name: 'Top' });
    const leaf = await code.create('category', { name: 'Leaf', parent: top.public_id });
    const tag = await code.create('tag', { name: 'Tag' });
    const parent = await code.create('event', { title: 'Whole', ...someTimes });
    const event = await code.create('event', {
      title: 'Part',
      ...someTimes,
      venue: [5, 6],
      organizer: [7],
      categories: [leaf.public_id],
      tags: [tag.public_id],
      featured: true,
      ticket_url: 'https://tickets.example',
      post_parent: parent.public_id,
    });
    expect(await facetsOf(event)).toEqual({});
    await code.publish('event', event.documentId);
    expect(await facetsOf(event)).toEqual({
      '0:0': 9,
      [`1:${top.public_id}`]: 9,
      [`1:${leaf.public_id}`]: 9 + DIRECT,
      [`2:${tag.public_id}`]: 9 + DIRECT,
      '3:5': 9 + DIRECT,
      '3:6': 9 + DIRECT,
      '4:7': 9 + DIRECT,
      [`5:${parent.public_id}`]: 9 + DIRECT,
      '6:1': 9,
      '6:8': 9,
    });
    expect(await languagesOf(event)).toBe(2);
    await code.update('event', event.documentId, { title: 'Partie' }, 'fr');
    await code.publish('event', event.documentId, 'fr');
    expect(await languagesOf(event)).toBe(6);
    await code.update('event', event.documentId, { post_status: 'private' }, 'fr');
    await code.publish('event', event.documentId, 'fr');
    expect(await languagesOf(event)).toBe(2);
    await expectNothingOutdated();
  });

  it('has no rows for the venue and the featured flag of a protected event', async () => {
    const { documentId, public_id } = await code.create('event', {
      title: 'Secret',
      ...someTimes,
      venue: [5],
      featured: true,
      hide_from_listings: true,
      password: 'x',
    });
    await code.publish('event', documentId);
    expect(await facetsOf({ public_id })).toEqual({ '0:0': 6, '6:2': 6, '6:4': 6 });
  });

  it('stores null times for an event without an end', async () => {
    const event = await code.create('event', { title: 'When?', ...someTimes });
    await code.publish('event', event.documentId);
    const events = strapi.db.query('plugin::calendar.event');
    await events.updateMany({
      where: { public_id: event.public_id },
      data: { utc_end_date: null },
    });
    expect(await repairListing()).toBe(1);
    const [row] = await listing().where({ event_id: event.public_id });
    expect([row.utc_start, row.utc_end]).toEqual([null, null]);
    await emptyCalendar();
  });
});

describe.each(allDoors)('the listing through %s (D8.9)', (_name, door) => {
  beforeAll(emptyCalendar);

  it('follows an event that is published, changed, trashed, restored, unpublished and deleted', async () => {
    const event = await door.create('event', { title: 'It', ...someTimes });
    const { documentId: id } = event;
    expect(await facetsOf(event)).toEqual({});
    await door.publish('event', id);
    expect(await facetsOf(event)).toEqual({ '0:0': 0 });
    await door.update('event', id, { featured: true, start_date: '2027-03-01 18:00:00' });
    await door.publish('event', id);
    expect(await facetsOf(event)).toEqual({ '0:0': 129, '6:1': 129, '6:128': 129 });
    await door.update('event', id, { trashed_at: '2027-01-01T00:00:00.000Z' });
    expect(await facetsOf(event)).toEqual({});
    await door.update('event', id, { trashed_at: null });
    expect(await facetsOf(event)).toEqual({ '0:0': 129, '6:1': 129, '6:128': 129 });
    await door.unpublish('event', id);
    expect(await facetsOf(event)).toEqual({});
    await door.publish('event', id);
    expect(await facetsOf(event)).not.toEqual({});
    await door.remove('event', id);
    expect(await facetsOf(event)).toEqual({});
    await expectNothingOutdated();
  });
});

describe('the listing of nested categories (D8.9)', () => {
  beforeAll(emptyCalendar);

  it('follows a category that moves or is deleted', async () => {
    const category = (name: string, parent?: Saved) =>
      code.create('category', { name, parent: parent?.public_id ?? null });
    const [a, b] = [await category('A'), await category('B')];
    const middle = await category('Middle', a);
    const leaf = await category('Leaf', middle);
    const event = await code.create('event', {
      title: 'It',
      ...someTimes,
      categories: [leaf.public_id],
    });
    await code.publish('event', event.documentId);
    const below = async () =>
      Object.keys(await facetsOf(event)).filter((key) => key.startsWith('1:'));
    const keys = (...records: Saved[]) => records.map(({ public_id }) => `1:${public_id}`);
    expect(await below()).toEqual(keys(a, middle, leaf));
    await code.update('category', middle.documentId, { parent: b.public_id });
    expect(await below()).toEqual(keys(b, middle, leaf));
    await code.remove('category', middle.documentId, '*');
    expect(await below()).toEqual(keys(b, leaf));
    await code.remove('category', leaf.documentId, '*');
    expect(await below()).toEqual(keys(leaf));
    await expectNothingOutdated();
  });

  it('is not written when a category is renamed', async () => {
    const { documentId } = await code.create('category', { name: 'A' });
    await tellingsEnded(strapi);
    const { statements } = await statementsOf(() =>
      code.update('category', documentId, { name: 'Z' }),
    );
    expect(writes(statements)).toEqual([]);
  });
});

describe('the listing after direct database writes (D3.5)', () => {
  beforeAll(emptyCalendar);

  it('is repaired where it differs, and rebuilt when it is empty', async () => {
    const made: Saved[] = [];
    for (let at = 0; at < 4; at += 1) {
      const event = await code.create('event', { title: `It ${at}`, ...someTimes, venue: [5] });
      await code.publish('event', event.documentId);
      made.push(event);
    }
    const all = () => listing().orderBy(['event_id', 'kind', 'target']);
    const before = await all();
    const [one, other, third] = made;
    await listing().where({ event_id: one?.public_id, kind: 3 }).delete();
    await listing().where({ event_id: other?.public_id }).update({ languages: 1 });
    await listing().where({ event_id: third?.public_id, kind: 3 }).update({ target: 6 });
    expect(await repairListing({ check: true })).toBe(3);
    expect(await repairListing()).toBe(3);
    expect(await all()).toEqual(before);
    await listing().delete();
    expect(await repairListing()).toBe(4);
    expect(await all()).toEqual(before);
    expect(await repairListing()).toBe(0);
  });
});
