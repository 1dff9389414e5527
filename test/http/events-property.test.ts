import { apiToken, bearer, member } from '../support/callers';
import { firstOf } from '../support/extent';
import { api, get, send } from '../support/http';
import { listAnew } from '../support/listed';
import { allPages } from '../support/pages';
import { buildPicture } from '../support/pictures';
import { type Bounds, type Happening, instantOf, listed } from '../support/plain-reading';
import { fc, runs } from '../support/property';
import { buildEvent, buildOrganizer, buildVenue } from '../support/records';
import { withSettings } from '../support/settings';

/** Zones whose clocks change by half an hour, an hour, or never; at midnight, one or two o'clock. */
const ZONES = [
  'America/New_York',
  'Europe/Paris',
  'Africa/Cairo',
  'Australia/Lord_Howe',
  'Asia/Tokyo',
  'UTC',
];

/** Days around clock changes in these zones. */
const DAYS = [
  '2026-03-07',
  '2026-03-08',
  '2026-03-29',
  '2026-04-04',
  '2026-04-05',
  '2026-04-24',
  '2026-10-04',
  '2026-10-25',
  '2026-10-30',
  '2026-11-01',
  '2026-11-02',
];

const two = (number: number) => String(number).padStart(2, '0');

const anyWall = fc
  .tuple(
    fc.constantFrom(...DAYS),
    fc.nat(23),
    fc.constantFrom(0, 15, 30, 45),
    fc.constantFrom(0, 59),
  )
  .map(([day, hour, minute, second]) => `${day} ${two(hour)}:${two(minute)}:${two(second)}`);

const anyBounds: fc.Arbitrary<Bounds> = fc
  .record(
    {
      start_date: anyWall,
      end_date: anyWall,
      starts_before: anyWall,
      starts_after: anyWall,
      ends_before: anyWall,
      ends_after: anyWall,
    },
    { requiredKeys: [] },
  )
  .filter(
    (bounds) =>
      Object.keys(bounds).some((name) => /_(before|after)$/.test(name)) ||
      Object.keys(bounds).length === 2,
  );

const later = (wall: string, hours: number) =>
  new Date(Date.parse(`${wall.replace(' ', 'T')}Z`) + hours * 3_600_000)
    .toISOString()
    .slice(0, 19)
    .replace('T', ' ');

const anyEvent = fc.record({
  start_date: anyWall,
  hours: fc.constantFrom(1, 2, 5, 24, 50),
  timezone: fc.constantFrom(...ZONES),
});

describe.each(firstOf(3, ZONES))('date filters on a site in %s (D5)', (timezone) => {
  withSettings({ timezone });
  const happenings: Happening[] = [];

  beforeAll(async () => {
    for (const { start_date, hours, timezone: zone } of fc.sample(anyEvent, {
      numRuns: 25,
      seed: 7,
    })) {
      const end_date = later(start_date, hours);
      const { public_id: id } = await buildEvent({ start_date, end_date, timezone: zone });
      happenings.push({ id, start: instantOf(start_date, zone), end: instantOf(end_date, zone) });
    }
  });

  afterAll(async () => {
    await strapi.db.query('plugin::calendar.event').deleteMany({});
    await listAnew();
  });

  it('match a reference implementation for random bounds', async () => {
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(anyBounds, fc.boolean(), async (bounds, strict) => {
        const query = new URLSearchParams({
          ...bounds,
          strict_dates: String(strict),
          per_page: '50',
        });
        const pages = await allPages(api(`/events?${query}`));
        const found = pages.flatMap(({ events }) => events.map(({ id }: Happening) => id));
        expect(found).toEqual(listed(happenings, bounds, strict, timezone));
        compared += found.length;
      }),
      { numRuns: runs(60), endOnFailure: true },
    );
    expect(compared).toBeGreaterThan(0);
  });
});

const text = fc
  .string({ unit: 'binary', maxLength: 30 })
  .map((each) => each.replaceAll('\u0000', ''));
