import type { Viewer } from '../../src/plugins/calendar/server/src/access/viewer';
import { settings } from '../../src/plugins/calendar/server/src/database/site';
import { readParams } from '../../src/plugins/calendar/server/src/kinds/kind';
import { seesOnlyPublicList } from '../../src/plugins/calendar/server/src/listing/branches';
import { choose } from '../../src/plugins/calendar/server/src/listing/choose';
import { chooseListed } from '../../src/plugins/calendar/server/src/listing/choose-listed';
import { repairAgenda, repairListing } from '../../src/plugins/calendar/server/src/listing/repair';
import { event as resource } from '../../src/plugins/calendar/server/src/resources/event';
import { EVENT_ORDERS } from '../../src/plugins/calendar/server/src/resources/event/conditions';
import {
  conditionsOf,
  criteriaOf,
  filtersFor,
  listParams,
} from '../../src/plugins/calendar/server/src/resources/shared/list';
import { LANGUAGES, languagesFrom } from '../../src/plugins/calendar/server/src/settings/languages';
import { onColumn } from '../../src/plugins/calendar/server/src/sql/sql';
import { registerUser } from '../support/callers';
import { allDoors, type Door, type Saved } from '../support/doors';
import { isExhaustive } from '../support/extent';
import { buildCategory, buildTag, buildVenue, type Stored } from '../support/records';

const EVENTS = isExhaustive ? 100 : 28;
const WRITES = isExhaustive ? 150 : 14;
const AUTHOR = 700_077;

/** Pseudo-random numbers from 0, the same in every run with one seed. */
let state = Number(process.env.TEST_SEED ?? 1729);
function pick(count: number): number {
  state = (Math.imul(state, 1103515245) + 12345) >>> 0;
  return (state >>> 8) % count;
}
const one = <Item>(items: readonly Item[]): Item => items[pick(items.length)] as Item;
const some = <Item>(items: readonly Item[], most: number): Item[] => [
  ...new Set(Array.from({ length: pick(most + 1) }, () => one(items))),
];
const perhaps = (chances: number) => pick(chances) === 0;

const categories: Stored[] = [];
const tags: Stored[] = [];
const venues: Stored[] = [];
const made: Saved[] = [];
const WORDS = ['garden', 'lantern', 'harbour', 'violin', 'فانوس', 'café'];

const idsOf = (records: Stored[]) => records.map(({ public_id }) => public_id);

function someDay() {
  const day = (at: number) => new Date(Date.UTC(2031, 2, 1 + at)).toISOString().slice(0, 10);
  const from = pick(60);
  const lasts = perhaps(6) ? 20 + pick(40) : pick(3);
  const hour = String(pick(20)).padStart(2, '0');
  return {
    start_date: `${day(from)} ${hour}:00:00`,
    end_date: `${day(from + lasts)} 23:30:00`,
    timezone: one(['UTC', 'Europe/Paris', 'Asia/Tokyo']),
  };
}

const someTitle = () => ({ title: `${one(WORDS)} ${one(WORDS)}` });

const someValues = () => ({
  venue: some(idsOf(venues), 2),
  organizer: some([900_001, 900_002], 2),
  categories: some(idsOf(categories), 2),
  tags: some(idsOf(tags.slice(0, 4)), 2),
  featured: perhaps(3),
  ticket_url: perhaps(3) ? 'https://tickets.example' : '',
  hide_from_listings: perhaps(8),
  password: perhaps(8) ? 'secret' : '',
  post_parent: made.length > 3 && perhaps(3) ? one(made.slice(0, 3)).public_id : null,
  ...someDay(),
});

/** A random write through the door. */
async function writeThrough(door: Omit<Door, 'discard' | 'clone'>) {
  const { documentId: id } = one(made);
  const locale = one(LANGUAGES);
  const acts: (() => Promise<unknown>)[] = [
    () => door.update('event', id, { ...someTitle(), ...someValues() }, locale),
    () => door.update('event', id, { ...someTitle(), ...someDay() }, locale),
    () => door.publish('event', id, locale),
    () => door.unpublish('event', id, locale),
    () => door.update('event', id, { trashed_at: perhaps(2) ? '2030-01-01T00:00:00Z' : null }),
    () => door.update('event', id, { date: one(['2020-01-01', '2999-01-01']) }, locale),
    () => door.update('event', id, { post_status: one(['private', null]) }, locale),
    () => door.publish('event', id, locale),
  ];
  // Not every door allows every write; a refused one changes nothing.
  await one(acts)().catch(() => undefined);
}

