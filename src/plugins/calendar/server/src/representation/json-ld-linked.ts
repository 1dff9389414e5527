import { plainText } from '../kinds/text/plain-text';
import { textOfHtml } from '../kinds/text/text-of-html';
import type { Image } from './payloads/parts';
import type { Organizer, Venue } from './payloads/posts';
import { withoutEmpty } from './without-empty';

type JsonLd = Record<string, unknown>;

/** Pages put it between script tags, so that no text in it may hold markup. */
export const plain = (text: unknown) => (typeof text === 'string' ? plainText(text) : undefined);

interface Described {
  description?: string;
  excerpt?: string;
  image?: false | Image;
}

export const described = ({ description, excerpt, image }: Described) => ({
  description: plain(textOfHtml(description || excerpt || '')),
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

/** schema.org's Place; what is empty is left out. */
export const placeOf = (venue: Venue) =>
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

/** schema.org's Organization, with the contacts that the site shows. */
export const organizationOf = (organizer: Organizer) =>
  withoutEmpty<JsonLd>({
    '@type': 'Organization',
    name: plain(organizer.organizer),
    ...described(organizer),
    url: organizer.website || organizer.url,
    telephone: plain(organizer.phone),
    email: plain(organizer.email),
  });
