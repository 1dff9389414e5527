import { recordTable } from '../../src/plugins/calendar/server/src/content-types/rows';
import { connectBeside } from '../../src/plugins/calendar/server/src/database/client';
import { CHANGES } from '../../src/plugins/calendar/server/src/database/data-changes';
import { forgetPostgresVersion } from '../../src/plugins/calendar/server/src/database/data-version-postgres';
import { repairSequences } from '../../src/plugins/calendar/server/src/database/identity';
import { repairLinks } from '../../src/plugins/calendar/server/src/database/links';
import { qualified } from '../../src/plugins/calendar/server/src/database/run';
import { requireKnownFields } from '../../src/plugins/calendar/server/src/database/schema';
import { repairAll, repairAtStart } from '../../src/plugins/calendar/server/src/saves/repair';
import { doors, someTimes } from '../support/doors';
import { emptyCalendar } from '../support/empty';
import { onPostgres } from '../support/in-turn';
import { logOf } from '../support/log';
import { linksOf, rowsOf } from '../support/rows';
import { withSettings } from '../support/settings';
import { countOf } from '../support/statements';

const MANY = 12;

const [, code] = doors.at(-1)!;
const links = () => strapi.db.getConnection('calendar_links');
const marks = () => strapi.db.getConnection('calendar_repairs');
const events = () => strapi.db.getConnection(recordTable('event'));
const NOTHING = {
  ids: 0,
  authors: 0,
  links: 0,
  searchTexts: 0,
  listing: 0,
  counts: 0,
  searched: 0,
  agenda: 0,
};

const allLinks = () => links().select('*').orderBy(['row_id', 'kind', 'position', 'target_id']);
const revisions = () =>
  strapi.db.getConnection('calendar_revisions').select('*').orderBy(['type', 'public_id']);
const allRows = () => events().select('*').orderBy('id');

/** Creates an event with references of each kind; returns its two rows. */
async function referring() {
  const references = { venue: [5], organizer: [7, 6], categories: [1, 2, 3], tags: [] };
  const { documentId } = await code.create('event', { title: 'It', ...references, ...someTimes });
  await code.publish('event', documentId);
  const [draft, published] = await rowsOf('event', documentId);
  return { documentId, draft: draft!.id, published: published!.id };
}

beforeAll(emptyCalendar);

describe('a start on the database of a newer version (D13.8)', () => {
  const beforeSync = async (changed: object) => {
    const oldContentTypes = (await strapi
      .store({ type: 'strapi', name: 'content_types', key: 'schema' })
      .get({})) as object;
    const { contentTypes } = strapi;
    return strapi
      .hook('strapi::content-types.beforeSync')
      .call({ oldContentTypes: { ...oldContentTypes, ...changed }, contentTypes });
  };
  const seats = { attributes: { row: { type: 'integer' }, place: { type: 'integer' } } };

  it('is refused, with the names of the fields that it would delete', async () => {
    await expect(beforeSync({ 'plugin::calendar.seat': seats })).rejects.toThrow(
      /does not know: seat\.row, seat\.place\..* CALENDAR_DELETE_FIELDS=seat\.row,seat\.place\.$/,
    );
  });

  it('is refused for the database of another Strapi application, whose tables it would delete', async () => {
    const given = { oldContentTypes: { 'api::article.article': seats }, contentTypes: {} };
    await expect(requireKnownFields(given)).rejects.toThrow('of another Strapi application');
  });

  describe('that the host allows to delete some', () => {
    withSettings({ deleteFields: ['seat.row', 'seat.place'] });

    it('continues if these are all, and otherwise names the others', async () => {
      await beforeSync({ 'plugin::calendar.seat': seats });
      const seat = { attributes: { ...seats.attributes, tier: { type: 'string' } } };
      await expect(beforeSync({ 'plugin::calendar.seat': seat })).rejects.toThrow(
        'does not know: seat.tier. ',
      );
    });
  });

  it('continues after a start of this version, and whatever types others had', async () => {
    await beforeSync({ 'api::seat.seat': seats, 'plugin::calendar-seats.seat': seats });
    for (const oldContentTypes of [undefined, null]) {
      // The first start, and one after a start that was killed.
      await requireKnownFields({ oldContentTypes, contentTypes: { ...strapi.contentTypes } });
    }
  });
});

