import { statuses } from '../kinds/choice';
import { InvalidValue } from '../kinds/kind';
import { FEED_FORMATS, FEEDS, type FeedFormat, suffixOf } from '../settings/formats';
import { event } from './event';

/** Parameters of the list that say nothing of which events are meant, or nothing to whoever subscribes. */
const UNSAID = ['format', 'ical', 'orderby', 'order'];

const FILTERS = new Set(
  [...Object.keys(event.filters), 'i18n_language'].filter((name) => !UNSAID.includes(name)),
);

type Query = [name: string, value: string][];

const nameOf = (key: string) => key.replace(/\[.*/, '');

/** The filters of a list as they were sent, so that `now` stays now. */
const sentFilters = (querystring: string): Query =>
  [...new URLSearchParams(querystring)].filter(([key]) => FILTERS.has(nameOf(key)));

const address = (root: string, format: FeedFormat, query: Query) => {
  const said = String(new URLSearchParams(query));
  return `${root}/events${suffixOf(format)}${said && `?${said}`}`;
};

/** Where the events that a query of the list asks for are given out in a format. */
export const feedAddress = (
  root: string,
  format: FeedFormat,
  { querystring, more = {} }: { querystring: string; more?: { [name: string]: string } },
): string => address(root, format, [...sentFilters(querystring), ...Object.entries(more)]);

function statesIn(sent: Query): readonly string[] {
  const named = sent.filter(([key]) => nameOf(key) === 'status').map(([, value]) => value);
  if (named.length === 0) return [];
  try {
    return statuses.read(named, undefined as never);
  } catch (error) {
    if (error instanceof InvalidValue) return [];
    throw error;
  }
}

/** D14.8: where the same events are given out in each format that holds events in the states that were asked for. */
export function feedAddresses(
  root: string,
  querystring: string,
): { [format in FeedFormat]?: string } {
  const sent = sentFilters(querystring);
  const states = statesIn(sent);
  const holdsAll = (format: FeedFormat) =>
    states.every((state) => (FEEDS[format].statuses as readonly string[]).includes(state));
  return Object.fromEntries(
    FEED_FORMATS.filter(holdsAll).map((format) => [format, address(root, format, sent)]),
  );
}
