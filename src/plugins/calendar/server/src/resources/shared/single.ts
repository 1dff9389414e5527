import { parseCost } from '../../kinds/cost';
import { instantOf, isoWithOffset } from '../../kinds/dates/wall-time';
import type { EventRow, OrganizerRow, VenueRow } from '../../kinds/rows';
import { htmlToLine, plainText } from '../../kinds/text/html';
import { safeUrl } from '../../settings/addresses';
import type { Settings } from '../../settings/settings';
import { feedUrl, type View } from '../answer';
import type { Event, ListedEvent } from '../event/payload';
import { presentEvent } from '../event/present';
import type { EventRecord, TranslatedPost } from '../resource';
import type { Image, Organizer, Venue } from './payloads';
import { presentTranslatedOrganizer, presentTranslatedVenue, withoutEmpty } from './present';

type JsonLd = Record<string, unknown>;

/** Strips markup from a text: pages embed JSON-LD in a script element, which `</script>` in a text would close. */
const plain = (text: unknown) => (typeof text === 'string' ? plainText(text) : undefined);

interface Described {
  description?: string;
  excerpt?: string;
  image?: false | Image;
}

const described = ({ description, excerpt, image }: Described) => ({
  description: plain(htmlToLine(description || excerpt || '')),
  image: image && [image.url],
});

function addressOf({ address, city, stateprovince, state, province, zip, country }: Venue) {
  const parts = withoutEmpty<JsonLd>({
    streetAddress: plain(address),
    addressLocality: plain(city),
    addressRegion: plain(stateprovince || state || province),
    postalCode: plain(zip),
    addressCountry: plain(country),
  });
  return Object.keys(parts).length > 0 && { '@type': 'PostalAddress', ...parts };
}

const geoOf = ({ geo_lat, geo_lng }: Venue) =>
  geo_lat !== undefined && {
    '@type': 'GeoCoordinates',
    latitude: geo_lat,
    longitude: geo_lng,
  };

/** A schema.org Place without empty properties. */
const placeOf = (venue: Venue) =>
  withoutEmpty<JsonLd>({
    '@type': 'Place',
    name: plain(venue.venue),
    ...described(venue),
    url: venue.url,
    address: addressOf(venue),
    geo: geoOf(venue),
    telephone: plain(venue.phone),
    sameAs: venue.website,
  });

/** A schema.org Organization; includes contacts only if the payload does. */
const organizationOf = (organizer: Organizer) =>
  withoutEmpty<JsonLd>({
    '@type': 'Organization',
    name: plain(organizer.organizer),
    ...described(organizer),
    url: organizer.website || organizer.url,
    telephone: plain(organizer.phone),
    email: plain(organizer.email),
  });

/** ISO 4217 codes of symbols that identify a single currency. */
const CODES = new Map(
  Object.entries({
    ...{ '€': 'EUR', '£': 'GBP', '₹': 'INR', '₪': 'ILS', '₺': 'TRY', '₽': 'RUB', '₩': 'KRW' },
    ...{ '₴': 'UAH', '₦': 'NGN', '₫': 'VND', '฿': 'THB', zł: 'PLN', Kč: 'CZK', Ft: 'HUF' },
    ...{ 'د.إ': 'AED', 'ر.س': 'SAR', 'ج.م': 'EGP', 'د.ك': 'KWD', 'ر.ق': 'QAR', 'ر.ع': 'OMR' },
    ...{ 'د.ب': 'BHD', 'د.أ': 'JOD', 'د.م': 'MAD', 'د.ت': 'TND', 'د.ج': 'DZD', 'د.ع': 'IQD' },
    ...{ 'ل.ل': 'LBP', 'ل.س': 'SYP', 'ر.ي': 'YER' },
    ...{ US$: 'USD', CA$: 'CAD', AU$: 'AUD', NZ$: 'NZD', HK$: 'HKD', R$: 'BRL' },
  }),
);

const ISO_CODES = new Set(Intl.supportedValuesOf('currency'));

function currencyOf(symbol: string, row: EventRow, site: Settings['currency']) {
  if (row.currency_code) return row.currency_code;
  const sign = symbol || row.currency_symbol;
  if (!sign || sign === site.symbol) return site.code;
  return CODES.get(sign.replace(/\.$/, '')) ?? (ISO_CODES.has(sign) ? sign : undefined);
}

function priceOf({ kind, values }: ReturnType<typeof parseCost>): number | undefined {
  if (kind === 'free') return 0;
  return kind === 'amounts' ? Number(values[0]) : undefined;
}

