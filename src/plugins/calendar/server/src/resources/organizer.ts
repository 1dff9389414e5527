import type { OrganizerRow } from '../content-types/rows';
import { representListedOrganizer } from '../representation/organizer';
import { representSingleOrganizer } from '../representation/single';
import { linkedPost } from './linked-post';

/** Spec 4.4: who makes something happen. */
export const organizer = linkedPost<OrganizerRow>('organizer', {
  path: 'organizers',
  represent: representListedOrganizer,
  representAlone: representSingleOrganizer,
  refusals: {
    notFound: 'rest-organizer-not-found',
    notAccessible: 'organizer-not-accessible',
    noSuchPage: 'organizer-archive-page-not-found',
  },
});
