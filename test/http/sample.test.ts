import { execFile } from 'node:child_process';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { loadSample } from '../../database/sample/load';
import { type Manifest, readManifest, writeManifest } from '../../database/sample/manifest';
import { pictures } from '../../database/sample/pictures/pictures';
import { sampleRecords } from '../../database/sample/sample-records';
import { alone } from '../../scripts/load-sample.cjs';
import { localMillis } from '../../src/plugins/calendar/server/src/kinds/dates/wall-time';
import { event as events } from '../../src/plugins/calendar/server/src/resources/event';
import {
  RECORD_TYPES,
  type RecordType,
  uidOf,
} from '../../src/plugins/calendar/server/src/settings/record-types';
import { apiToken, bearer } from '../support/callers';
import { isExhaustive } from '../support/extent';
import { type Asking, feedAndList } from '../support/feed-and-list';
import { api, get, send } from '../support/http';

const NOW = new Date('2026-11-20T16:40:00Z');
const WEEK_LATER = new Date('2026-11-27T16:40:00Z');
const WEEK = 7 * 24 * 60 * 60 * 1000;

// biome-ignore lint/suspicious/noExplicitAny: rows of five types, looked into as each test expects.
type Row = any;

const lines: string[] = [];
const load = (now: Date) => loadSample(strapi, { now, log: (line) => lines.push(line) });

const entryOf = async (name: string) => {
  const entry = (await readManifest(strapi)).records[name];
  if (!entry) throw new Error(`${name} is not in the manifest`);
  return entry;
};

const rowsOf = (type: RecordType, where: object = {}): Promise<Row[]> =>
  strapi.db.query(uidOf(type)).findMany({ where, orderBy: { id: 'asc' } });

async function publicRow(key: string, locale: string): Promise<Row> {
  const { documentId } = await entryOf(`event:${key}`);
  const where = { documentId, locale, publishedAt: { $notNull: true } };
  return strapi.db.query(uidOf('event')).findOne({ where, populate: ['image'] });
}

const countAll = () =>
  Promise.all([...RECORD_TYPES.map(uidOf), 'plugin::upload.file' as const].map(rowsIn));
const rowsIn = (uid: string) => strapi.db.query(uid as never).count();

/** The total of languages over the sample's records of a type. */
const languagesOf = (type: RecordType) =>
  sampleRecords
    .filter((record) => record.type === type)
    .reduce((sum, { texts }) => sum + Object.keys(texts).length, 0);

/** The start of each event by public id; all rows of a record have the same. */
async function startsOf(): Promise<Map<number, string>> {
  const starts = new Map<number, string>();
  for (const { public_id, start_date } of await rowsOf('event')) {
    expect(starts.get(public_id) ?? start_date).toBe(start_date);
    starts.set(public_id, start_date);
  }
  return starts;
}

/** Makes loads fail at the event with this title, until the returned function is called. */
function failAt(title: string): () => void {
  return strapi.db.lifecycles.subscribe({
    models: [uidOf('event')],
    beforeCreate({ params }) {
      if (params.data?.title === title) throw new Error('the disk is full');
    },
  });
}

beforeAll(() => writeManifest(strapi, { records: {}, pictures: {} } satisfies Manifest));

it('npm run sample ends if the calendar cannot be loaded, and with it the start lock', async () => {
  const schema = strapi.store({ type: 'strapi', name: 'content_types', key: 'schema' });
  const stored = (await schema.get({})) as object;
  const seat = { attributes: { row: { type: 'integer' } } };
  await schema.set({ value: { ...stored, 'plugin::calendar.seat': seat } });
  try {
    const options = {
      cwd: path.resolve(__dirname, '../..'),
      timeout: 30_000,
      killSignal: 'SIGKILL' as const,
    };
    const [code, said] = await new Promise<[unknown, string]>((resolve) => {
      execFile(process.execPath, ['scripts/sample.cjs'], options, (error, _, stderr) =>
        resolve([error?.code, stderr]),
      );
    });
    expect([code, said]).toEqual([1, expect.stringContaining('does not know: seat.row.')]);
  } finally {
    await schema.set({ value: stored });
  }
});

