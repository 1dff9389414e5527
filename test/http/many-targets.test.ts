import { api } from '../support/http';
import { allPages } from '../support/pages';
import {
  buildCategory,
  buildEvent,
  buildOrganizer,
  buildTag,
  buildVenue,
  type Stored,
} from '../support/records';

const WINDOW = 'start_date=2031-01-01&end_date=2031-12-31';
const TITLES = ['walk a', 'walk b', 'walk c', 'walk d'];

/** More targets than are merged range by range (`listing/branches.ts`). */
const MANY = 12;

const BUILD = {
  tags: (at: number) => buildTag({ name: `Tag ${at}` }),
  categories: (at: number) => buildCategory({ name: `Category ${at}` }),
  organizer: (at: number) => buildOrganizer({ organizer: `Organizer ${at}` }),
  venue: (at: number) => buildVenue({ venue: `Venue ${at}`, geo_lat: 48.85, geo_lng: 2.35 }),
};

const asked: Record<string, string> = {};

/** The first events have all of the targets, the last one only one. */
beforeAll(async () => {
  const targets: Record<string, number[]> = {};
  for (const [name, build] of Object.entries(BUILD)) {
    targets[name] = [];
    for (let at = 0; at < MANY; at += 1) targets[name].push((await build(at)).public_id);
    asked[name] = `${name}=${targets[name]}`;
  }
  asked.places = 'geoloc_lat=48.85&geoloc_lng=2.35&geoloc_radius=10';
  for (const [at, title] of TITLES.entries()) {
    const day = `2031-05-1${at}`;
    const some = Object.entries(targets).map(([name, ids]) => [
      name,
      at < TITLES.length - 1 ? ids : ids.slice(0, 1),
    ]);
    await buildEvent({
      ...Object.fromEntries(some),
      title,
      start_date: `${day} 10:00:00`,
      end_date: `${day} 12:00:00`,
    });
  }
});

describe.each([...Object.keys(BUILD), 'places'])('filtering by many %s', (name) => {
  it.each([
    ['', TITLES],
    ['order=desc', TITLES.toReversed()],
    ['orderby=title&order=desc', TITLES.toReversed()],
    ['search=walk', TITLES],
  ])('lists each event once across all pages: %s', async (more, titles) => {
    for (const perPage of [1, 3, 50]) {
      const query = `${WINDOW}&${asked[name]}&${more}&per_page=${perPage}`;
      const pages = await allPages(api(`/events?${query}`));
      const found = pages.flatMap(({ events }) => events.map(({ title }: Stored) => title));
      expect([perPage, found, pages[0].total]).toEqual([perPage, titles, titles.length]);
    }
  });
});
