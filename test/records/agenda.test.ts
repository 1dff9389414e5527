import { firstWeekday, namedSpans } from '../../src/plugins/calendar/server/src/kinds/dates/parts';
import { repairAgenda } from '../../src/plugins/calendar/server/src/listing/repair';
import { agenda, agendaMatching } from '../../src/plugins/calendar/server/src/records/agenda';
import {
  agendaCalendar,
  agendaSummary,
} from '../../src/plugins/calendar/server/src/records/agenda-calendar';
import { agendaQuery, calendarQuery } from '../../src/plugins/calendar/server/src/resources/agenda';
import { LANGUAGES } from '../../src/plugins/calendar/server/src/settings/languages';
import { uidOf } from '../../src/plugins/calendar/server/src/settings/record-types';
import { adminIn, adminWith } from '../support/admin-roles';
import { apiToken, bearer } from '../support/callers';
import { allDoors, doors, type Saved } from '../support/doors';
import { emptyCalendar } from '../support/empty';
import { isExhaustive } from '../support/extent';
import { api, send } from '../support/http';
import {
  buildCategory,
  buildEvent,
  buildOrganizer,
  buildTag,
  buildVenue,
} from '../support/records';

const EVENTS = isExhaustive ? 150 : 18;
const [, code] = doors.at(-1)!;
const UID = uidOf('event');
const ACTION = 'plugin::calendar.agenda.read';

/** A Wednesday, which is in the middle of a week in every locale. */
const NOW = new Date('2031-03-19T10:00:00Z');

/** Pseudo-random numbers from 0, the same in every run with one seed. */
let state = Number(process.env.TEST_SEED ?? 4104);
function pick(count: number): number {
  state = (Math.imul(state, 1103515245) + 12345) >>> 0;
  return (state >>> 8) % count;
}
const one = <Item>(items: readonly Item[]): Item => items[pick(items.length)] as Item;
const perhaps = (chances: number) => pick(chances) === 0;

function someDates() {
  const at = (day: number) => new Date(Date.UTC(2031, 1, 24 + day)).toISOString().slice(0, 10);
  const from = pick(44);
  const lasts = perhaps(5) ? 10 + pick(20) : pick(2);
  const [begin, end] = perhaps(4)
    ? ['00:00:00', '00:00:00']
    : ['09:00:00', lasts ? '08:00:00' : '21:00:00'];
  const timezone = one(['UTC', 'UTC', 'Europe/Paris', 'Asia/Tokyo']);
  return { start_date: `${at(from)} ${begin}`, end_date: `${at(from + lasts)} ${end}`, timezone };
}

const made: Saved[] = [];

/**
 * Creates an event in some languages and states, perhaps with a draft that has other dates than the
 * published version.
 */
async function makeSome() {
  const flags = { hide_from_listings: perhaps(5), password: perhaps(8) ? 'secret' : '' };
  const begun = { title: `Event ${made.length}`, ...someDates(), ...flags };
  const event = await code.create('event', begun, one(LANGUAGES));
  made.push(event);
  const { documentId: id } = event;
  for (const locale of LANGUAGES.filter(() => perhaps(3))) {
    const post_status = one([null, null, 'private', 'pending']);
    await code.update('event', id, { title: `In ${locale}`, post_status }, locale);
    if (!perhaps(3)) await code.publish('event', id, locale);
    if (perhaps(4)) await code.update('event', id, someDates(), locale);
  }
  if (perhaps(6))
    await code.update('event', id, { date: '2999-01-01T00:00:00Z' }, event.locale as string);
  if (perhaps(2)) await code.publish('event', id, event.locale as string);
  if (perhaps(7)) await code.update('event', id, { trashed_at: '2031-01-01T00:00:00Z' });
}

/** Requests a list from the interface as a caller who may read everything. */
let ask: (query: Record<string, string>, language: string) => Promise<Listed[]>;

interface Listed {
  id: number;
  status: string;
  language: string;
}

/** Caches the interface's lists, which are the same for all editors as long as nothing changes. */
const answered = new Map<string, Promise<Listed[]>>();

function once(query: Record<string, string>, language: string): Promise<Listed[]> {
  const key = JSON.stringify([query, language]);
  const found = answered.get(key) ?? ask(query, language);
  answered.set(key, found);
  return found;
}

