import { statusOf } from '../../access/state';
import type { OrganizerRow, PostRow, VenueRow } from '../../content-types/rows';
import { wallOf } from '../../kinds/dates/wall-time';
import { blockHtml } from '../../kinds/text/html';
import type { PostType } from '../../settings/record-types';
import type { ListedPost, OrganizerRecord, VenueRecord } from '../resource';
import type {
  Organizer,
  OrganizerValues,
  PostHead,
  Translations,
  Venue,
  VenueValues,
} from './payloads';
import { presentImage, shownAddress } from './picture';
import { globalId, urlOf, type View, withoutEmpty } from './view';

/** Spec 4.2: the dates of publication (D5.6: until then, of creation) and of the last change. */
function postDates(row: PostRow, { settings }: View): Omit<PostHead, 'author' | 'status' | 'url'> {
  const published = new Date(row.date ?? row.createdAt);
  const modified = new Date(row.updatedAt);
  return {
    date: wallOf(published, settings.timezone),
    date_utc: wallOf(published, 'UTC'),
    modified: wallOf(modified, settings.timezone),
    modified_utc: wallOf(modified, 'UTC'),
  };
}

/** What events, venues and organizers have in common at their beginning. */
export const postHead = (type: PostType, row: PostRow, view: View): PostHead => ({
  author: String(row.author ?? 0),
  status: statusOf(row, view.now),
  ...postDates(row, view),
  url: postUrl(type, row, view),
});

const postUrl = (type: PostType, row: PostRow, view: View) =>
  urlOf(type, { id: row.public_id, slug: row.slug ?? '', language: row.locale }, view);

/** D7.3: the languages in which the record may be opened, each with its own address. */
export const postTranslations = (
  type: PostType,
  { row, translations }: ListedPost<PostRow>,
  view: View,
): Translations =>
  Object.fromEntries(
    translations.map(({ language, slug }) => [
      language,
      { slug, url: urlOf(type, { id: row.public_id, slug, language }, view) },
    ]),
  );

/** Spec 4.3: a place; empty keys are absent, name, flags and ids always there. */
export function presentVenue({ row, image }: VenueRecord, view: View): Venue {
  const { author, ...head } = postHead('venue', row, view);
  const { geo_lat, geo_lng } = row;
  const global_id = globalId(row.public_id, view);
  return {
    id: row.public_id,
    ...withoutEmpty<{ author: string }>({ author: author !== '0' && author }),
    ...head,
    venue: row.venue ?? '',
    ...withoutEmpty<VenueValues>({
      description: blockHtml(row.description),
      excerpt: blockHtml(row.excerpt),
      slug: row.slug,
      image: presentImage(image, view),
      external_id: row.external_id,
      source: row.source,
      address: row.address,
      city: row.city,
      country: row.country,
      province: row.province,
      state: row.state,
      zip: row.zip,
      phone: row.phone,
      website: shownAddress(row.website),
      stateprovince: row.stateprovince,
    }),
    ...(geo_lat !== null && geo_lng !== null && { geo_lat, geo_lng }),
    show_map: row.show_map ?? true,
    show_map_link: row.show_map_link ?? true,
    global_id,
    global_id_lineage: [global_id],
    language: row.locale,
  };
}

/** Spec 4.3: a place on its own. */
export const presentListedVenue = (record: ListedPost<VenueRow>, view: View): Venue => ({
  ...presentVenue(record, view),
  translations: postTranslations('venue', record, view),
});

/** Spec 4.4: whoever holds an event; empty keys are absent, the name is always there. */
export function presentOrganizer({ row, image }: OrganizerRecord, view: View): Organizer {
  const { author, ...head } = postHead('organizer', row, view);
  const { publicContacts } = view.settings;
  const global_id = globalId(row.public_id, view);
  return {
    id: row.public_id,
    ...withoutEmpty<{ author: string }>({ author: author !== '0' && author }),
    ...head,
    organizer: row.organizer ?? '',
    ...withoutEmpty<OrganizerValues>({
      description: blockHtml(row.description),
      excerpt: blockHtml(row.excerpt),
      slug: row.slug,
      image: presentImage(image, view),
      external_id: row.external_id,
      source: row.source,
      phone: publicContacts && row.phone,
      website: shownAddress(row.website),
      email: publicContacts && row.email,
    }),
    global_id,
    global_id_lineage: [global_id],
    language: row.locale,
  };
}

/** Spec 4.4: an organizer on its own. */
export const presentListedOrganizer = (
  record: ListedPost<OrganizerRow>,
  view: View,
): Organizer => ({
  ...presentOrganizer(record, view),
  translations: postTranslations('organizer', record, view),
});
