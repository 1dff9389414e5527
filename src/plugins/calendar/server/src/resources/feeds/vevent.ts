import { MIME } from '../../kinds/picture';
import type { Language } from '../../settings/languages';
import type { ListedEvent } from '../event/payload';
import type { Organizer, Term, Venue } from '../shared/payloads';
import { htmlToText, line, textLine, textsLine, truncateBytes } from './content-line';
import { localTime } from './times';

/** An event as everybody who sees it may be told of it, with what feeds say besides. */
export interface FeedEvent {
  shown: ListedEvent;
  documentId: string;
  /** Whether it asks for a password; what it keeps to itself is not in `shown`. */
  isProtected: boolean;
  /** D8.4: of the event itself. */
  revision: number;
  /** The latest revision of the event and of what it shows: venues, organizers, categories. */
  latest: number;
}

/** How an event is said. */
export interface ComponentOptions {
  /** Of the site; it stays when hosts and databases change. */
  siteId: string;
  /** Whether the event stands among others: then its description is short, and says where the rest is. */
  isListed: boolean;
}

/** Octets of a description among others. */
const SHORT = 4096;

/** Milliseconds since 1970 of the first sequence number: 31 bits of seconds from there end in 2088. */
const FIRST_SEQUENCE = Date.UTC(2020, 0, 1);

const SECOND = 1000;

/** RFC 5545 3.8.7.4: grows with each change; the seconds at which the revision was made. */
const sequence = (revision: number) =>
  String(Math.max(Math.ceil((revision - FIRST_SEQUENCE) / SECOND), 0));

const stamp = (revision: number) =>
  `${localTime(new Date(revision).toISOString().slice(0, 19).replace('T', ' '))}Z`;

/** RFC 5545 3.8.1.11; nothing of an event that keeps it to itself. */
const STATUSES: Record<string, string> = {
  scheduled: 'CONFIRMED',
  canceled: 'CANCELLED',
  postponed: 'TENTATIVE',
};

const isSaid = (part: string | null | undefined | false): part is string => Boolean(part);

const joined = (parts: (string | null | undefined | false)[], by = ', ') =>
  [...new Set(parts.filter(isSaid))].join(by);

/** Name and address in one line, as people write them on an envelope. */
export const placeLine = ({ venue, address, zip, city, stateprovince, country }: Venue) =>
  joined([venue, address, joined([zip, city], ' '), stateprovince, country]);

/** RFC 5545 3.3.7: a number without an exponent, which JavaScript writes for a decimetre. */
const degrees = (value = 0) => (Math.abs(value) < 1e-6 ? 0 : value);

/** RFC 5545 3.8.1.7 and 3.8.1.6: all venues in words, the first that is known on the map as a point. */
function place(venues: Venue[], language: Language): string[] {
  const located = venues.find(({ geo_lat }) => typeof geo_lat === 'number');
  return [
    ...textLine('LOCATION', joined(venues.map(placeLine), '; '), {
      LANGUAGE: venues[0]?.language ?? language,
    }),
    ...(located ? line('GEO', `${degrees(located.geo_lat)};${degrees(located.geo_lng)}`) : []),
  ];
}

/** RFC 5545 3.8.1.5; the HTML as Outlook and others read it, where it is not too long. */
function description(
  { description: html, url }: ListedEvent,
  { isListed }: ComponentOptions,
  LANGUAGE: Language,
): string[] {
  const text = htmlToText(html);
  const isShort = Buffer.byteLength(html) <= SHORT;
  const words = isListed ? joined([truncateBytes(text, SHORT), url], '\n\n') : text;
  return [
    ...textLine('DESCRIPTION', words, { LANGUAGE }),
    ...(isListed && !isShort
      ? []
      : textLine('X-ALT-DESC', html, { FMTTYPE: 'text/html', LANGUAGE })),
  ];
}

/** RFC 5545 3.8.1.2: each language has a line of its own. */
function categories(terms: Term[]): string[] {
  const languages = [...new Set(terms.map(({ language }) => language))];
  return languages.flatMap((LANGUAGE) =>
    textsLine(
      'CATEGORIES',
      terms.filter(({ language }) => language === LANGUAGE).map(({ name }) => name),
      { LANGUAGE },
    ),
  );
}

/** RFC 5545 3.8.4.2 and 3.8.4.3: only the first with an e-mail address can be the organizer of a calendar program. */
function organizers(shown: Organizer[]): string[] {
  const reachable = shown.find(({ email }) => email);
  return [
    ...(reachable
      ? line('ORGANIZER', `mailto:${reachable.email}`, { CN: reachable.organizer })
      : []),
    ...shown.flatMap(({ organizer, phone, email, website, language: LANGUAGE }) =>
      textLine('CONTACT', joined([organizer, phone, email, website]), { LANGUAGE }),
    ),
  ];
}

/** RFC 5545 3.8.1.1. */
function picture({ image }: ListedEvent): string[] {
  if (!image) return [];
  return line('ATTACH', image.url, { FMTTYPE: MIME[String(image.extension).toLowerCase()] });
}

const isPublic = ({ shown, isProtected }: FeedEvent) => shown.status === 'publish' && !isProtected;

/** RFC 5545 3.6.1: an event of the calendar; `time`: the lines that say when it is. */
export function vevent(event: FeedEvent, options: ComponentOptions, time: string[]): string[] {
  const { shown, documentId, revision, latest } = event;
  const { language: LANGUAGE } = shown;
  return [
    'BEGIN:VEVENT',
    ...textLine('UID', `${documentId}@${options.siteId}`),
    ...line('SEQUENCE', sequence(revision)),
    ...line('DTSTAMP', stamp(latest)),
    ...time,
    ...textLine('SUMMARY', shown.title, { LANGUAGE }),
    ...description(shown, options, LANGUAGE),
    ...place([shown.venue].flat(), LANGUAGE),
    ...line('URL', shown.url),
    ...categories(shown.categories),
    ...organizers(shown.organizer),
    ...picture(shown),
    ...line('CONFERENCE', shown.virtual_url, { VALUE: 'URI', LABEL: shown.title, LANGUAGE }),
    ...line('STATUS', STATUSES[shown.event_status] ?? ''),
    ...line('CLASS', isPublic(event) ? 'PUBLIC' : 'PRIVATE'),
    'END:VEVENT',
  ];
}