async function moveCategory(door: Omit<Door, 'discard' | 'clone'>) {
  const [{ documentId }, { public_id }] = [one(categories), one(categories)];
  await door
    .update('category', documentId, { parent: perhaps(3) ? null : public_id })
    .catch(() => undefined);
}

beforeAll(async () => {
  await registerUser(AUTHOR);
  const [, code] = allDoors[1]!;
  for (let at = 0; at < 6; at += 1) {
    const parent = at > 1 ? categories[pick(at)]?.public_id : null;
    categories.push(await buildCategory({ name: `Category ${at}`, parent }));
  }
  for (let at = 0; at < 12; at += 1) tags.push(await buildTag({ name: `Tag ${at}` }));
  for (const [at, place] of [
    { geo_lat: 48.85, geo_lng: 2.35 },
    { geo_lat: 51.5, geo_lng: 0 },
    {},
  ].entries()) {
    venues.push(await buildVenue({ venue: `Venue ${at}`, ...place }));
  }
  for (let at = 0; at < EVENTS; at += 1) {
    const author = perhaps(3) ? AUTHOR : 0;
    const values = { ...someTitle(), ...someValues(), author };
    const event = await code.create('event', values, one(LANGUAGES));
    made.push(event);
    const { documentId: id } = event;
    for (const locale of some(LANGUAGES, 3)) {
      const flag = perhaps(6) ? { post_status: 'private' } : {};
      await code.update('event', id, { ...someTitle(), ...flag }, locale);
      await code.publish('event', id, locale).catch(() => undefined);
    }
    if (perhaps(8)) await code.update('event', id, { date: '2999-01-01T00:00:00Z' });
    if (!perhaps(5)) await code.publish('event', id).catch(() => undefined);
  }
});

type Query = Record<string, string>;

const id = (records: Stored[], at = 0) => String(records[at]?.public_id);

/** Queries with every filter, in each of its forms. */
const asked = (): Query[] => [
  {},
  { start_date: '2031-03-15', end_date: '2031-04-10' },
  { start_date: '2031-03-15 10:00:00', strict_dates: 'true' },
  { start_date: '2031-03-10', ends_after: '2031-04-01' },
  { starts_before: '2031-04-01' },
  { starts_after: '2031-03-20' },
  { ends_before: '2031-04-01' },
  { ends_after: '2031-04-20' },
  { starts_before: '2031-04-01', ends_after: '2031-03-31' },
  { starts_before: '2031-04-01 10:00:00', ends_after: '2031-04-01 10:00:00', strict_dates: '1' },
  { categories: id(categories) },
  { categories: `${id(categories, 1)},${id(categories, 4)}` },
  { tags: id(tags) },
  { tags: idsOf(tags).join(',') },
  { venue: id(venues) },
  { venue: `${id(venues, 1)},${id(venues, 2)}` },
  { organizer: '900001' },
  { featured: 'true' },
  { featured: 'false' },
  { ticketed: 'true' },
  { ticketed: 'false' },
  { post_parent: String(made[0]?.public_id) },
  { geoloc: 'true' },
  { geoloc: 'false' },
  { geoloc_lat: '48.8', geoloc_lng: '2.3', geoloc_radius: '100' },
  { search: 'garden' },
  { search: 'cafe -violin' },
  { hide_from_listings: 'true' },
];

const WHO: Omit<Viewer, 'now'>[] = [
  {},
  {},
  { userId: AUTHOR },
  { userId: 78 },
  { unpublished: ['event', 'venue', 'organizer'], unlocked: true },
];

/** A random order of those that the list supports, or none. */
const someOrder = ({ geoloc_lat }: Query) =>
  perhaps(3)
    ? {}
    : {
        orderby: one(EVENT_ORDERS.filter((name) => geoloc_lat || name !== 'distance')),
        order: one(['asc', 'desc', undefined]),
      };

/** What a list is asked for, in random languages and on a random page. */
function askedBy(query: Query, who: Omit<Viewer, 'now'>) {
  const context = { now: new Date(), settings: settings() };
  const viewer = { ...who, now: context.now };
  const seesAll = Boolean(query.hide_from_listings) || Boolean(who.unpublished);
  const listed = { ...resource, filters: filtersFor(resource, seesAll) };
  const sent: Record<string, unknown> = readParams(listParams(listed.filters), query, context);
  // Permissions to refer to a record (D9.3) are not tested here.
  const values = { ...sent };
  for (const name of ['categories', 'tags', 'venue', 'organizer', 'post_parent']) {
    if (query[name]) values[name] = query[name].split(',').map(Number);
  }
  const combined = resource.combine?.(values, { ...context, viewer });
  const languages = languagesFrom(one(LANGUAGES), 'en');
  const perPage = one([1, 3, 50]);
  const paging = { page: 1 + pick(perPage === 50 ? 1 : 6), perPage };
  const choice = { ...viewer, ...paging, languages, fallback: perhaps(2) };
  const order = resource.order({ ...values, ...someOrder(query) });
  return { listed, asking: { values, combined, viewer }, choice: { ...choice, order } };
}

