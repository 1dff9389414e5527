import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import type { Context, Next } from 'koa';
import { type Edge, isOurs, type Sent } from './edge';

interface Auth {
  strategy: { name: string };
  credentials?: { id: number } | null;
}

const group = (text: string) => text.split(':').filter((part) => part !== '');

/** The first half of an IPv6 address, which is what one customer is given; IPv4 as it is. */
export function networkOf(address: string): string {
  const plain = address.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail = ''] = plain.split('::');
  const [left, right] = [group(head), group(tail)];
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  const half = [...left, ...zeros, ...right].slice(0, 4);
  return half.map((part) => Number.parseInt(part, 16).toString(16)).join(':');
}

/** Where a request comes from; behind a trusted proxy, the address that the proxy itself has seen. */
export const addressOf = (ctx: Context) => `address ${networkOf(ctx.ips.at(-1) ?? ctx.ip)}`;

const sentBearer = (ctx: Context) => /^bearer\b/i.test(ctx.get('Authorization'));

/** The key of a personal feed, where one is read and nothing else says who asks; not one text: `''`. */
export function feedKeyOf(ctx: Context): string | undefined {
  const { format = 'json' } = (ctx.state.calendar ?? {}) as Partial<Edge>;
  const { key } = (ctx.state.sent ?? {}) as Partial<Sent>;
  const isRead = ['GET', 'HEAD'].includes(ctx.method) && format !== 'json';
  if (!isRead || key === undefined || sentBearer(ctx)) return undefined;
  return typeof key === 'string' ? key : '';
}

/** Who sends none is nobody, whatever other header they send. */
export const sentToken = (ctx: Context) => sentBearer(ctx) || feedKeyOf(ctx) !== undefined;

/** Who waits for a turn: a token not yet looked at, else the address, whatever other header they send. */
export const waitingClientOf = (ctx: Context) =>
  sentToken(ctx) ? (feedKeyOf(ctx) ?? ctx.get('Authorization')) : addressOf(ctx);

/** The user or token that Strapi has recognised; none: nothing. */
export function knownClientOf(ctx: Context): string | undefined {
  const { strategy, credentials } = (ctx.state.auth ?? {}) as Partial<Auth>;
  return strategy && credentials ? `${strategy.name} ${credentials.id}` : undefined;
}

/** What a request knows of the batch that it came in (D8.16). */
export interface Batched {
  /** When the batch must be answered, in milliseconds since 1970. */
  until: number;
  /** Whether it was counted already. */
  counted: boolean;
}

const batched = new WeakMap<IncomingMessage, Batched>();

export const noteBatched = (request: IncomingMessage, of: Batched) => batched.set(request, of);

/** Of a request that came in a batch; of any other nothing. */
export const wasBatched = (request: IncomingMessage): Batched | undefined => batched.get(request);

/** What can stand in a header and in a line of the log. */
const SANE = /^[\w.:+/=-]{1,128}$/;

/** The caller's, or a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const sent = String(headers['x-request-id'] ?? '');
  return SANE.test(sent) ? sent : randomUUID();
}

/** Every answer at our addresses says by which id the log knows it. */
export const requestId = () => (ctx: Context, next: Next) => {
  if (!isOurs(ctx.path)) return next();
  const id = requestIdOf(ctx.req);
  ctx.state.requestId = id;
  ctx.set('X-Request-Id', id);
  return next();
};
