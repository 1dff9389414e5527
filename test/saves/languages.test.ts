import { isDeepStrictEqual } from 'node:util';
import {
  type RecordType,
  uidOf,
} from '../../src/plugins/calendar/server/src/settings/record-types';
import { admin } from '../support/admin';
import { type Door, doors, someTimes } from '../support/doors';
import { emptyCalendar } from '../support/empty';
import { split } from '../support/extent';
import { buildPicture } from '../support/pictures';
import { fc, runs } from '../support/property';
import { linksOf, type Row, rowsOf } from '../support/rows';

const LANGUAGES = ['ar', 'en', 'fr', 'es'];

const isShared = (options?: object) =>
  (options as { i18n?: { localized?: boolean } })?.i18n?.localized === false;

const sharedAttributes = Object.entries(strapi.contentType(uidOf('event')).attributes)
  .filter(([, { pluginOptions }]) => isShared(pluginOptions))
  .map(([name]) => name);

const localizedAttributes = ['title', 'slug', 'description', 'excerpt', 'post_status'];

/** All shared attributes of a row, with its links. */
async function sharedOf(row: Row) {
  const values = sharedAttributes.map((name) => [name, row[name]]);
  return { ...Object.fromEntries(values), links: await linksOf(row.id) };
}

/**
 * D7.5: expects the rows of one version to be equal in shared attributes, and a language to be
 * modified exactly if its draft differs.
 */
async function expectAligned(documentId: string) {
  const rows = await rowsOf('event', documentId);
  for (const state of [true, false]) {
    const alike = rows.filter(({ publishedAt }) => Boolean(publishedAt) === state);
    const [first, ...others] = await Promise.all(alike.map(sharedOf));
    for (const other of others) expect(other).toEqual(first);
  }
  for (const draft of rows.filter(({ publishedAt }) => !publishedAt)) {
    const published = rows.find(
      ({ locale, publishedAt }) => publishedAt && locale === draft.locale,
    );
    if (!published) continue;
    const names = [...sharedAttributes, ...localizedAttributes];
    const differs = names.some((name) => !isDeepStrictEqual(draft[name], published[name]));
    const says = new Date(draft.updatedAt) > new Date(published.updatedAt);
    expect({ locale: draft.locale, modified: says }).toEqual({
      locale: draft.locale,
      modified: differs,
    });
  }
}

it('events have more than 25 shared attributes, including references and the picture', () => {
  expect(sharedAttributes.length).toBeGreaterThan(25);
  expect(sharedAttributes).toEqual(
    expect.arrayContaining(['image', 'venue', 'tags', 'trashed_at']),
  );
});

describe.each(split(doors))('shared fields through %s (D7.5)', (_name, door) => {
  beforeAll(emptyCalendar);

  it('are equal in every language after each step of a record’s life', async () => {
    const image = await buildPicture();
    const made = await door.create('event', { title: 'One', ...someTimes, venue: [1], cost: '1' });
    const { documentId: id } = made;
    const steps: (() => Promise<unknown>)[] = [
      () => door.update('event', id, { title: 'Un' }, 'fr'),
      () => door.publish('event', id),
      () => door.publish('event', id, 'fr'),
      () => door.update('event', id, { cost: '2', venue: [2, 3], image, featured: true }),
      () => door.publish('event', id),
      () => door.update('event', id, { cost: '1', venue: [1], image: null, featured: false }),
      () => door.update('event', id, { cost: '2', venue: [2, 3], image, featured: true }),
      () => door.update('event', id, { cost: '9', organizer: [4] }, 'fr'),
      () => door.discard('event', id),
      () => door.update('event', id, { title: 'Uno', custom_fields: { a: [1] } }, 'es'),
      () => door.update('event', id, { title: 'Dos' }, 'es'),
      () => door.publish('event', id, 'es'),
      () => door.unpublish('event', id),
      () => door.remove('event', id, 'fr'),
      () => door.update('event', id, { trashed_at: '2027-01-01T00:00:00.000Z' }),
      () => door.update('event', id, { trashed_at: null }, 'es'),
      () => door.publish('event', id),
    ];
    for (const step of steps) {
      await step();
      await expectAligned(id);
    }
    const copy = await door.clone('event', id, { title: 'Copy' });
    await expectAligned(copy.documentId);
  });

  it('of a new language come from the draft, not from the published version', async () => {
    const { documentId: id } = await door.create('event', {
      title: 'One',
      ...someTimes,
      cost: '1',
    });
    await door.publish('event', id);
    await door.update('event', id, { cost: '2' });
    expect(await door.update('event', id, { title: 'Un' }, 'fr')).toMatchObject({ cost: '2' });
    await expectAligned(id);
  });

  it('of a new language are empty if they are empty in the draft, or if it is sent so', async () => {
    const image = await buildPicture();
    const full = { ...someTimes, cost: '1', image, post_parent: 999_999, currency_code: 'EUR' };
    const { documentId: id } = await door.create('event', { title: 'One', ...full });
    await door.publish('event', id);
    await door.update('event', id, { cost: null, image: null });
    const added = await door.update('event', id, { title: 'Un', post_parent: null }, 'fr');
    const expected = { cost: null, post_parent: null, currency_code: 'EUR' };
    expect(added).toMatchObject(expected);
    const rows = await rowsOf('event', id);
    const drafts = rows.filter(({ publishedAt }) => !publishedAt);
    expect(drafts).toMatchObject([0, 1].map(() => ({ ...expected, image: null })));
    expect(rows.find(({ publishedAt }) => publishedAt)).toMatchObject({ cost: '1', image });
    await expectAligned(id);
  });

  it('update the search text of every language', async () => {
    const { documentId: id } = await door.create('organizer', { organizer: 'Society' });
    await door.update('organizer', id, { organizer: 'Société' }, 'fr');
    await door.update('organizer', id, { email: 'post@example.org' });
    const texts = (await rowsOf('organizer', id)).map(({ search_text }) => search_text);
    expect(texts).toEqual([
      expect.stringMatching(/^society\b.*\bpost@example.org\b/),
      expect.stringMatching(/^societe\b.*\bpost@example.org\b/),
    ]);
  });

  it('are equal after any sequence of saves', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 4, maxLength: 12 }), (steps) =>
        live(door, steps),
      ),
      { numRuns: runs(12), endOnFailure: true },
    );
  });
});