it('the sample is loaded by one process at a time', async () => {
  const told: string[] = [];
  const load = () =>
    alone(strapi, async () => {
      told.push('begins');
      await pause(50);
      told.push('ends');
    });
  await Promise.all([load(), load()]);
  expect(told).toEqual(['begins', 'ends', 'begins', 'ends']);
});

describe('a sample load that was interrupted', () => {
  it('fails with an error that names the record', async () => {
    const mend = failAt('Cirque de poche');
    await expect(load(NOW)).rejects.toThrow(
      'The sample event "circus-sunday" could not be loaded: the disk is full',
    );
    mend();
  });

  it('stores nothing of that record', async () => {
    const rows = await rowsOf('event', { title: { $contains: 'Circo' } });
    expect(rows).toEqual([]);
    expect((await readManifest(strapi)).records['event:circus-sunday']).toBeUndefined();
  });

  it('continues on the next load, without a venue that was deleted meanwhile', async () => {
    const { documentId } = await entryOf('venue:nave-madreselva');
    await strapi.documents(uidOf('venue')).delete({ documentId, locale: '*' });
    const before = Object.keys((await readManifest(strapi)).records).length;
    const loaded = await load(NOW);
    expect(loaded).toEqual({
      created: sampleRecords.length - before,
      updated: 0,
      untouched: before,
    });
    expect(loaded.created).toBeGreaterThan(5);
    expect((await publicRow('circus-sunday', 'ar')).venue).toEqual([]);
    expect(await rowsOf('venue', { documentId })).toEqual([]);
  });
});

describe('the loaded sample', () => {
  it('has every event in all its languages, as draft and published', async () => {
    const rows = await rowsOf('event');
    const published = rows.filter(({ publishedAt }) => publishedAt);
    expect(published).toHaveLength(languagesOf('event'));
    expect(rows).toHaveLength(2 * languagesOf('event'));
    for (const language of ['ar', 'en', 'fr', 'es']) {
      expect(published.filter(({ locale }) => locale === language).length).toBeGreaterThan(40);
    }
  });

  it.each(['category', 'tag'] as const)('has every %s in all its languages', async (type) => {
    expect(await rowsOf(type)).toHaveLength(languagesOf(type));
  });

  it('has an id and a slug in every row', async () => {
    for (const type of RECORD_TYPES) {
      const rows = await rowsOf(type);
      expect(rows.filter(({ public_id, slug }) => !public_id || !slug)).toEqual([]);
    }
  });

  it('refers to venues, categories and parent events by their ids', async () => {
    const event = await publicRow('oud-by-the-nile', 'ar');
    const [venue] = await rowsOf('venue', { public_id: event.venue[0], locale: 'en' });
    expect(venue.venue).toBe('Dar al-Nil Culture House');
    const [category] = await rowsOf('category', { public_id: event.categories[0], locale: 'fr' });
    expect(category.name).toBe('Musiques traditionnelles');
    const [parent] = await rowsOf('category', { public_id: category.parent, locale: 'es' });
    expect(parent.name).toBe('Música');
    const part = await publicRow('canal-jazz-opening', 'fr');
    expect(part.post_parent).toBe((await publicRow('canal-jazz-weekend', 'es')).public_id);
  });

  it('has dates relative to the day of the load', async () => {
    const event = await publicRow('oud-by-the-nile', 'en');
    expect(event.start_date).toBe('2026-11-23 20:00:00');
    expect(event.utc_start_date).toBe('2026-11-23T18:00:00.000Z');
  });

  it('has each image once, with an alternative text', async () => {
    const files = await strapi.db.query('plugin::upload.file').findMany();
    expect(files).toHaveLength(Object.keys(pictures).length);
    expect(files.every((file: Row) => file.alternativeText && file.size < 120)).toBe(true);
    expect((await publicRow('lantern-parade', 'es')).image.alternativeText).toContain('lanterns');
  });

  it('reported progress by type and for every ten events', () => {
    const told = lines.filter((line) => /^Events: \d+ of \d+$/.test(line));
    expect(told.length).toBeGreaterThanOrEqual(6);
    for (const heading of ['Pictures', 'Categories', 'Tags', 'Venues', 'Organizers']) {
      expect(lines.some((line) => line.startsWith(`${heading}: `))).toBe(true);
    }
  });
});

