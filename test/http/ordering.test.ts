import { setTimeout as pause } from 'node:timers/promises';
import { apiToken, bearer } from '../support/callers';
import { api, get } from '../support/http';
import { allPages, pathOf } from '../support/pages';
import {
  buildCategory,
  buildEvent,
  buildOrganizer,
  buildVenue,
  type Stored,
} from '../support/records';
import { withSettings } from '../support/settings';

interface Item {
  id: number;
  title: string;
  utc_start_date: string;
  modified_utc: string;
  date_utc: string;
  distance?: number;
}

/** Titles that partly differ only in case, accents or marks; several events begin at the same time. */
const TITLES = ['École', 'ecole', 'Zebra', 'zèbre', 'Ñandú', 'nandu', 'Œuvre', 'oeuvre', 'Été'];
const ARABIC = ['مَوسيقى', 'موسيقى', 'أمسية', 'امسية', 'حفل'];

/** The folded forms of these titles. */
const FOLDED: Record<string, string> = {
  École: 'ecole',
  Zebra: 'zebra',
  zèbre: 'zebre',
  Ñandú: 'nandu',
  Œuvre: 'oeuvre',
  Été: 'ete',
  مَوسيقى: 'موسيقي',
  موسيقى: 'موسيقي',
  أمسية: 'امسيه',
  امسية: 'امسيه',
};
const folded = (title: string) => FOLDED[title] ?? title;

const events: Stored[] = [];

beforeAll(async () => {
  for (const [at, title] of TITLES.entries()) {
    const day = `2031-05-${String(10 + (at % 3)).padStart(2, '0')}`;
    const event = await buildEvent({
      title,
      start_date: `${day} 10:00:00`,
      end_date: `${day} 12:00:00`,
      date: `2020-01-${String(20 - (at % 4)).padStart(2, '0')}T08:00:00Z`,
    });
    const arabic = ARABIC[at];
    if (arabic) await buildEvent({ title: arabic }, { of: event, language: 'ar' });
    events.push(event);
  }
});

const KEYS: Record<string, (item: Item) => string> = {
  start: ({ utc_start_date }) => utc_start_date,
  title: ({ title }) => folded(title),
  modified: ({ modified_utc }) => modified_utc,
  date: ({ date_utc }) => date_utc,
};

const WINDOW = 'start_date=2031-01-01&end_date=2031-12-31';

async function walked(query: string, language?: string): Promise<Item[]> {
  const pages = await allPages(api(`/events?${WINDOW}&per_page=2&${query}`, language));
  return pages.flatMap(({ events: items }) => items);
}

/** Expects an order by key (by code point), then by id. */
function isSorted(items: Item[], key: (item: Item) => string, sign: 1 | -1) {
  const compare = (one: Item, other: Item) => {
    const [a, b] = [key(one), key(other)];
    return a === b ? one.id - other.id : a < b ? -1 : 1;
  };
  expect(items.map(({ id }) => id)).toEqual(
    [...items].sort((one, other) => sign * compare(one, other)).map(({ id }) => id),
  );
}

describe.each(Object.keys(KEYS).filter((name) => name !== 'modified'))(
  'events ordered by %s',
  (name) => {
    it.each(['en', 'ar'])(
      'list every event once, in order, ascending and descending: %s',
      async (language) => {
        const up = await walked(`orderby=${name}&order=asc`, language);
        expect(up).toHaveLength(TITLES.length);
        isSorted(up, KEYS[name] as (item: Item) => string, 1);
        const down = await walked(`orderby=${name}&order=DESC`, language);
        expect(down).toEqual(up.toReversed());
      },
    );
  },
);

it('orders events by their last modification', async () => {
  const last = events[4] as Stored;
  const token = bearer(await apiToken('full-access'));
  await pause(1000); // Modification dates in answers have a precision of seconds.
  await buildEvent({ title: 'changed last' }, { of: last, language: 'fr' });
  const up = await walked('orderby=modified', 'fr');
  expect(up.at(-1)).toMatchObject({ id: last.public_id, title: 'changed last' });
  isSorted(up, KEYS.modified as (item: Item) => string, 1);
  const { body } = await get(api(`/events?${WINDOW}&orderby=modified&order=desc`, 'fr'), token);
  expect(body.events[0].id).toBe(last.public_id);
});

it('keeps the order in the URLs of pages and in the Link header', async () => {
  const { body, headers } = await get(api(`/events?per_page=2&${WINDOW}&orderby=title&order=desc`));
  for (const address of [body.rest_url, body.next_rest_url]) {
    const { searchParams } = new URL(address);
    expect([searchParams.get('orderby'), searchParams.get('order')]).toEqual(['title', 'desc']);
  }
  expect(headers.link).toContain('orderby=title&order=desc');
  const again = (await get(pathOf(body.rest_url))).body;
  expect(again).toEqual({ ...body, feed_url: again.feed_url }); // It contains the filters as sent.
});

