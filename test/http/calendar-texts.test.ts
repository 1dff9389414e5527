import { READERS, unfolded, valuesOf } from '../support/calendars';
import { apiToken, bearer } from '../support/callers';
import { api, get, send } from '../support/http';
import { buildPicture } from '../support/pictures';
import {
  buildCategory,
  buildEvent,
  buildOrganizer,
  buildVenue,
  referTo,
  type Stored,
} from '../support/records';

const LONG = `<p>${'A sentence of some words. '.repeat(300)}</p>`;

let venue: Stored;
let organizer: Stored;
let category: Stored;
let tied: Stored;
let alone: Stored;
let full: Record<string, string>;

beforeAll(async () => {
  full = bearer(await apiToken('full-access'));
  venue = await buildVenue({
    venue: 'Town hall; west',
    address: '1 Main St',
    city: 'Lyon',
    zip: '69001',
    country: 'France',
    geo_lat: 45.76,
    geo_lng: 4.83,
  });
  organizer = await buildOrganizer({
    organizer: 'The "club"',
    email: 'club@example.org',
    phone: '+33 1',
  });
  const other = await buildOrganizer({ organizer: 'Nobody to write to' });
  category = await buildCategory({ name: 'Chess, fast' });
  tied = await buildEvent({
    title: 'Échecs',
    description:
      '<p>One &amp; two</p><ul><li>three</li><li><a href="https://example.org/x">four</a></li></ul>',
    start_date: '2040-03-11 10:00:00',
    end_date: '2040-03-11 12:00:00',
    timezone: 'Europe/Paris',
    venue: [venue.public_id],
    organizer: [other.public_id, organizer.public_id],
    categories: [category.public_id],
    virtual_url: 'https://example.org/join',
    event_status: 'postponed',
    image: await buildPicture(),
  });
  alone = await buildEvent({
    title: 'Alone',
    description: LONG,
    event_status: 'canceled',
    start_date: '2040-03-12 10:00:00',
    end_date: '2040-03-12 10:00:00',
  });
  await buildEvent({
    title: 'Days',
    all_day: true,
    start_date: '2040-03-13 00:00:00',
    end_date: '2040-03-14 23:59:59',
  });
});

const WINDOW = 'start_date=2040-03-01&end_date=2040-04-01';
const feed = async (more = '') => (await get(api(`/events.ics?${WINDOW}${more}`))).text;

/** The lines of an event in a calendar, by title. */
function linesOf(text: string, title: string): string[] {
  const events = unfolded(text).join('\n').split('BEGIN:VEVENT\n');
  return (events.slice(1).find((each) => each.includes(`:${title}\n`)) ?? '').split('\n');
}

it('writes the details of an event as iCalendar properties', async () => {
  const lines = linesOf(await feed(), 'Échecs');
  expect(lines).toEqual(
    expect.arrayContaining([
      'DTSTART;TZID=Europe/Paris:20400311T100000',
      'DTEND;TZID=Europe/Paris:20400311T120000',
      'SUMMARY;LANGUAGE=en:Échecs',
      String.raw`LOCATION;LANGUAGE=en:Town hall\; west\, 1 Main St\, 69001 Lyon\, France`,
      'GEO:45.76;4.83',
      String.raw`CATEGORIES;LANGUAGE=en:Chess\, fast`,
      `ORGANIZER;CN="The 'club'":mailto:club@example.org`,
      String.raw`CONTACT;LANGUAGE=en:The "club"\, +33 1\, club@example.org`,
      'CONTACT;LANGUAGE=en:Nobody to write to',
      'CONFERENCE;VALUE=URI;LABEL="Échecs";LANGUAGE=en:https://example.org/join',
      'STATUS:TENTATIVE',
      'CLASS:PUBLIC',
    ]),
  );
  const { body } = await get(api(`/events/${tied.public_id}`));
  expect(lines).toContain(`URL:${body.url}`);
  expect(lines.find((line) => line.startsWith('ATTACH'))).toBe(
    `ATTACH;FMTTYPE=image/${body.image.extension === 'jpg' ? 'jpeg' : body.image.extension}:${body.image.url}`,
  );
  expect(lines.find((line) => line.startsWith('DESCRIPTION'))).toBe(
    String.raw`DESCRIPTION;LANGUAGE=en:One & two\n\n- three\n- four (https://example.org/x)\n\n${body.url}`,
  );
  expect(lines.find((line) => line.startsWith('X-ALT-DESC'))).toMatch(
    /^X-ALT-DESC;FMTTYPE=text\/html;LANGUAGE=en:<p>/,
  );
});

it('shortens descriptions in lists and writes them in full for a single event', async () => {
  const among = linesOf(await feed(), 'Alone');
  const { body } = await get(api(`/events/${alone.public_id}`));
  const said = among.find((line) => line.startsWith('DESCRIPTION')) ?? '';
  expect(Buffer.byteLength(said)).toBeLessThan(4096 + 300);
  expect(said.endsWith(`…\\n\\n${body.url}`)).toBe(true);
  expect(among.some((line) => line.startsWith('X-ALT-DESC'))).toBe(false);
  expect(among).toContain('STATUS:CANCELLED');
  expect(among.some((line) => line.startsWith('DTEND'))).toBe(false);
  const { text } = await get(api(`/events/${alone.public_id}.ics`));
  expect(valuesOf(text, 'DESCRIPTION')[0]?.length).toBeGreaterThan(7000);
  expect(valuesOf(text, 'X-ALT-DESC')).toHaveLength(1);
});