(isExhaustive ? describe : describe.skip)('loading the sample again', () => {
  const documents = () => strapi.documents(uidOf('event'));

  beforeAll(async () => {
    const titled = await entryOf('event:oud-by-the-nile');
    await documents().update({ ...titled, locale: 'fr', data: { title: 'Presque fini' } as never });
    const dated = await entryOf('event:river-run');
    const data = { end_date: '2026-12-21 23:00:00' } as never;
    await documents().update({ documentId: dated.documentId, locale: 'en', data });
    await documents().publish({ documentId: dated.documentId, locale: '*' });
    const hidden = await entryOf('event:saffron-supper');
    await documents().unpublish({ documentId: hidden.documentId, locale: 'ar' });
    const trashed = await entryOf('event:lantern-parade');
    const trash = { trashed_at: '2026-11-21T00:00:00.000Z' } as never;
    await documents().update({ documentId: trashed.documentId, locale: 'en', data: trash });
    const deleted = await entryOf('event:kite-morning');
    await documents().delete({ documentId: deleted.documentId, locale: '*' });
  });

  it('changes nothing on the same day', async () => {
    const before = await countAll();
    const loaded = await load(NOW);
    expect(loaded).toEqual({ created: 0, updated: 0, untouched: sampleRecords.length });
    expect(await countAll()).toEqual(before);
  });

  it('a week later moves only untouched events, by a week', async () => {
    const before = await countAll();
    const starts = await startsOf();
    const loaded = await load(WEEK_LATER);
    const events = sampleRecords.filter(({ type }) => type === 'event').length;
    expect(loaded.updated).toBe(events - 5);
    expect(await countAll()).toEqual(before);
    const weeks = [...(await startsOf())].map(
      ([id, start]) => (localMillis(start) - localMillis(starts.get(id) as string)) / WEEK,
    );
    expect(weeks.filter((moved) => moved === 1)).toHaveLength(loaded.updated);
    expect(weeks.filter((moved) => moved === 0)).toHaveLength(4);
    expect((await publicRow('book-of-the-month', 'es')).start_date).toBe('2026-11-28 18:00:00');
  });

  it('keeps the changed title of a draft', async () => {
    const { documentId } = await entryOf('event:oud-by-the-nile');
    const [draft] = await rowsOf('event', { documentId, locale: 'fr', publishedAt: null });
    expect(draft.title).toBe('Presque fini');
    const shown = await publicRow('oud-by-the-nile', 'fr');
    expect(shown.title).toBe('Une nuit de oud au bord du Nil');
    expect(shown.start_date).toBe('2026-11-23 20:00:00');
  });

  it('keeps changed dates', async () => {
    const run = await publicRow('river-run', 'ar');
    expect([run.start_date, run.end_date]).toEqual(['2026-12-21 08:30:00', '2026-12-21 23:00:00']);
  });

  it('does not republish an unpublished language', async () => {
    expect(await publicRow('saffron-supper', 'ar')).toBeNull();
    expect((await publicRow('saffron-supper', 'fr')).start_date).toBe('2026-11-30 19:30:00');
  });

  it('leaves trashed events in the trash and does not recreate deleted ones', async () => {
    const trashed = await publicRow('lantern-parade', 'fr');
    expect(trashed.trashed_at).toBeTruthy();
    expect(trashed.start_date).toBe('2026-12-09 17:30:00');
    expect(await publicRow('kite-morning', 'ar')).toBeNull();
  });
});

