import { SECOND } from '../../kinds/dates/wall-time';
import { MIME } from '../../kinds/picture';
import type { Language } from '../../settings/languages';
import type { ListedEvent } from '../event/payload';
import type { Organizer, Term, Venue } from '../shared/payloads';
import { htmlToText, line, textLine, textsLine, truncateBytes } from './content-line';
import { localTime } from './times';

/** An event for feeds, with its payload as anybody who may see it would read it. */
export interface FeedEvent {
  shown: ListedEvent;
  documentId: string;
  /** Whether the event has a password; `shown` is then redacted. */
  isProtected: boolean;
  /** D8.4: the revision of the event itself. */
  revision: number;
  /** The latest revision of the event and the venues, organizers and categories that it shows. */
  latest: number;
}

export interface ComponentOptions {
  /** The site's id, independent of its address; an export or a backup includes it. */
  siteId: string;
  /** Whether the calendar contains several events; descriptions are then truncated and followed by the event's URL. */
  isListed: boolean;
}

/** Maximum octets of a description in a calendar of several events. */
const MAX_SHORT = 4096;

/** The origin of sequence numbers, in milliseconds since 1970. Seconds from there fit into 31 bits until 2088. */
const FIRST_SEQUENCE = Date.UTC(2020, 0, 1);

/** RFC 5545 3.8.7.4: increases with each change; the seconds from the origin to the revision. */
const sequence = (revision: number) =>
  String(Math.max(Math.ceil((revision - FIRST_SEQUENCE) / SECOND), 0));

const stamp = (revision: number) =>
  `${localTime(new Date(revision).toISOString().slice(0, 19).replace('T', ' '))}Z`;

/** RFC 5545 3.8.1.11; redacted events have no status. */
const STATUSES: Record<string, string> = {
  scheduled: 'CONFIRMED',
  canceled: 'CANCELLED',
  postponed: 'TENTATIVE',
};

const isPresent = (part: string | null | undefined | false): part is string => Boolean(part);

const joined = (parts: (string | null | undefined | false)[], by = ', ') =>
  [...new Set(parts.filter(isPresent))].join(by);

/** A venue's name and address in one line, as in a postal address. */
export const placeLine = ({ venue, address, zip, city, stateprovince, country }: Venue) =>
  joined([venue, address, joined([zip, city], ' '), stateprovince, country]);

/** RFC 5545 3.3.7: floats have no exponent, which JavaScript writes below 1e-6 (a decimetre). */
const degrees = (value = 0) => (Math.abs(value) < 1e-6 ? 0 : value);

/** RFC 5545 3.8.1.7 and 3.8.1.6: LOCATION lists all venues; GEO is the first one with coordinates. */
function place(venues: Venue[], language: Language): string[] {
  const located = venues.find(({ geo_lat }) => typeof geo_lat === 'number');
  return [
    ...textLine('LOCATION', joined(venues.map(placeLine), '; '), {
      LANGUAGE: venues[0]?.language ?? language,
    }),
    ...(located ? line('GEO', `${degrees(located.geo_lat)};${degrees(located.geo_lng)}`) : []),
  ];
}

/** RFC 5545 3.8.1.5, and X-ALT-DESC with the HTML, as Outlook and others read it, unless it is too long. */
function description(
  { description: whole, excerpt, url }: ListedEvent,
  { isListed }: ComponentOptions,
  LANGUAGE: Language,
): string[] {
  const html = whole || excerpt;
  const text = htmlToText(html);
  const isShort = Buffer.byteLength(html) <= MAX_SHORT;
  const words = isListed ? joined([truncateBytes(text, MAX_SHORT), url], '\n\n') : text;
  return [
    ...textLine('DESCRIPTION', words, { LANGUAGE }),
    ...(isListed && !isShort
      ? []
      : textLine('X-ALT-DESC', html, { FMTTYPE: 'text/html', LANGUAGE })),
  ];
}

/** RFC 5545 3.8.1.2: one line per language. */
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

/**
 * RFC 5545 3.8.4.2 and 3.8.4.3: every organizer is a CONTACT. ORGANIZER occurs once and requires an
 * e-mail address, so it is the first that has one.
 */
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

/** RFC 5545 3.6.1: a VEVENT. `time`: the lines with the event's times, from `eventTime`. */
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