const withBoth = async (query: Record<string, string>, language: string) => [
  ...(await once(query, language)),
  ...(await once({ ...query, hide_from_listings: 'true' }, language)),
];

const ANY = 'publish,future,draft,pending,private';
const PUBLIC = ['publish', 'future', 'private'];

const publishedIds = async (): Promise<Set<number>> => {
  const rows = await strapi.db.query(UID).findMany({ where: { publishedAt: { $notNull: true } } });
  return new Set(rows.map(({ public_id }) => public_id));
};

const strictly = (dates: Record<string, Date>) => ({
  ...Object.fromEntries(Object.entries(dates).map(([name, date]) => [name, date.toISOString()])),
  strict_dates: 'true',
  status: ANY,
});

/** The events that the interface lists within bounds, in all languages; published ones by their public dates. */
async function between(bounds: Record<string, Date>[]) {
  const published = await publishedIds();
  const found = new Set<number>();
  for (const language of LANGUAGES) {
    for (const each of bounds) {
      for (const { id, status } of await withBoth(strictly(each), language)) {
        if (PUBLIC.includes(status) || !published.has(id)) found.add(id);
      }
    }
  }
  return found;
}

/** The events that run in the span, or begin in it: those without duration do not match the first bounds. */
const during = ({ from, to }: { from: Date; to: Date }) =>
  between([
    { starts_before: to, ends_after: from },
    { start_date: from, starts_before: to },
  ]);

const WIDE = { starts_after: '1990-01-01', ends_before: '2100-01-01' };

/** The events that the interface lists in a state, in these languages. */
async function inState(status: string, languages: readonly string[]) {
  const found = new Set<number>();
  for (const language of languages) {
    for (const item of await withBoth({ ...WIDE, status }, language)) {
      if (item.language === language) found.add(item.id);
    }
  }
  return found;
}

/** The expected events of each view, for an editor who may read these languages of all events. */
async function expected(language: string, languages: readonly string[]) {
  const spans = namedSpans(NOW, 'UTC', firstWeekday(language));
  const readable = new Set<number>();
  for (const status of [ANY, 'trash']) {
    for (const id of await inState(status, languages)) readable.add(id);
  }
  const past = await between([{ ends_before: new Date(+NOW + 1000), starts_before: NOW }]);
  const dated = {
    today: await during(spans.today),
    'this-week': await during(spans['this-week']),
    'next-week': await during(spans['next-week']),
    'this-month': await during(spans['this-month']),
    past,
  };
  const states = {
    all: await inState(ANY, languages),
    pending: await inState('pending', languages),
    draft: await inState('draft', languages),
    future: await inState('future', languages),
    trash: await inState('trash', languages),
  };
  return Object.fromEntries(
    Object.entries({ ...dated, ...states }).map(([view, ids]) => [
      view,
      [...ids].filter((id) => readable.has(id)).sort((a, b) => a - b),
    ]),
  );
}

const query = (asked: Record<string, string>) => agendaQuery.parse(asked);

/** The events of a week or a month for an editor. */
async function drawn(sent: Record<string, string>, email: string) {
  return agendaCalendar(calendarQuery.parse(sent), await abilityOf(email), NOW);
}

/** The ids on all pages of the list. */
async function listed(sent: Record<string, string>, email: string) {
  const ability = await abilityOf(email);
  const ids: number[] = [];
  for (let page = 1; ; page += 1) {
    const { results, more } = await agenda(query({ ...sent, page: `${page}` }), ability, NOW);
    ids.push(...results.map(({ id }) => id));
    if (!more) return ids.sort((a, b) => a - b);
  }
}

/** The ability of the admin user with this e-mail address. */
async function abilityOf(email: string) {
  const user = await strapi.db
    .query('admin::user')
    .findOne({ where: { email }, populate: ['roles'] });
  return strapi.service('admin::permission').engine.generateUserAbility(user);
}

