import { apiToken, bearer } from '../support/callers';
import { api, get } from '../support/http';
import { fc, runs } from '../support/property';
import { buildEvent } from '../support/records';
import { withSettings } from '../support/settings';

const LANGUAGES = ['en', 'fr'] as const;
const WORDS = ['garden', 'lantern', 'harbour', 'violin'];
const DAYS = Array.from({ length: 12 }, (_, day) => `2031-03-${String(day + 1).padStart(2, '0')}`);
const RUNS = runs(150);

interface Made {
  public_id: number;
  slug: string;
}

const made: Made[] = [];
let editor: Record<string, string>;

/** A pseudo-random number from 0, the same in every run. */
const pick = (seed: number, count: number) => ((seed * 2654435761) >>> 8) % count;

const PLACES = ['published', 'published', 'published', 'draft', 'pending', 'private', 'future'];

async function makeEvent(number: number) {
  const day = DAYS[pick(number, DAYS.length)];
  const hour = String(pick(number + 7, 20)).padStart(2, '0');
  const last = DAYS[Math.min(DAYS.length - 1, DAYS.indexOf(day ?? '') + pick(number + 3, 3))];
  const place = PLACES[pick(number + 11, PLACES.length)];
  const data = {
    title: `${WORDS[pick(number + 5, 4)]} ${number}`,
    description: `A ${WORDS[pick(number + 13, 4)]} at night`,
    start_date: `${day} ${hour}:00:00`,
    end_date: `${last} 23:30:00`,
    timezone: 'UTC',
    featured: pick(number + 17, 2) === 0,
    hide_from_listings: pick(number + 19, 9) === 0,
    post_parent: number > 8 && pick(number + 23, 3) === 0 ? made[pick(number, 4)]?.public_id : null,
    ...((place === 'pending' || place === 'private') && { post_status: place }),
    ...(place === 'future' && { date: '2999-01-01T00:00:00.000Z' }),
  };
  const publish = place !== 'draft' && place !== 'pending';
  const event = await buildEvent(data, { language: LANGUAGES[number % 2], publish });
  made.push({ public_id: event.public_id, slug: String(event.slug) });
}

beforeAll(async () => {
  editor = bearer(await apiToken('full-access'));
  for (let number = 1; number <= 48; number += 1) await makeEvent(number);
});

interface Query {
  language: (typeof LANGUAGES)[number];
  strict: boolean;
  bounds: Partial<Record<keyof typeof COMPARED, string>>;
  featured?: boolean;
  include?: number[];
  parent?: number;
  word?: string;
  status: 'publish' | 'private' | 'future' | 'draft' | 'pending';
}

const COMPARED = {
  start_date: ['utc_start_date', '$gte'],
  end_date: ['utc_end_date', '$lte'],
  starts_before: ['utc_start_date', '$lt'],
  starts_after: ['utc_start_date', '$gt'],
  ends_before: ['utc_end_date', '$lt'],
  ends_after: ['utc_end_date', '$gt'],
} as const;

const NAMES = Object.keys(COMPARED) as (keyof typeof COMPARED)[];

/** D5.8: the bounds of whole days, when dates are not strict. */
const WHOLE = {
  start_date: ['utc_start_date', '$gte', 0],
  end_date: ['utc_end_date', '$lt', 1],
  starts_before: ['utc_start_date', '$lt', 1],
  starts_after: ['utc_start_date', '$gte', 1],
  ends_before: ['utc_end_date', '$lt', 1],
  ends_after: ['utc_end_date', '$gte', 1],
} as const;

const DAY = 24 * 60 * 60 * 1000;

const dateFilters = ({ strict, bounds, include }: Query) =>
  include
    ? []
    : Object.entries(bounds).map(([name, bound]) => {
        const moment = Date.parse(`${bound.replace(' ', 'T')}Z`);
        if (strict) {
          const [field, operator] = COMPARED[name as keyof typeof COMPARED];
          return { [field]: { [operator]: new Date(moment).toISOString() } };
        }
        const [field, operator, days] = WHOLE[name as keyof typeof WHOLE];
        const midnight = Math.floor(moment / DAY) * DAY + days * DAY;
        return { [field]: { [operator]: new Date(midnight).toISOString() } };
      });

const now = () => new Date().toISOString();

const notPrivate = { $or: [{ post_status: { $null: true } }, { post_status: { $ne: 'private' } }] };
const notPending = { $or: [{ post_status: { $null: true } }, { post_status: { $ne: 'pending' } }] };
const due = () => ({ $or: [{ date: { $null: true } }, { date: { $lte: now() } }] });

const stateFilters = (status: Query['status']) =>
  ({
    publish: [notPrivate, due()],
    private: [{ post_status: 'private' }],
    future: [notPrivate, { date: { $gt: now() } }],
    draft: [notPending],
    pending: [{ post_status: 'pending' }],
  })[status];

interface Found {
  documentId: string;
  public_id: number;
}

type FindMany = (asked: object) => Promise<Found[]>;

