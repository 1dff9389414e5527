import type { Context } from 'koa';
import { addLink } from '../middlewares/discovery';
import { FEED_FORMATS, FEEDS, type FeedFormat } from '../settings/formats';

/** Proxies give all headers of an answer together 4 kB; filters may be long, and each feed repeats them. */
const LONGEST = 1024;

/** RFC 8288: the same events in other formats; nothing where it would be too long. */
export function linkFeeds(ctx: Context, feeds: { [format in FeedFormat]?: string }) {
  const links = FEED_FORMATS.flatMap((format) =>
    feeds[format] ? [`<${feeds[format]}>; rel="alternate"; type="${FEEDS[format].type}"`] : [],
  ).join(', ');
  if (links !== '' && links.length <= LONGEST) addLink(ctx, links);
}
