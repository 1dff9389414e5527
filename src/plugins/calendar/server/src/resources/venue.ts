import type { VenueRow } from '../content-types/rows';
import { representSingleVenue } from '../representation/single';
import { representListedVenue } from '../representation/venue';
import { linkedPost } from './linked-post';

/** Spec 4.3: where something happens. */
export const venue = linkedPost<VenueRow>('venue', {
  path: 'venues',
  represent: representListedVenue,
  representAlone: representSingleVenue,
  joined: ['country', 'state', 'province', 'stateprovince'],
  refusals: {
    notFound: 'rest-venue-not-found',
    notAccessible: 'venue-not-accessible',
    noSuchPage: 'venue-archive-page-not-found',
  },
});
