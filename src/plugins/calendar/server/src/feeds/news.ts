import type { ListedEvent } from '../representation/payloads/event';
import type { Venue } from '../representation/payloads/posts';
import type { Language } from '../settings/languages';
import { cutTo, plainLines } from './plain-lines';
import type { FeedEvent } from './vevent';

/** A feed of newly published events without them. */
export interface NewsHead {
  title: string;
  language: Language;
  /** Of the feed itself, of the page after it, and of the list as JSON. */
  address: string;
  next?: string;
  list: string;
}

/** A newly published event as readers of news show it. */
export interface NewsItem {
  /** The same in every language, at every address; of the calendar's own `UID`. */
  id: string;
  url: string;
  title: string;
  language: Language;
  /** When and where, then the description: safe HTML, and plain text. */
  html: string;
  text: string;
  published: Date;
  modified: Date;
  tags: string[];
  image?: { url: string; extension: string; size: number };
  event: { start: Date; end: Date; timezone: string; all_day: boolean; location: string };
}

/** Octets of a description: readers show the beginning, and the address has the rest. */
const LONGEST = 4096;

const instant = (utc: string) => new Date(`${utc.replace(' ', 'T')}Z`);

const escaped = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** The wall times of the event, in the words of its language. */
function when({ start_date, end_date, timezone_abbr, all_day, language }: ListedEvent): string {
  const format = new Intl.DateTimeFormat(`${language}-u-ca-gregory-nu-latn`, {
    dateStyle: 'full',
    ...(!all_day && { timeStyle: 'short' }),
    timeZone: 'UTC',
  });
  const said = format.formatRange(instant(start_date), instant(end_date));
  return all_day ? said : `${said} (${timezone_abbr})`;
}

const where = (venues: Venue[]) =>
  venues
    .map(({ venue, city }) => [venue, city].filter(Boolean).join(', '))
    .filter(Boolean)
    .join('; ');

const pictureOf = ({ image }: ListedEvent): Pick<NewsItem, 'image'> =>
  typeof image === 'object' && image.url
    ? { image: { url: image.url, extension: `${image.extension}`, size: image.filesize ?? 0 } }
    : {};

/** D10.7: `shown` is what everybody is told, of a protected event too. */
export function newsItem({ shown, documentId }: FeedEvent, siteId: string): NewsItem {
  const location = where([shown.venue].flat() as Venue[]);
  const facts = [when(shown), location].filter(Boolean);
  const isShort = Buffer.byteLength(shown.description) <= LONGEST;
  const plain = cutTo(plainLines(shown.description), LONGEST);
  const rest = isShort ? shown.description : `<p>${escaped(plain).replace(/\n+/g, '<br>')}</p>`;
  return {
    id: `${documentId}@${siteId}`,
    url: shown.url,
    title: shown.title,
    language: shown.language,
    html: `<p>${facts.map(escaped).join('<br>')}</p>${rest}`,
    text: [facts.join('\n'), plain].filter(Boolean).join('\n\n'),
    published: instant(shown.date_utc),
    modified: instant(shown.modified_utc),
    tags: [...shown.categories, ...shown.tags].map(({ name }) => name),
    ...pictureOf(shown),
    event: {
      start: instant(shown.utc_start_date),
      end: instant(shown.utc_end_date),
      timezone: shown.timezone,
      all_day: shown.all_day ?? false,
      location,
    },
  };
}
