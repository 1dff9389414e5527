import { isOffsetZone, zoneOf } from '../kinds/dates/zone';
import { heading } from '../messages/t';
import { SITE, siteAliases } from '../settings/aliases';
import type { DescribeContext } from './context';
import type { DescribedResource } from './described-resource';
import { routeIndex } from './route-index';

const MINUTES = 60;

/** The same context at an alias, which begins as the site's root does. */
const at = (context: DescribeContext, base: string): DescribeContext => ({
  ...context,
  base,
  root: context.root.slice(0, -SITE.length) + base,
});

/** A zone of fixed offset has no name that WordPress knows. */
function clockOf({ settings: { timezone }, now }: DescribeContext) {
  const gmt_offset = zoneOf(timezone).offset(now.getTime()) / MINUTES;
  return {
    gmt_offset,
    timezone_string: isOffsetZone(timezone) && gmt_offset !== 0 ? '' : timezone,
  };
}

/**
 * `GET /wp-json/`: what clients of WordPress ask a site first: whether it has the namespace that they
 * speak. There is one for each alias that stands below.
 */
export function siteIndex(resources: readonly DescribedResource[], context: DescribeContext) {
  const { root, origin, language, settings } = context;
  const indexes = siteAliases(settings.aliases).map((base) =>
    routeIndex(resources, at(context, base)),
  );
  const self = [{ href: `${root}/` }];
  const own = {
    namespace: '',
    methods: ['GET'],
    endpoints: [{ methods: ['GET'], args: {} }],
    _links: { self },
  };
  return {
    name: new URL(origin).host,
    description: heading(language, 'title'),
    url: origin,
    home: origin,
    ...clockOf(context),
    namespaces: indexes.map(({ namespace }) => namespace),
    authentication: [],
    routes: Object.assign({ '/': own }, ...indexes.map(({ routes }) => routes)),
    _links: { self },
  };
}