it('order=desc alone reverses the default order, and orders include by publication date', async () => {
  const down = await walked('order=desc');
  expect(down).toEqual((await walked('')).toReversed());
  const ids = events.map(({ public_id }) => public_id).join(',');
  const { body } = await get(api(`/events?include=${ids}&order=desc`));
  isSorted(body.events, KEYS.date as (item: Item) => string, -1);
});

it('puts an event without dates last in both directions', async () => {
  const token = bearer(await apiToken('full-access'));
  const nowhere = await buildEvent({ start_date: null, end_date: null }, { publish: false });
  const ids = [nowhere, events[0] as Stored, events[1] as Stored].map((one) => one.public_id);
  for (const order of ['asc', 'desc']) {
    const query = `include=${ids.join(',')}&orderby=start&order=${order}`;
    const { body } = await get(api(`/events?${query}`), token);
    expect(body.events).toHaveLength(3);
    expect(body.events.at(-1).id).toBe(nowhere.public_id);
  }
});

describe('without language fallback', () => {
  withSettings({ fallback: false });

  it('orders the events that exist in the language by title', async () => {
    const items = await walked('orderby=title', 'ar');
    expect(items).toHaveLength(ARABIC.length);
    isSorted(items, KEYS.title as (item: Item) => string, 1);
  });
});

it.each(['start_date', 'event_date', 'START'])('accepts %s as an alias of start', async (name) => {
  expect(await walked(`orderby=${name}&order=desc`)).toEqual(await walked('order=desc'));
});

it.each(['title', 'modified', 'date'])('accepts post_%s as WordPress does', async (name) => {
  expect(await walked(`orderby=post_${name}`)).toEqual(await walked(`orderby=${name}`));
});

it.each(['menu_order', 'meta_value', 'ID', 'none', 'rand', 'post_author', 'post__in'])(
  'ignores the WordPress order %s',
  async (name) => {
    const { body } = await get(api(`/events?${WINDOW}&orderby=${name}`));
    expect(body).toEqual((await get(api(`/events?${WINDOW}`))).body);
  },
);

it.each([
  ['orderby=banana', 'orderby'],
  ['orderby=distance', 'orderby'],
  ['orderby=', 'orderby'],
  ['order=up', 'order'],
])('rejects %s by the name of the parameter', async (query, name) => {
  const { status, body } = await get(api(`/events?${query}`));
  expect([status, body.code, Object.keys(body.data.params)]).toEqual([
    400,
    'rest_invalid_param',
    [name],
  ]);
});

describe.each([
  ['venues', buildVenue, 'venue'],
  ['organizers', buildOrganizer, 'organizer'],
] as const)('%s', (path, build, name) => {
  beforeAll(async () => {
    for (const word of ['Zoo', 'école', 'Ecole', 'arena']) await build({ [name]: word });
  });

  const names = async (query: string) =>
    (await get(api(`/${path}?${query}`))).body[path].map(
      (item: Record<string, string>) => item[name],
    );

  it('are ordered by name on request, and by publication date by default', async () => {
    expect(await names('orderby=title')).toEqual(['arena', 'école', 'Ecole', 'Zoo']);
    expect(await names('orderby=title&order=desc')).toEqual(['Zoo', 'Ecole', 'école', 'arena']);
    const standard = await names('');
    expect(await names('orderby=date')).toEqual(standard);
    expect(await names('order=asc')).toEqual(standard.toReversed());
    expect(await names('orderby=modified&order=desc')).toEqual(standard);
  });

  it.each(['start', 'distance'])('cannot be ordered by %s', async (word) => {
    const { status, body } = await get(api(`/${path}?orderby=${word}`));
    expect([status, Object.keys(body.data.params)]).toEqual([400, ['orderby']]);
  });
});

describe('events around a point', () => {
  const placed: number[] = [];

  beforeAll(async () => {
    const venues = [];
    for (const geo_lat of [48.86, 48.9, 49.5]) {
      venues.push((await buildVenue({ geo_lat, geo_lng: 2.35 })).public_id);
    }
    const [near = 0, farther = 0, far = 0] = venues;
    for (const venue of [[far], [near], [farther, far], [near]]) {
      const event = await buildEvent({ title: 'Placed', venue });
      placed.push(event.public_id);
    }
  });

  const POINT = 'geoloc_lat=48.86&geoloc_lng=2.35&geoloc_radius=100';

  it('include the distance of their nearest venue, and can be ordered by it', async () => {
    const up = await get(api(`/events?${POINT}&orderby=distance`));
    const [far, near, farther, alsoNear] = placed;
    expect(up.body.events.map(({ id, distance }: Item) => [id, distance])).toEqual([
      [near, 0],
      [alsoNear, 0],
      [farther, 2.76],
      [far, 44.22],
    ]);
    const down = await get(api(`/events?${POINT}&orderby=distance&order=desc`));
    expect(down.body.events).toEqual(up.body.events.toReversed());
  });

  it('have a distance in every order, but only in lists around a point', async () => {
    const { body } = await get(api(`/events?${POINT}`));
    expect(body.events.every(({ distance }: Item) => typeof distance === 'number')).toBe(true);
    const others = (await get(api('/events?search=placed'))).body.events;
    expect(others.some((item: Item) => 'distance' in item)).toBe(false);
    expect((await get(api(`/events/${placed[0]}?${POINT}`))).body).not.toHaveProperty('distance');
  });

  describe('with kilometres as unit', () => {
    withSettings({ geoloc: { radius: 25, unit: 'km' } });

    it('have their distance in kilometres', async () => {
      const { body } = await get(api(`/events?${POINT}&orderby=distance&order=desc`));
      expect(body.events[0].distance).toBe(71.16);
    });
  });
});

