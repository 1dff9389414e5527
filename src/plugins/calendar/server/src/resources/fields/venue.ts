import { flag } from '../../params/choice-fields';
import { type Fields, required } from '../../params/field';
import { degrees } from '../../params/number-fields';
import { address, line, longLine, name } from '../../params/text-fields';
import { postFields } from './post';

/** Spec 2, and the extras of D4.7. */
export const venueFields = {
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
} satisfies Fields;