type Step = { kind: string; locale: string; data: Record<string, unknown> };

const anyData = fc.record(
  {
    title: fc.constantFrom('One', 'Two'),
    cost: fc.constantFrom('1', '2', ''),
    venue: fc.uniqueArray(fc.integer({ min: 1, max: 3 })),
    categories: fc.uniqueArray(fc.integer({ min: 1, max: 3 })),
    featured: fc.boolean(),
    all_day: fc.boolean(),
    timezone: fc.constantFrom('UTC', 'Asia/Tokyo'),
    post_status: fc.constantFrom('private', null),
    trashed_at: fc.constantFrom('2027-01-01T00:00:00.000Z', null),
  },
  { requiredKeys: [] },
);

const anyStep: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('update', 'update', 'publish', 'publish', 'discard', 'unpublish', 'remove'),
  locale: fc.constantFrom(...LANGUAGES),
  data: anyData,
});

/** Performs a step, unless the record's state does not allow it, as in the admin. */
async function take({ kind, locale, data }: Step, door: Door, id: string) {
  const rows = await rowsOf('event', id);
  const draft = rows.find((row) => row.locale === locale && !row.publishedAt);
  const published = rows.some((row) => row.locale === locale && row.publishedAt);
  const drafts = new Set(rows.map((row) => row.locale)).size;
  if (kind === 'update')
    await door.update('event', id, draft ? data : { title: 'New', ...data }, locale);
  if (kind === 'publish' && draft && !draft.trashed_at) await door.publish('event', id, locale);
  if (kind === 'discard' && published) await door.discard('event', id, locale);
  if (kind === 'unpublish' && published) await door.unpublish('event', id, locale);
  if (kind === 'remove' && draft && drafts > 1) await door.remove('event', id, locale);
}

async function live(door: Door, steps: Step[]) {
  const { documentId: id } = await door.create('event', { title: 'One', ...someTimes });
  for (const step of steps) {
    await take(step, door, id);
    await expectAligned(id);
  }
}

describe('the four languages (D7.6)', () => {
  const localesOf = () => admin('GET', '/i18n/locales');

  it('exist after the first start', async () => {
    const codes = (await localesOf()).body.map(({ code }: { code: string }) => code);
    expect(codes.sort()).toEqual([...LANGUAGES].sort());
  });

  it('cannot be deleted, and their records are kept', async () => {
    const [, code] = doors.at(-1)!;
    const { documentId } = await code.create('tag' as RecordType, { name: 'Reste' }, 'fr');
    const french = (await localesOf()).body.find(({ code }: { code: string }) => code === 'fr');
    const headers = { 'accept-language': 'fr' };
    const refused = await admin('DELETE', `/i18n/locales/${french.id}`, undefined, headers);
    expect([refused.status, refused.body.error.message]).toEqual([
      400,
      'Le calendrier a besoin de la langue fr : elle ne peut pas être supprimée.',
    ]);
    expect(await rowsOf('tag', documentId)).toHaveLength(1);
  });

  it('are the only ones that can be the default, while others may be added', async () => {
    const german = { name: 'German', code: 'de' };
    const refused = await admin('POST', '/i18n/locales', { ...german, isDefault: true });
    expect([refused.status, refused.body.error.message]).toEqual([
      400,
      `The default language must be one of the calendar’s: ${LANGUAGES.join(', ')}.`,
    ]);
    const all = (await localesOf()).body as { code: string; id: number; isDefault: boolean }[];
    expect(all.map(({ code }) => code)).not.toContain('de');
    const { body: added } = await admin('POST', '/i18n/locales', { ...german, isDefault: false });
    const change = { name: 'German', isDefault: true };
    expect((await admin('PUT', `/i18n/locales/${added.id}`, change)).status).toBe(400);
    expect((await admin('DELETE', `/i18n/locales/${added.id}`)).status).toBe(200);
    const spanish = all.find(({ code }) => code === 'es');
    const english = all.find(({ isDefault }) => isDefault);
    for (const { id } of [spanish, english] as { id: number }[]) {
      const { status } = await admin('PUT', `/i18n/locales/${id}`, { isDefault: true });
      expect(status).toBe(200);
    }
    expect(english?.code).toBe('en');
  });
});
