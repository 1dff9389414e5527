import { setTimeout as pause } from 'node:timers/promises';
import { admin } from '../support/admin';
import { apiToken, bearer, member } from '../support/callers';
import { api, get, send } from '../support/http';
import { buildPicture } from '../support/pictures';
import {
  buildCategory,
  buildEvent,
  buildOrganizer,
  buildVenue,
  type Stored,
} from '../support/records';
import { restoreRights, rightsOf } from '../support/rights';
import { withSettings } from '../support/settings';

const pageOf = (slug: unknown, language = 'en') =>
  `/${language}/calendar/event/${encodeURIComponent(String(slug))}`;

const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' https:",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
];

const policyIn = ({ headers }: Awaited<ReturnType<typeof get>>) =>
  String(headers['content-security-policy']).split('; ');

/** One character less than the limit of the page's description. */
const ARABIC = 'ا'.repeat(199);

let fair: Stored;
let arabic: Stored;

beforeAll(async () => {
  const venue = await buildVenue({
    venue: 'Town <Hall>',
    address: '1 Square',
    city: 'Lyon',
    phone: '٠١ ٢٣',
    geo_lat: 45.5,
    geo_lng: 4.8,
  });
  const organizer = await buildOrganizer({ organizer: 'Club & Co', email: 'club@example.org' });
  const category = await buildCategory({ name: 'Music', color: '#1a7f64' });
  fair = await buildEvent({
    title: 'The <b>big</b> fair & more',
    description: 'Bring **friends**.',
    venue: [venue.public_id],
    organizer: [organizer.public_id],
    categories: [category.public_id],
    cost: '12',
    start_date: '2027-06-01 18:30:00',
    end_date: '2027-06-01 21:00:00',
    timezone: 'Europe/Paris',
    ticket_url: 'https://tickets.example/1',
  });
  const texts = { title: 'المعرض الكبير', description: `${ARABIC}🎉` };
  arabic = await buildEvent(texts, { of: fair, language: 'ar' });
});

