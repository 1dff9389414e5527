import { FEED_FORMATS, suffixOf } from '../../src/plugins/calendar/server/src/settings/addresses';

/** Whether an address, or a line that ends in one, is that of a feed: the specification knows none. */
export const isFeed = (path: string) =>
  FEED_FORMATS.some((format) => path.endsWith(suffixOf(format)));

/** Whether a path, or a line that ends in one, is that of the keys of personal feeds: likewise. */
export const isFeedKey = (path: string) => /\/feeds(\/\{id\}|\/\(\?P<id>\\d\+\))?$/.test(path);

/** Whether a path, or a line that ends in one, is that of webhooks: likewise. */
export const isOfWebhooks = (path: string) => /\/webhooks(\/|$)/.test(path);

/** Where iCalendar is offered. */
export const CALENDARS = [
  ...['/events.ics', '/events/{id}.ics', '/events/by-slug/{slug}.ics'],
  ...['/venues/{id}.ics', '/venues/by-slug/{slug}.ics'],
  ...['/organizers/{id}.ics', '/organizers/by-slug/{slug}.ics'],
  ...['/categories/{id}.ics', '/tags/{id}.ics'],
];
