import { AsyncResource } from 'node:async_hooks';
import { allDoors, doors, type Saved, someTimes } from '../support/doors';
import { emptyCalendar } from '../support/empty';
import { isExhaustive } from '../support/extent';
import { onPostgres, untilWaiting } from '../support/in-turn';
import { rowsOf } from '../support/rows';

/** The number of concurrent writers. */
const CROWD = isExhaustive ? 20 : 8;

const event = (title: string, more: object = {}) => ({ title, ...someTimes, ...more });

const [, code] = doors[1] as (typeof doors)[number];

/** The result of a request sent while the work is done but not committed. */
function meanwhile<Result>(work: () => Promise<unknown>, ask: () => Promise<Result>) {
  return new Promise<Result>((resolve, reject) => {
    const others = AsyncResource.bind(ask);
    strapi.db.transaction(() => work().then(others).then(resolve)).catch(reject);
  });
}

describe.each(allDoors)('slugs through %s (D4.6)', (_name, door) => {
  beforeAll(emptyCalendar);

  it('are made from the title, Arabic ones without the marks that would split them', async () => {
    const id = (await door.create('event', event('Fête à Noël'))).documentId;
    await door.update('event', id, { title: 'تعلّم' }, 'ar');
    const slugs = (await rowsOf('event', id)).map(({ slug }) => slug);
    expect(slugs).toEqual(['fete-a-noel', 'telm']);
  });

  it('are never empty: a title that cannot be spelled gives the type and the id', async () => {
    const { slug, public_id } = await door.create('event', event('日本語'));
    expect(slug).toBe(`event-${public_id}`);
  });

  it.each([
    ['  Été À  La Mer  ', 'été-à-la-mer'],
    ['مهرجان الموسيقى', 'مهرجان-الموسيقى'],
    ['a/b?c#d%e\\f', 'abcdef'],
    ['e\u0301te\u0301', 'été'],
  ])('keep the script of an explicit slug: %j becomes %j', async (sent, slug) => {
    const made = await door.create('event', event('Explicit', { slug: sent }));
    expect(made.slug).toBe(slug);
    await door.remove('event', made.documentId);
  });

  it('do not end like the address of a feed, when they are new', async () => {
    for (const slug of ['night.ics', 'Night.ICS']) {
      const refused = { status: 400, fields: ['slug'] };
      await expect(door.create('event', event('Night', { slug }))).rejects.toMatchObject(refused);
      await expect(door.create('venue', { venue: 'Hall', slug })).rejects.toMatchObject(refused);
      const { documentId: id } = await door.create('event', event('Night'));
      await expect(door.update('event', id, { slug })).rejects.toMatchObject(refused);
      expect((await door.update('event', id, { slug: 'night.ics.txt' })).slug).toBe(
        'night.ics.txt',
      );
      await door.remove('event', id);
    }
  });

  it('stay as they are where they ended so before', async () => {
    const { documentId } = await door.create('event', event('Old'));
    await strapi.db
      .query('plugin::calendar.event')
      .updateMany({ where: { documentId }, data: { slug: 'old.ics' } });
    expect((await door.update('event', documentId, { title: 'Older' })).slug).toBe('old.ics');
    await door.remove('event', documentId);
  });

  it('hold at most 200 characters, suffix included', async () => {
    const sent = 'x'.repeat(200);
    const made = [];
    for (let count = 0; count < 3; count += 1) {
      made.push((await door.create('event', event('Long', { slug: sent }))).slug as string);
    }
    expect(new Set(made).size).toBe(3);
    expect(made.every((slug) => slug.length <= 200)).toBe(true);
  });

  it('stay when the title changes, and are made again when cleared', async () => {
    const { documentId: id } = await door.create('event', event('Before noon'));
    expect((await door.update('event', id, { title: 'After noon' })).slug).toBe('before-noon');
    expect((await door.update('event', id, { slug: '' })).slug).toBe('after-noon');
  });

  it('get a suffix when taken in the same language, by a draft or by a published record', async () => {
    const first = await door.create('event', event('Twin'));
    await door.publish('event', first.documentId);
    const second = await door.create('event', event('Twin'));
    expect(second.slug).toBe('twin-2');
    expect((await door.update('event', second.documentId, { slug: 'twin' })).slug).toBe('twin-2');
    const french = await door.create('event', event('Twin'), 'fr');
    expect(french.slug).toBe('twin');
  });

  it('give different slugs to many records of one title made at once', async () => {
    const many = Array.from({ length: CROWD }, () => door.create('event', event('Crowd')));
    const slugs = (await Promise.all(many)).map(({ slug }) => slug);
    const expected = Array.from({ length: CROWD }, (_, index) =>
      index ? `crowd-${index + 1}` : 'crowd',
    );
    expect(slugs.sort()).toEqual(expected.sort());
  });

  it('stay different when many of one slug are published at once', async () => {
    const many = Array.from({ length: CROWD }, () => door.create('venue', { venue: 'Hall' }));
    const made = await Promise.all(many);
    await Promise.all(made.map(({ documentId }) => door.publish('venue', documentId)));
    const rows = await Promise.all(made.map(({ documentId }) => rowsOf('venue', documentId)));
    const published = rows.flat().filter(({ publishedAt }) => publishedAt);
    expect(new Set(published.map(({ slug }) => slug)).size).toBe(CROWD);
  });

  it('are free again while their record is in the trash, and change when it comes back', async () => {
    const old = await door.create('event', event('Come back'));
    await door.publish('event', old.documentId);
    await door.update('event', old.documentId, { trashed_at: '2027-01-01T00:00:00.000Z' });
    expect((await door.create('event', event('Come back'))).slug).toBe('come-back');
    await door.update('event', old.documentId, { trashed_at: null });
    const slugs = (await rowsOf('event', old.documentId)).map(({ slug }) => slug);
    expect(slugs).toEqual(['come-back-2', 'come-back-2']);
  });

  /** SQLite has one connection, so nobody waits for a lock. */
  const whereWritersMeet = onPostgres ? it : it.skip;

  whereWritersMeet('wait for none that another title is made into (decision 6)', async () => {
    const { slug } = await meanwhile(
      () => code.create('event', event('Still being made')),
      () => door.create('event', event('Made meanwhile')),
    );
    expect(slug).toBe('made-meanwhile');
  });

  whereWritersMeet('wait for one that is made of a suffix, and take the next', async () => {
    await code.create('event', event('Sixth'));
    const underWay = new Set<Promise<Saved>>();
    const [named] = await meanwhile(
      () => code.create('event', event('Sixth')),
      async () => {
        const naming = door.create('event', event('Explicit', { slug: 'sixth-2' }));
        underWay.add(naming);
        const ended = naming.finally(() => underWay.delete(naming));
        await untilWaiting(underWay);
        return [ended]; // Wrapped, as it only settles after the commit.
      },
    );
    expect((await named)?.slug).toBe('sixth-2-2');
  });
});
