import { repairAuthors } from '../../src/plugins/calendar/server/src/database/authors';
import { qualified } from '../../src/plugins/calendar/server/src/database/run';
import { member } from '../support/callers';
import { doors, someTimes } from '../support/doors';
import { inFull } from '../support/extent';
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
