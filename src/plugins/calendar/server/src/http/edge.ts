import type { Context, Next } from 'koa';
import { publishedAddress, settings } from '../database/site';
import type { Message } from '../messages/t';
import { readAnswerShape, sparse } from '../resources/sparse';
import { addressed } from '../settings/aliases';
import type { Format } from '../settings/formats';
import { isLanguage, type Language } from '../settings/languages';

/** What the caller's address said, remembered while Strapi sees another path. */
export interface Edge {
  /** `https://host`, without a slash at the end. */
  origin: string;
  /** The path of the interface that the caller used, without language: `/calendar/events/v1`. */
  base: string;
  /** The interface's root as the caller addressed it. */
  root: string;
  /** The path below that, without the end that names a format: `/events/12`. */
  rest: string;
  /** In which the answer is asked for; of an address by slug its end may be the slug's own. */
  format: Format;
  language?: Language;
  /** D16: whether people are answered, by a page. */
  isPage: boolean;
}

/** What was taken from the query before anybody else could see it. */
export interface Sent {
  /** Parameters whose encoding is broken. */
  broken: Record<string, Message>;
  password?: string | string[];
  /** Of a personal feed. */
  key?: string | string[];
  /** Of a preview. */
  token?: string | string[];
}

/** Strapi's own address of our routes: nobody may use it (D9.8). */
const BEHIND = /^\/api\/calendar(\/|$)/i;

export const isBehind = (path: string) => BEHIND.test(path);

/** Whether failures at this path are ours to word. */
export const isOurs = (path: string) => readPath(path) !== undefined || isBehind(path);

/** What a path of ours says, without slashes at the end. */
export const readPath = (path: string) => addressed(path, settings().aliases);

const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i;

/** RFC 9112 3.2: whether the caller named a host; HTTP/1.0 may name none. Koa reads `b` in `a@b`. */
export const namesHost = (ctx: Context) =>
  (ctx.host === '' || HOST.test(ctx.host)) &&
  !ctx.get('Host').includes('@') &&
  !(ctx.app.proxy && ctx.get('X-Forwarded-Host').includes('@'));

const calledOrigin = ({ protocol, host }: Context) =>
  `${protocol}://${HOST.test(host) ? host : 'localhost'}`;

/** Where the service is published: the host's setting, else what the caller used. */
export const originOf = (ctx: Context): string =>
  (publishedAddress() ?? calledOrigin(ctx)).replace(/\/+$/, '');

const firstLanguage = (asked: unknown[]): Language =>
  asked.find(isLanguage) ?? settings().defaultLanguage;

const languageOfAddress = (ctx: Context) => (ctx.state.calendar as Edge)?.language;

/** D7.1, for what must be said before anything is checked: query, body, address, default. */
export function likelyLanguage(ctx: Context): Language {
  const { body } = ctx.request as { body?: { i18n_language?: unknown } };
  return firstLanguage([ctx.query.i18n_language, body?.i18n_language, languageOfAddress(ctx)]);
}

/** D7.1, for what is read, whatever a body says. */
export const languageRead = (ctx: Context): Language =>
  firstLanguage([ctx.query.i18n_language, languageOfAddress(ctx)]);

const ANY = '*';

/** The origins whose pages may read an address: "any" is meant for the interface alone. */
export const originsOf = (allowed: string[]) => (ctx: Context) =>
  isOurs(ctx.path) ? allowed : allowed.filter((origin) => origin !== ANY);

/** Strapi's own middleware, inside this one, says `*` to whoever names no origin, at every address. */
export const cors = () => async (ctx: Context, next: Next) => {
  if (isOurs(ctx.path)) return next();
  try {
    await next();
  } finally {
    if (ctx.response.get('Access-Control-Allow-Origin') === ANY) {
      ctx.remove('Access-Control-Allow-Origin');
      ctx.remove('Access-Control-Allow-Credentials');
      ctx.remove('Access-Control-Expose-Headers');
    }
  }
};

/** Those set since, by the names that they are sent under. */
function headersSince(ctx: Context, before: string[]): Record<string, string> {
  // Every outgoing message of Node's has it; its types know it of requests only.
  const message = ctx.res as typeof ctx.res & { getRawHeaderNames(): string[] };
  const names = message
    .getRawHeaderNames()
    .filter((name) => !before.includes(name.toLowerCase()) && !/^content-/i.test(name));
  return Object.fromEntries(names.map((name) => [name, String(ctx.res.getHeader(name))]));
}

const isShown = (body: unknown): body is object =>
  typeof body === 'object' && body !== null && !('pipe' in body) && !Buffer.isBuffer(body);

/**
 * Spec 1: clients of WordPress ask for some of the keys, or for status and headers in the body.
 * Refusals keep all their keys, and are wrapped like everything else.
 */
export const shape = () => async (ctx: Context, next: Next) => {
  if (!isOurs(ctx.path)) return next();
  const { fields, envelope } = readAnswerShape(ctx.querystring);
  const before = ctx.res.getHeaderNames();
  await next();
  const { body, status } = ctx;
  if (!isShown(body)) return;
  const shown = fields.length > 0 && status < 400 ? sparse(body, fields) : body;
  if (!envelope) {
    if (shown !== body) ctx.body = shown;
    return;
  }
  ctx.state.enveloped = status;
  ctx.body = { body: shown, status, headers: headersSince(ctx, before) };
  ctx.status = 200;
};