describe('the repair of links (D4.4)', () => {
  it('rewrites only links that are missing, superfluous, wrong or in another order', async () => {
    const [one, other, third] = [await referring(), await referring(), await referring()];
    const [before, rows] = [await allLinks(), await allRows()];
    await links().where({ row_id: one.draft, kind: 'venue' }).delete();
    await links().insert({ row_id: one.published, kind: 'tags', target_id: 9, position: 0 });
    await links()
      .where({ row_id: other.draft, kind: 'categories', target_id: 2 })
      .update({ target_id: 4 });
    await links()
      .where({ row_id: other.published, kind: 'organizer', target_id: 7 })
      .update({ position: 2 });
    await links().where({ row_id: third.draft, kind: 'venue' }).update({ kind: 'tags' });
    expect(await repairLinks({ check: true })).toBe(5);
    expect(await repairLinks()).toBe(5);
    expect(await repairLinks()).toBe(0);
    expect(await allLinks()).toEqual(before);
    expect(await allRows()).toEqual(rows);
  });

  it('derives links from imported lists, even from lists that no save would accept', async () => {
    const { draft, published } = await referring();
    const odd = JSON.stringify([3, 'x', 3, null, 2.5, 1, { id: 4 }, 3_000_000_000, -1, [5]]);
    await events().where({ id: draft }).update({ categories: odd, organizer: 'null' });
    await events().where({ id: published }).update({ venue: null, tags: '{"5": 6}' });
    await repairLinks();
    expect(await linksOf(draft)).toEqual([
      { kind: 'categories', target_id: 3, position: 0 },
      { kind: 'categories', target_id: 1, position: 1 },
      { kind: 'categories', target_id: -1, position: 2 },
      { kind: 'venue', target_id: 5, position: 0 },
    ]);
    expect((await linksOf(published)).map(({ kind }) => kind)).toEqual([
      ...['categories', 'categories', 'categories', 'organizer', 'organizer'],
    ]);
    await emptyCalendar();
  });

  it('runs as many statements for many events as for one', async () => {
    await referring();
    await links().delete();
    const one = await countOf(repairLinks);
    for (let at = 0; at < MANY; at += 1) await referring();
    await links().delete();
    expect(await countOf(repairLinks)).toBe(one);
    expect(await repairLinks()).toBe(0);
    expect(await links().count('* as count').first()).toMatchObject({ count: expect.anything() });
    await emptyCalendar();
  });
});

describe('the repair of public ids (D4.2)', () => {
  it('runs as many statements for fifty records without an id as for one', async () => {
    const nameless = (from: number, to: number) => {
      const own = Array.from({ length: to - from }, (_, at) => `nameless-${from + at}`);
      const rows = own.flatMap((document_id) => [
        { document_id, title: 'Nameless', slug: document_id, locale: 'en' },
        { document_id, title: 'Sans nom', slug: document_id, locale: 'fr' },
      ]);
      return events().insert(rows);
    };
    await referring();
    await repairSequences(); // Notes the last ids, which each repair reads from then on.
    await nameless(0, 1);
    const one = await countOf(repairSequences);
    await nameless(1, 51);
    expect(await repairSequences({ check: true })).toBe(100);
    expect(await countOf(repairSequences)).toBe(one);
    const rows: { public_id: number }[] = await events().where('document_id', 'like', 'nameless-%');
    expect(new Set(rows.map(({ public_id }) => public_id)).size).toBe(51);
    const { public_id } = await code.create('event', { title: 'Next', ...someTimes });
    expect(public_id).toBe(Math.max(...rows.map((row) => row.public_id)) + 1);
    await emptyCalendar();
  });
});

