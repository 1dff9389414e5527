import { api, get } from '../support/http';
import { allPages, pathOf } from '../support/pages';
import { buildEvent, type Stored } from '../support/records';
import { withSettings } from '../support/settings';

const titles = (body: { events: { title: string }[] }) => body.events.map(({ title }) => title);
const at = (day: string) => ({ start_date: `${day} 10:00:00`, end_date: `${day} 11:00:00` });

const YEAR = new Date().getUTCFullYear() + 1;
const day = (number: number) => `${YEAR}-03-${String(number).padStart(2, '0')}`;

it('returns an empty list with totals of 0 when there are no events', async () => {
  const { status, body, headers } = await get(api('/events'));
  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(['events', 'rest_url', 'total', 'total_pages', 'feed_url']);
  expect(body).toMatchObject({ events: [], total: 0, total_pages: 0 });
  expect([headers['x-tec-total'], headers['x-tec-totalpages']]).toEqual(['0', '0']);
});

describe('with 13 English events, every third of them also in French', () => {
  const made: Stored[] = [];
  beforeAll(async () => {
    for (let number = 1; number <= 13; number += 1) {
      const event = await buildEvent({ title: `Event ${number}`, ...at(day(14 - number)) });
      made.push(event);
      const french = { of: event, language: 'fr' };
      if (number % 3 === 0) await buildEvent({ title: `Évènement ${number}` }, french);
    }
    await buildEvent({ title: 'Seulement', ...at(day(20)) }, { language: 'fr' });
  });

  it('sorts by start, returns ten per page and counts all', async () => {
    const { body, headers } = await get(api('/events'));
    expect(titles(body)).toEqual([13, 12, 11, 10, 9, 8, 7, 6, 5, 4].map((n) => `Event ${n}`));
    expect(body).toMatchObject({ total: 14, total_pages: 2 });
    expect([headers['x-tec-total'], headers['x-tec-totalpages']]).toEqual(['14', '2']);
  });

  it('links to the next and previous pages only where they exist', async () => {
    const first = (await get(api('/events?per_page=5'))).body;
    expect(first.previous_rest_url).toBeUndefined();
    expect(new URL(first.next_rest_url).searchParams.get('page')).toBe('2');
    const second = (await get(pathOf(first.next_rest_url))).body;
    expect(new URL(second.previous_rest_url).searchParams.has('page')).toBe(false);
    const last = (await get(pathOf(second.next_rest_url))).body;
    expect(last.next_rest_url).toBeUndefined();
    expect(new URL(last.previous_rest_url).searchParams.get('page')).toBe('2');
    expect((await get(pathOf(second.previous_rest_url))).body.events).toEqual(first.events);
  });

  it('returns the complete query as rest_url, which yields the same list', async () => {
    const path = `/events?start_date=${day(3)}&ends_before=${day(9)}%2008:00:00&strict_dates=yes&per_page=3`;
    const { body } = await get(api(path, 'fr'));
    expect(Object.fromEntries(new URL(body.rest_url).searchParams)).toEqual({
      page: '1',
      per_page: '3',
      start_date: `${day(3)} 00:00:00`,
      status: 'publish',
      ends_before: `${day(9)} 08:00:00`,
      strict_dates: '1',
    });
    expect(body.total).toBe(6);
    const again = (await get(pathOf(body.rest_url))).body;
    expect(again).toEqual({ ...body, feed_url: again.feed_url }); // It contains the filters as sent.
    const feeds = [body, again].map(({ feed_url }) => get(pathOf(feed_url)));
    const [feed, same] = (await Promise.all(feeds)).map(({ text }) => text);
    expect(same).toBe(feed);
  });

  it.each([
    ['', 14],
    ['?i18n_language=fr', 14],
    ['?per_page=1', 14],
    [`?starts_after=${day(5)}`, 9],
  ])('visits every record once along next_rest_url: %s', async (query, total) => {
    const size = query.includes('per_page') ? '' : `${query ? '&' : '?'}per_page=4`;
    const pages = await allPages(api(`/events${query}${size}`));
    const ids = pages.flatMap(({ events }) => events.map(({ id }: { id: number }) => id));
    expect(ids).toHaveLength(total);
    expect(new Set(ids).size).toBe(total);
    expect(pages.every((page) => page.total === total)).toBe(true);
  });

  it('falls back to the default language, then to any other', async () => {
    const french = await get(api('/events?per_page=50', 'fr'));
    expect(titles(french.body)).toContain('Évènement 3');
    expect(titles(french.body)).not.toContain('Event 3');
    expect(titles(french.body)).toContain('Event 4');
    const english = await get(api('/events?per_page=50', 'en'));
    expect(titles(english.body)).toContain('Seulement');
    expect(english.body.events.at(-1).language).toBe('fr');
  });

  it('limits per_page to the setting without an error', async () => {
    const { body } = await get(api('/events?per_page=100'));
    expect(new URL(body.rest_url).searchParams.get('per_page')).toBe('50');
    expect(body.events).toHaveLength(14);
  });

  it.each(['?page=3', '?page=9007199254740991', '?page=2&start_date=2999-01-01'])(
    'answers 404 beyond the last page: %s',
    async (query) => {
      const { status, body } = await get(api(`/events${query}`));
      expect([status, body.code]).toEqual([404, 'event-archive-page-not-found']);
    },
  );

  it('accepts whole numbers in any notation', async () => {
    const { body } = await get(api('/events?page=1.0&per_page=1e1'));
    expect([body.events.length, body.total_pages]).toEqual([10, 2]);
  });

  describe('without language fallback', () => {
    withSettings({ fallback: false });

    it('omits events without that language and counts exactly', async () => {
      const pages = await allPages(api('/events?per_page=2', 'fr'));
      const shown = pages.flatMap(titles);
      expect(shown).toEqual([
        'Évènement 12',
        'Évènement 9',
        'Évènement 6',
        'Évènement 3',
        'Seulement',
      ]);
      expect(pages.map(({ total, total_pages }) => [total, total_pages])).toEqual(
        pages.map(() => [5, 3]),
      );
      expect((await get(api('/events', 'ar'))).body.total).toBe(0);
    });

    it('returns 404 for an event without that language', async () => {
      const [event] = made;
      const { status, body } = await get(api(`/events/${event?.public_id}`, 'fr'));
      expect([status, body.code]).toEqual([404, 'rest-event-not-found']);
      expect((await get(api(`/events/${event?.public_id}`, 'en'))).status).toBe(200);
    });
  });
});
