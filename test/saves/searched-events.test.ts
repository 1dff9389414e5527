import { bestLanguage, publicAt } from '../../src/plugins/calendar/server/src/access/sql';
import { recordTable } from '../../src/plugins/calendar/server/src/content-types/rows';
import { isPostgres, run } from '../../src/plugins/calendar/server/src/database/run';
import {
  SEARCH_INDEX,
  SEARCH_TEXTS,
} from '../../src/plugins/calendar/server/src/database/search-index';
import { eventsWithIds } from '../../src/plugins/calendar/server/src/listing/project';
import { projectTexts } from '../../src/plugins/calendar/server/src/listing/projections';
import { repairTexts } from '../../src/plugins/calendar/server/src/listing/repair';
import {
  type SearchStrategy,
  searched,
} from '../../src/plugins/calendar/server/src/listing/search';
import { containsAll } from '../../src/plugins/calendar/server/src/resources/search';
import {
  LANGUAGES,
  type Language,
  type LanguageChoice,
  languageBit,
  languagesFrom,
} from '../../src/plugins/calendar/server/src/settings/languages';

import { all, raw, searchTextOf, sql } from '../../src/plugins/calendar/server/src/sql/sql';
import { allDoors, someTimes } from '../support/doors';
import { emptyCalendar } from '../support/empty';
import { fc, runs } from '../support/property';
import { withoutLog } from '../support/quiet';

const RUNS = runs(400);
const events = () => strapi.db.getConnection(recordTable('event'));
const texts = () => strapi.db.getConnection(SEARCH_TEXTS);
const now = new Date('2026-11-20T12:00:00Z');

/**
 * Words: parts of others, with accents, in Arabic with and without marks, digits, and special
 * characters of SQL and FTS5.
 */
const WORDS = [
  ...[
    'Garden',
    'Gardener',
    'rose garden',
    'l’été',
    'ete',
    'Émile',
    'œuvre',
    'Straße',
    'a',
    'an',
    'Ñandú',
  ],
  ...['حفلة', 'حَفْلَة', 'موسيقى', 'الموسيقي', 'في', '٢٠٢٧', '2027', '20', '100%', 'a_b', '50 % off'],
  ...[
    '"quoted"',
    "d'or",
    'NOT',
    'AND garden',
    'gar*',
    'a!b',
    'back\\slash',
    '-minus',
    'x^2',
    'col:on',
    '😀😀',
    '(or)',
  ],
];

const some = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 6 });
const text = some.map((words) => words.join(' '));

interface Row {
  title: string;
  description: string;
  post_status: 'private' | 'pending' | null;
}

const row: fc.Arbitrary<Row> = fc.record({
  title: text,
  description: text,
  post_status: fc.constantFrom(null, null, null, null, 'pending' as const, 'private' as const),
});

interface Made {
  rows: Partial<Record<Language, Row>>;
  published: Language[];
  password: string | null;
  trashed: boolean;
  future: boolean;
}

const made: fc.Arbitrary<Made> = fc
  .record({
    languages: fc.subarray([...LANGUAGES], { minLength: 1 }),
    all: fc.tuple(row, row, row, row),
    published: fc.subarray([...LANGUAGES], { minLength: 2 }),
    password: fc.constantFrom(null, null, null, '', 'secret'),
    trashed: fc.nat(9).map((nth) => nth === 0),
    future: fc.nat(9).map((nth) => nth === 0),
  })
  .map(({ languages, all: four, ...rest }) => ({
    ...rest,
    rows: Object.fromEntries(languages.map((code) => [code, four[LANGUAGES.indexOf(code)]])),
  }));

/** The rows of an event as saves would store them: a draft per language, and some published rows. */
const rowsOf = ({ rows, published, password, trashed, future }: Made, public_id: number) =>
  Object.entries(rows).flatMap(([locale, values]) =>
    [null, now].flatMap((published_at) =>
      published_at && !published.includes(locale as Language)
        ? []
        : {
            ...values,
            ...{ public_id, locale, password, published_at },
            document_id: `searched-${public_id}`,
            slug: `searched-${public_id}`,
            trashed_at: trashed ? now : null,
            date: future ? new Date('2999-01-01') : null,
            search_text: searchTextOf('event', { ...values }),
          },
    ),
  );

/** SQL for the languages of each public event, computed from its rows like the listing's. */
const listing = () => {
  const bit = LANGUAGES.map((code) => `WHEN '${code}' THEN ${languageBit(code)}`).join(' ');
  return sql`(SELECT e.public_id AS event_id, SUM(CASE e.locale ${raw(bit)} END) AS languages
    FROM @calendar_events e WHERE ${publicAt('e', now)} GROUP BY e.public_id) AS l`;
};

