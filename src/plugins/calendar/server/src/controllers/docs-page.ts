import type { Context } from 'koa';
import type { DescribeContext } from '../openapi/context';
import { docsPage } from '../openapi/docs-page';
import { PAGE_FILES, type PageFile } from '../resources/page-routes';
import { pageFile } from '../services/page-files';
import { publishedAddress } from '../services/settings';

/** The page calls the addresses that the document names, which are those where the host publishes it. */
function callable(): string {
  const published = publishedAddress();
  return published ? `'self' ${new URL(published).origin}` : `'self'`;
}

/** Nothing but our own files runs, and nothing is asked of anybody else. */
function protect(ctx: Context) {
  const policy = [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self'`,
    `img-src 'self' data:`,
    `font-src 'self'`,
    `connect-src ${callable()}`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
  ];
  ctx.set({
    'Content-Security-Policy': policy.join('; '),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
  });
}

/** `GET /docs`: the interface's description as a page. */
export function sendPage(ctx: Context, context: DescribeContext) {
  protect(ctx);
  const asked = ctx.query.i18n_language !== undefined;
  ctx.type = 'text/html; charset=utf-8';
  ctx.body = docsPage(context, asked ? `?i18n_language=${context.language}` : '');
}

/** `GET /docs/{file}`: what the page is made of, packed for those who take it so. */
export async function sendPageFile(ctx: Context, file: PageFile) {
  protect(ctx);
  const { plain, packed } = await pageFile(file);
  const takesPacked = ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
  ctx.vary('Accept-Encoding');
  if (takesPacked) ctx.set('Content-Encoding', 'gzip');
  ctx.type = PAGE_FILES[file];
  ctx.body = takesPacked ? packed : plain;
}
