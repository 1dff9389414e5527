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

  it('are made from the title, ignoring Arabic vowel marks', async () => {
    const id = (await door.create('event', event('Fête à Noël'))).documentId;
    await door.update('event', id, { title: 'تعلّم' }, 'ar');
    const slugs = (await rowsOf('event', id)).map(({ slug }) => slug);
    expect(slugs).toEqual(['fete-a-noel', 'telm']);
  });

  it('fall back to the type and id when the title cannot be transliterated', async () => {
    const { slug, public_id } = await door.create('event', event('日本語'));
    expect(slug).toBe(`event-${public_id}`);
  });

  it.each([
    ['  Été À  La Mer  ', 'été-à-la-mer'],
    ['مهرجان الموسيقى', 'مهرجان-الموسيقى'],
    ['a/b?c#d%e\\f', 'abcdef'],
    ['e\u0301te\u0301', 'été'],
    ['%d9%85%d8%b9%d8%b1%d8%b6-%D9%81%D9%86', 'معرض-فن'], // As WordPress stores it.
    ['%2541%2f%00b', '41b'],
    ['50%25-off-%zz', '5025-off-zz'],
  ])('keep the script of an explicit slug: %j becomes %j', async (sent, slug) => {
    const made = await door.create('event', event('Explicit', { slug: sent }));
    expect(made.slug).toBe(slug);
    await door.remove('event', made.documentId);
  });

  it('cannot be set to a value that ends in .ics', async () => {
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

  it('keep an .ics ending that was stored before', async () => {
    const { documentId } = await door.create('event', event('Old'));
    await strapi.db
      .query('plugin::calendar.event')
      .updateMany({ where: { documentId }, data: { slug: 'old.ics' } });
    expect((await door.update('event', documentId, { title: 'Older' })).slug).toBe('old.ics');
    await door.remove('event', documentId);
  });

  it('have at most 200 characters, including the suffix', async () => {
    const sent = 'x'.repeat(200);
    const made = [];
    for (let count = 0; count < 3; count += 1) {
      made.push((await door.create('event', event('Long', { slug: sent }))).slug as string);
    }
    expect(new Set(made).size).toBe(3);
    expect(made.every((slug) => slug.length <= 200)).toBe(true);
  });

  it('stay when the title changes, and are generated again when cleared', async () => {
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

  it('differ for records with the same title that are created concurrently', async () => {
    const many = Array.from({ length: CROWD }, () => door.create('event', event('Crowd')));
    const slugs = (await Promise.all(many)).map(({ slug }) => slug);
    const expected = Array.from({ length: CROWD }, (_, index) =>
      index ? `crowd-${index + 1}` : 'crowd',
    );
    expect(slugs.sort()).toEqual(expected.sort());
  });

  it('stay different when records with the same name are published concurrently', async () => {
    const many = Array.from({ length: CROWD }, () => door.create('venue', { venue: 'Hall' }));
    const made = await Promise.all(many);
    await Promise.all(made.map(({ documentId }) => door.publish('venue', documentId)));
    const rows = await Promise.all(made.map(({ documentId }) => rowsOf('venue', documentId)));
    const published = rows.flat().filter(({ publishedAt }) => publishedAt);
    expect(new Set(published.map(({ slug }) => slug)).size).toBe(CROWD);
  });

  it('are free while their record is in the trash, and change if taken on restoring it', async () => {
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

  whereWritersMeet(
    'do not wait for a concurrent save with another title (decision 6)',
    async () => {
      const { slug } = await meanwhile(
        () => code.create('event', event('Still being made')),
        () => door.create('event', event('Made meanwhile')),
      );
      expect(slug).toBe('made-meanwhile');
    },
  );

  whereWritersMeet(
    'wait for a concurrent save that may take the same slug, and get another suffix',
    async () => {
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
    },
  );
});
