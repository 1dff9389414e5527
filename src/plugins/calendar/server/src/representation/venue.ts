import type { VenueRow } from '../content-types/rows';
import { blockHtml } from '../kinds/text/html';
import { representImage, shownAddress } from './image';
import type { Venue, VenueValues } from './payloads/posts';
import { postHead, postTranslations } from './post';
import type { ListedPost, VenueRecord } from './records';
import { globalId } from './urls';
import type { View } from './view';
import { withoutEmpty } from './without-empty';

/** Spec 4.3: a place; empty keys are absent, name, flags and ids always there. */
export function representVenue({ row, image }: VenueRecord, view: View): Venue {
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
      image: representImage(image, view),
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
export const representListedVenue = (record: ListedPost<VenueRow>, view: View): Venue => ({
  ...representVenue(record, view),
  translations: postTranslations('venue', record, view),
});
