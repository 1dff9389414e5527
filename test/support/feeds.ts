import { FEED_FORMATS, suffixOf } from '../../src/plugins/calendar/server/src/settings/addresses';

/** Whether a path, or a line ending in one, is that of a feed, which the specification does not have. */
export const isFeed = (path: string) =>
  FEED_FORMATS.some((format) => path.endsWith(suffixOf(format)));

/** Whether a path, or a line ending in one, is that of feed keys; not in the specification either. */
export const isFeedKey = (path: string) => /\/feeds(\/\{id\}|\/\(\?P<id>\\d\+\))?$/.test(path);

/** Whether a path, or a line ending in one, is that of webhooks; not in the specification either. */
export const isOfWebhooks = (path: string) => /\/webhooks(\/|$)/.test(path);

/** The paths of calendar feeds. */
export const CALENDARS = [
  ...['/events.ics', '/events/{id}.ics', '/events/by-slug/{slug}.ics'],
  ...['/venues/{id}.ics', '/venues/by-slug/{slug}.ics'],
  ...['/organizers/{id}.ics', '/organizers/by-slug/{slug}.ics'],
  ...['/categories/{id}.ics', '/tags/{id}.ics'],
];
