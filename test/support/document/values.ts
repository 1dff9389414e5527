import { member } from '../callers';
import { buildPicture } from '../pictures';
import {
  buildCategory,
  buildEvent,
  buildOrganizer,
  buildTag,
  buildVenue,
  type Making,
  type Stored,
} from '../records';

type Values = Record<string, unknown>;

/** One record of each type, which parameters and fields can name. */
export interface Named {
  events: Stored;
  venues: Stored;
  organizers: Stored;
  categories: Stored;
  tags: Stored;
  author: number;
  picture: number;
}

export const BUILD: Record<string, (data?: Values, making?: Making) => Promise<Stored>> = {
  events: buildEvent,
  venues: buildVenue,
  organizers: buildOrganizer,
  categories: buildCategory,
  tags: buildTag,
};

/** What names a record of each type. */
export const NAME: Record<string, string> = {
  events: 'title',
  venues: 'venue',
  organizers: 'organizer',
  categories: 'name',
  tags: 'name',
};

/** Everything is linked, so that no list leaves it out. */
export async function named(): Promise<Named> {
  const [categories, tags] = [await buildCategory(), await buildTag()];
  const linked = { categories: [categories.public_id], tags: [tags.public_id] };
  return {
    events: await buildEvent(linked),
    venues: await buildVenue(),
    organizers: await buildOrganizer(),
    categories,
    tags,
    author: (await member('author')).id,
    picture: await buildPicture(),
  };
}

/** A value that is right for each parameter of a query of a resource, all of them together. */
export const queryValues = (one: Named, resource: string): Record<string, unknown> => ({
  namespace: 'calendar/events/v1',
  context: 'view',
  i18n_language: 'fr',
  page: 1,
  per_page: 5,
  password: 'open',
  start_date: '2040-01-01',
  end_date: '2041-01-01',
  starts_before: '2041-01-01',
  starts_after: '2040-01-01',
  ends_before: '2041-01-01',
  ends_after: '2040-01-01',
  strict_dates: true,
  search: 'hall',
  geoloc: true,
  geoloc_lat: 48.4,
  geoloc_lng: 10,
  geoloc_radius: 5,
  status: 'publish',
  include: one[resource as 'events']?.public_id,
  exclude: one[resource as 'events']?.public_id,
  post_parent: one.events.public_id,
  ticketed: true,
  featured: true,
  venue: one.venues.public_id,
  organizer: one.organizers.public_id,
  categories: one.categories.public_id,
  tags: one.tags.public_id,
  event: one.events.public_id,
  post: one.events.public_id,
  has_events: true,
  only_with_upcoming: true,
  hide_empty: false,
  order: 'desc',
  orderby: 'name',
  parent: 0,
  slug: 'a-slug',
});

let count = 0;
const unique = (word: string) => {
  count += 1;
  return `${word}-${count}`;
};

const post = ({ author, picture }: Named): Values => ({
  author,
  date: '2026-03-08 09:00:00',
  date_utc: '2026-03-08 09:00:00',
  description: '<p>Words</p>',
  excerpt: 'Few words',
  status: 'publish',
  image: picture,
  website: 'https://example.org/',
});

/** A value that is right for each field of a new or changed record. */
export const fieldValues: Record<string, (one: Named) => Values> = {
  events: (one) => ({
    ...post(one),
    title: unique('Event'),
    slug: unique('event'),
    start_date: '2040-03-11 01:30:00',
    end_date: '2040-03-11 03:30:00',
    timezone: 'America/New_York',
    all_day: false,
    cost: '5',
    show_map: true,
    show_map_link: true,
    hide_from_listings: false,
    sticky: true,
    featured: true,
    categories: [one.categories.public_id],
    tags: [one.tags.public_id],
    venue: [one.venues.public_id],
    organizer: [one.organizers.public_id],
    password: 'open',
    event_status: 'scheduled',
    attendance_mode: 'mixed',
    virtual_url: 'https://example.org/live',
    ticket_url: 'https://example.org/tickets',
    currency_symbol: '€',
    currency_code: 'EUR',
    currency_position: 'postfix',
    post_parent: one.events.public_id,
    custom_fields: { dress: { label: 'Dress', value: 'warm' } },
  }),
  venues: (one) => ({
    ...post(one),
    venue: unique('Venue'),
    slug: unique('venue'),
    show_map: false,
    show_map_link: false,
    address: 'Münsterplatz 1',
    city: 'Ulm',
    country: 'Germany',
    province: 'Württemberg',
    state: 'BW',
    stateprovince: 'BW',
    zip: '89073',
    phone: '0731',
    geo_lat: 48.4,
    geo_lng: 10,
  }),
  organizers: (one) => ({
    ...post(one),
    organizer: unique('Organizer'),
    slug: unique('organizer'),
    phone: '0731',
    email: 'club@example.org',
  }),
  categories: () => ({
    name: unique('Category'),
    slug: unique('category'),
    description: 'Words',
    parent: 0,
    color: '#1a7f64',
  }),
  tags: () => ({ name: unique('Tag'), slug: unique('tag'), description: 'Words' }),
};
