import { envelope, Refusal } from './answers';
import { Event } from './event';
import { CostDetails, DateDetails, Image, ImageSize } from './parts';
import { Organizer, Venue } from './posts';
import { Endpoint, Route, Routes } from './route-index';
import { Term } from './term';
import type { Shape } from './words';

/** What is answered, by the names that clients know. */
export const PAYLOADS: Record<string, Shape> = {
  ImageSize,
  CostDetails,
  Term,
  Image,
  DateDetails,
  Event,
  Venue,
  Organizer,
  EventList: envelope('events', 'Event'),
  VenueList: envelope('venues', 'Venue'),
  OrganizerList: envelope('organizers', 'Organizer'),
  CategoryList: envelope('categories', 'Term'),
  TagList: envelope('tags', 'Term'),
  Endpoint,
  Route,
  Routes,
  Error: Refusal,
};
