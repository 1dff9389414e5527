import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import { errors } from '@strapi/utils';
import type { Context, Next } from 'koa';
import type { Caller } from '../access/rights';
import type { IdempotentWrite } from '../database/idempotency-keys';
import type { Auth } from '../database/permissions';
import { settings } from '../database/site';
import { dataVersion } from '../database/snapshot';
import { actingBy } from '../records/feeds';
import type { View } from '../resources/answer';
import { IDEMPOTENCY_KEY } from '../resources/payloads';
import type { Language } from '../settings/languages';
import { type RecordType, uidOf } from '../settings/record-types';
import { actionsOf, UPLOADING } from '../settings/roles';
import { CACHEABLE_METHODS, isCalendarRequest, requestAddressOf } from './request';

/**
 * D9.12: a create from the admin that may be retried after a lost response; undefined without a key. The
 * stored key is hashed together with its target, such as type and language.
 */
export function idempotentWriteOf(ctx: Context, ...meant: unknown[]): IdempotentWrite | undefined {
  const said = ctx.get(IDEMPOTENCY_KEY);
  const { user, userAbility } = ctx.state;
  if (!said || !user || !userAbility) return undefined; // Only admin users; registered users have ids of their own.
  const means = [...meant, said].filter(Boolean).join(' ');
  const key = createHash('sha256').update(means).digest('hex');
  return { caller: `admin:${user.id}`, key, request: '' };
}

/** Strapi's auth strategy for users and anonymous requests; it denies by a costly exception. */
const PEOPLE = 'users-permissions';

/** D10.6: whether it is a full-access token. Users, to whom a host may add a field `type` that they fill in, are none. */
export const hasFullAccess = (auth: unknown): boolean => {
  const { strategy, credentials } = (auth ?? {}) as Partial<Auth>;
  return strategy?.name === 'content-api-token' && credentials?.type === 'full-access';
};

/** D10.2: asks Strapi whether the request's credentials hold a right, by its name: `plugin::calendar.event.find`. */
export async function hasScope(ctx: Context, scope: string): Promise<boolean> {
  const { strategy, ability } = ctx.state.auth ?? {};
  if (strategy?.name === PEOPLE && ability) return ability.can(scope);
  try {
    await strapi.get('auth').verify(ctx.state.auth, { scope: [scope] });
    return true;
  } catch (error) {
    if (error instanceof errors.ForbiddenError || error instanceof errors.UnauthorizedError) {
      return false;
    }
    throw error;
  }
}

function newCaller(ctx: Context): Caller {
  const auth = ctx.state.auth;
  const answers = new Map<string, Promise<boolean>>();
  const ask = (scope: string) => {
    const answer = answers.get(scope) ?? hasScope(ctx, scope);
    answers.set(scope, answer);
    return answer;
  };
  return {
    userId: auth?.strategy.name === PEOPLE ? Number(auth.credentials?.id ?? 0) : 0,
    known: Boolean(auth?.credentials),
    may: (type, right) => ask(`${uidOf(type)}.${right}`),
    mayUpload: () => ask(UPLOADING),
    permitted: auth?.permitted,
  };
}

/** The request's caller; each right is looked up once per request. */
export function callerOf(ctx: Context): Caller {
  ctx.state.caller ??= newCaller(ctx);
  return ctx.state.caller;
}

/** Symbol by which Strapi marks the API type of a controller's method. */
const KIND = Symbol.for('__type__');

/** D10.2: a right without a route, defined so that it can be granted. */
const right = () => Object.assign(() => undefined, { [KIND]: ['content-api'] });

/** All rights of a type, for Strapi's roles and API tokens; the controllers of routes override some. */
export const rightsOf = (type: RecordType) =>
  Object.fromEntries(actionsOf(type).map((action) => [action, right()]));

/** D10.3: the right to upload pictures, which has no route. */
export const pictureRights = { upload: right() };

/** The view for this request's response. */
export function viewOf(ctx: Context, language: Language | undefined, now: Date): View {
  const { origin, base, root, language: addressed } = requestAddressOf(ctx);
  const chosen = settings();
  return {
    language: language ?? addressed ?? chosen.defaultLanguage,
    origin,
    base,
    root,
    settings: chosen,
    userId: callerOf(ctx).userId || undefined,
    now,
  };
}

const group = (text: string) => text.split(':').filter((part) => part !== '');

/** The /64 network of an IPv6 address, which one customer is assigned; IPv4 addresses unchanged. */
export function subnetOf(sent: string): string {
  // Some proxies append the port, which differs per connection.
  const address = sent.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1');
  if (!address.includes(':')) return address;
  const plain = address.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail = ''] = plain.split('::');
  const [left, right] = [group(head), group(tail)];
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  const half = [...left, ...zeros, ...right].slice(0, 4);
  return half.map((part) => Number.parseInt(part, 16).toString(16)).join(':');
}

