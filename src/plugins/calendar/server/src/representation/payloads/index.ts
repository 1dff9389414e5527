import { CostDetails } from '../../kinds/cost/cost';
import { DateDetails } from '../../kinds/dates/wall-time';
import { jsonSchemas } from '../../kinds/json-schema';
import { ErrorPayload } from '../../messages/error-payload';
import { envelope } from './answers';
import { Change, Changes } from './changes';
import { Event } from './event';
import { Feed, Feeds } from './feed';
import { fed, Image, ImageSize } from './parts';
import { Organizer, Venue } from './posts';
import { Endpoint, Route, Routes } from './route-index';
import { Term } from './term';

/** What is answered, by the names that clients know. */
export const PAYLOADS = jsonSchemas({
  ImageSize,
  CostDetails,
  Term,
  Image,
  DateDetails,
  Event,
  Venue,
  Organizer,
  EventList: envelope('events', Event).extend(fed),
  VenueList: envelope('venues', Venue),
  OrganizerList: envelope('organizers', Organizer),
  CategoryList: envelope('categories', Term),
  TagList: envelope('tags', Term),
  Change,
  Changes,
  Feed,
  Feeds,
  Endpoint,
  Route,
  Routes,
  Error: ErrorPayload,
});