/** The events and the count of each view, for an editor. */
async function shown(email: string, language: string) {
  const ability = await abilityOf(email);
  const found: Record<string, number[]> = {};
  const { counts = {} } = await agenda(query({ in: language }), ability, NOW);
  for (const view of Object.keys(counts)) {
    const ids: number[] = [];
    for (let page = 1; ; page += 1) {
      const answer = await agenda(query({ view, in: language, page: `${page}` }), ability, NOW);
      ids.push(...answer.results.map(({ id }) => id));
      if (!answer.more) break;
    }
    const matching = await agendaMatching(query({ view, in: language }), ability, NOW);
    expect([matching.results.map(({ id }) => id), matching.more]).toEqual([ids, false]);
    found[view] = ids.sort((a, b) => a - b);
  }
  const sizes = Object.entries(found).map(([view, ids]) => [view, ids.length]);
  expect(Object.fromEntries(sizes)).toEqual(counts);
  return found;
}

const superAdmin = async () => {
  const [first] = await strapi.db.query('admin::user').findMany({ orderBy: { id: 'asc' } });
  return first.email as string;
};

beforeAll(async () => {
  await emptyCalendar();
  const headers = bearer(await apiToken('full-access'));
  ask = async (sent, language) => {
    const search = new URLSearchParams({ per_page: '50', ...sent });
    const items: Listed[] = [];
    for (let page = 1; ; page += 1) {
      const path = api(`/events?${search}&page=${page}`, language);
      const { status, body } = await send('GET', path, undefined, headers);
      if (status === 404) return items;
      expect(status).toBe(200);
      items.push(...body.events);
      if (page >= body.total_pages) return items;
    }
  };
  for (let at = 0; at < EVENTS; at += 1) await makeSome();
});

describe('the views of the agenda (D15.3)', () => {
  it('contain what the interface lists, hidden events included, for an administrator', async () => {
    const found = await shown(await superAdmin(), 'en');
    expect(found).toEqual(await expected('en', LANGUAGES));
    expect(Object.values(found).filter((ids) => ids.length > 0).length).toBeGreaterThan(7);
  });

  it('contain the same events for Strapi’s role Author, which may read everything', async () => {
    const author = await adminIn('strapi-author');
    const { body } = await author('GET', '/admin/users/me');
    expect(await shown(body.data.email, 'ar')).toEqual(await expected('ar', LANGUAGES));
  });

  it('match the list for the same days when drawn as a week or month', async () => {
    const { body } = await (await adminIn('strapi-author'))('GET', '/admin/users/me');
    let most = 0;
    for (const email of [await superAdmin(), body.data.email]) {
      for (const [tab, day, from, to] of [
        ['week', '2031-03-19', '2031-03-15', '2031-03-23'],
        ['month', '2031-03-19', '2031-02-22', '2031-04-06'],
      ] as const) {
        for (const view of ['all', 'draft', 'future', 'trash']) {
          const { results } = await drawn({ tab, day, view, in: 'en' }, email);
          const ids = results.map(({ id }) => id).sort((a, b) => a - b);
          expect([tab, view, ids]).toEqual([tab, view, await listed({ view, from, to }, email)]);
          most = Math.max(most, ids.length);
        }
      }
    }
    expect(most).toBeGreaterThan(5);
  });

  it('contain only events in languages that the editor may read', async () => {
    const reader = await adminWith('event', ['read'], { locales: ['fr'] });
    const { body } = await reader('GET', '/admin/users/me');
    const found = await shown(body.data.email, 'fr');
    expect(found).toEqual(await expected('fr', ['fr']));
    expect(found.all?.length).toBeGreaterThan(3);
  });

  it('contain only the editor’s own events if a condition of the role requires it', async () => {
    const owner = await adminWith('event', ['read'], { own: ['read'] });
    const { body } = await owner('GET', '/admin/users/me');
    const own = made.filter((_, at) => at % 3 === 0).map(({ public_id }) => public_id);
    for (const public_id of own) {
      for (const { id } of await strapi.db.query(UID).findMany({ where: { public_id } })) {
        await strapi.db.query(UID).update({ where: { id }, data: { createdBy: body.data.id } });
      }
    }
    const everything = await expected('en', LANGUAGES);
    const wanted = Object.entries(everything).map(([view, ids]) => [
      view,
      ids.filter((id) => own.includes(id)),
    ]);
    expect(await shown(body.data.email, 'en')).toEqual(Object.fromEntries(wanted));
  });
});