describe('repairs at start and on demand (D3.5)', () => {
  const breakLinks = () => links().delete();

  it('skip compared rows at start, but compare them again on demand', async () => {
    await referring();
    await repairAll();
    await breakLinks();
    expect(await repairAtStart()).toEqual(NOTHING);
    expect(await repairAll({ check: true })).toEqual({ ...NOTHING, links: 2, listing: 1 });
    expect(await repairAll()).toEqual({ ...NOTHING, links: 2 });
    expect(await repairAll()).toEqual(NOTHING);
  });

  it('leave direct changes of compared rows to the repair on demand', async () => {
    await repairAll();
    await events().update({ title: 'Renamed' });
    expect(await repairAtStart()).toEqual(NOTHING);
    expect(await repairAll()).toMatchObject({ searchTexts: 2, searched: 1 });
    expect(await repairAll()).toEqual(NOTHING);
  });

  it('leave the revisions of records unchanged (D10.4)', async () => {
    await repairAll();
    const before = await revisions();
    expect(before).not.toEqual([]);
    await breakLinks();
    await events().update({ search_text: 'of another version' });
    for (const table of ['calendar_listing', 'calendar_search_text', 'calendar_agenda']) {
      await strapi.db.getConnection(table).delete();
    }
    const repaired = { links: 2, searchTexts: 2, listing: 1, searched: 1, agenda: 1 };
    expect(await repairAll()).toMatchObject(repaired);
    expect(await revisions()).toEqual(before);
  });

  it('compare rows again when the mark has another version', async () => {
    await breakLinks();
    await marks().where({ type: 'event' }).update({ version: 'older' });
    expect(await repairAtStart()).toMatchObject({ links: 2 });
    await breakLinks();
    expect(await repairAtStart()).toEqual(NOTHING);
  });

  (onPostgres ? it : it.skip)(
    'warn of a process that still serves when the mark has another version',
    async () => {
      forgetPostgresVersion();
      const serving = await connectBeside({ name: 'calendar data version', within: 5000 });
      const warning = /"A process of another version still serves this database: stop it, /;
      const atStart = () => logOf(async () => void (await repairAtStart()));
      const asUpdate = (type: string) => marks().where({ type }).update({ version: 'older' });
      try {
        await serving.query(`SELECT SUM(changes) FROM ${qualified(CHANGES)}`);
        expect(await atStart()).not.toMatch(warning);
        for (const type of ['event', 'listing']) {
          await asUpdate(type);
          expect(await atStart()).toMatch(warning);
        }
        expect(await atStart()).not.toMatch(warning);
        await serving.query(`SELECT 1 AS "other"`);
        await asUpdate('event');
        expect(await atStart()).not.toMatch(warning);
      } finally {
        await serving.end();
      }
    },
  );

  it('compare rows again when all compared rows were replaced', async () => {
    const rows = await allRows();
    await events().delete();
    for (const { id: _, ...row } of rows) {
      const json = Object.entries(row).map(([name, value]) => [
        name,
        Array.isArray(value) ? JSON.stringify(value) : value,
      ]);
      await events().insert(Object.fromEntries(json));
    }
    expect(await repairAtStart()).toMatchObject({ links: 2 });
    expect(await repairAtStart()).toEqual(NOTHING);
  });

  (onPostgres ? it : it.skip)(
    'repair the other tables when one cannot be vacuumed in time',
    async () => {
      await referring();
      const other = await connectBeside({ name: 'repair test', within: 30_000 });
      const texts = qualified('calendar_search_text');
      await strapi.db.connection.raw(`UPDATE ${texts} SET text = 'outdated'`);
      const agenda = () => strapi.db.getConnection('calendar_agenda').orderBy('event_id');
      const expected = await agenda();
      await strapi.db.getConnection('calendar_agenda').delete();
      await marks().delete();
      await other.query(`BEGIN; LOCK TABLE ${texts} IN SHARE UPDATE EXCLUSIVE MODE`);
      const ending =
        "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE query LIKE 'VACUUM %'";
      const timer = setInterval(() => strapi.db.connection.raw(ending), 100); // As the statement timeout does.
      const log = await logOf(async () => {
        await repairAtStart().finally(() => clearInterval(timer));
      });
      await other.end();
      expect(log).toContain('calendar_search_text was not vacuumed');
      expect(await agenda()).toEqual(expected);
    },
  );

  it('find nothing in an empty calendar, and compare rows added to it later', async () => {
    await emptyCalendar();
    expect(await repairAtStart()).toEqual(NOTHING);
    await referring();
    await breakLinks();
    expect(await repairAtStart()).toMatchObject({ links: 2 });
  });

  it('run as many statements for many events as for one, once rows are compared', async () => {
    await repairAtStart();
    const one = await countOf(repairAtStart);
    for (let at = 0; at < MANY; at += 1) await referring();
    expect(await countOf(repairAtStart)).toBe(one);
  });
});
