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

/** Where the interface stands just now, a language before it or not. */
function restOf(address: string): string | undefined {
  const { aliases }: { aliases: string[] } = strapi.config.get('plugin::calendar');
  const below = address.replace(LANGUAGE, '');
  const root = ['/calendar/events/v1', ...aliases].find((one) => `${below}/`.startsWith(`${one}/`));
  return root === undefined ? undefined : below.slice(root.length).replace(/(?<!\/)\/+$/, '');
}

/** For machines that watch and for people: neither is part of what the document describes. */
const BESIDE = /^\/(health|docs(\/.*)?)$/;

/** What a request at the interface's addresses means, in the document's words. */
export interface Meant {
  /** `/events/{id}`; another path: undefined. */
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

/** Feeds have addresses of their own, by whatever they are asked for; a slug may end as they do. */
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

/** Neither `%FF` nor `%00` names anything. */
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

/** What was meant; nothing at addresses that are not the interface's. */
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
