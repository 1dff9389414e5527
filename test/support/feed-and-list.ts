import { siteId } from '../../src/plugins/calendar/server/src/database/site';
import type { ListedEvent } from '../../src/plugins/calendar/server/src/resources/event/payload';
import { htmlToText } from '../../src/plugins/calendar/server/src/resources/feeds/content-line';
import { READERS, type ReadEvent } from './calendars';
import { api, get } from './http';
import { byLibical, hasLibical } from './libical';
import { allPages } from './pages';

/** All available calendar libraries. */
const readers: { [name: string]: (text: string) => ReadEvent[] } = {
  ...READERS,
  ...(hasLibical && { libical: byLibical }),
};

/** The request for a list and its feed, and whether all libraries or one parse the feed. */
export interface Asking {
  query: string;
  read?: 'by all' | 'by one';
  language?: string;
  headers?: Record<string, string>;
}

const instant = (wall: string) => new Date(`${wall.replace(' ', 'T')}Z`).toISOString();

/** The events' UIDs by public id. */
async function uids(): Promise<Map<number, string>> {
  const rows = await strapi.db
    .query('plugin::calendar.event')
    .findMany({ select: ['public_id', 'documentId'] });
  const site = await siteId();
  return new Map(rows.map(({ public_id, documentId }) => [public_id, `${documentId}@${site}`]));
}

const namesOf = ({ venue }: ListedEvent) => [venue].flat().map((each) => each.venue);

/** An event of a list in the form expected from a library; a venue without an address is only its name. */
const expected = (event: ListedEvent, uid: string | undefined) => ({
  uid,
  title: event.title,
  description: [htmlToText(event.description), event.url].filter(Boolean).join('\n\n'),
  places: namesOf(event),
  start: event.all_day ? event.start_date.slice(0, 10) : instant(event.utc_start_date),
  end: event.all_day ? event.end_date.slice(0, 10) : instant(event.utc_end_date),
});

const found = ({ location, ...event }: ReadEvent, places: string[]) => ({
  ...event,
  places: places.filter((name) => location.includes(name)),
});

/** All pages of a list, and the corresponding feed parsed by each library. */
export async function feedAndList({ query, language, headers, read = 'by all' }: Asking) {
  const pages = await allPages(api(`/events?${query}&per_page=50`, language), headers);
  const events: ListedEvent[] = pages.flatMap((page) => page.events);
  const known = await uids();
  const { status, text } = await get(api(`/events.ics?${query}`, language), headers);
  if (status !== 200) throw new Error(`${query}: ${status} ${text}`);
  const list = events.map((event) => expected(event, known.get(event.id)));
  const asked = Object.entries(readers).slice(0, read === 'by all' ? undefined : 1);
  const feeds = asked.map(([name, readBy]) => ({
    name,
    events: readBy(text).map((event, at) => found(event, list[at]?.places ?? [])),
  }));
  return { list, feeds, text };
}
