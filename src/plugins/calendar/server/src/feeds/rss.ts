import type { NewsHead, NewsItem } from './news';
import { MIME } from './vevent';

/** What XML 1.0 has no way to write. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is sought
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu;

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text of an element or an attribute (XML 1.0, 2.4). */
const escapedXml = (text: string) =>
  text.replace(UNWRITABLE, '').replace(/[&<>"]/g, (sign) => ESCAPES[sign] as string);

type Attributes = Record<string, string>;

const opened = (name: string, attributes: Attributes) =>
  [name, ...Object.entries(attributes).map(([key, value]) => `${key}="${escapedXml(value)}"`)].join(
    ' ',
  );

/** An element with a text in it; nothing where there is no text. */
const element = (name: string, text: string, attributes: Attributes = {}) =>
  text === '' ? [] : [`<${opened(name, attributes)}>${escapedXml(text)}</${name}>`];

const empty = (name: string, attributes: Attributes) => `<${opened(name, attributes)}/>`;

/** RFC 822 with a year of four digits, as RSS 2.0 wants it. */
const dateOf = (date: Date) => date.toUTCString();

/** RSS 2.0 `enclosure` names a type and a length. */
const enclosure = ({ image }: NewsItem) => {
  const type = MIME[image?.extension.toLowerCase() ?? ''];
  return image && type
    ? [empty('enclosure', { url: image.url, type, length: `${image.size}` })]
    : [];
};

const rssItem = (news: NewsItem): string[] => [
  '<rssItem>',
  ...element('title', news.title),
  ...element('link', news.url),
  ...element('guid', news.id, { isPermaLink: 'false' }),
  ...element('pubDate', dateOf(news.published)),
  ...element('description', news.html),
  ...news.tags.flatMap((tag) => element('category', tag)),
  ...enclosure(news),
  '</rssItem>',
];

const NAMESPACES = { version: '2.0', 'xmlns:atom': 'http://www.w3.org/2005/Atom' };

/** The latest change of what is told: the same as long as nothing changes. */
const lastOf = (items: NewsItem[]): string[] => {
  const times = items.map(({ modified }) => modified.getTime());
  return times.length > 0 ? element('lastBuildDate', dateOf(new Date(Math.max(...times)))) : [];
};

/** RSS 2.0, with the address of itself (RFC 4287) and of the page after it (RFC 5005). */
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
