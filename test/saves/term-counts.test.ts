import { setTimeout as pause } from 'node:timers/promises';
import { publicEventCount } from '../../src/plugins/calendar/server/src/access/sql';
import {
  compactTermCounts,
  createTermCounts,
  recountTerms,
} from '../../src/plugins/calendar/server/src/database/listing-tables';
import { run } from '../../src/plugins/calendar/server/src/database/run';
import {
  startMaintenance,
  stopMaintenance,
} from '../../src/plugins/calendar/server/src/database/schema';
import {
  repairListing,
  repairTermCounts,
} from '../../src/plugins/calendar/server/src/listing/repair';
import { withClockAhead } from '../support/clock';
import { allDoors, doors, type Saved, someTimes } from '../support/doors';
import { emptyCalendar } from '../support/empty';
import { onPostgres } from '../support/in-turn';
import { fc } from '../support/property';

/** SQLite has no clock besides that of its one process. */
const whereClocksDiffer = onPostgres ? it : it.skip;

const DAY = 24 * 60 * 60 * 1000;
const day = (days: number) => new Date(Date.now() + days * DAY);

const [, code] = doors.at(-1)!;
const lines = () => strapi.db.getConnection('calendar_term_counts');

type Counts = Record<string, number>;

/** Spec 4.5: the events of each term that anybody may open, counted from the rows in a straightforward way. */
async function counted(now: Date): Promise<Counts> {
  const rows = await strapi.db.query('plugin::calendar.event').findMany({});
  const open = rows.filter(
    (row) =>
      row.publishedAt &&
      !row.trashed_at &&
      row.post_status !== 'private' &&
      !row.password &&
      (!row.date || new Date(row.date) <= now),
  );
  const named = open.flatMap((row) =>
    (['categories', 'tags'] as const).flatMap((field) =>
      ((row[field] ?? []) as number[]).map((id) => [`${field} ${id}`, row.documentId] as const),
    ),
  );
  const events = new Map<string, Set<string>>();
  for (const [term, id] of named) events.set(term, (events.get(term) ?? new Set()).add(id));
  return Object.fromEntries([...events].map(([term, ids]) => [term, ids.size]));
}

async function kept(terms: Record<'categories' | 'tags', number[]>, now: Date): Promise<Counts> {
  const counts: Counts = {};
  for (const field of ['categories', 'tags'] as const) {
    for (const id of terms[field]) {
      const { sql, bindings } = publicEventCount(field, `${id}`, now);
      const [row] = await run<{ n: string | number }>({ sql: `SELECT ${sql} AS n`, bindings });
      if (Number(row?.n) !== 0) counts[`${field} ${id}`] = Number(row?.n);
    }
  }
  return counts;
}

/** Removes the triggers, like a listing created before counts existed. */
async function withoutTriggers() {
  const schema = `"${strapi.db.getSchemaName()}".`;
  const drops =
    strapi.db.dialect.client === 'postgres'
      ? [`FUNCTION ${schema}calendar_term_counts CASCADE`]
      : ['insert', 'delete', 'update'].map((event) => `TRIGGER calendar_term_counts_${event}`);
  for (const drop of drops) await strapi.db.connection.raw(`DROP ${drop}`);
}

async function makeTerms() {
  const made = { categories: [] as Saved[], tags: [] as Saved[] };
  for (const name of ['A', 'B', 'C']) {
    const parent = made.categories[0]?.public_id ?? null;
    made.categories.push(await code.create('category', { name, parent }));
    made.tags.push(await code.create('tag', { name }));
  }
  return made;
}

const idsOf = (saved: Saved[]) => saved.map(({ public_id }) => public_id);

const values = fc.record(
  {
    categories: fc.subarray([0, 1, 2]),
    tags: fc.subarray([0, 1, 2]),
    password: fc.constantFrom(null, '', 'secret'),
    post_status: fc.constantFrom(null, null, 'private', 'pending'),
    date: fc.constantFrom(null, day(-400), day(-2), day(30)),
    trashed_at: fc.constantFrom(null, null, day(-1)),
  },
  { requiredKeys: [] },
);

const step = fc.record({
  door: fc.nat(doors.length - 1),
  event: fc.nat(4),
  action: fc.constantFrom('update', 'update', 'publish', 'publish', 'unpublish', 'remove'),
  language: fc.constantFrom('en', 'en', 'fr'),
  values,
});