it('describes an event that has only an excerpt by that', async () => {
  const { public_id } = await buildEvent({
    title: 'Brief',
    description: '',
    excerpt: 'In *short*',
  });
  const { text } = await get(api(`/events/${public_id}.ics`));
  expect(valuesOf(text, 'DESCRIPTION')).toEqual(['In short']);
  expect(valuesOf(text, 'X-ALT-DESC')).toEqual(['<p>In <em>short</em></p>']);
});

it('writes all-day events as dates with an exclusive end', async () => {
  expect(linesOf(await feed(), 'Days')).toEqual(
    expect.arrayContaining(['DTSTART;VALUE=DATE:20400313', 'DTEND;VALUE=DATE:20400315']),
  );
});

it('writes the standard calendar header without METHOD', async () => {
  const lines = unfolded(await feed());
  expect(lines.slice(0, 4)).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Event Calendar//Feeds//EN',
    'CALSCALE:GREGORIAN',
  ]);
  expect(lines).toEqual(
    expect.arrayContaining([
      'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
      'X-PUBLISHED-TTL:PT1H',
      'TZID:Europe/Paris',
    ]),
  );
  expect(lines.some((line) => line.startsWith('METHOD'))).toBe(false);
  expect(valuesOf(await feed('&i18n_language=fr'), 'NAME')[0]).toMatch(/^Évènements – /);
});

it('keeps the UID of an event across languages and addresses', async () => {
  const uids = await Promise.all(
    [api('/events.ics', 'fr'), api('/events.ics', 'ar'), api('/events.ics')].map(async (path) =>
      valuesOf((await get(`${path}?${WINDOW}`)).text, 'UID'),
    ),
  );
  expect(uids[0]).toEqual(uids[1]);
  expect(uids[0]).toEqual(uids[2]);
  const one = valuesOf((await get(api(`/events/${tied.public_id}.ics`, 'es'))).text, 'UID')[0];
  expect(one).toMatch(new RegExp(`^${tied.documentId}@[0-9a-f-]{36}$`));
  expect(uids[2]).toContain(one);
});

/** The titles of events whose lines differ between two feeds. */
function changed(before: string, after: string): string[] {
  const titles = ['Échecs', 'Alone', 'Days'];
  return titles.filter(
    (title) => linesOf(before, title).join('\n') !== linesOf(after, title).join('\n'),
  );
}

describe('a change', () => {
  const pause = () => new Promise((resolve) => setTimeout(resolve, 1100));

  it.each([
    ['a venue', () => api(`/venues/${venue.public_id}`), { phone: '+33 2' }],
    [
      'an organizer',
      () => api(`/organizers/${organizer.public_id}`),
      { website: 'https://example.org/club' },
    ],
    ['a category', () => api(`/categories/${category.public_id}`), { color: '#aabbcc' }],
  ])('to %s affects exactly its events, without a new SEQUENCE', async (_, address, change) => {
    const before = await feed();
    await pause();
    expect((await send('PATCH', address(), change, full)).status).toBe(200);
    const after = await feed();
    expect(changed(before, after)).toEqual(['Échecs']);
    expect(valuesOf(after, 'SEQUENCE')).toEqual(valuesOf(before, 'SEQUENCE'));
  });

  it.each([
    ['a trashed venue', () => buildVenue({ venue: 'Tent' }), 'venue', 'venues'],
    ['a deleted category', () => buildCategory({ name: 'Fairs' }), 'categories', 'categories'],
  ])('to %s lets no DTSTAMP go back', async (_, make, field, path) => {
    const { public_id } = await make();
    const times = { start_date: '2040-03-18 10:00:00', end_date: '2040-03-18 11:00:00' };
    const { public_id: id } = await buildEvent({ title: 'Fair', ...times, [field]: [public_id] });
    const stamp = async () => valuesOf((await get(api(`/events/${id}.ics`))).text, 'DTSTAMP')[0];
    await pause();
    await send('PATCH', api(`/${path}/${public_id}`), { description: 'Other' }, full);
    const before = `${await stamp()}`;
    await pause();
    expect((await send('DELETE', api(`/${path}/${public_id}`), undefined, full)).status).toBe(200);
    expect(`${await stamp()}` > before).toBe(true);
    await send('DELETE', api(`/events/${id}`), undefined, full);
  });

  it('to a venue that nobody has seen, or that of a protected event, leaves DTSTAMP', async () => {
    const draft = await buildVenue({ venue: 'Barn' }, { publish: false });
    const open = await buildEvent({ title: 'Open' });
    await referTo(open, { venue: [draft.public_id] });
    const closed = await buildEvent({ password: 'sesame', venue: [venue.public_id] });
    const stamps = async () => {
      const texts = await Promise.all(
        [open, closed].map((each) => get(api(`/events/${each.public_id}.ics?password=sesame`))),
      );
      return texts.map(({ text }) => valuesOf(text, 'DTSTAMP')[0]);
    };
    const before = await stamps();
    await pause();
    for (const { public_id } of [draft, venue])
      await send('PATCH', api(`/venues/${public_id}`), { phone: '+33 3' }, full);
    expect(await stamps()).toEqual(before);
    for (const each of [open, closed])
      await send('DELETE', api(`/events/${each.public_id}`), undefined, full);
  });

  it('to an event affects only that event and raises its SEQUENCE', async () => {
    const before = await get(api(`/events.ics?${WINDOW}`));
    await pause();
    await send('PATCH', api(`/events/${alone.public_id}`), { featured: true }, full);
    const after = await get(api(`/events.ics?${WINDOW}`));
    expect(changed(before.text, after.text)).toEqual(['Alone']);
    const of = (text: string) =>
      Number(/SEQUENCE:(\d+)/.exec(linesOf(text, 'Alone').join('\n'))?.[1]);
    expect(of(after.text)).toBeGreaterThan(of(before.text));
    const tag = { 'if-none-match': `${after.headers.etag}` };
    expect((await get(api(`/events.ics?${WINDOW}`), tag)).status).toBe(304);
    const again = await get(api(`/events.ics?${WINDOW}`), full); // Not from the cache.
    expect(again.text).toBe(after.text);
  });
});

