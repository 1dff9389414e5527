import type { OrganizerRow } from '../content-types/rows';
import { blockHtml } from '../kinds/text/html';
import { representImage, shownAddress } from './image';
import type { Organizer, OrganizerValues } from './payloads/posts';
import { postHead, postTranslations } from './post';
import type { ListedPost, OrganizerRecord } from './records';
import { globalId } from './urls';
import type { View } from './view';
import { withoutEmpty } from './without-empty';

/** Spec 4.4: whoever holds an event; empty keys are absent, the name is always there. */
export function representOrganizer({ row, image }: OrganizerRecord, view: View): Organizer {
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
      image: representImage(image, view),
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
export const representListedOrganizer = (
  record: ListedPost<OrganizerRow>,
  view: View,
): Organizer => ({
  ...representOrganizer(record, view),
  translations: postTranslations('organizer', record, view),
});
