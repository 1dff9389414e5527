import { flag } from '../../kinds/choice';
import { required, withNull } from '../../kinds/kind';
import { degrees } from '../../kinds/number';
import { address, line, longLine, name } from '../../kinds/text/text';
import { postFields } from './post';

/** Spec 2: whose stated default is null. */
const NULL_OF_VENUES = [
  ...['description', 'show_map', 'show_map_link', 'address', 'city', 'country', 'province'],
  ...['state', 'zip', 'phone', 'stateprovince', 'website', 'image'],
];

/** Spec 2, and the extras of D4.7. */
export const venueFields = withNull(
  {
    venue: required(name),
    ...postFields,
    show_map: flag,
    show_map_link: flag,
    address: longLine,
    city: line,
    country: line,
    province: line,
    state: line,
    zip: line,
    phone: line,
    stateprovince: line,
    website: address,
    geo_lat: degrees(90),
    geo_lng: degrees(180),
  },
  NULL_OF_VENUES,
);
