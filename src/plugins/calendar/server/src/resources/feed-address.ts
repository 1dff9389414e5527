import { type FeedFormat, suffixOf } from '../settings/formats';
import { event } from './event';

/** Parameters of the list that say nothing of which events are meant, or nothing to whoever subscribes. */
const UNSAID = ['format', 'ical', 'orderby', 'order'];

const FILTERS = new Set(
  [...Object.keys(event.filters), 'i18n_language'].filter((name) => !UNSAID.includes(name)),
);

const nameOf = (key: string) => key.replace(/\[.*/, '');

/** Where the events that a query of the list asks for are given out in a format: as it was sent, so that `now` stays now. */
export function feedAddress(
  root: string,
  format: FeedFormat,
  { querystring, more = {} }: { querystring: string; more?: { [name: string]: string } },
): string {
  const sent = [...new URLSearchParams(querystring)].filter(([key]) => FILTERS.has(nameOf(key)));
  const query = String(new URLSearchParams([...sent, ...Object.entries(more)]));
  return `${root}/events${suffixOf(format)}${query && `?${query}`}`;
}