/** The ids found by Strapi's Document Service, whose drafts include those of published records. */
async function byDocuments(query: Query): Promise<number[]> {
  const { language: locale, status, featured, include, parent, word } = query;
  const findMany = strapi.documents('plugin::calendar.event').findMany as unknown as FindMany;
  const published = await findMany({ locale, status: 'published', limit: -1 });
  const hidden = { $or: [{ hide_from_listings: { $null: true } }, { hide_from_listings: false }] };
  const isDraft = status === 'draft' || status === 'pending';
  const filters = [
    hidden,
    ...stateFilters(status),
    ...dateFilters(query),
    ...(featured === undefined ? [] : [{ featured }]),
    ...(include ? [{ public_id: { $in: include } }] : []),
    ...(parent === undefined ? [] : [{ post_parent: parent }]),
    ...(word ? [{ search_text: { $contains: word } }] : []),
    ...(isDraft ? [{ documentId: { $notIn: published.map(({ documentId }) => documentId) } }] : []),
  ];
  const found = await findMany({
    locale,
    status: isDraft ? 'draft' : 'published',
    filters: { $and: filters },
    limit: -1,
  });
  return [...new Set(found.map(({ public_id }) => public_id))].sort((a, b) => a - b);
}

async function byInterface(query: Query): Promise<number[]> {
  const { language, status, featured, include, parent, word, strict, bounds } = query;
  const sent = new URLSearchParams({
    per_page: '50',
    status,
    strict_dates: String(strict),
    ...bounds,
    ...(featured !== undefined && { featured: String(featured) }),
    ...(include && { include: include.join(',') }),
    ...(parent !== undefined && { post_parent: String(parent) }),
    ...(word && { search: word }),
  });
  const { status: code, body } = await get(api(`/events?${sent}`, language), editor);
  expect([code, body.data]).toEqual([200, undefined]);
  expect(body.total).toBe(body.events.length);
  return body.events.map(({ id }: { id: number }) => id).sort((a: number, b: number) => a - b);
}

/** Usually undefined, since a combination of many conditions finds nothing. */
const optional = <Value>(value: fc.Arbitrary<Value>) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: value },
  ) as fc.Arbitrary<Value | undefined>;

const bound = fc
  .tuple(fc.constantFrom(...DAYS), fc.integer({ min: 0, max: 23 }))
  .map(([day, hour]) => `${day} ${String(hour).padStart(2, '0')}:00:00`);

/** Random queries. They always contain dates, as the default window would end before the events begin. */
const queries = (): fc.Arbitrary<Query> =>
  fc.record({
    language: fc.constantFrom(...LANGUAGES),
    strict: fc.boolean(),
    bounds: fc
      .uniqueArray(fc.tuple(fc.constantFrom(...NAMES), bound), { maxLength: 2 })
      .map((some) => ({ starts_after: '2000-01-01 00:00:00', ...Object.fromEntries(some) })),
    featured: optional(fc.boolean()),
    include: optional(
      fc.subarray(
        made.map(({ public_id }) => public_id),
        { minLength: 1 },
      ),
    ),
    word: optional(fc.constantFrom(...WORDS)),
    status: fc.constantFrom('publish', 'publish', 'private', 'future', 'draft', 'pending'),
  }) as fc.Arbitrary<Query>;

describe('without language fallback', () => {
  withSettings({ fallback: false });

  it(`finds the same records as Strapi's Document Service in ${RUNS} random queries`, async () => {
    let hits = 0;
    await fc.assert(
      fc.asyncProperty(queries(), async (query) => {
        const found = await byInterface(query);
        hits += found.length;
        expect(found).toEqual(await byDocuments(query));
      }),
      { numRuns: RUNS },
    );
    expect(hits).toBeGreaterThan(RUNS / 2);
  });

  it('finds the same children of a parent as the Document Service', async () => {
    const bounds = { starts_after: '2000-01-01 00:00:00' };
    let hits = 0;
    for (const language of LANGUAGES) {
      for (const { public_id: parent } of made.slice(0, 4)) {
        const query: Query = { language, strict: false, bounds, parent, status: 'publish' };
        const found = await byInterface(query);
        hits += found.length;
        expect(found).toEqual(await byDocuments(query));
      }
    }
    expect(hits).toBeGreaterThan(0);
  });

  it('finds the same record by its slug as the Document Service', async () => {
    const documents = strapi.documents('plugin::calendar.event');
    const findFirst = documents.findFirst as unknown as (asked: object) => Promise<Found | null>;
    for (const { slug, public_id } of made) {
      const rows = await Promise.all(
        LANGUAGES.map((locale) => findFirst({ filters: { slug }, locale, status: 'draft' })),
      );
      expect(rows.flatMap((row) => row?.public_id ?? [])).toEqual([public_id]);
      const answers = await Promise.all(
        LANGUAGES.map((language) => get(api(`/events/by-slug/${slug}`, language), editor)),
      );
      const ids = answers.flatMap(({ status, body }) => (status === 200 ? [body.id] : []));
      expect(ids).toEqual([public_id]);
    }
  });
});
