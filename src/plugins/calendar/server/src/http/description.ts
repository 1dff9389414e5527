import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context } from 'koa';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { createCache, publicUrl } from '../database/site';
import { language } from '../kinds/choice';
import { type Kind, type Params, readParams } from '../kinds/kind';
import { slugText } from '../kinds/text/text';
import { refuse } from '../messages/errors';
import { cacheJson } from '../resources/answer';
import { PAGE_FILES, type PageFile, RESOURCES } from '../resources/routes';
import { NAMESPACE, namespaceOf, WORDPRESS_ROOT } from '../settings/addresses';
import type { Language } from '../settings/languages';
import { sentQuery } from './body';
import { viewOf } from './caller';
import type { DescribeContext } from './openapi/context';
import { docsPage } from './openapi/docs-page';
import { openapiDocument } from './openapi/document';
import { routeIndex, siteIndex } from './openapi/route-index';
import { type RequestAddress, readContext, requestAddressOf } from './request';

/** The folder of the static files of pages. */
const PLUGIN_FOLDER = 'src/plugins/calendar';

const pack = promisify(gzip);

/** A file's content, plain and gzipped. */
export interface PageContent {
  plain: Buffer;
  packed: Buffer;
}

/** The style of an event's page, or a file of that at `/docs`. */
export type ServedFile = 'event.css' | PageFile;

const pageFiles = new Map<ServedFile, Promise<PageContent>>();

function filePath(file: ServedFile): string {
  if (file.startsWith('swagger-ui')) return require.resolve(`swagger-ui-dist/${file}`);
  const folder = file === 'event.css' ? 'event-page' : 'docs-page';
  return path.join(strapi.dirs.app.root, PLUGIN_FOLDER, folder, file);
}

async function load(file: ServedFile): Promise<PageContent> {
  const plain = await readFile(filePath(file));
  return { plain, packed: await pack(plain, { level: 9 }) };
}

/** Loads and compresses a file once; retried after a failure. */
export function pageFile(file: ServedFile): Promise<PageContent> {
  const loaded = pageFiles.get(file);
  if (loaded) return loaded;
  const content = load(file);
  pageFiles.set(file, content);
  content.catch(() => pageFiles.delete(file));
  return content;
}

/** Origins that the page may call: those of the addresses in the document. */
function callable(): string {
  const published = publicUrl();
  return published ? `'self' ${new URL(published).origin}` : `'self'`;
}

/** Sets a Content-Security-Policy that allows only our own files and addresses. */
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
function sendPage(ctx: Context, context: DescribeContext) {
  protect(ctx);
  const isNamed = ctx.query.i18n_language !== undefined;
  ctx.type = 'text/html; charset=utf-8';
  ctx.body = docsPage(context, isNamed ? `?i18n_language=${context.language}` : '');
}

/** `GET /docs/{file}`: the page's files, gzipped if accepted. */
async function sendPageFile(ctx: Context, file: PageFile) {
  protect(ctx);
  const { plain, packed } = await pageFile(file);
  const takesPacked = ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
  ctx.vary('Accept-Encoding');
  if (takesPacked) ctx.set('Content-Encoding', 'gzip');
  ctx.type = PAGE_FILES[file];
  ctx.body = takesPacked ? packed : plain;
}

/** The context of the description, from the request's parameters. */
function contextOf(ctx: Context, more: Params = {}): DescribeContext {
  const context = readContext(ctx);
  const params = { ...more, i18n_language: language };
  const { i18n_language } = readParams(params, sentQuery(ctx), context);
  return viewOf(ctx, i18n_language as Language | undefined, context.now);
}

/** A parameter accepted with any value and ignored, because clients send it everywhere. */
const ignored: Kind<unknown> = { schema: z.unknown(), read: (sent) => sent };

const ofIndex = ({ base }: RequestAddress): Params =>
  base === WORDPRESS_ROOT ? { context: ignored } : { context: ignored, namespace: slugText };

/** The context for another namespace. Throws CalendarError 404. */
function inNamespace(context: DescribeContext, namespace: string): DescribeContext {
  const bases = [context.base, NAMESPACE, ...context.settings.aliases];
  const base = bases.find((one) => namespaceOf(one) === namespace);
  if (!base) throw refuse(404, 'rest_invalid_namespace');
  return { ...context, base, root: context.root.slice(0, -context.base.length) + base };
}

/** D8.12: documents by language and address; with its JSON one has 2 MB. */
const cachedDocuments = createCache(() => new LRUCache<string, object>({ max: 8 }));

/**
 * The document, made once: that takes ten times as long as a list, and a cached response is passed over by any
 * parameter that has no effect.
 */
function documentIn(context: DescribeContext): object {
  const key = `${context.language} ${context.base} ${context.root}`;
  const known = cachedDocuments()?.get(key);
  if (known) return known;
  const made = openapiDocument(RESOURCES, context);
  cacheJson(made, Buffer.from(JSON.stringify(made)));
  cachedDocuments()?.set(key, made);
  return made;
}

const isPage = ({ path }: Context) => path.endsWith('/docs');

/** Spec 4.1: the controller of `GET /`, `GET /doc`, WordPress's `/wp-json/`, and the page `/docs` with its files. */
export const description = {
  find(ctx: Context) {
    const context = contextOf(ctx, ofIndex(requestAddressOf(ctx)));
    if (context.base === WORDPRESS_ROOT) {
      ctx.body = siteIndex(RESOURCES, context);
      return;
    }
    const { namespace } = readParams({ namespace: slugText }, ctx.query, context);
    ctx.body = routeIndex(
      RESOURCES,
      namespace === undefined ? context : inNamespace(context, namespace),
    );
  },
  findOne(ctx: Context) {
    const { file } = ctx.params as { file?: PageFile };
    if (file) {
      readParams({ i18n_language: ignored }, sentQuery(ctx), readContext(ctx));
      return sendPageFile(ctx, file);
    }
    const context = contextOf(ctx);
    if (isPage(ctx)) return sendPage(ctx, context);
    ctx.body = documentIn(context);
  },
};
