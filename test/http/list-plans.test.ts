import { apiToken, bearer } from '../support/callers';
import { api, get } from '../support/http';
import { onPostgres } from '../support/in-turn';
import { allPages } from '../support/pages';
import {
  buildCategory,
  buildEvent,
  buildOrganizer,
  buildTag,
  buildVenue,
  type Stored,
} from '../support/records';

interface Statement {
  sql: string;
  bindings: string[];
}

type Headers = Record<string, string>;

let token: Headers;

beforeAll(async () => {
  token = bearer(await apiToken('full-access'));
});

/** The statements of a list that match. */
async function statementsOf(path: string, what: RegExp, headers: Headers = {}) {
  const seen: Statement[] = [];
  const note = ({ sql, bindings }: Statement) => seen.push({ sql, bindings });
  strapi.db.connection.on('query', note);
  try {
    expect((await get(api(path), headers)).status).toBe(200);
  } finally {
    strapi.db.connection.removeListener('query', note);
  }
  return seen.filter(({ sql }) => what.test(sql));
}

/** The lines of a statement's plan; with few rows PostgreSQL would scan, so that only its use of indexes is seen. */
async function planOf({ sql, bindings }: Statement): Promise<string[]> {
  const trx = await strapi.db.connection.transaction();
  try {
    if (!onPostgres) {
      const rows = await trx.raw(`EXPLAIN QUERY PLAN ${sql}`, bindings);
      return rows.map(({ detail }: { detail: string }) => detail);
    }
    await trx.raw('SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off');
    const { rows } = await trx.raw(`EXPLAIN ${sql.replace(/\$\d+/g, '?')}`, bindings);
    return rows.map((row: Record<string, string>) => row['QUERY PLAN']);
  } finally {
    await trx.rollback();
  }
}

async function plansOf(path: string, what: RegExp, headers: Headers = {}): Promise<string[]> {
  const plans: string[] = [];
  for (const each of await statementsOf(path, what, headers)) plans.push(...(await planOf(each)));
  return plans;
}

const PAGE = /SELECT e\.id FROM/;
const COUNT = / AS total\b/;

const onSqlite = onPostgres ? describe.skip : describe;

