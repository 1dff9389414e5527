import { repairAuthors } from '../../src/plugins/calendar/server/src/database/authors';
import { qualified } from '../../src/plugins/calendar/server/src/database/run';
import { member } from '../support/callers';
import { allDoors, doors, interfaceDoor, someTimes } from '../support/doors';
import { firstOf, inFull } from '../support/extent';
import { onPostgres } from '../support/in-turn';
import { ofTheWork, statementsOf } from '../support/statements';

const USER = 'plugin::users-permissions.user';
const [, code] = doors.at(-1)!;

const eventBy = async (author: number) => {
  const { documentId } = await code.create('event', { title: 'Theirs', author, ...someTimes });
  await code.publish('event', documentId);
  return documentId;
};

const authorsOf = async (documentId: string) => {
  const rows = await strapi.db.query('plugin::calendar.event').findMany({ where: { documentId } });
  expect(rows).toHaveLength(2);
  return [...new Set(rows.map(({ author }) => author))];
};

/** Swaps the ids of two users, like an import, which keeps their document ids. */
async function swap(one: number, other: number) {
  const users = strapi.db.query(USER);
  const [first, second] = await Promise.all(
    [one, other].map((id) => users.findOne({ where: { id } })),
  );
  await users.update({ where: { id: one }, data: { documentId: second.documentId } });
  await users.update({ where: { id: other }, data: { documentId: first.documentId } });
}

describe('the repair of authors (D4.2)', () => {
  it('follows authors whose ids an import has changed', async () => {
    const [one, other] = [await member('author'), await member('author')];
    const [first, second, none] = [
      await eventBy(one.id),
      await eventBy(other.id),
      await eventBy(0),
    ];
    await repairAuthors();
    expect(await authorsOf(first)).toEqual([one.id]);
    await swap(one.id, other.id);
    for (const start of [1, 2]) {
      await repairAuthors();
      expect([start, await authorsOf(first)]).toEqual([start, [other.id]]);
      expect([start, await authorsOf(second)]).toEqual([start, [one.id]]);
    }
    expect(await authorsOf(none)).toEqual([0]);
  });

  it('runs as many statements for many records of an author as for one', async () => {
    const [one, other] = [await member('author'), await member('author')];
    await eventBy(one.id);
    await eventBy(other.id);
    await repairAuthors();
    const cost = async () => {
      await swap(one.id, other.id);
      return ofTheWork((await statementsOf(repairAuthors)).statements).length;
    };
    const few = await cost();
    for (let count = 0; count < 5; count += 1) await eventBy(one.id);
    expect(await cost()).toBe(few);
  });

  (onPostgres ? inFull : it)('handles more authors than SQLite allows bindings', async () => {
    const many = 35_000; // More than the maximum of bindings on SQLite.
    await strapi.db.connection.raw(`INSERT INTO ${qualified('calendar_events')}
        (document_id, title, slug, locale, public_id, author)
      WITH RECURSIVE n(i) AS (SELECT 1000000 UNION ALL SELECT i + 1 FROM n WHERE i < 999999 + ${many})
      SELECT 'of-' || i, 'One of many', 'of-' || i, 'en', i, i FROM n`);
    expect(await repairAuthors()).toBe(many);
    await strapi.db.getConnection('calendar_events').where('public_id', '>=', 1_000_000).delete();
  });

  it('sets the author to 0 when the user is deleted, even if the id is reused', async () => {
    const [gone, heir] = [await member('author'), await member('author')];
    const [left, kept] = [await eventBy(gone.id), await eventBy(heir.id)];
    await repairAuthors();
    await swap(gone.id, heir.id);
    await strapi.db.query(USER).delete({ where: { id: heir.id } });
    await repairAuthors();
    expect(await authorsOf(left)).toEqual([0]);
    expect(await authorsOf(kept)).toEqual([gone.id]);
  });
});

const POSTS = ['event', 'venue', 'organizer'] as const;

const NAMES = { event: 'title', venue: 'venue', organizer: 'organizer' };

const sentOf = (type: (typeof POSTS)[number], author?: unknown) => ({
  ...(type === 'event' ? someTimes : {}),
  [NAMES[type]]: 'Somebody’s',
  ...(author === undefined ? {} : { author }),
});