describe('the agenda', () => {
  let ids: Record<string, number>;
  const asked = async (sent: Record<string, string>, email?: string) => {
    const ability = await abilityOf(email ?? (await superAdmin()));
    return agenda(query(sent), ability, NOW);
  };
  const titles = async (sent: Record<string, string>) =>
    (await asked(sent)).results.map(({ title }) => title);

  const at = (day: string, hours = '10:00:00') => ({
    start_date: `${day} ${hours}`,
    end_date: `${day} 23:00:00`,
    timezone: 'Europe/Paris',
  });

  beforeAll(async () => {
    await emptyCalendar();
    const { public_id: venue } = await buildVenue({ venue: 'Café Hinoki' });
    const { public_id: organizer } = await buildOrganizer({ organizer: 'Olivia' });
    const { public_id: top } = await buildCategory({ name: 'Top', color: '#1a7f64' });
    const { public_id: category } = await buildCategory({ name: 'Music', parent: top });
    const { public_id: tag } = await buildTag({ name: 'Free' });
    ids = { venue, organizer, top, category, tag };
    const concert = await buildEvent({
      title: 'Concert',
      ...at('2031-03-20'),
      venue: [venue],
      organizer: [organizer],
      categories: [category],
      tags: [tag],
    });
    await buildEvent({ title: 'فانوس' }, { language: 'ar', of: concert });
    await buildEvent({ title: 'Draft of it' }, { language: 'fr', of: concert, publish: false });
    const running = { start_date: '2031-03-01 10:00:00', end_date: '2031-04-20 10:00:00' };
    await buildEvent({ title: 'Running', ...running, timezone: 'UTC' });
    await buildEvent({ title: 'Long ago', ...at('2030-01-01') });
    await buildEvent({ title: 'Gone', ...at('2031-03-18') });
    await buildEvent({ title: 'Soon', ...at('2031-03-19', '22:00:00') }, { publish: false });
    await buildEvent({ title: 'Lanternes' }, { language: 'fr' });
    await code.create('event', { title: 'Some day', start_date: null, end_date: null });
  });

  it('shows running and upcoming events first, then past ones, then undated ones', async () => {
    const found = await titles({ in: 'en' });
    expect(found.filter((title) => title !== 'Lanternes')).toEqual([
      'Running',
      'Soon',
      'Concert',
      'Gone',
      'Long ago',
      'Some day',
    ]);
  });

  it('filters by venue, organizer, tag and category, including subcategories', async () => {
    for (const field of ['venue', 'organizer', 'category', 'tag'] as const) {
      expect([field, await titles({ [field]: `${ids[field]}` })]).toEqual([field, ['Concert']]);
      expect([field, await titles({ [field]: '9999999999' })]).toEqual([field, []]);
    }
    expect(await titles({ category: `${ids.top}` })).toEqual(['Concert']);
    expect(await titles({ venue: `${ids.venue}`, tag: '99' })).toEqual([]);
  });

  it('filters by state, language and days', async () => {
    expect(await titles({ state: 'draft' })).toEqual(['Soon', 'Concert', 'Some day']);
    expect(await titles({ state: 'draft', language: 'fr', in: 'en' })).toEqual(['Concert']);
    expect(await titles({ state: 'draft', language: 'en' })).toEqual(['Soon', 'Some day']);
    expect(await titles({ missing: 'en' })).toEqual(['Lanternes']);
    expect(await titles({ from: '2031-03-18', to: '2031-03-19' })).toEqual([
      'Running',
      'Soon',
      'Gone',
    ]);
    expect(await titles({ from: '2031-03-20', to: '2031-03-20' })).toEqual(['Running', 'Concert']);
  });

  it('finds an event without duration, and one ending at 23:59:59, only on its day', async () => {
    const lasting = (start_date: string, end_date: string) => ({
      start_date,
      end_date,
      timezone: 'UTC',
    });
    const moment = lasting('2032-01-05 00:00:00', '2032-01-05 00:00:00');
    const eve = lasting('2032-01-04 00:00:00', '2032-01-04 23:59:59');
    await code.create('event', { title: 'Moment', ...moment });
    await code.create('event', { title: 'Eve', ...eve, all_day: true });
    expect(await titles({ from: '2032-01-05', to: '2032-01-05' })).toEqual(['Moment']);
    expect(await titles({ from: '2032-01-04', to: '2032-01-04' })).toEqual(['Eve']);
  });

  it('searches titles in every language and the names of venues and organizers', async () => {
    for (const q of ['فانوس', 'hinoki', 'olivia', 'cafe concert', 'draft olivia']) {
      expect([q, await titles({ q, in: 'en' })]).toEqual([q, ['Concert']]);
    }
    expect(await titles({ q: 'concert -hinoki' })).toEqual([]);
    expect(await titles({ q: 'lanternes', in: 'ar' })).toEqual(['Lanternes']);
  });

  it('does not search names of records that the editor may not read (D15.4)', async () => {
    const reader = await adminWith('event', ['read'], { ownOf: 'venue' });
    const { body } = await reader('GET', '/admin/users/me');
    const found = async (q: string) =>
      (await asked({ q, in: 'en' }, body.data.email)).results.map(({ title }) => title);
    expect(await found('concert')).toEqual(['Concert']);
    for (const name of ['hinoki', 'olivia']) expect(await found(name)).toEqual([]);
    expect(await found('concert -hinoki')).toEqual(['Concert']);
    const venues = strapi.db.query(uidOf('venue'));
    for (const { id } of await venues.findMany({ where: { public_id: ids.venue } })) {
      await venues.update({ where: { id }, data: { createdBy: body.data.id } });
    }
    expect(await found('hinoki')).toEqual(['Concert']);
  });

  it('shows all languages of an event in one entry, with names and colours', async () => {
    const { results } = await asked({ q: 'hinoki', in: 'en' });
    expect(results).toHaveLength(1);
    expect(results[0]).toMatchObject({
      title: 'Concert',
      language: 'en',
      state: 'publish',
      utc_start: '2031-03-20T09:00:00.000Z',
      timezone: 'Europe/Paris',
      languages: [
        { language: 'ar', state: 'publish', modified: false },
        { language: 'en', state: 'publish', modified: false },
        { language: 'fr', state: 'draft', modified: false },
      ],
      venues: [{ name: 'Café Hinoki' }],
      organizers: [{ name: 'Olivia' }],
      categories: [{ name: 'Music', color: null }],
    });
  });

  it('returns the events and bounds of a month or week for a calendar', async () => {
    const email = await superAdmin();
    const { results, ...month } = await drawn(
      { tab: 'month', in: 'ar', venue: `${ids.venue}` },
      email,
    );
    expect(month).toEqual({
      more: false,
      day: '2031-03-19',
      from: '2031-03-01',
      to: '2031-03-31',
      zone: 'UTC',
      firstDay: 6,
    });
    expect(results).toEqual([
      {
        id: expect.any(Number),
        documentId: expect.any(String),
        title: 'فانوس',
        language: 'ar',
        state: 'publish',
        event_status: 'scheduled',
        hidden: false,
        color: null,
        start_date: '2031-03-20 10:00:00',
        end_date: '2031-03-20 23:00:00',
        utc_start: '2031-03-20T09:00:00.000Z',
        utc_end: '2031-03-20T22:00:00.000Z',
        all_day: false,
      },
    ]);
    const week = await drawn({ tab: 'week', day: '2031-03-20', in: 'fr' }, email);
    expect([week.from, week.to, week.firstDay]).toEqual(['2031-03-17', '2031-03-23', 1]);
    expect(week.results.map(({ title }) => title)).toEqual([
      'Running',
      'Gone',
      'Soon',
      'Draft of it',
    ]);
  });

  it.each([
    [{}, 'tab'],
    [{ tab: 'year' }, 'tab'],
    [{ tab: 'week', day: '2031-02-30' }, 'day'],
    [{ tab: 'week', day: '9999-12-31' }, 'day'],
    [{ tab: 'week', day: '0001-01-01' }, 'day'],
    [{ tab: 'month', from: '2031-01-02', to: '2031-01-01' }, 'to'],
  ])('rejects the calendar query %j, naming the invalid parameter', (sent, name) => {
    const { error } = calendarQuery.safeParse(sent);
    expect(error?.issues).toEqual([
      expect.objectContaining({ path: [name], message: expect.stringMatching(/^must/) }),
    ]);
  });

  it.each(['0002-01-01', '9998-12-31'])(
    'returns an empty month for the extreme day %s',
    async (day) => {
      const { results } = await drawn({ tab: 'month', day }, await superAdmin());
      expect(results).toEqual([]);
    },
  );

  it('summarises the next seven days, pending, scheduled and untranslated events (D15.14)', async () => {
    const later = await buildEvent({ title: 'Second', ...at('2031-06-01') });
    const soon = await buildEvent({ title: 'First', ...at('2031-06-02') });
    const waits = { ...at('2031-06-03'), post_status: 'pending' };
    const held = await buildEvent({ title: 'Held', ...waits }, { publish: false });
    await code.update('event', later.documentId, { date: '2031-05-02T00:00:00Z' });
    await code.publish('event', later.documentId);
    await code.update('event', soon.documentId, { date: '2031-05-01T00:00:00Z' });
    await code.publish('event', soon.documentId);
    const summary = async (email: string) => agendaSummary('en', await abilityOf(email), NOW);
    const brief = ({ count, results }: { count: number; results: { title: string }[] }) => [
      count,
      results.map(({ title }) => title),
    ];
    const { days, next, pending, soon: scheduled, missing } = await summary(await superAdmin());
    expect(days).toEqual({ from: '2031-03-19', to: '2031-03-25' });
    expect(brief(next)).toEqual([3, ['Running', 'Soon', 'Concert']]);
    expect(brief(pending)).toEqual([1, ['Held']]);
    expect(brief(scheduled)).toEqual([2, ['First', 'Second']]);
    for (const [language, count] of Object.entries(missing)) {
      expect((await asked({ missing: language })).counts?.all).toBe(count);
    }
    const reader = await adminWith('event', ['read'], { locales: ['fr'], actions: [ACTION] });
    const { body } = await reader('GET', '/calendar/admin/agenda/summary?in=fr');
    expect([Object.keys(body.missing), body.pending.count]).toEqual([['fr'], 0]);
    for (const { documentId } of [later, soon, held]) await code.remove('event', documentId, '*');
  });

  it('counts every view on the first page, and on other pages on request', async () => {
    const { counts } = await asked({ venue: `${ids.venue}` });
    expect(counts).toMatchObject({ all: 1, 'this-week': 1, 'next-week': 0, draft: 1, trash: 0 });
    expect(await asked({ page: '2' })).not.toHaveProperty('counts');
    expect((await asked({ venue: `${ids.venue}`, page: '2', counts: 'true' })).counts).toEqual(
      counts,
    );
  });

  it('deletes the row of an event that is deleted', async () => {
    const event = await code.create('event', { title: 'Short', ...at('2031-03-20') });
    expect(await titles({ q: 'short' })).toEqual(['Short']);
    await code.remove('event', event.documentId, '*');
    const rows = await strapi.db
      .getConnection('calendar_agenda')
      .where({ event_id: event.public_id });
    expect(rows).toEqual([]);
    expect(await repairAgenda({ check: true })).toBe(0);
  });

  it.each(allDoors)('follows the state of an event through %s', async (_name, door) => {
    const event = await door.create('event', { title: 'It', ...at('2031-03-20') });
    const id = event.documentId;
    const row = async () => {
      const [stored] = await strapi.db
        .getConnection('calendar_agenda')
        .where({ event_id: event.public_id });
      const { published, draft, pending, trashed } = stored;
      expect(await repairAgenda({ check: true })).toBe(0);
      return [published, pending, draft, trashed].map(Number);
    };
    expect(await row()).toEqual([0, 0, 2, 0]);
    await door.publish('event', id);
    expect(await row()).toEqual([2, 0, 0, 0]);
    await door.update('event', id, { title: 'Il' }, 'fr');
    await door.unpublish('event', id, 'fr').catch(() => undefined);
    expect((await row())[3]).toBe(0);
    await door.update('event', id, { trashed_at: '2031-01-01T00:00:00.000Z' });
    expect((await row())[3]).toBe(1);
    await door.update('event', id, { trashed_at: null });
    expect((await row())[3]).toBe(0);
  });

  it('is rebuilt when its table is empty, and repaired where it differs', async () => {
    const table = () => strapi.db.getConnection('calendar_agenda');
    // PostgreSQL's `-infinity` becomes a value that does not equal itself.
    const rows = async () => JSON.stringify(await table().orderBy('event_id'));
    const [first, second] = await table().orderBy('event_id');
    const before = await rows();
    await table().where({ event_id: first.event_id }).update({ published: 15 });
    await table().where({ event_id: second.event_id }).delete();
    await table().insert({ ...first, event_id: 2_000_000_000 });
    expect(await repairAgenda({ check: true })).toBe(3);
    expect(await repairAgenda()).toBe(3);
    expect(await rows()).toBe(before);
    await table().delete();
    await repairAgenda();
    expect(await rows()).toBe(before);
  });
});