onSqlite('filters by several targets on SQLite (D8.9)', () => {
  const LISTING = /calendar_listing/;

  /** The look-up of an event's rows (alias `x`) that seeks each target. */
  const SEEKS_TARGETS = /^SEARCH x .*target=/;

  /** More than are listed as ids (`listing/branches.ts`). */
  const MANY_VENUES = 2001;

  beforeAll(async () => {
    const venue = await buildVenue({ geo_lat: 48.85, geo_lng: 2.35 });
    await buildEvent({ venue: [venue.public_id] });
    const venues = strapi.db.connection('calendar_venues');
    const { id, ...row } = await venues.clone().whereNotNull('published_at').first();
    const copies = Array.from({ length: MANY_VENUES }, (_, at) => ({
      ...row,
      public_id: 1_000_000 + at,
      document_id: `copy${at}`,
      slug: `copy-${at}`,
    }));
    await strapi.db.connection.batchInsert('calendar_venues', copies, 100);
  });

  it.each(['geoloc=true', 'geoloc=false', 'geoloc_lat=48.85&geoloc_lng=2.35&geoloc_radius=10'])(
    'compare the venues of an event with all that match, instead of looking up each: %s',
    async (query) => {
      const plans = await plansOf(`/events?${query}`, LISTING);
      expect(plans).toContainEqual(expect.stringMatching(/^SEARCH x /));
      expect(plans.filter((line) => SEEKS_TARGETS.test(line))).toEqual([]);
    },
  );

  it.each(['&start_date=2026-01-01', '&ends_after=now', '&search=e'])(
    'count the events at the venues from the ranges of these, instead of looking up those of each event: geoloc=true%s',
    async (more) => {
      const [count] = await statementsOf(`/events?geoloc=true${more}`, COUNT);
      expect(await planOf(count as Statement)).toContainEqual(
        expect.stringMatching(/^SEARCH l USING COVERING INDEX .*target=\? AND utc_start/),
      );
      expect(count?.sql).toMatch(/l\.kind = 3 AND l\.target IN \(SELECT/);
    },
  );

  it('begin with the venues where these can be named', async () => {
    const venues = strapi.db.connection('calendar_venues');
    await venues.where('public_id', '>=', 1_001_500).delete();
    const plans = await plansOf('/events?geoloc=true', LISTING);
    expect(plans).toContainEqual(expect.stringMatching(/^SEARCH l .*target=/));
    expect(plans.filter((line) => /^SEARCH x /.test(line))).toEqual([]);
  });

  it('look up one target of an event by the whole key, and several by the kind', async () => {
    const [one, other] = [await buildTag(), await buildTag()];
    const { public_id: category } = await buildCategory();
    const { public_id: second } = await buildCategory();
    const tags = [one.public_id, other.public_id];
    await buildEvent({ tags, categories: [category] });
    const both = await plansOf(`/events?tags=${tags}&categories=${category},${second}`, LISTING);
    expect(both).toContainEqual(expect.stringMatching(/^SEARCH x /));
    expect(both.filter((line) => SEEKS_TARGETS.test(line))).toEqual([]);
    const single = await plansOf(`/events?tags=${one.public_id}&categories=${category}`, LISTING);
    expect(single).toContainEqual(expect.stringMatching(SEEKS_TARGETS));
  });
});

onSqlite('the venues, organizers and terms of an event on SQLite (D8.9)', () => {
  it.each(['venues', 'organizers', 'categories', 'tags'])(
    'are found from the event, instead of reading all events of each: %s',
    async (path) => {
      const { public_id: event } = await buildEvent();
      for (const headers of [{}, token]) {
        const plan = await plansOf(`/${path}?event=${event}`, COUNT, headers);
        expect(plan).toContainEqual(expect.stringMatching(/^SEARCH h .*public_id=/));
        expect(plan).toContainEqual(expect.stringMatching(/^SEARCH l .*row_id=/));
      }
    },
  );
});

describe('lists for programs that see drafts (D8.1, D8.7)', () => {
  let category: Stored;
  const TITLES = ['a', 'b', 'c', 'd', 'e', 'f'];
  const list = (more = '') =>
    `/events?categories=${category.public_id}&start_date=2031-01-01&end_date=2031-12-31${more}`;

  beforeAll(async () => {
    category = await buildCategory();
    for (const [at, title] of TITLES.entries()) {
      const times = { start_date: `2031-05-1${at} 10:00:00`, end_date: `2031-05-1${at} 12:00:00` };
      const data = { title, ...times, categories: [category.public_id] };
      await buildEvent(data, { publish: at % 2 === 0 });
    }
  });

  it('finds few records by their conditions before it sorts them, instead of reading the index by start', async () => {
    const few = list('&modified_after=2026-01-01&per_page=1');
    expect(await statementsOf(few, /WITH found AS MATERIALIZED/, token)).toHaveLength(1);
    const plan = await plansOf(few, PAGE, token);
    expect(plan).toContainEqual(expect.stringMatching(/^\W*Sort|TEMP B-TREE FOR ORDER/));
  });

  (onPostgres ? it.skip : it)(
    'counts the events of a window from the part of the index by start between its bounds',
    async () => {
      const window = '/events?start_date=2031-01-01&end_date=2031-12-31&modified_before=2999-01-01';
      const plan = await plansOf(window, COUNT, token);
      const part = 'calendar_events_start (utc_start_date>? AND utc_start_date<?)';
      expect(plan).toContainEqual(expect.stringContaining(part));
    },
  );

  it.each([1, 2, 3, 4, 50])('has each event once on pages of %i', async (perPage) => {
    for (const [order, titles] of [
      ['asc', TITLES],
      ['desc', TITLES.toReversed()],
    ] as const) {
      const path = api(list(`&per_page=${perPage}&orderby=start&order=${order}`));
      const pages = await allPages(path, token);
      expect(pages.flatMap(({ events }) => events.map((one: Stored) => one.title))).toEqual(titles);
    }
  });

  it('are found by the references, if all of a list is read', async () => {
    const query = list('&per_page=3&modified_before=2999-01-01');
    for (const statement of await statementsOf(query, / AS total\b|WITH found/, token)) {
      const first = onPostgres
        ? [statement.sql, /e\.id = ANY\(ARRAY\(SELECT l\.row_id/] // Its plan for few rows differs.
        : [(await planOf(statement)).join('\n'), /SEARCH e USING INTEGER PRIMARY KEY/];
      expect(first[0]).toMatch(first[1] as RegExp);
    }
    expect.assertions(2 + 1); // With the response's status.
  });

  it.each(['pending', 'private'])('can be found by an index if they are %s', async (status) => {
    const list = `/events?status=${status}&modified_after=2025-01-01`;
    for (const statement of await statementsOf(list, / AS total\b/, token)) {
      expect(statement.sql).toMatch(/\be\.post_status = /); // With few rows, PostgreSQL may take another one.
      if (onPostgres) continue;
      const plan = await planOf(statement);
      expect(plan).toContainEqual(expect.stringContaining('calendar_events_status'));
    }
  });

  it('are counted in one pass through the index of states if the window has many', async () => {
    const [count] = await statementsOf('/events?modified_after=2026-01-01', COUNT, token);
    expect(count?.sql).toMatch(/GROUP BY e\.public_id/);
    const all =
      /ELSE \(SELECT COUNT\(\*\) FROM \(\s*SELECT 1 FROM \S+ e WHERE e\.trashed_at IS NULL GROUP BY/;
    expect(count?.sql).toMatch(all); // Looks up no published row for a draft.
    if (onPostgres) return; // Its plan for few rows differs.
    const plan = await planOf(count as Statement);
    for (const read of [/SCAN e USING COVERING INDEX \w+_states/, /COVERING INDEX \w+_changed/])
      expect(plan).toContainEqual(expect.stringMatching(read));
  });

  it('counts both parts of a list once for all its pages, until something changes', async () => {
    const counts = async (page: number) =>
      (await statementsOf(list(`&per_page=2&page=${page}`), COUNT, token)).length;
    const read = async () => {
      await buildOrganizer();
      return [await counts(1), await counts(1), await counts(2)];
    };
    let seen = await read();
    for (let tries = 0; tries < 10 && seen.join() !== '2,0,0'; tries += 1) seen = await read(); // Background commits.
    expect(seen).toEqual([2, 0, 0]);
  });

  it('are counted in the listing, and rows only of events that have other texts', async () => {
    const query = '/events?start_date=2031-01-01&status=publish,draft&featured=false';
    const counts = await statementsOf(query, COUNT, token);
    expect(counts).toHaveLength(2);
    const [open, hidden] = counts as [Statement, Statement];
    expect(open.sql).not.toContain('calendar_events');
    const plan = await planOf(hidden);
    if (!onPostgres) expect(plan).toContainEqual(expect.stringMatching(/^SEARCH e .*public_id=\?/));
    expect(hidden.sql).toMatch(/SELECT a\.event_id FROM \S+ a WHERE a\.hidden = 1/);
  });

  it('reads no page of an empty list', async () => {
    const { public_id: empty } = await buildCategory();
    expect(await statementsOf(`/events?categories=${empty}`, PAGE, token)).toEqual([]);
  });
});

describe('the number of events in lists by several facets (D8.9)', () => {
  const LISTING = /FROM "?[\w".]*calendar_listing"? l /g;

  it('is counted over all targets of a facet at once, and with a condition that PostgreSQL expects to hold', async () => {
    const tags: number[] = [];
    for (let made = 0; made < 12; made += 1) tags.push((await buildTag()).public_id);
    const { public_id: category } = await buildCategory();
    const { public_id: other } = await buildCategory();
    const parts = [tags[0] ?? 0, tags[11] ?? 0];
    await buildEvent({ tags: parts, categories: [category, other] });
    for (const filters of [`tags=${tags}`, `tags=${parts}&categories=${category}`]) {
      const [count, ...more] = await statementsOf(`/events?${filters}`, COUNT);
      expect(more).toEqual([]);
      expect(count?.sql.match(LISTING)).toHaveLength(1);
      const isJoined = onPostgres && filters.includes('categories');
      expect(count?.sql).toContain(isJoined ? 'l.flags & 2 <> 2' : 'l.flags & 2 = 0');
      const { body } = await get(api(`/events?${filters}`));
      expect(body.total).toBe(1);
    }
  });
});

describe('lists of many events (D8.5, D8.11)', () => {
  const WINDOW = 'start_date=2041-01-01&end_date=2041-12-31';
  const tables = ['calendar_events', 'calendar_listing'] as const;
  const KEYS = { calendar_events: 'public_id', calendar_listing: 'event_id' };
  let first: number;
  let copied: number;
  let category: Stored;

  /** Distinct numbers below the number of copies, in another order. */
  const shuffled = (at: number) => (at * 37) % copied;

  /** Half of all ids, which other tests have used too, and no multiple of 37. */
  const numberOfCopies = (id: number) => {
    const half = Math.max(id, 110);
    return half % 37 === 0 ? half + 1 : half;
  };

  /** Copies an event with its row for all lists: as many saves would take long. */
  beforeAll(async () => {
    const times = { start_date: '2041-05-01 10:00:00', end_date: '2041-05-01 12:00:00' };
    const { public_id } = await buildEvent(times);
    const rows = strapi.db.connection('calendar_events');
    const { id, ...row } = await rows
      .clone()
      .where({ public_id })
      .whereNotNull('published_at')
      .first();
    const listed = await strapi.db
      .connection('calendar_listing')
      .where({ event_id: public_id, kind: 0 })
      .first();
    copied = numberOfCopies(public_id);
    const places = Array.from({ length: copied }, (_, at) => at + 1);
    first = public_id + 1;
    const moment = (at: number) => new Date(Date.UTC(2020, 0, 1, shuffled(at)));
    const stored = (at: number) => (onPostgres ? moment(at) : moment(at).getTime());
    const copies = places.map((at) => ({
      ...row,
      public_id: public_id + at,
      document_id: `walked${at}`,
      slug: `walked-${at}`,
      title: `${at}`,
      search_text: `${String(shuffled(at)).padStart(9, '0')}\u001f`,
      date: at % 2 ? stored(at) : null,
      created_at: stored(at),
      updated_at: stored(at),
    }));
    await strapi.db.connection.batchInsert('calendar_events', copies, 50);
    const lines = places.map((at) => ({
      ...listed,
      event_id: public_id + at,
      occurrence_id: public_id + at,
    }));
    category = await buildCategory();
    const last = copied - Math.floor(copied / 4);
    const named = lines
      .filter((_, index) => shuffled(index + 1) >= last)
      .map((line) => ({ ...line, kind: 1, target: category.public_id }));
    await strapi.db.connection.batchInsert('calendar_listing', [...lines, ...named], 50);
  });

  afterAll(async () => {
    for (const table of tables) {
      await strapi.db
        .connection(table)
        .whereBetween(KEYS[table], [first, first + copied - 1])
        .delete();
    }
  });

  it('are read by programs that see drafts from the index by start, without sorting the list', async () => {
    const plan = await plansOf(`/events?${WINDOW}&per_page=1&page=2`, PAGE, token);
    expect(plan).toContainEqual(expect.stringContaining('calendar_events_start'));
    expect(plan.filter((line) => /^\W*Sort|TEMP B-TREE FOR ORDER/.test(line))).toEqual([]);
  });

  it('with a reference are read along the index by start, or found first if that is shorter', async () => {
    const { public_id: named } = await buildCategory();
    const ids = strapi.db
      .connection('calendar_events')
      .where('public_id', '>=', first)
      .select('id');
    const links = (await ids).map(({ id }: { id: number }) => ({
      row_id: id,
      kind: 'categories',
      target_id: named,
      position: 1,
    }));
    await strapi.db.connection.batchInsert('calendar_links', links, 50);
    const list = `/events?${WINDOW}&categories=${named}&modified_after=2000-01-01`;
    const ways = async (query: string) =>
      new Set(
        (await statementsOf(`${list}&${query}`, PAGE, token)).map(({ sql }) =>
          /WITH found/.test(sql),
        ),
      );
    expect(await ways('per_page=1')).toEqual(new Set([false]));
    expect(await ways(`per_page=1&page=${copied}`)).toEqual(new Set([true]));
    const pages = await allPages(api(`${list}&per_page=50`), token);
    const titles = pages.flatMap(({ events }) => events.map(({ title }: Stored) => title));
    expect(titles).toEqual(Array.from({ length: copied }, (_, at) => `${at + 1}`));
  });

  it('by modification are read by such programs from an index, only as far as the page', async () => {
    for (const order of ['asc', 'desc']) {
      const query = `modified_after=2019-01-01&orderby=modified&order=${order}&per_page=1&page=2`;
      const plan = await plansOf(`/events?${query}`, PAGE, token);
      expect(plan).toContainEqual(expect.stringContaining('calendar_events_changed'));
      expect(plan.filter((line) => /^\W*Sort|TEMP B-TREE FOR ORDER/.test(line))).toEqual([]);
    }
  });

  it.each([
    ['modified', 'modified_after=2019-01-01', 'calendar_events_changed'],
    ['start', 'modified_after=2019-01-01&modified_before=2999-01-01', 'calendar_events_start'],
  ])('within two ranges are read along the index of their order: %s', async (by, more, index) => {
    const list = `/events?start_date=2000-01-01&${more}&orderby=${by}&per_page=1&page=2`;
    for (const headers of [{}, token]) {
      for (const query of [list, `${list}&end_date=2999-12-31`]) {
        const plan = await plansOf(query, PAGE, headers);
        expect(plan).toContainEqual(expect.stringContaining(index));
        expect(plan.filter((line) => /^\W*Sort|TEMP B-TREE FOR ORDER/.test(line))).toEqual([]);
      }
    }
  });

  it.each([
    ['title', 'calendar_events_title'],
    ['date', 'calendar_events_date'],
    ['modified', 'calendar_events_changed'],
  ])('by %s are read from an index only as far as the page', async (by, index) => {
    for (const order of ['asc', 'desc']) {
      const plan = await plansOf(`/events?${WINDOW}&orderby=${by}&order=${order}&per_page=1`, PAGE);
      expect(plan).toContainEqual(expect.stringContaining(index));
      const lookUp = onPostgres ? 'SubPlan' : 'SEARCH l USING PRIMARY KEY'; // PostgreSQL chooses the index by the rows.
      expect(plan).toContainEqual(expect.stringContaining(lookUp));
    }
  });

  it.each(['title', 'date', 'modified'])(
    'by %s are sorted if their events come last in the index',
    async (by) => {
      const list = `/events?${WINDOW}&categories=${category.public_id}&orderby=${by}&order=asc&per_page=1`;
      const LOOK_UP = /1 = \(\s*SELECT 1/; // Of each event, as they come in the index.
      const PAGES = /SELECT e\.id FROM \(/;
      const pages = await statementsOf(list, PAGES);
      const walked = new Set(pages.map(({ sql }) => LOOK_UP.test(sql))); // PostgreSQL may read both again.
      expect([...walked]).toEqual([true, false]);
      const { body } = await get(api(list));
      const places = body.events.map(({ title }: Stored) => shuffled(Number(title)));
      expect(places).toEqual([copied - Math.floor(copied / 4)]);
    },
  );

  it('from the last published are read only as far as the page, however many publications are scheduled', async () => {
    const events = () => strapi.db.connection('calendar_events');
    const scheduled = events().where('document_id', 'like', 'ahead%');
    const { id, ...row } = await events().where({ public_id: first }).first();
    const date = new Date(Date.UTC(2099, 0, 1));
    const rows = Array.from({ length: copied }, (_, at) => ({
      ...row,
      ...{ public_id: first + copied + at, document_id: `ahead${at}`, slug: `ahead-${at}` },
      date: onPostgres ? date : date.getTime(),
    }));
    await strapi.db.connection.batchInsert('calendar_events', rows, 50);
    try {
      const list = `/events?${WINDOW}&orderby=date&order=desc&per_page=2`;
      const pages = await statementsOf(list, /SELECT e\.id FROM \(/);
      expect(pages.filter(({ sql }) => !/1 = \(\s*SELECT 1/.test(sql))).toEqual([]);
      const { body } = await get(api(list)); // First the copied event, which was made now.
      expect(body.events.map(({ title }: Stored) => shuffled(Number(title)))).toEqual([
        Number.NaN,
        copied - 1,
      ]);
    } finally {
      await scheduled.delete();
    }
  });

  it.each(['title', 'date', 'modified'])('by %s have the same order on all pages', async (by) => {
    const perPage = Math.min(Math.ceil(copied / 14), 50);
    for (const order of ['asc', 'desc']) {
      for (const more of ['', '&search=e', '&featured=false']) {
        const query = `${WINDOW}&orderby=${by}&order=${order}&per_page=${perPage}${more}`;
        const pages = await allPages(api(`/events?${query}`));
        const titles = pages.flatMap(({ events }) => events.map(({ title }: Stored) => title));
        const numbers = titles.filter((title: string) => /^\d+$/.test(title)).map(Number);
        const sorted = numbers.toSorted((one, other) => shuffled(one) - shuffled(other));
        expect(titles).toHaveLength(pages[0].total);
        expect(numbers).toHaveLength(more.includes('search') ? 0 : copied);
        expect(numbers).toEqual(order === 'asc' ? sorted : sorted.toReversed());
      }
    }
  });
});