/** The answers of the listing and of the rows to a list; `isAlways`: whether the listing must be able to answer it. */
async function bothWays(query: Query, who: Omit<Viewer, 'now'>, isAlways: boolean) {
  const { listed, asking, choice } = askedBy(query, who);
  const criteria = criteriaOf(listed, asking);
  if (!criteria) throw new Error(`The listing does not answer ${JSON.stringify(query)}.`);
  if (!isAlways && !(await seesOnlyPublicList(asking.viewer))) return undefined;
  const general = await choose({
    ...choice,
    type: 'event',
    statuses: ['publish'],
    conditions: conditionsOf(listed, asking),
  });
  const byListing = await chooseListed({ ...choice, criteria });
  return { general, byListing, choice };
}

async function compare(queries: Query[]) {
  let hits = 0;
  for (const query of queries) {
    const who = one(WHO);
    const isAlways = !who.userId && !who.unlocked;
    const both = await bothWays(query, who, isAlways);
    if (!both) continue;
    hits += both.general.ids.length;
    const [listed, read] = [both.byListing, both.general].map(({ ids, total }) => ({ ids, total }));
    expect({ query, ...both.choice, ...listed }).toEqual({ query, ...both.choice, ...read });
  }
  return hits;
}

const everyPair = () =>
  asked().flatMap((first, at) =>
    asked()
      .slice(at)
      .map((second) => ({ ...WIDE, ...first, ...second })),
  );

/** A window that contains all events, since the default one begins today. */
const WIDE = { start_date: '2031-01-01', end_date: '2031-12-31' };

const RELATIVE = ['starts_before', 'starts_after', 'ends_before', 'ends_after'];

/** Removes the wide window from queries with a relative bound, which must stay open on the other side. */
const opened = (query: Query): Query => {
  if (!RELATIVE.some((name) => query[name])) return query;
  const { start_date, end_date, ...rest } = query;
  const own = start_date === WIDE.start_date ? {} : { start_date };
  return { ...rest, ...own } as Query;
};

describe('the listing selects the same events as the rows (D8.9)', () => {
  it('for every filter and every pair of filters', async () => {
    expect(await compare(everyPair().map(opened))).toBeGreaterThan(100);
  });

  it.each(allDoors)('after random writes through %s', async (_name, door) => {
    for (let at = 0; at < WRITES; at += 1) {
      await (perhaps(8) ? moveCategory(door) : writeThrough(door));
    }
    expect(await repairListing({ check: true })).toBe(0);
    expect(await repairAgenda({ check: true })).toBe(0);
    const queries = everyPair().map(opened);
    const drawn = isExhaustive ? queries : Array.from({ length: 60 }, () => one(queries));
    expect(await compare(drawn)).toBeGreaterThan(10);
  });
});

describe('events in any states (D8.1)', () => {
  const STATES = ['publish', 'future', 'private', 'pending', 'draft', 'trash'] as const;
  const SYNC: Query[] = [{ modified_after: '2020-01-01' }, { modified_before: '2020-01-01' }];

  it('are as many in one pass through the index of states as row by row', async () => {
    let counted = 0;
    for (const query of [...asked(), ...asked().map((each) => ({ ...WIDE, ...each })), ...SYNC]) {
      const { listed, asking, choice } = askedBy(opened(query), one(WHO));
      const statuses = [one(STATES), ...some(STATES, 4)];
      const rows = conditionsOf(listed, asking).map(({ sql, bindings }) => ({ sql, bindings }));
      const totals: number[] = [];
      for (const conditions of [rows, rows.map(onColumn)]) {
        const asked = { ...choice, type: 'event', statuses, conditions, fallback: true } as const;
        totals.push((await choose(asked)).total);
      }
      expect({ query, statuses, total: totals[1] }).toEqual({ query, statuses, total: totals[0] });
      counted += totals[0] ?? 0;
    }
    expect(counted).toBeGreaterThan(50);
  });
});
