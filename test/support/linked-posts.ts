import { buildOrganizer, buildVenue, type Making, type Stored } from './records';

type Data = Record<string, unknown>;

export interface LinkedPosts {
  /** The type's name; also of the field that holds a record's name, and of an event's references. */
  type: 'venue' | 'organizer';
  path: 'venues' | 'organizers';
  build(data?: Data, making?: Making): Promise<Stored>;
}

/** What events refer to: alike in nearly everything. */
export const LINKED_POSTS: [string, LinkedPosts][] = [
  ['venues', { type: 'venue', path: 'venues', build: buildVenue }],
  ['organizers', { type: 'organizer', path: 'organizers', build: buildOrganizer }],
];