describe('the counts of categories and tags (D8.10)', () => {
  beforeEach(emptyCalendar);

  it('match the rows after random writes through both doors, now and in the future', async () => {
    const made = await makeTerms();
    const terms = { categories: idsOf(made.categories), tags: idsOf(made.tags) };
    const events: (Saved | undefined)[] = [];
    const steps = fc.sample(step, 40);
    for (const [at, { door: number, event: place, action, language, values }] of steps.entries()) {
      const [, door] = doors[number]!;
      const data = {
        ...values,
        ...(values.categories && { categories: values.categories.map((n) => terms.categories[n]) }),
        ...(values.tags && { tags: values.tags.map((n) => terms.tags[n]) }),
      };
      const event = events[place];
      if (!event) events[place] = await door.create('event', { title: `It ${at}`, ...someTimes });
      else if (action === 'update')
        await door.update('event', event.documentId, { title: `It ${at}`, ...data }, language);
      else if (action === 'remove') {
        await door.remove('event', event.documentId, '*');
        events[place] = undefined;
      } else await door[action]('event', event.documentId, language).catch(() => undefined); // May be refused.
      if (at % 20 === 7) await compactTermCounts(new Date());
      if (at === 25) await code.remove('category', made.categories[0]?.documentId ?? '', '*');
      for (const now of [day(0), day(60)]) {
        expect([at, action, await kept(terms, now)]).toEqual([at, action, await counted(now)]);
      }
    }
    const before = await kept(terms, day(60));
    await recountTerms();
    expect(await kept(terms, day(60))).toEqual(before);
  });

  it.each(allDoors)('are up to date in the next read after a write through %s', async (_, door) => {
    const tag = await code.create('tag', { name: 'Tag' });
    const count = async () => await kept({ categories: [], tags: [tag.public_id] }, day(0));
    const event = await door.create('event', { title: 'It', ...someTimes, tags: [tag.public_id] });
    expect(await count()).toEqual({});
    await door.publish('event', event.documentId);
    expect(await count()).toEqual({ [`tags ${tag.public_id}`]: 1 });
    await door.remove('event', event.documentId);
    expect(await count()).toEqual({});
  });

  it('are compacted to one row per term, except for future publications', async () => {
    const tag = await code.create('tag', { name: 'Tag' });
    const tags = [tag.public_id];
    const line = { kind: 2, target: tag.public_id, visible_from: day(-0.01), n: 1 };
    await lines().insert(Array.from({ length: 30 }, () => line));
    await lines().insert({ ...line, visible_from: day(30) });
    await compactTermCounts(new Date());
    expect(
      (await lines().where({ target: tag.public_id }).orderBy('n')).map(
        ({ n }: { n: number }) => n,
      ),
    ).toEqual([1, 30]);
    expect(await kept({ categories: [], tags }, day(0))).toEqual({ [`tags ${tags}`]: 30 });
    expect(await kept({ categories: [], tags }, day(60))).toEqual({ [`tags ${tags}`]: 31 });
    await lines().delete();
  });

  whereClocksDiffer('are not compacted for the future by a node whose clock is ahead', async () => {
    const line = { kind: 2, target: 8, visible_from: day(0.5), n: 1 };
    await lines().insert(Array.from({ length: 30 }, () => line));
    await withClockAhead(DAY, async () => {
      startMaintenance();
      await pause(200);
      await stopMaintenance();
    });
    expect(await lines().where({ target: 8 })).toHaveLength(30);
    await lines().delete();
  });

  it('leave no rows behind for terms that no event has any more, such as deleted ones', async () => {
    const tag = await code.create('tag', { name: 'Tag' });
    const event = await code.create('event', { title: 'It', ...someTimes, tags: [tag.public_id] });
    await code.publish('event', event.documentId);
    await code.remove('event', event.documentId);
    await code.remove('tag', tag.documentId, '*');
    const left = () => lines().where({ target: tag.public_id });
    expect(await left()).not.toEqual([]);
    await compactTermCounts(day(0.01));
    expect(await left()).toEqual([]);
  });

  it('are compacted when the calendar starts, without waiting a minute', async () => {
    const line = { kind: 2, target: 7, visible_from: day(-3), n: 1 };
    await lines().insert(Array.from({ length: 30 }, () => line));
    const left = async () => (await lines().where({ target: 7 })).length;
    startMaintenance();
    try {
      for (let tries = 0; (await left()) > 1 && tries < 200; tries += 1) await pause(50);
      expect(await left()).toBe(1);
    } finally {
      await stopMaintenance();
      await lines().delete();
    }
  });

  it('follow direct writes to the listing', async () => {
    const tags = [(await code.create('tag', { name: 'Tag' })).public_id];
    const event = await code.create('event', { title: 'It', ...someTimes, tags });
    await code.publish('event', event.documentId);
    const listing = () => strapi.db.getConnection('calendar_listing').where({ kind: 2 });
    const now = () => kept({ categories: [], tags: [tags[0]!, 99] }, day(0));
    await listing().update({ target: 99 });
    expect(await now()).toEqual({ 'tags 99': 1 });
    await listing().delete();
    expect(await now()).toEqual({});
    await repairListing();
    expect(await now()).toEqual({ [`tags ${tags}`]: 1 });
  });

  it('are repaired when a restore has counted events twice', async () => {
    const tags = [(await code.create('tag', { name: 'Tag' })).public_id];
    const event = await code.create('event', { title: 'It', ...someTimes, tags });
    await code.publish('event', event.documentId);
    const restored = await lines().select('*');
    const listing = () => strapi.db.getConnection('calendar_listing');
    const listed = await listing().select('*');
    for (const table of [listing, lines]) await table().delete();
    for (const row of listed) await listing().insert(row);
    for (const row of restored) await lines().insert(row);
    const now = () => kept({ categories: [], tags }, day(0));
    expect(await now()).toEqual({ [`tags ${tags}`]: 2 });
    expect([await repairTermCounts({ check: true }), await repairTermCounts()]).toEqual([1, 1]);
    expect(await now()).toEqual({ [`tags ${tags}`]: 1 });
    expect(await repairTermCounts()).toBe(0);
  });

  it('are created from the listing when missing', async () => {
    const tags = [(await code.create('tag', { name: 'Tag' })).public_id];
    const event = await code.create('event', { title: 'It', ...someTimes, tags });
    await code.publish('event', event.documentId);
    await withoutTriggers();
    await lines().delete();
    await createTermCounts();
    expect(await kept({ categories: [], tags }, day(0))).toEqual({ [`tags ${tags}`]: 1 });
  });
});
