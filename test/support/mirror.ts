import type { Change } from '../../scripts/client/calendar';
import { createCalendar } from '../../scripts/client/client';
import { api } from './http';

type Headers = Record<string, string>;

/** A copy of a record's own values, in the language of the URL. */
export type Copy = Record<string, unknown>;

const POSTS = ['status', 'slug', 'description', 'excerpt', 'date_utc', 'modified_utc', 'website'];

/** By type: the path of its list, the query that selects all records, and the keys to copy. */
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

/** The statuses of deleted or forbidden records. */
const HIDDEN = [403, 404, 410];

type Type = keyof typeof MIRRORED;

const TYPES = Object.keys(MIRRORED) as Type[];

/** Removes the origin of a URL: without `PUBLIC_URL`, each node uses its own. */
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

/** All records of all lists, as the caller sees them: `event 12` → its values. */
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

/** A copy of the calendar, kept up to date from `/changes` by the client library. */
export class Mirror {
  copies = new Map<string, Copy>();
  readonly revisions = new Map<string, number>();
  /** The number of entries received, and of requests for them. */
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

  /** Reads the cursor before the crawl, so that changes during it are reported afterwards. */
  async begin() {
    ({ cursor: this.cursor } = await this.calendar.changesSince());
    this.copies = await crawl(this.headers, this.calendar);
  }

  /** Applies the changes since the cursor; returns their number. */
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
    // Deleted or hidden since the entry was written; a later entry reports it.
    if (data) this.copies.set(key, copyOf(type as Type, data));
    else if (!HIDDEN.includes(response.status)) throw new Error(`${key} was ${response.status}`);
  }
}
