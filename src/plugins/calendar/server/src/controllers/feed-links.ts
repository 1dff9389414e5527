import type { Context } from 'koa';
import { addLink } from '../middlewares/discovery';
import type { Edge } from '../middlewares/edge';
import { PATHS } from '../representation/urls';
import { feedAddress } from '../resources/feed-address';
import { FEED_FORMATS, FEEDS, suffixOf } from '../settings/formats';
import { isPostType, type RecordType } from '../settings/record-types';

/** Proxies give all headers of an answer together 4 kB; filters may be long, and each feed repeats them. */
const LONGEST = 1024;

/** RFC 8288: the same events in another format. */
const alternate = (address: string, format: keyof typeof FEEDS) =>
  `<${address}>; rel="alternate"; type="${FEEDS[format].type}"`;

/** The list of events, with the filters that were sent, in every format; nothing where it would be too long. */
export function linkFeedsOfList(ctx: Context) {
  const { root } = ctx.state.calendar as Edge;
  const links = FEED_FORMATS.map((format) =>
    alternate(feedAddress(root, format, ctx), format),
  ).join(', ');
  if (links.length <= LONGEST) addLink(ctx, links);
}

/** A record that everybody may read, as those say of themselves by `json_ld`, as a calendar. */
export function linkFeedOfRecord(ctx: Context, type: RecordType) {
  const { root } = ctx.state.calendar as Edge;
  const { id, json_ld } = (ctx.body ?? {}) as { id?: number; json_ld?: object };
  if (id === undefined || (isPostType(type) && !json_ld)) return;
  addLink(ctx, alternate(`${root}/${PATHS[type]}/${id}${suffixOf('ics')}`, 'ics'));
}
