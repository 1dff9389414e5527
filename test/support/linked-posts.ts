import { buildOrganizer, buildVenue, type Making, type Stored } from './records';

type Data = Record<string, unknown>;

export interface LinkedPosts {
  /** The type, which is also the name of the name field, and of an event's reference field. */
  type: 'venue' | 'organizer';
  path: 'venues' | 'organizers';
  build(data?: Data, making?: Making): Promise<Stored>;
}

/** Venues and organizers, for tests that apply to both. */
export const LINKED_POSTS: [string, LinkedPosts][] = [
  ['venues', { type: 'venue', path: 'venues', build: buildVenue }],
  ['organizers', { type: 'organizer', path: 'organizers', build: buildOrganizer }],
];
