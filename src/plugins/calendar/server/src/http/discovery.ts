import type { Context } from 'koa';
import { settings } from '../database/site';
import { SITE, siteAliases } from '../settings/aliases';
import { FEED_FORMATS, FEEDS, type FeedFormat } from '../settings/formats';
import { type Edge, originOf } from './edge';

/** RFC 8288: one link more. */
export function addLink(ctx: Context, link: string) {
  const known = ctx.response.get('Link');
  ctx.set('Link', known ? `${known}, ${link}` : link);
}

/** Where clients of WordPress ask what a site offers; nothing where no alias stands below. */
function tellSite(ctx: Context, site: string) {
  if (siteAliases(settings().aliases).length === 0) return;
  addLink(ctx, `<${site}${SITE}/>; rel="https://api.w.org/"`);
}

/** By these headers clients find the interface from any of its answers. */
export function tellRoot(
  ctx: Context,
  { origin, base, root }: Pick<Edge, 'origin' | 'base' | 'root'>,
) {
  const site = root.slice(0, -base.length);
  const [alias = base] = base === SITE ? siteAliases(settings().aliases) : [];
  ctx.set({
    'X-TEC-API-VERSION': 'v1',
    'X-TEC-API-ROOT': `${site}${alias}/`,
    'X-TEC-API-ORIGIN': origin,
  });
  tellSite(ctx, site);
}

/** Clients are told the address of a site, not that of its interface: they look at its first page. */
export function tellFromHome(ctx: Context) {
  const [alias] = siteAliases(settings().aliases);
  if (ctx.path !== '/' || !alias) return;
  const origin = originOf(ctx);
  tellRoot(ctx, { origin, base: alias, root: `${origin}${alias}` });
}

/** Proxies give all headers of an answer together 4 kB; filters may be long, and each feed repeats them. */
const LONGEST = 1024;

/** RFC 8288: the same events in other formats; nothing where it would be too long. */
export function linkFeeds(ctx: Context, feeds: { [format in FeedFormat]?: string }) {
  const links = FEED_FORMATS.flatMap((format) =>
    feeds[format] ? [`<${feeds[format]}>; rel="alternate"; type="${FEEDS[format].type}"`] : [],
  ).join(', ');
  if (links !== '' && links.length <= LONGEST) addLink(ctx, links);
}
