import { MIME } from '../../kinds/picture';
import { MESSAGES } from '../../messages/t';
import type { Language } from '../../settings/languages';
import type { ListedEvent } from '../event/payload';
import type { Venue } from '../shared/payloads';
import { htmlToText, truncateBytes } from './content-line';
import type { FeedEvent } from './vevent';

/** The metadata of a news feed. */
export interface NewsHead {
  title: string;
  language: Language;
  /** URLs of the feed itself, of its next page, and of the list as JSON. */
  address: string;
  next?: string;
  list: string;
}

/** An item of a news feed: a newly published event. */
export interface NewsItem {
  /** Independent of language and URL; equal to the event's `UID` in calendar feeds. */
  id: string;
  url: string;
  title: string;
  language: Language;
  /** State, time and place, then the description or else the excerpt, as sanitised HTML and as plain text. */
  html: string;
  text: string;
  published: Date;
  modified: Date;
  tags: string[];
  image?: { url: string; extension: string; size: number };
  event: { start: Date; end: Date; timezone: string; all_day: boolean; location: string };
}

/** Maximum octets of a description; the item's URL leads to the whole one. */
const MAX_LENGTH = 4096;

const instant = (utc: string) => new Date(`${utc.replace(' ', 'T')}Z`);

const escaped = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** The event's wall times, formatted in its language. */
function when({ start_date, end_date, timezone_abbr, all_day, language }: ListedEvent): string {
  const format = new Intl.DateTimeFormat(`${language}-u-ca-gregory-nu-latn`, {
    dateStyle: 'full',
    ...(!all_day && { timeStyle: 'short' }),
    timeZone: 'UTC',
  });
  const range = format.formatRange(instant(start_date), instant(end_date));
  return all_day ? range : `${range} (${timezone_abbr})`;
}

/** The state of an event that does not take place as planned, in its language; redacted events have none. */
function stateOf({ event_status: status, language }: ListedEvent): string {
  const { canceled, postponed } = MESSAGES[language].event_page;
  return { canceled, postponed }[String(status)] ?? '';
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

/** D10.7: `shown` must be the public payload, redacted if the event is protected. */
export function newsItem({ shown, documentId }: FeedEvent, siteId: string): NewsItem {
  const location = where([shown.venue].flat() as Venue[]);
  const facts = [stateOf(shown), when(shown), location].filter(Boolean);
  const html = shown.description || shown.excerpt;
  const isShort = Buffer.byteLength(html) <= MAX_LENGTH;
  const plain = truncateBytes(htmlToText(html), MAX_LENGTH);
  const rest = isShort ? html : `<p>${escaped(plain).replace(/\n+/g, '<br>')}</p>`;
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

/** When readers have last seen the item change. D6.1: a scheduled publication changes it without a save. */
const changedAt = ({ published, modified }: Pick<NewsItem, 'published' | 'modified'>) =>
  new Date(Math.max(published.getTime(), modified.getTime()));

const jsonItem = ({ event, image, ...news }: NewsItem) => ({
  id: news.id,
  url: news.url,
  title: news.title,
  content_html: news.html,
  content_text: news.text,
  ...(image && { image: image.url }),
  date_published: news.published.toISOString(),
  date_modified: changedAt(news).toISOString(),
  ...(news.tags.length > 0 && { tags: news.tags }),
  language: news.language,
  _event: {
    start: event.start.toISOString(),
    end: event.end.toISOString(),
    timezone: event.timezone,
    all_day: event.all_day,
    location: event.location,
  },
});

/** JSON Feed 1.1; the extension `_event` has time and place in machine-readable form. */
export const jsonFeed = (items: NewsItem[], head: NewsHead) => ({
  version: 'https://jsonfeed.org/version/1.1',
  title: head.title,
  home_page_url: head.list,
  feed_url: head.address,
  ...(head.next && { next_url: head.next }),
  language: head.language,
  items: items.map(jsonItem),
});

/** Characters that XML 1.0 cannot represent, not even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is sought
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu;

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes the text of an element or attribute (XML 1.0, 2.4). */
const escapedXml = (text: string) =>
  text.replace(UNWRITABLE, '').replace(/[&<>"]/g, (sign) => ESCAPES[sign] as string);

type Attributes = Record<string, string>;

const opened = (name: string, attributes: Attributes) =>
  [name, ...Object.entries(attributes).map(([key, value]) => `${key}="${escapedXml(value)}"`)].join(
    ' ',
  );

/** An element with text; none if the text is empty. */
const element = (name: string, text: string, attributes: Attributes = {}) =>
  text === '' ? [] : [`<${opened(name, attributes)}>${escapedXml(text)}</${name}>`];

const empty = (name: string, attributes: Attributes) => `<${opened(name, attributes)}/>`;

/** RFC 822 with a four-digit year, as RSS 2.0 requires. */
const dateOf = (date: Date) => date.toUTCString();

/** RSS 2.0 `enclosure`, which requires a media type and a length. */
const enclosure = ({ image }: NewsItem) => {
  const type = MIME[image?.extension.toLowerCase() ?? ''];
  return image && type
    ? [empty('enclosure', { url: image.url, type, length: `${image.size}` })]
    : [];
};

const rssItem = (news: NewsItem): string[] => [
  '<item>',
  ...element('title', news.title),
  ...element('link', news.url),
  ...element('guid', news.id, { isPermaLink: 'false' }),
  ...element('pubDate', dateOf(news.published)),
  ...element('description', news.html),
  ...news.tags.flatMap((tag) => element('category', tag)),
  ...enclosure(news),
  '</item>',
];

const NAMESPACES = { version: '2.0', 'xmlns:atom': 'http://www.w3.org/2005/Atom' };

/** `lastBuildDate`: the latest change of the items, so that an unchanged feed stays identical byte for byte. */
const lastOf = (items: NewsItem[]): string[] => {
  const times = items.map((item) => changedAt(item).getTime());
  return times.length > 0 ? element('lastBuildDate', dateOf(new Date(Math.max(...times)))) : [];
};

/** RSS 2.0 with links to itself (RFC 4287) and to its next page (RFC 5005). */
export const rss = (items: NewsItem[], head: NewsHead): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${opened('rss', NAMESPACES)}>`,
    '<channel>',
    ...element('title', head.title),
    ...element('link', head.list),
    ...element('description', head.title),
    ...element('language', head.language),
    ...lastOf(items),
    ...element('ttl', '60'),
    empty('atom:link', { rel: 'self', type: 'application/rss+xml', href: head.address }),
    ...(head.next ? [empty('atom:link', { rel: 'next', href: head.next })] : []),
    ...items.flatMap(rssItem),
    '</channel>',
    '</rss>',
    '',
  ].join('\n');
