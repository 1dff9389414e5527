import type { Context } from 'koa';
import { language } from '../kinds/choice';
import { readParams } from '../kinds/read';
import { slugText } from '../kinds/text/text';
import { refuse } from '../messages/errors';
import type { DescribeContext } from '../openapi/context';
import { openapiDocument } from '../openapi/document';
import { routeIndex } from '../openapi/route-index';
import { siteIndex } from '../openapi/site-index';
import { RESOURCES } from '../resources';
import type { PageFile } from '../resources/page-routes';
import { settings } from '../services/settings';
import { NAMESPACE, namespaceOf, SITE } from '../settings/aliases';
import { sendPage, sendPageFile } from './docs-page';
import { viewOf } from './view-of';

/** What the description is written for, read from the request. */
function contextOf(ctx: Context): DescribeContext {
  const context = { now: new Date(), settings: settings() };
  const { i18n_language } = readParams({ i18n_language: language }, ctx.query, context);
  return viewOf(ctx, i18n_language, context.now);
}

/** The same context at the address that a namespace names; throws CalendarError 404. */
function within(context: DescribeContext, namespace: string): DescribeContext {
  const bases = [context.base, NAMESPACE, ...context.settings.aliases];
  const base = bases.find((one) => namespaceOf(one) === namespace);
  if (!base) throw refuse(404, 'rest_invalid_namespace');
  return { ...context, base, root: context.root.slice(0, -context.base.length) + base };
}

const isPage = ({ path }: Context) => path.endsWith('/docs');

/** Spec 4.1: `GET /` and `GET /doc`; what a site of WordPress says at `/wp-json/`; and the page that shows `/doc` to people, with its files. */
export const description = {
  find(ctx: Context) {
    const context = contextOf(ctx);
    if (context.base === SITE) {
      ctx.body = siteIndex(RESOURCES, context);
      return;
    }
    const { namespace } = readParams({ namespace: slugText }, ctx.query, context);
    ctx.body = routeIndex(
      RESOURCES,
      namespace === undefined ? context : within(context, namespace),
    );
  },
  findOne(ctx: Context) {
    const { file } = ctx.params as { file?: PageFile };
    if (file) return sendPageFile(ctx, file);
    const context = contextOf(ctx);
    if (isPage(ctx)) return sendPage(ctx, context);
    ctx.body = openapiDocument(RESOURCES, context);
  },
};