describe('the agenda routes (D15.4)', () => {
  const PATH = '/calendar/admin/agenda';
  let editor: Awaited<ReturnType<typeof adminIn>>;

  beforeAll(async () => {
    editor = await adminIn('strapi-editor');
  });

  it('require the agenda permission, which roles that read events have', async () => {
    expect((await send('GET', PATH)).status).toBe(401);
    const without = await adminWith('venue', ['read']);
    expect((await without('GET', PATH)).status).toBe(403);
    expect((await editor('GET', PATH)).status).toBe(200);
    expect((await (await adminIn('strapi-author'))('GET', PATH)).status).toBe(200);
  });

  it('return weeks and months to the same editors', async () => {
    const path = `${PATH}/calendar?tab=week`;
    expect((await send('GET', path)).status).toBe(401);
    const without = await adminWith('venue', ['read']);
    expect((await without('GET', path)).status).toBe(403);
    expect(await editor('GET', path)).toMatchObject({ status: 200, body: { zone: 'UTC' } });
    const { status, body } = await editor('GET', `${PATH}/calendar?tab=day`);
    expect([status, body.error?.message]).toEqual([400, 'tab must be one of week, month']);
  });

  it('return the matching events of all pages by name to the same editors (D15.8)', async () => {
    const path = `${PATH}/matching?view=all&q=concert`;
    expect((await send('GET', path)).status).toBe(401);
    const without = await adminWith('venue', ['read']);
    expect((await without('GET', path)).status).toBe(403);
    const { status, body } = await editor('GET', path);
    const found = { id: expect.any(Number), title: 'Concert', trashed_at: null };
    expect([status, body]).toEqual([200, { results: [found], more: false }]);
    expect((await editor('GET', `${PATH}/matching?view=soon`)).status).toBe(400);
  });

  it('return nothing to editors with the permission who may not read events', async () => {
    const reader = await adminWith('venue', ['read'], { actions: [ACTION] });
    const { status, body } = await reader('GET', PATH);
    expect([status, body.results, body.counts.all]).toEqual([200, [], 0]);
    const matching = await reader('GET', `${PATH}/matching`);
    expect([matching.status, matching.body]).toEqual([200, { results: [], more: false }]);
  });

  it('hide fields that the editor may not read', async () => {
    const reader = await adminWith('event', ['read'], { actions: [ACTION], fields: ['title'] });
    const { body } = await reader('GET', `${PATH}?q=concert`);
    expect(body.results[0]).toMatchObject({ title: 'Concert', start_date: null, venues: [] });
  });

  it.each([
    ['view=soon', 'view must be one of'],
    ['venue=x', 'venue must be ids'],
    ['from=2031-02-30', 'from must be a day'],
    ['from=2031-03-02&to=2031-03-01', 'to must not be before from'],
    ['page=0', 'page must be a whole number'],
    ['page=1.5', 'page must be a whole number'],
    ['language=de', 'language must be one of'],
    [`q=${'x'.repeat(201)}`, 'q must not be longer'],
    ['q=%00', 'q must not contain NUL'],
    ['view=past&view=all', 'view must be'],
  ])('reject %s with 400', async (sent, message) => {
    const { status, body } = await editor('GET', `${PATH}?${sent}`);
    expect([status, body.error?.message]).toEqual([400, expect.stringContaining(message)]);
  });
});
