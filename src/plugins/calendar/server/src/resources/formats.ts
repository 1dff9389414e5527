import { flag } from '../kinds/choice';
import { InvalidValue } from '../kinds/kind';
import {
  FEED_FORMATS,
  type FeedFormat,
  type FeedPlace,
  type Format,
  formatsOf,
  placeOf,
  suffixOf,
} from '../settings/formats';
import { event } from './event';
import { category, tag } from './term';
import { organizer, venue } from './venue-organizer';

/** Every resource that has routes. */
export const RESOURCES = [event, venue, organizer, category, tag];

/** What a request says of the format of its answer. */
export interface Asked {
  /** The path below the interface's root: `/events.ics`. */
  rest: string;
  query: URLSearchParams;
  /** What the header `Accept` prefers. */
  accepted: Format;
}

/** The format of an answer, and the address without it. */
export interface Formatted {
  rest: string;
  format: Format;
  /** RFC 9110 12.5.1: whether another `Accept` would have another answer. */
  negotiated: boolean;
}

const BY_SLUG = /^\/\w+\/by-slug\/[^/]+$/;

const placesOf = ({ type, path, bySlug }: (typeof RESOURCES)[number]) => {
  const one = new RegExp(
    `^/${path}/${bySlug ? String.raw`(?:\d+|by-slug/[^/]+)` : String.raw`\d+`}$`,
  );
  return [
    { pattern: one, place: placeOf(type) },
    ...(type === 'event' ? [{ pattern: new RegExp(`^/${path}$`), place: 'events' }] : []),
  ] as { pattern: RegExp; place: FeedPlace }[];
};

const PLACES = RESOURCES.flatMap(placesOf);

/** The formats of an address without a suffix; only JSON: none besides. */
function formatsAt(rest: string): Format[] {
  const place = PLACES.find(({ pattern }) => pattern.test(rest))?.place;
  return place ? formatsOf(place) : ['json'];
}

const isOn = (sent: string | null): boolean => {
  try {
    return sent !== null && flag.read(sent);
  } catch (error) {
    if (error instanceof InvalidValue) return false; // It is refused with all other parameters.
    throw error;
  }
};

/** What the query names, if it names something that is offered. */
function named({ query }: Asked, offered: Format[]): Format | undefined {
  const word = query.get('format')?.trim().toLowerCase();
  if (word) return offered.find((format) => format === word) ?? 'json';
  return isOn(query.get('ical')) ? offered.find((format) => format === 'ics') : undefined;
}

const endOf = (rest: string): FeedFormat | undefined =>
  FEED_FORMATS.find((format) => rest.toLowerCase().endsWith(suffixOf(format)));

/** D4.13: an external id is what it is, however it ends. */
const BY_EXTERNAL_ID = /^\/\w+\/by-external-id\//;

/**
 * The one place that decides in which format an answer is written: the end of the address, else
 * `format`, else `ical`, else `Accept`. A slug may itself end like a format, so that it keeps its end;
 * nothing: there is no such address.
 */
export function readFormat(asked: Asked): Formatted | undefined {
  const { rest, accepted } = asked;
  const end = BY_EXTERNAL_ID.test(rest) ? undefined : endOf(rest);
  const plain = end ? rest.slice(0, -suffixOf(end).length) : rest;
  const offered = formatsAt(plain);
  if (end && BY_SLUG.test(rest)) {
    return { rest, format: offered.includes(end) ? end : 'json', negotiated: false };
  }
  if (end)
    return offered.includes(end) ? { rest: plain, format: end, negotiated: false } : undefined;
  const format = named(asked, offered);
  if (format) return { rest, format, negotiated: false };
  return {
    rest,
    format: offered.includes(accepted) ? accepted : 'json',
    negotiated: offered.length > 1,
  };
}
