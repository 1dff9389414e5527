import { errors, traverse, traverseEntity } from '@strapi/utils';
import type { Context, Next } from 'koa';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { FILE } from '../database/files';
import type { AdminContext } from '../database/permissions';
import { sharedLimiter } from '../database/rate-limits';
import { mayRead } from '../records/agenda';
import { entryCounts } from '../records/agenda-calendar';
import { RECORD_TYPES, recordTypeOf, uidOf } from '../settings/record-types';
import { hasFullAccess, ipKeyOf } from './caller';
import { isCounting } from './rate-limit';

type Visit = Parameters<typeof traverseEntity>[0];
type Data = Parameters<typeof traverseEntity>[2];
type Sanitizer = Parameters<typeof strapi.sanitizers.add>[1];
type Schema = Parameters<Sanitizer>[0];

/** Whether the type of a polymorphic relation's target is one of ours. */
const isRecord = (type: unknown) => recordTypeOf(String(type)) !== undefined;

/** Removes the calendar's records, and their counts, from relations. */
const withoutRecords: Visit = ({ attribute, data, key }, { remove }) => {
  if (attribute?.type !== 'relation') return;
  const { target } = attribute as { target?: string };
  const value = data[key] as Data | Data[] | undefined;
  if (target) {
    if (isRecord(target)) remove(key);
  } else if (Array.isArray(value)) data[key] = value.filter((one) => !isRecord(one?.__type));
  else if (value && (!value.__type || isRecord(value.__type))) remove(key);
};

/** Refuses filters and orders through relations to our records, which would reveal their content. */
const refuseRecords = ({ attribute, key }: { attribute?: unknown; key: string }) => {
  const { target } = (attribute ?? {}) as { target?: string };
  if (isRecord(target)) throw new errors.ValidationError(`Invalid key ${key}`);
};

/** How Strapi reads the parts of a query that select and order. */
const SELECTING = new Map<string, typeof traverse.traverseQueryFilters>([
  ['filters', traverse.traverseQueryFilters],
  ['sort', traverse.traverseQuerySort],
]);

type Visitor = Parameters<typeof traverse.traverseQueryPopulate>[0];

/** The same in the filters and orders of what `populate` names; a field may be named `filters` too. */
const refuseWithin: Visitor = async ({ key, value, attribute, parent, schema, getModel }) => {
  if (attribute && !parent?.attribute) return;
  if (value) await SELECTING.get(key)?.(refuseRecords, { schema, getModel }, value);
};

type Validate = typeof strapi.contentAPI.validate.query;

/** D10.6: validates queries of the content API; full-access tokens are not restricted. */
function refuseQueries(getModel: typeof strapi.getModel): void {
  const { validate } = strapi.contentAPI;
  const judge = validate.query;
  validate.query = (async (query, schema, options) => {
    if (!hasFullAccess(options?.auth)) {
      const within = { schema, getModel };
      const { filters, sort, populate } = query;
      if (filters) await traverse.traverseQueryFilters(refuseRecords, within, filters);
      if (sort) await traverse.traverseQuerySort(refuseRecords, within, sort);
      if (populate) await traverse.traverseQueryPopulate(refuseWithin, within, populate);
    }
    return judge(query, schema, options);
  }) as Validate;
}

interface FileController {
  find(ctx: Context): Promise<{ results?: Data[] } | undefined>;
}

interface FolderController {
  find(ctx: Context): Promise<void>;
  findOne(ctx: Context): Promise<void>;
}

/**
 * D10.6: hides the calendar's records in relations of files and of a host's own types. Strapi's content API shows them
 * to anyone who may read the type, and the media library to everyone, including drafts, and texts and passwords of
 * protected events; so does GraphQL's plugin. They can be read at the calendar's addresses and in the content manager.
 */
export function hideRecords(): void {
  const graphql = strapi.plugin('graphql')?.service('extension');
  for (const type of RECORD_TYPES) graphql?.shadowCRUD(uidOf(type)).disable();
  const getModel = strapi.getModel.bind(strapi);
  refuseQueries(getModel);
  const hide = (schema: Schema) => async (data: Data) =>
    traverseEntity(withoutRecords, { schema, getModel }, data);
  const hideUnlessPermitted = (schema: Schema) => async (data: Data) => {
    const isOpen = hasFullAccess(strapi.requestContext.get()?.state.auth);
    return isOpen ? data : hide(schema)(data);
  };
  strapi.sanitizers.add('content-api.output', hideUnlessPermitted as Sanitizer);
  strapi.get('controllers').extend('plugin::upload.admin-file', (controller: FileController) => ({
    ...controller,
    async find(ctx: Context) {
      const found = await controller.find(ctx);
      if (!found?.results) return found;
      const hidden = hide(getModel(FILE));
      return { ...found, results: await Promise.all(found.results.map(hidden)) };
    },
  }));
  // Folders are related to files of other folders, and these to records.
  const hidden = hide(getModel('plugin::upload.folder'));
  const hiding = (read: (ctx: Context) => Promise<void>) => async (ctx: Context) => {
    await read(ctx);
    const { data } = (ctx.body ?? {}) as { data?: Data | Data[] };
    if (data) {
      const shown = Array.isArray(data) ? Promise.all(data.map(hidden)) : hidden(data);
      ctx.body = { data: await shown };
    }
  };
  strapi
    .get('controllers')
    .extend('plugin::upload.admin-folder', (controller: FolderController) => ({
      ...controller,
      find: hiding((ctx) => controller.find(ctx)),
      findOne: hiding((ctx) => controller.findOne(ctx)),
    }));
}

