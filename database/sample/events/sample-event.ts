import type { CategoryKey } from '../categories';
import type { OrganizerKey } from '../organizers';
import type { PictureKey } from '../pictures/pictures';
import type { EventDetails, EventTexts, Texts, When } from '../shapes';
import type { TagKey } from '../tags';
import type { VenueKey } from '../venues';

export type SampleEvent = {
  key: string;
  when: When;
  timezone: string;
  venue?: VenueKey[];
  organizer?: OrganizerKey[];
  categories: CategoryKey[];
  tags?: TagKey[];
  picture?: PictureKey;
  /** The key of the parent event, which must come before this one. */
  partOf?: string;
  details?: EventDetails;
  texts: Texts<EventTexts>;
};