const words = fc.constantFrom(
  'Jazz',
  'Fête',
  'مهرجان الموسيقى',
  '5 < 6',
  'Tom & Jerry',
  '“Quoted”',
  '日本語',
);
const title = fc.tuple(words, text).map((parts) => parts.join(' '));
const address = fc.constantFrom('', 'https://example.com/a?b=c&d=e', 'http://example.org/ü');

const anyFields = fc.record(
  {
    title,
    description: fc.oneof(
      text,
      words,
      fc.constant('<p>Bold <b>words</b></p><script>x</script>'),
      fc.constant('a\n\nb'),
    ),
    excerpt: text,
    start_date: anyWall,
    hours: fc.constantFrom(1, 30),
    timezone: fc.constantFrom(...ZONES, 'UTC+5.75'),
    all_day: fc.boolean(),
    cost: fc.constantFrom(
      '',
      '0',
      'Free',
      '12',
      '1,234.56',
      '5,50',
      '€6.50 - €8.50',
      'Donation',
      '20$',
    ),
    website: address,
    ticket_url: address,
    featured: fc.boolean(),
    sticky: fc.boolean(),
    show_map: fc.boolean(),
    custom_fields: fc.constantFrom([], { colour: { label: 'Colour', value: 'red' } }),
    currency_symbol: fc.constantFrom('', '€', 'د.م.'),
    event_status: fc.constantFrom('scheduled', 'canceled'),
    status: fc.constantFrom('publish', 'draft', 'private', 'pending'),
    tags: fc.constantFrom([], ['One tag'], 'a,b'),
  },
  { requiredKeys: ['title', 'start_date', 'hours'] },
);

interface Served extends Record<string, unknown> {
  id: number;
}

const withoutModified = ({ modified: _, modified_utc: __, ...rest }: Served) => rest;

describe('an event that is sent back as it was read (D4.12)', () => {
  it('is unchanged for random fields, callers and languages', async () => {
    const [full, editor, author] = await Promise.all([
      apiToken('full-access').then(bearer),
      member('editor').then(({ headers }) => headers),
      member('author').then(({ headers }) => headers),
    ]);
    const [shown, hidden] = [
      await buildVenue({ venue: 'Shown' }),
      await buildVenue({ venue: 'Hidden' }, { publish: false }),
    ];
    const organizer = await buildOrganizer({ organizer: 'Host' });
    const image = await buildPicture();
    const callers = { full, editor, author };
    await fc.assert(
      fc.asyncProperty(
        anyFields,
        fc.constantFrom('full', 'editor', 'author'),
        fc.constantFrom(undefined, 'ar', 'en', 'fr', 'es'),
        async ({ hours, ...fields }, who, language) => {
          const caller = callers[who as keyof typeof callers];
          const references = { venue: [shown.public_id], organizer: [organizer.public_id], image };
          const body = { ...fields, ...references, end_date: later(fields.start_date, hours) };
          const made = await send('POST', api('/events'), body, caller);
          expect([made.status, made.body.data]).toEqual([201, undefined]);
          await hide(made.body.id, hidden.public_id);
          const path = api(`/events/${made.body.id}`, language);
          const before = await get(path, caller);
          expect(before.status).toBe(200);
          const put = await send('PUT', path, before.body, caller);
          expect([put.status, put.body.data]).toEqual([200, undefined]);
          const after = await get(path, caller);
          expect(withoutModified(after.body)).toEqual(withoutModified(before.body));
          expect(await venuesOf(made.body.id)).toContain(hidden.public_id);
        },
      ),
      { numRuns: runs(40), endOnFailure: true },
    );
  });
});

const events = () => strapi.db.query('plugin::calendar.event');

/** Adds a hidden venue to an event's rows, drafts and published. */
async function hide(id: number, venue: number) {
  for (const row of await events().findMany({ where: { public_id: id } })) {
    await events().update({ where: { id: row.id }, data: { venue: [...row.venue, venue] } });
  }
}

const venuesOf = async (id: number): Promise<number[]> =>
  (await events().findMany({ where: { public_id: id }, orderBy: 'id' })).flatMap(
    ({ venue }: { venue: number[] }) => venue,
  );