/** A schema.org Offer with the lowest price; undefined unless price and currency are known. */
function offerOf(row: EventRow, { url, site }: { url: string; site: Settings['currency'] }) {
  const parsed = parseCost(row.cost);
  const price = priceOf(parsed);
  const priceCurrency = currencyOf(parsed.symbol, row, site);
  if (price === undefined || !priceCurrency) return undefined;
  return {
    '@type': 'Offer',
    price,
    priceCurrency,
    url: safeUrl(row.ticket_url) || url,
    ...(row.event_status !== 'canceled' && { availability: 'https://schema.org/InStock' }),
  };
}

const CONTEXT = { '@context': 'https://schema.org' };

const STATUSES: Record<string, string> = {
  scheduled: 'EventScheduled',
  canceled: 'EventCancelled',
  postponed: 'EventPostponed',
};
const MODES: Record<string, string> = {
  offline: 'OfflineEventAttendanceMode',
  online: 'OnlineEventAttendanceMode',
  mixed: 'MixedEventAttendanceMode',
};

const oneOrMany = <Item>(items: Item[]) => (items.length > 1 ? items : items[0]);

const isPublic = ({ status }: Event | Venue | Organizer) => status === 'publish';

/**
 * The date of an all-day event, otherwise an ISO 8601 time with the offset of the event's zone;
 * empty if the event has no such time.
 */
function dateOf(event: ListedEvent, name: 'start_date' | 'end_date'): string {
  if (!event[name]) return '';
  if (event.all_day) return event[name].slice(0, 10);
  return isoWithOffset(instantOf(event[`utc_${name}`], 'UTC'), event.timezone);
}

function locationOf(event: ListedEvent) {
  const { attendance_mode: mode, virtual_url, url } = event;
  const venues = [event.venue].flat();
  const places = mode === 'online' ? [] : venues.filter(isPublic).map(placeOf);
  const virtual = { '@type': 'VirtualLocation', url: virtual_url || url };
  return oneOrMany<object>(mode === 'offline' ? places : [...places, virtual]);
}

/** A schema.org Event with the properties that search engines require. */
function eventJsonLd(shown: ListedEvent, { row }: EventRecord, { settings }: View) {
  const { url } = shown;
  return withoutEmpty<Record<string, unknown>>({
    ...CONTEXT,
    '@type': 'Event',
    name: plain(shown.title),
    ...described(shown),
    url,
    inLanguage: shown.language,
    startDate: dateOf(shown, 'start_date'),
    endDate: dateOf(shown, 'end_date'),
    eventStatus: `https://schema.org/${STATUSES[shown.event_status] ?? STATUSES.scheduled}`,
    eventAttendanceMode: `https://schema.org/${MODES[shown.attendance_mode] ?? MODES.offline}`,
    location: locationOf(shown),
    offers: offerOf(row, { url, site: settings.currency }),
    organizer: oneOrMany(shown.organizer.filter(isPublic).map(organizationOf)),
  });
}

const venueJsonLd = (shown: Venue) => ({ ...CONTEXT, ...placeOf(shown) });

const organizerJsonLd = (shown: Organizer) => ({
  ...CONTEXT,
  ...organizationOf(shown),
});

/** D15.13: the reviewer's note on a draft that was sent back, for its author only. */
function noteIn({ row }: EventRecord, { userId }: View): Pick<Event, 'review_note'> {
  const own = userId !== undefined && row.author === userId;
  return own && row.review_note ? { review_note: row.review_note } : {};
}

/**
 * Spec 4.2: the answer for a single event. `json_ld` and `feed_url` are added only if it is public
 * and not protected.
 */
export function presentSingleEvent(record: EventRecord, view: View): Event {
  const shown = { ...presentEvent(record, view), ...noteIn(record, view) };
  if (!isPublic(shown) || record.row.password) return shown;
  return {
    ...shown,
    json_ld: eventJsonLd(shown, record, view),
    feed_url: feedUrl('event', shown.id, view),
  };
}

/** Spec 4.3: the answer for a single venue, with `json_ld` and `feed_url` if it is public. */
export function presentSingleVenue(record: TranslatedPost<VenueRow>, view: View): Venue {
  const shown = presentTranslatedVenue(record, view);
  if (!isPublic(shown)) return shown;
  return { ...shown, json_ld: venueJsonLd(shown), feed_url: feedUrl('venue', shown.id, view) };
}

/** Spec 4.4: the answer for a single organizer, with `json_ld` and `feed_url` if it is public. */
export function presentSingleOrganizer(
  record: TranslatedPost<OrganizerRow>,
  view: View,
): Organizer {
  const shown = presentTranslatedOrganizer(record, view);
  if (!isPublic(shown)) return shown;
  return {
    ...shown,
    json_ld: organizerJsonLd(shown),
    feed_url: feedUrl('organizer', shown.id, view),
  };
}