describe('the page of an event (D16)', () => {
  it('is served at the url of the event and shows its details', async () => {
    const { body } = await get(api(`/events/${fair.public_id}`, 'en'));
    expect(body.url).toBe(baseURL + pageOf(fair.slug));
    expect(body.website).toBe(body.url);
    const { status, headers, text } = await get(new URL(body.url).pathname);
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers['content-language']).toBe('en');
    for (const said of [
      '<html lang="en" dir="ltr">',
      'The big fair &amp; more',
      'Tuesday, June 1, 2027',
      'Central European Summer Time (CEST)',
      '<time datetime="2027-06-01T18:30:00+02:00">',
      'Bring <strong>friends</strong>.',
      '1 Square',
      '<a href="tel:0123"><bdi>٠١ ٢٣</bdi></a>',
      'Club &amp; Co',
      'mailto:club@example.org',
      'https://www.openstreetmap.org/?mlat=45.5&amp;mlon=4.8',
      '$12',
      'https://tickets.example/1',
      'fill="#1a7f64"',
      `<link rel="canonical" href="${body.url}">`,
      `<link rel="alternate" type="text/calendar" href="${body.feed_url}">`,
      `<link rel="alternate" type="application/json" href="${body.rest_url}">`,
    ])
      expect(text).toContain(said);
    expect(headers['x-tec-api-root']).toBe(body.rest_url);
    expect((await get(new URL(body.rest_url).pathname)).body.id).toBe(fair.public_id);
    expect(headers.link).toContain(`<${body.feed_url}>; rel="alternate"; type="text/calendar"`);
  });

  it('contains the JSON-LD of the interface, escaped for HTML', async () => {
    const { body } = await get(api(`/events/${fair.public_id}`));
    const { text } = await get(pageOf(fair.slug));
    const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text) ?? [];
    expect(JSON.parse(data)).toEqual(body.json_ld);
    expect(data).not.toContain('<');
  });

  it('has a meta description that is never cut within a character', async () => {
    const { text } = await get(pageOf(arabic.slug, 'ar'));
    expect(text).toContain(`<meta name="description" content="${ARABIC}">`);
    expect(text).not.toContain('\ufffd');
  });

  it('links to external calendars, the .ics file and a webcal feed', async () => {
    const { text } = await get(pageOf(fair.slug));
    const links = [...text.matchAll(/<a href="([^"]*)"/g)].map(([, href = '']) =>
      href.replaceAll('&amp;', '&'),
    );
    const google = links.find((href) => href.includes('action=TEMPLATE')) ?? '';
    expect(new URL(google).searchParams.get('dates')).toBe('20270601T163000Z/20270601T190000Z');
    expect(new URL(google).searchParams.get('location')).toContain('Lyon');
    const outlook = links.find((href) => href.includes('deeplink')) ?? '';
    expect(new URL(outlook).searchParams.get('startdt')).toBe('2027-06-01T16:30:00Z');
    const file = links.find((href) => href.endsWith(`/events/${fair.public_id}.ics`)) ?? '';
    expect((await get(new URL(file).pathname)).headers['content-type']).toContain('text/calendar');
    const webcal = links.find((href) => href.startsWith('webcal:')) ?? '';
    expect((await get(new URL(webcal.replace('webcal', 'http')).pathname)).status).toBe(200);
  });

  it('is right-to-left in Arabic and links to the other languages', async () => {
    const { text } = await get(pageOf(arabic.slug, 'ar'));
    expect(text).toContain('<html lang="ar" dir="rtl">');
    expect(text).toContain('المعرض الكبير');
    expect(text).toContain(`hreflang="en" lang="en" dir="ltr">English</a>`);
    expect(text).toContain(`href="${pageOf(fair.slug)}"`);
  });

  it('says so when the event is shown in another language', async () => {
    const { text, headers } = await get(pageOf(fair.slug, 'fr'));
    expect(headers['content-language']).toBe('fr');
    expect(text).toContain(
      'Cet évènement n’existe pas dans la langue de cette page. Il est affiché en anglais.',
    );
    expect(text).toContain('<h1 lang="en" dir="ltr">');
  });

  it('allows neither scripts nor inline styles by its content security policy', async () => {
    const answer = await get(pageOf(fair.slug));
    expect(policyIn(answer)).toEqual(POLICY);
    expect(answer.headers['x-frame-options']).toBe('DENY');
    expect(answer.headers['cross-origin-opener-policy']).toBe('same-origin');
    expect(answer.text).not.toMatch(/<style| style=| on\w+=/);
    const [, style = ''] = /<link rel="stylesheet" href="([^"]*)"/.exec(answer.text) ?? [];
    const css = await get(style);
    expect([css.status, css.headers['content-type']]).toEqual([200, 'text/css; charset=utf-8']);
  });

  it('returns 304 for its ETag', async () => {
    const { headers } = await get(pageOf(fair.slug));
    expect(headers['cache-control']).toBe('public, no-cache');
    const again = await get(pageOf(fair.slug), { 'if-none-match': String(headers.etag) });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it('shows its picture with the alternative text', async () => {
    const image = await buildPicture('hall 1.png');
    await strapi.db
      .query('plugin::upload.file')
      .update({ where: { id: image }, data: { alternativeText: 'A <hall>' } });
    const { slug, public_id } = await buildEvent({ title: 'With a picture', image });
    const { body } = await get(api(`/events/${public_id}`));
    const answer = await get(pageOf(slug));
    expect(answer.text).toContain(
      `<img src="${body.image.url}" alt="A &lt;hall&gt;" width="12" height="8">`,
    );
    expect(answer.text).toContain(`<meta property="og:image" content="${body.image.url}">`);
    expect(policyIn(answer)).toContain(`img-src 'self' https: ${baseURL}`);
  });

  it('marks events that are canceled, postponed, online, running or over', async () => {
    const said = async (data: object) => {
      const { slug } = await buildEvent({ title: 'A state', ...data });
      const { text } = await get(pageOf(slug));
      return [...text.matchAll(/<li class="(\w+)">/g)].map(([, kind]) => kind);
    };
    const past = { start_date: '2020-01-01 10:00:00', end_date: '2020-01-01 11:00:00' };
    const on = { start_date: '2020-01-01 10:00:00', end_date: '2090-01-01 11:00:00' };
    expect(await said({})).toEqual([]);
    expect(await said({ event_status: 'canceled' })).toEqual(['canceled']);
    expect(await said({ event_status: 'postponed' })).toEqual(['postponed']);
    expect(await said({ attendance_mode: 'online' })).toEqual(['online']);
    expect(await said(past)).toEqual(['over']);
    expect(await said(on)).toEqual(['now']);
  });

  it.each([
    ['en', 'Page not found', 'ltr'],
    ['fr', 'Il n’y a rien ici', 'ltr'],
    ['es', 'Aquí no hay nada', 'ltr'],
    ['ar', 'لا شيء هنا', 'rtl'],
  ])('returns a 404 page in the language %s', async (language, heading, direction) => {
    for (const path of [pageOf('nothing', language), `/${language}/calendar/event/`]) {
      const { status, headers, text } = await get(path);
      expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
      expect(text).toContain(`<html lang="${language}" dir="${direction}">`);
      expect(text).toContain(`<h1>${heading}</h1>`);
      expect(headers['cache-control']).toBe('no-store');
    }
  });

  it('accepts only GET, HEAD, POST and OPTIONS', async () => {
    for (const method of ['PUT', 'PATCH', 'DELETE'])
      expect((await send(method, pageOf(fair.slug))).status).toBe(405);
    const { status, headers } = await send('OPTIONS', pageOf(fair.slug));
    expect([status, headers.allow]).toEqual([204, 'GET, POST, HEAD, OPTIONS']);
    expect((await get('/calendar/events/v1/event/the-fair')).status).toBe(404);
    expect((await get(`/api/calendar/pages/event/${fair.slug}`)).status).toBe(404);
    expect((await get(`/calendar/event/${fair.slug}`)).status).toBe(200);
  });

  it('allows any origin to read it without credentials', async () => {
    const { headers } = await get(pageOf(fair.slug), { origin: 'https://pages.example' });
    const { 'access-control-allow-origin': origin, ...others } = headers;
    expect(['*', 'https://pages.example']).toContain(origin);
    expect(others).not.toHaveProperty('access-control-allow-credentials');
  });

  it('returns 4xx for invalid parameters and malformed slugs', async () => {
    expect((await get(`${pageOf(fair.slug)}?i18n_language=de`)).status).toBe(400);
    for (const slug of ['%00', '%E0%A4%A', '..%2f', '%3Cscript%3E', 'x'.repeat(5000), 'a.ics']) {
      const { status, text } = await get(`/en/calendar/event/${slug}`);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
      expect(text).not.toContain('<script>');
    }
  });
});