/** SQL for the language in which an event is shown, given its row of the listing. */
const languageOf = ({ languages, fallback }: LanguageChoice) =>
  raw(
    `CASE ${(fallback ? languages : languages.slice(0, 1))
      .map((code) => `WHEN l.languages & ${languageBit(code)} <> 0 THEN '${code}'`)
      .join(' ')} END`,
  );

async function byIndex(
  search: string,
  choice: LanguageChoice,
  way: SearchStrategy,
): Promise<number[]> {
  const rows = await run<{ event_id: number }>(sql`SELECT l.event_id FROM ${listing()}
    WHERE ${searched(search, languageOf(choice), way)} ORDER BY l.event_id`);
  return rows.map(({ event_id }) => Number(event_id));
}

async function byRows(search: string, choice: LanguageChoice): Promise<number[]> {
  const open = (alias: string) => publicAt(alias, now);
  const isBest = bestLanguage('event', choice, open);
  const where = all([open('e'), containsAll(search, { now }), isBest]);
  const rows = await run<{ public_id: number }>(
    sql`SELECT e.public_id FROM @calendar_events e WHERE ${where} ORDER BY e.public_id`,
  );
  return rows.map(({ public_id }) => public_id);
}

/** A random search term: a word, part of one, a phrase of some, or one of these excluded. */
const sought = fc
  .tuple(fc.constantFrom(...WORDS), fc.nat(6), fc.integer({ min: 1, max: 9 }), fc.nat(9))
  .map(([word, from, length, kind]) => {
    const piece = kind < 4 ? word : [...word].slice(from, from + length).join('') || word;
    const quoted = kind % 3 === 0 ? `"${piece.replaceAll('"', '')}"` : piece;
    return kind === 5 || kind === 6 ? `-${quoted}` : quoted;
  });

const search = fc
  .oneof(
    { weight: 5, arbitrary: fc.array(sought, { minLength: 1, maxLength: 3 }) },
    { weight: 1, arbitrary: fc.array(sought, { minLength: 8, maxLength: 11 }) },
  )
  .map((words) => words.join(' '));

const choices: fc.Arbitrary<LanguageChoice> = fc.record({
  languages: fc
    .tuple(fc.constantFrom(...LANGUAGES), fc.constantFrom(...LANGUAGES))
    .map(([first, second]) => languagesFrom(first, second)),
  fallback: fc.nat(3).map((nth) => nth > 0),
});

async function fill() {
  await emptyCalendar();
  const calendar = fc.sample(made, { numRuns: 60, seed: 7 });
  for (const [at, event] of calendar.entries()) {
    const rows = rowsOf(event, at + 1);
    if (rows.length > 0) await events().insert(rows);
  }
}

describe('searches by the index (D8.6)', () => {
  beforeAll(fill);

  it(`find the same events as a scan of all rows in ${RUNS} random searches`, async () => {
    expect(await repairTexts()).toBeGreaterThan(60);
    let hits = 0;
    await fc.assert(
      fc.asyncProperty(search, choices, async (asked, choice) => {
        const expected = await byRows(asked, choice);
        hits += expected.length;
        expect([asked, choice, await byIndex(asked, choice, 'matches')]).toEqual([
          asked,
          choice,
          expected,
        ]);
        expect([asked, choice, await byIndex(asked, choice, 'walk')]).toEqual([
          asked,
          choice,
          expected,
        ]);
      }),
      { numRuns: RUNS },
    );
    expect(hits).toBeGreaterThan(RUNS);
  });

  it('find nothing without search words', async () => {
    const choice = { languages: [...LANGUAGES], fallback: true };
    for (const way of ['matches', 'walk'] as const) {
      expect(await byIndex(' , ""', choice, way)).toEqual([]);
    }
  });
});