describe('the iCalendar feed of the sample', () => {
  const WINDOW = 'start_date=2026-11-01&end_date=2028-01-01';
  const read = isExhaustive ? 'by all' : 'by one';
  let editor: Record<string, string>;
  let all: Row[];
  let count: number;

  beforeAll(async () => {
    editor = bearer(await apiToken('full-access'));
    const first = await get(api(`/events?${WINDOW}&per_page=1`));
    const imported = { external_id: 'A-1', source: 'https://example.org/import' };
    await send('PATCH', api(`/events/${first.body.events[0].id}`), imported, editor);
    const { body } = await get(api(`/events?${WINDOW}&per_page=50`));
    all = body.events;
    count = body.total;
  });

  /** Compares each library's reading of the feed with the list; returns the number of events. */
  async function compared(asking: Asking): Promise<number> {
    const { list, feeds } = await feedAndList(asking);
    for (const { name, events } of feeds)
      expect([name, asking.query, events]).toEqual([name, asking.query, list]);
    return list.length;
  }

  it.each(['ar', 'en', 'fr', 'es'])('matches the list in %s', async (language) => {
    expect(await compared({ query: WINDOW, language })).toBe(count);
    expect(count).toBeGreaterThan(40);
  });

  const one = (holds: (event: Row) => unknown): Row => {
    const event = all.find(holds);
    if (!event) throw new Error('The sample has no such event.');
    return event;
  };
  const located = () => one(({ venue }) => venue.geo_lat);

  /** A moment between the modification dates. */
  const halfway = () => {
    const saved = all.map(({ modified_utc }) => modified_utc).sort();
    return `${saved[Math.floor(saved.length / 2)].replace(' ', 'T')}Z`;
  };

  /** By filter, a value that selects some of the events. */
  const NARROWER: Record<string, () => string> = {
    start_date: () => 'start_date=2026-12-05&end_date=2028-01-01',
    end_date: () => 'start_date=2026-11-01&end_date=2026-12-05',
    search: () => `${WINDOW}&search=jazz`,
    geoloc: () => `${WINDOW}&geoloc=true`,
    geoloc_lat: () =>
      `${WINDOW}&geoloc_lat=${located().venue.geo_lat}&geoloc_lng=${located().venue.geo_lng}`,
    geoloc_lng: () =>
      `${WINDOW}&geoloc_lat=0&geoloc_lng=${located().venue.geo_lng}&geoloc_radius=4000`,
    geoloc_radius: () =>
      `${WINDOW}&geoloc_lat=${located().venue.geo_lat}&geoloc_lng=${located().venue.geo_lng}&geoloc_radius=900`,
    post_parent: () => `${WINDOW}&post_parent=${one(({ post_parent }) => post_parent).post_parent}`,
    include: () => `include=${all[0].id},${all[7].id},${all[3].id}`,
    starts_before: () => 'starts_before=2026-12-05',
    starts_after: () => 'starts_after=2026-12-05',
    ends_before: () => 'ends_before=2026-12-05',
    ends_after: () => 'ends_after=2026-12-05',
    strict_dates: () =>
      `starts_after=${all[5].utc_start_date.replace(' ', 'T')}Z&strict_dates=true`,
    ticketed: () => `${WINDOW}&ticketed=true`,
    venue: () => `${WINDOW}&venue=${one(({ venue }) => venue.id).venue.id}`,
    organizer: () => `${WINDOW}&organizer=${one(({ organizer }) => organizer[0]).organizer[0].id}`,
    featured: () => `${WINDOW}&featured=true`,
    categories: () =>
      `${WINDOW}&categories=${one(({ categories }) => categories[0]).categories[0].id}`,
    tags: () => `${WINDOW}&tags=${one(({ tags }) => tags[0]).tags[0].slug}`,
    modified_after: () => `${WINDOW}&modified_after=${halfway()}`,
    modified_before: () => `${WINDOW}&modified_before=${halfway()}`,
    hide_from_listings: () => `${WINDOW}&hide_from_listings=true`,
    external_id: () => `${WINDOW}&external_id=A-1`,
    source: () => `${WINDOW}&source=https://example.org/import`,
  };

  it.each(Object.keys(NARROWER))('matches the list filtered by %s', async (name) => {
    const found = await compared({ query: NARROWER[name]?.() ?? '', headers: editor, read });
    expect([name, found > 0 && found < count]).toEqual([name, true]);
  });

  it.each([
    'orderby=title',
    'orderby=modified&order=desc',
    'orderby=distance&geoloc_lat=30&geoloc_lng=31&geoloc_radius=9000',
    'status=publish',
  ])('matches the list with its order: %s', async (more) => {
    expect(await compared({ query: `${WINDOW}&${more}`, read })).toBeGreaterThan(5);
  });

  it('is tested with every filter of the list', () => {
    const asked = ['status', 'orderby', 'order', 'format', 'ical', ...Object.keys(NARROWER)];
    const filters = [...Object.keys(events.filters), ...Object.keys(events.editorFilters)];
    expect(filters.filter((name) => !asked.includes(name))).toEqual([]);
  });
});