it('shows only title and times of a protected event, even with its password', async () => {
  const { public_id } = await buildEvent({
    title: 'Closed',
    password: 'sesame',
    description: 'Told to few',
    venue: [venue.public_id],
    categories: [category.public_id],
    virtual_url: 'https://example.org/join',
    start_date: '2040-03-20 10:00:00',
    end_date: '2040-03-20 11:00:00',
  });
  expect((await get(api(`/events/${public_id}.ics`))).body.code).toBe('event-password-protected');
  const alone = await get(api(`/events/${public_id}.ics?password=sesame`));
  const texts = [await feed(), alone.text, (await get(api(`/events.ics?${WINDOW}`), full)).text];
  for (const text of texts) {
    const lines = linesOf(text, 'Closed');
    const names = lines.map((line) => /^[A-Z-]+/.exec(line)?.[0]).filter((name) => name !== 'END');
    expect(names.slice(0, 9)).toEqual(
      texts[1] === text
        ? ['UID', 'SEQUENCE', 'DTSTAMP', 'DTSTART', 'DTEND', 'SUMMARY', 'URL', 'CLASS', undefined]
        : [
            'UID',
            'SEQUENCE',
            'DTSTAMP',
            'DTSTART',
            'DTEND',
            'SUMMARY',
            'DESCRIPTION',
            'URL',
            'CLASS',
          ],
    );
    expect(lines).toContain('CLASS:PRIVATE');
    expect(lines.join('\n')).not.toMatch(/Told to few|Town hall|join/);
  }
});

it('rejects a draft and the statuses of drafts as a feed, even for editors', async () => {
  const { public_id } = await buildEvent({ title: 'A draft' }, { publish: false });
  const { status, body } = await get(api(`/events/${public_id}.ics`), full);
  expect([status, body.code]).toEqual([403, 'event-not-accessible']);
  for (const state of ['draft', 'pending', 'trash', 'publish,draft']) {
    const refused = await get(api(`/events.ics?status=${state}`), full);
    expect([refused.status, Object.keys(refused.body.data.params)]).toEqual([400, ['status']]);
  }
  expect((await get(api('/events.ics?status=private'), full)).status).toBe(200);
});

describe('a feed without a date window', () => {
  const DAY = 24 * 60 * 60 * 1000;
  const day = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);
  const build = (title: string, from: number, to: number) =>
    buildEvent({
      title,
      start_date: `${day(from)} 00:00:00`,
      end_date: `${day(to)} 00:00:01`,
      timezone: 'UTC',
    });

  it('contains events from 30 days back to about two years ahead', async () => {
    await build('ended long ago', -60, -31);
    await build('ended 30 days ago', -40, -30);
    await build('runs', -400, 900);
    await build('comes', 700, 701);
    await build('comes late', 800, 801);
    const { text } = await get(api('/events.ics'));
    const titles = READERS['ical.js'](text).map(({ title }) => title);
    expect(titles.filter((title) => /ended|runs|comes/.test(title)).sort()).toEqual([
      'comes',
      'ended 30 days ago',
      'runs',
    ]);
  });

  it('contains past events that are requested by external id or by their change, as the list does', async () => {
    const times = { start_date: '2001-05-01 10:00:00', end_date: '2001-05-01 11:00:00' };
    await buildEvent({ title: 'Imported', external_id: 'past', ...times });
    for (const query of ['external_id=past', 'modified_after=2020-01-01&search=imported']) {
      const { body } = await get(api(`/events?${query}`));
      const { text } = await get(body.feed_url.replace(baseURL, ''));
      expect([query, body.total, valuesOf(text, 'SUMMARY')]).toEqual([query, 1, ['Imported']]);
    }
  });
});