const LOG_IN = /^\/admin\/login\/?$/i;

/** Failed log-ins allowed per IP address and period (seconds), for any names. */
const ATTEMPTS = { points: 50, duration: 15 * 60 };

const LOCAL = new RateLimiterMemory(ATTEMPTS);

/** Counts attempts for all nodes together; without the database, in memory. */
const makeTries = (): RateLimiterAbstract =>
  sharedLimiter('log-in', { ...ATTEMPTS, insuranceLimiter: LOCAL }) ?? LOCAL;

async function countTry(ctx: Context, tries: RateLimiterAbstract, address: string) {
  try {
    await tries.consume(address);
  } catch (count) {
    if (!(count instanceof RateLimiterRes)) throw count;
    ctx.set('Retry-After', String(Math.ceil(count.msBeforeNext / 1000)));
    throw new errors.RateLimitError();
  }
}

/**
 * D10.8: limits log-in attempts per IP address. Strapi counts by address and e-mail together, so that one address
 * could try every name. An attempt is counted before it is verified, so that concurrent ones cannot bypass the limit,
 * and refunded when it succeeds.
 */
export const loginRateLimit = () => {
  const tries = makeTries();
  return async (ctx: Context, next: Next) => {
    const isLogin = ctx.method === 'POST' && LOG_IN.test(ctx.path);
    if (!isLogin || !isCounting()) return next();
    const address = ipKeyOf(ctx);
    await countTry(ctx, tries, address);
    await next();
    if (ctx.status < 400) await tries.reward(address);
  };
};

interface Accounts {
  forgotPassword(ctx: Context): Promise<void>;
  sendEmailConfirmation(ctx: Context): Promise<void>;
}

/**
 * D10.12: makes answers about accounts uniform. Strapi reveals for existing ones that they are confirmed, how their
 * address is spelt, or that a mail failed; for others it pretends that a mail was sent to the address as given.
 */
export function guardAccounts(): void {
  const answeringAlike = (act: Accounts[keyof Accounts], bodyFor: (email: unknown) => object) => {
    return async (ctx: Context) => {
      try {
        await act(ctx);
      } catch (error) {
        if (ctx.state.database?.failed || error instanceof errors.ValidationError) throw error;
        if (!(error instanceof errors.ApplicationError))
          strapi.log.error(`No e-mail was sent: ${error}`);
      }
      const { email } = (ctx.request as { body?: { email?: unknown } }).body ?? {};
      ctx.status = 200;
      ctx.body = bodyFor(email);
    };
  };
  strapi.get('controllers').extend('plugin::users-permissions.auth', (controller: Accounts) => ({
    ...controller,
    forgotPassword: answeringAlike(controller.forgotPassword, () => ({ ok: true })),
    sendEmailConfirmation: answeringAlike(controller.sendEmailConfirmation, (email) => ({
      email,
      sent: true,
    })),
  }));
}

/** A record on the home page, with its entry title. */
type Recent = { contentTypeUid: string; documentId: string; title: unknown };
type HomePage = { getRecentDocuments(ctx: AdminContext): Promise<{ data: Recent[] }> };

/** D10.11: on the home page, only titles that may be read of every record; Strapi shows all if one may be read. */
export function guardHomePage(): void {
  const restricted = async (recent: Recent, { state }: AdminContext): Promise<Recent> => {
    const type = recordTypeOf(recent.contentTypeUid);
    if (!type) return recent;
    const types = strapi.plugin('content-manager').service('content-types');
    const { settings } = await types.findConfiguration(strapi.contentType(uidOf(type)));
    const isReadable = mayRead(state.userAbility, type, settings.mainField);
    return isReadable ? recent : { ...recent, title: recent.documentId };
  };
  strapi.get('controllers').extend('plugin::content-manager.homepage', (controller: HomePage) => ({
    ...controller,
    async getRecentDocuments(ctx: AdminContext) {
      const { data } = await controller.getRecentDocuments(ctx);
      return { data: await Promise.all(data.map((recent) => restricted(recent, ctx))) };
    },
    getCountDocuments: async ({ state: { userAbility } }: AdminContext) => ({
      data: await entryCounts(userAbility, new Date()),
    }),
  }));
}

/** Routes by plugin (`plugin::name`), as the admin shows them beside a permission. */
type RoutesMap = Awaited<ReturnType<typeof strapi.contentAPI.getRoutesMap>>;

/** The public path of a route, which Strapi mounts under `/api` and for pages under a root of their own. */
const publicPath = (path: string) =>
  path
    .replace(strapi.config.get('api.rest.prefix', '/api'), '')
    .replace('/calendar/pages', '/calendar')
    .replace(String.raw`(\d+)`, '');

/**
 * D10.2: the calendar's routes where the admin explains permissions of roles and tokens: with their public paths, and
 * without the batch, which is a function instead of an action, so that the page of roles would fail.
 */
export function showRoutes(): void {
  const shown = ({ 'plugin::calendar': ours = [], ...others }: RoutesMap): RoutesMap => ({
    ...others,
    'plugin::calendar': ours
      .filter(({ handler }) => typeof handler === 'string')
      .map((route) => ({ ...route, path: publicPath(route.path) })),
  });
  const roles = strapi.plugin('users-permissions').service('users-permissions');
  const { getRoutes } = roles;
  roles.getRoutes = async () => shown(await getRoutes());
  const tokens = strapi.contentAPI;
  const { getRoutesMap } = tokens;
  tokens.getRoutesMap = async () => shown(await getRoutesMap());
}