/** The rate limit key of the client's IP address; behind a trusted proxy, the address that the proxy saw (`config/server.ts`). */
export const ipKeyOf = ({ ip }: Pick<Context, 'ip'>) => `address ${subnetOf(ip)}`;

/**
 * The credential of a request, not verified yet: its header with a bearer token, by the same syntax as in Strapi,
 * otherwise, if it reads a feed, the key of a personal feed; `''` if malformed.
 */
export function credentialOf(ctx: Context): { bearer?: string; feedKey?: string } {
  const bearer = ctx.get('Authorization');
  if (/^bearer\s+\S+$/i.test(bearer)) return { bearer };
  const { format = 'json' } = ctx.state.calendar ?? {};
  const { key } = ctx.state.secrets ?? {};
  const readsFeed = CACHEABLE_METHODS.includes(ctx.method) && format !== 'json';
  if (!readsFeed || key === undefined) return {};
  return { feedKey: typeof key === 'string' ? key : '' };
}

interface Authentication {
  authenticate(ctx: Context, next: Next): Promise<unknown>;
}

/**
 * D14.7: authenticates by the feed key in the address, since calendar programs send no headers. Runs before Strapi's
 * own strategies, the last of which accepts requests without a token as anonymous.
 */
export function acceptFeedKeys(): void {
  const service = strapi.get('auth') as Authentication;
  const authenticate = service.authenticate.bind(service);
  service.authenticate = async (ctx, next) => {
    const { feedKey } = credentialOf(ctx);
    if (feedKey === undefined) return authenticate(ctx, next);
    const auth = await actingBy(feedKey);
    if (!auth) return (ctx as Context & { unauthorized(): void }).unauthorized();
    Object.assign(ctx.state, { isAuthenticated: true, auth });
    return next();
  };
}

/** Permissions as loaded by the users-permissions plugin. */
type Rights = { action: string }[];

interface RightsOfPeople {
  findPublicPermissions(): Promise<Rights>;
}

let kept: { version: number; rights: Rights } | undefined;

/**
 * D10.2: caches the public role's permissions, which Strapi loads for each anonymous request, per version of the data
 * (13.3): a changed role takes effect at once in this process, and within a second in others.
 */
export function cachePublicRights(): void {
  const service: RightsOfPeople = strapi.plugin('users-permissions').service('permission');
  const find = service.findPublicPermissions.bind(service);
  service.findPublicPermissions = async () => {
    if (strapi.db.inTransaction()) return find(); // May see uncommitted changes.
    const version = await dataVersion();
    if (version && kept?.version === version.number) return kept.rights;
    const rights = await find();
    kept = version && { version: version.number, rights };
    return rights;
  };
}

/** The config of an admin route for signed-in users whose roles have a permission, such as `AGENDA_ACTION`. */
export const configRequiring = (permission: string) => ({
  policies: [
    'admin::isAuthenticatedAdmin',
    { name: 'admin::hasPermissions', config: { actions: [permission] } },
  ],
});

/** Whether the request has a credential, valid or not: a bearer token or a feed key. */
export function sentToken(ctx: Context): boolean {
  const { bearer, feedKey } = credentialOf(ctx);
  return (bearer ?? feedKey) !== undefined;
}

/** The key of a client in a queue: the credential, not verified yet, otherwise the IP address. */
export function waitingClientOf(ctx: Context): string {
  const { bearer, feedKey } = credentialOf(ctx);
  return bearer ?? feedKey ?? ipKeyOf(ctx);
}

/** The authenticated user or token, such as `content-api-token 12`; undefined for anonymous requests. */
export function authenticatedClientOf(ctx: Context): string | undefined {
  const { strategy, credentials } = ctx.state.auth ?? {};
  return strategy && credentials ? `${strategy.name} ${credentials.id}` : undefined;
}

/** D8.16: information about the batch of an operation. */
export interface Batched {
  /** The batch's deadline, in milliseconds since 1970. */
  until: number;
  /** Whether the rate limit has counted it. */
  counted: boolean;
}

const batched = new WeakMap<IncomingMessage, Batched>();

/** Marks a request as an operation of a batch. */
export const setBatch = (request: IncomingMessage, of: Batched) => batched.set(request, of);

/** The batch of a request; undefined if it did not come in one. */
export const batchOf = (request: IncomingMessage): Batched | undefined => batched.get(request);

/** Characters that are safe in a header and in a log line. */
const SAFE_REQUEST_ID = /^[\w.:+/=-]{1,128}$/;

/** The request's `X-Request-Id` if it is safe to log, otherwise a new UUID. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const sent = String(headers['x-request-id'] ?? '');
  return SAFE_REQUEST_ID.test(sent) ? sent : randomUUID();
}

/** Sets `X-Request-Id`, by which the log identifies a request, on every response of the calendar. */
export const requestId = () => (ctx: Context, next: Next) => {
  if (!isCalendarRequest(ctx)) return next();
  const id = requestIdOf(ctx.req);
  ctx.state.requestId = id;
  ctx.set('X-Request-Id', id);
  return next();
};
