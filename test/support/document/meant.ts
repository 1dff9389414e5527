import { normalizePath } from '../../../src/plugins/calendar/server/src/http/address';
import { negotiateFormat } from '../../../src/plugins/calendar/server/src/resources/routes';
import {
  FEED_FORMATS,
  FEEDS,
  suffixOf,
} from '../../../src/plugins/calendar/server/src/settings/addresses';
import { type Operation, paths } from './document';
import type { Exchange } from './exchange';

const LANGUAGE = /^\/(?:ar|en|fr|es)(?=\/)/;

/** The path below the interface's root or an alias, without language; undefined elsewhere. */
function restOf(address: string): string | undefined {
  const { aliases }: { aliases: string[] } = strapi.config.get('plugin::calendar');
  const below = address.replace(LANGUAGE, '');
  const root = ['/calendar/events/v1', ...aliases].find((one) => `${below}/`.startsWith(`${one}/`));
  return root === undefined ? undefined : below.slice(root.length).replace(/(?<!\/)\/+$/, '');
}

/** Paths that are not in the document: the health check and the HTML page. */
const BESIDE = /^\/(health|docs(\/.*)?)$/;

/** A request in terms of the document. */
export interface Meant {
  /** The path in the document, such as `/events/{id}`; undefined if there is none. */
  path?: string;
  method: string;
  operation?: Operation;
  query: URLSearchParams;
}

const TEMPLATES = Object.keys(paths).map((path) => ({
  path,
  pattern: new RegExp(
    `^${path.replace(/\{(?:id|delivery)\}/g, String.raw`\d+`).replace(/\{(?:slug|external_id)\}/, '[^/]+')}$`,
  ),
}));

const templateOf = (rest: string) => TEMPLATES.find(({ pattern }) => pattern.test(rest))?.path;

/**
 * The documented path of a request. Feeds have paths of their own in the document, whichever way
 * the format was requested; a slug may end like their extension.
 */
function pathOf(
  rest: string,
  { method, query }: Pick<Meant, 'method' | 'query'>,
  { sent, answer }: Exchange,
) {
  const asked = (sent.headers.accept ?? '').toLowerCase();
  const accepted = FEED_FORMATS.find((format) => asked.includes(FEEDS[format].type)) ?? 'json';
  const formatted = negotiateFormat({ rest, query, accepted });
  const isJson =
    answer.status === 200 && /^application\/json/.test(String(answer.headers['content-type']));
  if (method !== 'GET' || !formatted || formatted.format === 'json' || isJson)
    return templateOf(rest);
  const end = suffixOf(formatted.format);
  const plain = rest.endsWith(end) ? rest.slice(0, -end.length) : rest;
  const template = templateOf(plain);
  return template && `${template}${end}`;
}

/** Whether the path is valid: paths with `%FF` or `%00` name no resource. */
function isEncoded(rest: string): boolean {
  try {
    return !decodeURIComponent(rest).includes('\0');
  } catch {
    return false;
  }
}

function methodOf({ method, sent }: Exchange, query: URLSearchParams): string {
  if (method === 'HEAD') return 'GET';
  if (method !== 'POST') return method;
  const said = sent.headers['x-http-method-override'] ?? query.get('_method') ?? 'POST';
  return String(said).trim().toUpperCase() || 'POST';
}

/** The operation of a request; undefined for paths outside of the interface. */
export function meantBy(exchange: Exchange): Meant | undefined {
  const [address = '', search] = normalizePath(exchange.address).split('?', 2);
  const rest = restOf(address);
  if (rest === undefined || BESIDE.test(rest)) return undefined;
  const query = new URLSearchParams(search);
  const method = methodOf(exchange, query);
  const path = isEncoded(rest) ? pathOf(rest || '/', { method, query }, exchange) : undefined;
  const operation = path === undefined ? undefined : paths[path]?.[method.toLowerCase()];
  return { path, method, operation, query };
}