describe('the page of an event for its viewers', () => {
  const hidden: [string, () => Promise<Stored>, number][] = [
    ['a draft', () => buildEvent({ title: 'Secret' }, { publish: false }), 403],
    [
      'a pending one',
      () => buildEvent({ title: 'Secret', post_status: 'pending' }, { publish: false }),
      403,
    ],
    ['a private one', () => buildEvent({ title: 'Secret', post_status: 'private' }), 403],
    ['a scheduled one', () => buildEvent({ title: 'Secret', date: '2100-01-01T00:00:00Z' }), 403],
    [
      'one in the trash',
      async () => {
        const made = await buildEvent({ title: 'Secret' });
        await strapi.documents('plugin::calendar.event').update({
          documentId: made.documentId,
          data: { trashed_at: new Date().toISOString() } as never,
        });
        return made;
      },
      403,
    ],
  ];

  it.each(hidden)(
    'is visible to whoever may read the event in the interface: %s',
    async (_, make, status) => {
      const { slug } = await make();
      const full = bearer(await apiToken('full-access'));
      const path = pageOf(slug);
      const inInterface = api(`/events/by-slug/${slug}`);
      for (const headers of [{}, (await member('reader')).headers, full]) {
        const page = await get(path, headers);
        expect(page.status).toBe((await get(inInterface, headers)).status);
        expect(page.text.includes('Secret')).toBe(page.status === 200);
      }
      expect((await get(path)).status).toBe(status);
      expect((await get(path, full)).headers['cache-control']).toBe('private, no-store');
    },
  );

  it('asks for the password in a form that reveals nothing of the event', async () => {
    const { slug } = await buildEvent({
      title: 'Behind a door',
      password: 'sesame',
      description: 'Told to few',
    });
    const path = pageOf(slug);
    const closed = await get(path);
    expect([closed.status, closed.headers['cache-control']]).toEqual([403, 'no-store']);
    expect(closed.text).toContain('<form method="post">');
    expect(closed.text).not.toMatch(/Told to few|Behind a door|sesame/);
    const wrong = await send('POST', path, new URLSearchParams({ password: 'open' }));
    expect(wrong.status).toBe(403);
    expect(wrong.text).toContain('This password is wrong.');
    const open = await send('POST', path, new URLSearchParams({ password: 'sesame' }));
    expect([open.status, open.headers['cache-control']]).toEqual([200, 'private, no-store']);
    expect(open.text).toContain('Told to few');
    expect(open.text).not.toMatch(/sesame|ld\+json|\.ics/);
    expect((await get(`${path}?password=sesame`)).status).toBe(200);
    expect((await get(path)).status).toBe(403);
  });

  it('shows that the event is running or over as soon as it is', async () => {
    const wall = (moment: number) => new Date(moment).toISOString().slice(0, 19).replace('T', ' ');
    const seen = new Set<string>();
    // Repeated with twice the time if the machine paused for too long.
    for (let span = 1000; seen.size < 3 && span < 10_000; span *= 2) {
      const soon = Math.ceil(Date.now() / 1000) * 1000 + span;
      const over = soon + span;
      const { slug } = await buildEvent({ start_date: wall(soon), end_date: wall(over) });
      seen.clear();
      for (let state = ''; state !== 'over' && Date.now() < over + 5000; await pause(100)) {
        const asked = Date.now();
        const { text } = await get(pageOf(slug));
        const answered = Date.now();
        state = text.match(/<li class="(now|over)">/)?.[1] ?? 'ahead';
        if (answered < soon) expect(state).toBe('ahead');
        if (asked >= soon && answered <= over) expect(state).toBe('now');
        if (asked > over) expect(state).toBe('over');
        seen.add(state);
      }
    }
    expect(seen).toEqual(new Set(['ahead', 'now', 'over']));
  });

  it('returns 401 when the permission of the public is removed', async () => {
    const rights = await rightsOf(strapi);
    const kept = rights.filter(
      ({ action, role }) => role !== 'public' || action !== 'plugin::calendar.event.findOne',
    );
    await restoreRights(strapi, kept);
    const { status, text } = await get(pageOf(fair.slug));
    const inInterface = await get(api(`/events/${fair.public_id}`));
    await restoreRights(strapi, rights);
    expect([status, text.includes('This is not public')]).toEqual([inInterface.status, true]);
    expect(kept.length).toBe(rights.length - 1);
    expect(status).toBe(401);
  });
});

it('the page of an event shows only custom fields with a label and a value', async () => {
  const custom_fields = { a: null, b: 7, c: ['x'], d: {}, e: { label: 'Doors', value: '19:00' } };
  const event = await buildEvent({ title: 'Of all kinds', custom_fields });
  const { status, text } = await get(pageOf(event.slug));
  expect([status, text.includes('<dt>Doors</dt><dd>19:00</dd>')]).toEqual([200, true]);
});

describe('with event URLs configured by the host', () => {
  withSettings({ urls: { event: 'https://site.example/{language}/e/{slug}' } as never });

  it('the page names the configured URL as canonical and stays readable', async () => {
    const { body } = await get(api(`/events/${fair.public_id}`));
    expect(body.url).toBe(`https://site.example/en/e/${fair.slug}`);
    const { text } = await get(pageOf(fair.slug));
    expect(text).toContain(`<link rel="canonical" href="${body.url}">`);
  });
});

it('the admin serves no route /calendar/references/venue', async () => {
  expect((await admin('GET', '/calendar/references/venue')).status).toBe(404);
});