describe('lists for programs that see drafts, of which the listing has the public part (D8.7, D8.9)', () => {
  const YEAR = 'start_date=2033-01-01&end_date=2033-12-31';
  let token: Record<string, string>;
  let category: Stored;

  /** Events in all states, some with another draft, other texts in another language, or a password. */
  beforeAll(async () => {
    token = bearer(await apiToken('full-access'));
    const { public_id: above } = await buildCategory();
    category = await buildCategory({ parent: above });
    const venue = await buildVenue({ geo_lat: 10, geo_lng: 10 });
    const far = await buildVenue({ geo_lat: 12, geo_lng: 10 });
    const later = new Date(Date.now() + 7 * 86_400_000).toISOString();
    for (let at = 0; at < 30; at += 1) {
      const state = at % 10;
      const event = await buildEvent(
        {
          title: `${['Lamp', 'lantern', 'Été'][at % 3]} ${(at * 7) % 30}`,
          start_date: `2033-05-${10 + (at % 4)} 10:00:00`,
          end_date: `2033-05-${10 + (at % 4)} 12:00:00`,
          categories: at % 3 ? [category.public_id] : [],
          venue: [(at % 2 ? venue : far).public_id],
          featured: at % 4 === 0,
          hide_from_listings: at % 11 === 0,
          ...(at % 5 === 0 ? { date: `2020-02-0${1 + (at % 7)}T08:00:00Z` } : {}),
          ...(state === 3 ? { post_status: 'pending' } : {}),
          ...(state === 4 ? { post_status: 'private' } : {}),
          ...(state === 5 ? { date: later } : {}),
          ...(state === 6 ? { password: 'secret' } : {}),
        },
        { publish: state !== 2 && state !== 3 },
      );
      const fr = { of: event, language: 'fr' };
      if (state === 1) await buildEvent({ title: `Lampe ${at}` }, { ...fr, publish: false });
      if (state === 7) await buildEvent({ title: `Bougie ${at}` }, fr);
      if (state === 8) await buildEvent({ title: 'Lamp, another' }, { of: event, publish: false });
      if (state === 9) await buildEvent({ trashed_at: later }, { of: event, publish: false });
    }
  });

  const page = async (query: string, language: string) => {
    const { status, body } = await get(api(`/events?${query}`, language), token);
    expect(status).toBe(200);
    return body;
  };

  const shown = ({ total, events: items }: { total: number; events: Item[] }) => [
    total,
    items.map((item) => [item.id, item.title]),
  ];

  it.each([
    '',
    '&status=publish',
    '&status=draft',
    '&status=future',
    '&status=publish,future',
    '&status=draft,pending,private,trash',
    '&status=publish,draft',
    '&hide_from_listings=true',
    '&search=lamp',
    '&search=la&status=publish,draft,future',
    '&featured=true',
    '&featured=false',
    '&geoloc_lat=10&geoloc_lng=10&geoloc_radius=50',
  ])(
    'have the events of which rows alone are read, on each page and in each order: %s',
    async (filter) => {
      for (const [at, order] of ['start', 'title', 'modified', 'date', 'distance'].entries()) {
        const language = at % 2 ? 'fr' : 'en';
        const point = order === 'distance' && !filter.includes('geoloc');
        const near = point ? '&geoloc_lat=10&geoloc_lng=10&geoloc_radius=2000' : '';
        for (const way of ['asc', 'desc']) {
          const some = way === 'asc' ? '' : `&categories=${category.public_id}`;
          const query = `${YEAR}${filter}${some}${near}&orderby=${order}&order=${way}`;
          // The listing does not answer a list by its changes.
          const whole = await page(`${query}&modified_after=2000-01-01&per_page=50`, language);
          const second = { total: whole.total, events: whole.events.slice(4, 8) };
          expect(shown(await page(`${query}&per_page=50`, language))).toEqual(shown(whole));
          if (whole.total > 4)
            expect(shown(await page(`${query}&per_page=4&page=2`, language))).toEqual(
              shown(second),
            );
        }
      }
    },
  );
});
