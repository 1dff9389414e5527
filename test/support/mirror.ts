import type { Change } from '../../scripts/client/calendar';
import { createCalendar } from '../../scripts/client/client';
import { api } from './http';

type Headers = Record<string, string>;

/** What a copy keeps of a record: what is its own, in the language of the address. */
export type Copy = Record<string, unknown>;

const POSTS = ['status', 'slug', 'description', 'excerpt', 'date_utc', 'modified_utc', 'website'];

/** Of each type: where its list is, all of it, and what of a record is its own. */
export const MIRRORED = {
  event: {
    path: 'events',
    query: 'start_date=1970-01-01&end_date=2200-01-01',
    own: ['title', ...POSTS, 'utc_start_date', 'cost'],
  },
  venue: { path: 'venues', query: '', own: ['venue', ...POSTS, 'city'] },
  organizer: { path: 'organizers', query: '', own: ['organizer', ...POSTS, 'phone'] },
  category: {
    path: 'categories',
    query: 'hide_empty=false',
    own: ['name', 'slug', 'description', 'parent'],
  },
  tag: { path: 'tags', query: 'hide_empty=false', own: ['name', 'slug', 'description'] },
} as const;

/** What is answered of a record that is gone, or that this caller may not read. */
const HIDDEN = [403, 404, 410];

type Type = keyof typeof MIRRORED;

const TYPES = Object.keys(MIRRORED) as Type[];

/** Without a host's own address, one that leads into the calendar begins as the node does that was asked. */
const placeless = (value: unknown) =>
  typeof value === 'string' ? value.replace(/^http:\/\/127\.0\.0\.1:\d+/, '') : value;

// biome-ignore lint/suspicious/noExplicitAny: a record as it is served.
const copyOf = (type: Type, body: any): Copy => ({
  ...Object.fromEntries(MIRRORED[type].own.map((name) => [name, placeless(body[name])])),
  ...(body.translations && { languages: Object.keys(body.translations).sort() }),
});

const calendarFor = (headers: Headers, origin = baseURL) =>
  createCalendar({ baseUrl: origin + api(''), headers });

type Calendar = ReturnType<typeof calendarFor>;

/** Every record of all lists, as this caller sees them: `event 12` → what is its own. */
export async function crawl(headers: Headers, calendar: Calendar = calendarFor(headers)) {
  const found = new Map<string, Copy>();
  for (const type of TYPES) {
    const { path, query } = MIRRORED[type];
    const asked = Object.fromEntries(new URLSearchParams(query));
    for await (const one of calendar.each(`/${path}`, asked)) {
      found.set(`${type} ${one.id}`, copyOf(type, one));
    }
  }
  return found;
}

/** A copy of the calendar that its keeper brings up to date by what has changed, with the client that is written. */
export class Mirror {
  copies = new Map<string, Copy>();
  readonly revisions = new Map<string, number>();
  /** How much it was told, and how often it has asked. */
  lines = 0;
  rounds = 0;
  private cursor = '';
  private readonly calendar: Calendar;

  constructor(
    private readonly headers: Headers,
    origin?: string,
  ) {
    this.calendar = calendarFor(headers, origin);
  }

  /** The cursor first: what changes during the crawl is told afterwards. */
  async begin() {
    ({ cursor: this.cursor } = await this.calendar.changesSince());
    this.copies = await crawl(this.headers, this.calendar);
  }

  /** One round; gives how many lines it was told. */
  async follow(): Promise<number> {
    const { changes, cursor } = await this.calendar.changesSince(this.cursor);
    for (const line of changes) await this.take(line);
    this.cursor = cursor;
    this.rounds += 1;
    this.lines += changes.length;
    return changes.length;
  }

  private async take({ type, id, revision, deleted }: Change) {
    const key = `${type} ${id}`;
    this.revisions.set(key, revision);
    this.copies.delete(key);
    if (deleted) return;
    const { path } = MIRRORED[type as Type];
    const asked = { params: { path: { id } } };
    const { data, response } = await this.calendar.GET(`/${path}/{id}`, asked);
    // Gone, or hidden, since the line was written: the next one says so.
    if (data) this.copies.set(key, copyOf(type as Type, data));
    else if (!HIDDEN.includes(response.status)) throw new Error(`${key} was ${response.status}`);
  }
}