const rowsOf = (type: (typeof POSTS)[number], documentId: string) =>
  strapi.db.query(`plugin::calendar.${type}`).findMany({ where: { documentId } });

/** No ids of registered users. */
const STRANGERS = [987_654, -1, 1.5, 'Ada', '987654', '', true, [], { id: 1 }];

const OF_AUTHOR = { status: 400, fields: ['author'] };

describe.each(allDoors)('an author that is no registered user, by %s (D4.2)', (_, door) => {
  it.each(firstOf(1, POSTS))('is refused in a new %s, which is not created', async (type) => {
    const count = () => strapi.db.query(`plugin::calendar.${type}`).count();
    const before = await count();
    for (const author of STRANGERS) {
      const made = await door.create(type, sentOf(type, author)).catch((refused) => refused);
      expect([author, made]).toEqual([author, OF_AUTHOR]);
    }
    expect(await count()).toBe(before);
  });

  it.each(firstOf(1, POSTS))('is refused in a change of the %s, which stays', async (type) => {
    const { documentId } = await door.create(type, sentOf(type));
    const before = await rowsOf(type, documentId);
    for (const author of STRANGERS) {
      const data = { ...sentOf(type, author), website: 'https://example.org/' };
      const saved = await door.update(type, documentId, data).catch((refused) => refused);
      expect([author, saved]).toEqual([author, OF_AUTHOR]);
    }
    expect(await rowsOf(type, documentId)).toEqual(before);
  });
});

describe.each(doors)('an author who has been deleted since, by %s (D4.2)', (_, door) => {
  const byDeleted = async () => {
    const { id: author } = await member('author');
    const { documentId } = await door.create('event', sentOf('event', author));
    await door.publish('event', documentId);
    await strapi.db.query(USER).delete({ where: { id: author } });
    return { author, documentId };
  };

  const authorsIn = async (documentId: string) =>
    (await rowsOf('event', documentId)).map(({ author }) => author);

  it('stays when the record is edited, published, reverted, translated and restored', async () => {
    const { author, documentId } = await byDeleted();
    await door.update('event', documentId, { ...sentOf('event', author), cost: '5' });
    await door.publish('event', documentId);
    await door.update('event', documentId, { cost: '6' });
    await door.discard('event', documentId);
    await door.update('event', documentId, { ...sentOf('event', author), title: 'Le leur' }, 'fr');
    for (const trashed_at of [new Date().toISOString(), null]) {
      await door.update('event', documentId, { trashed_at });
    }
    expect(await authorsIn(documentId)).toEqual([author, author, author]);
  });

  it('stays in a copy', async () => {
    const { author, documentId } = await byDeleted();
    const copy = await door.clone('event', documentId, sentOf('event', author));
    expect(await authorsIn(copy.documentId)).toEqual([author]);
    const refused = await door
      .clone('event', documentId, sentOf('event', 987_654))
      .catch((error) => error);
    expect(refused).toEqual(OF_AUTHOR);
  });

  it('stays in unfinished edits while the public version changes', async () => {
    const { id: author } = await member('author');
    const { documentId } = await door.create('event', sentOf('event'));
    await door.publish('event', documentId);
    await door.update('event', documentId, { ...sentOf('event', author), cost: '5' });
    await strapi.db.query(USER).delete({ where: { id: author } });
    await interfaceDoor.update('event', documentId, { featured: true });
    const rows = await rowsOf('event', documentId);
    const found = rows.map((row) => [Boolean(row.publishedAt), row.author, row.cost, row.featured]);
    expect(found).toEqual(
      expect.arrayContaining([
        [false, author, '5', true],
        [true, 0, null, true],
      ]),
    );
  });

  it('may be replaced by nobody, or by another user', async () => {
    const { documentId } = await byDeleted();
    const { id: heir } = await member('author');
    for (const author of [heir, 0]) {
      await door.update('event', documentId, sentOf('event', author));
      await door.publish('event', documentId);
      expect(await authorsIn(documentId)).toEqual([author, author]);
    }
  });
});