describe('the search texts of events (D3.5)', () => {
  beforeAll(fill);

  const lines = () =>
    texts().select('event_id', 'language', 'text').orderBy(['event_id', 'language']);

  it('are counted and repaired only where missing, superfluous or different', async () => {
    await repairTexts();
    const before = await lines();
    expect(before.length).toBeGreaterThan(60);
    const [one, other] = [before[0]!, before[1]!];
    await texts().where(one).delete();
    await texts().where(other).update({ text: 'otherwise' });
    await texts().insert({ event_id: 999, language: 'en', text: 'of nothing' });
    expect(await repairTexts({ check: true })).toBe(3);
    expect(await repairTexts()).toBe(3);
    expect(await repairTexts()).toBe(0);
    expect(await lines()).toEqual(before);
  });

  it('are updated for the given events only', async () => {
    await repairTexts();
    const [one, other] = (await lines()).filter((_: unknown, at: number) => at % 9 === 0);
    await events().where({ public_id: one.event_id }).update({ trashed_at: now });
    await events().where({ public_id: other.event_id }).update({ search_text: 'anew' });
    await projectTexts(eventsWithIds([one.event_id]));
    expect(await texts().where({ event_id: one.event_id })).toEqual([]);
    expect(await repairTexts({ check: true })).toBeGreaterThan(0);
    await projectTexts(eventsWithIds([other.event_id]));
    expect(await repairTexts({ check: true })).toBe(0);
  });

  it('are rolled back with the transaction that changed them', async () => {
    await repairTexts();
    const before = await lines();
    const { event_id } = before[0]!;
    const failing = strapi.db.transaction(async ({ trx }) => {
      await events()
        .transacting(trx)
        .where({ public_id: event_id })
        .update({ search_text: 'rolled back' });
      await projectTexts(eventsWithIds([event_id]));
      throw new Error('planted');
    });
    await expect(failing).rejects.toThrow('planted');
    expect(await repairTexts({ check: true })).toBe(0);
    expect(await lines()).toEqual(before);
  });

  it('are consistent with their FTS5 index on SQLite after all these changes', async () => {
    if (isPostgres()) return;
    const check = `INSERT INTO ${SEARCH_INDEX} (${SEARCH_INDEX}, rank) VALUES ('integrity-check', 1)`;
    await expect(strapi.db.connection.raw(check)).resolves.toBeDefined();
    await texts().update({ text: 'changed' });
    await expect(strapi.db.connection.raw(check)).resolves.toBeDefined();
  });
});

/** Changes of an event, some of which are refused in its state. */
const CHANGES: Record<
  string,
  (door: Writer, id: string, language: Language, text: string) => unknown
> = {
  words: (door, id, language, title) => door.update('event', id, { title }, language),
  body: (door, id, language, description) => door.update('event', id, { description }, language),
  password: (door, id, language) => door.update('event', id, { password: 'x' }, language),
  none: (door, id, language) => door.update('event', id, { password: '' }, language),
  private: (door, id, language) => door.update('event', id, { post_status: 'private' }, language),
  open: (door, id, language) => door.update('event', id, { post_status: null }, language),
  publish: (door, id, language) => door.publish('event', id, language),
  unpublish: (door, id, language) => door.unpublish('event', id, language),
  trash: (door, id) => door.update('event', id, { trashed_at: '2027-01-01T00:00:00.000Z' }),
  restore: (door, id) => door.update('event', id, { trashed_at: null }),
  remove: (door, id, language) => door.remove('event', id, language),
};

type Writer = (typeof allDoors)[number][1];

const changes = fc.record({
  which: fc.nat(2),
  kind: fc.constantFrom(...Object.keys(CHANGES), 'publish', 'words', 'restore'),
  language: fc.constantFrom(...LANGUAGES),
  text,
});

const STEPS = runs(60);

describe.each(allDoors)('the search texts of events changed through %s (D8.11)', (_name, door) => {
  withoutLog();

  it(`stay correct through ${STEPS} random changes`, async () => {
    await emptyCalendar();
    const ids: string[] = [];
    for (let at = 0; at < 3; at += 1) {
      const { documentId } = await door.create('event', { title: `It ${at}`, ...someTimes });
      ids.push(documentId);
      await door.publish('event', documentId);
    }
    let rows = 0;
    for (const { which, kind, language, text: words } of fc.sample(changes, {
      numRuns: STEPS,
      seed: 3,
    })) {
      await Promise.resolve(CHANGES[kind]!(door, ids[which]!, language, words)).catch(
        () => undefined,
      );
      expect([kind, await repairTexts({ check: true })]).toEqual([kind, 0]);
      rows += (await texts().count('* as count').first()).count > 0 ? 1 : 0;
    }
    expect(rows).toBeGreaterThan(STEPS / 3);
  });
});

it('an event with a long description is protected without delay, and searched by its title (D10.7)', async () => {
  const [, door] = allDoors[0]!;
  const description = 'a'.repeat(120_000) + 'b'.repeat(120_000);
  const event = { ...someTimes, title: 'Long and secret', description, password: 'x' };
  const began = performance.now();
  const { documentId, public_id } = await door.create('event', event);
  await door.publish('event', documentId);
  expect(performance.now() - began).toBeLessThan(10_000);
  const [found] = await texts().where({ event_id: public_id });
  expect(found.text).toBe('long and secret\u001f');
}, 120_000);
