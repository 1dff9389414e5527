import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import type { Caller, Permitted } from '../access/rights';
import { settings } from '../database/site';
import type { View } from '../resources/shared/view';
import { actionsOf, UPLOADING } from '../settings/actions';
import type { Language } from '../settings/languages';
import { type RecordType, uidOf } from '../settings/record-types';
import type { Edge } from './edge';

/** What Strapi remembers of the credentials that it has accepted; nobody's are `null`. */
interface Auth {
  strategy: { name: string };
  credentials?: { id?: unknown } | null;
  ability?: { can(scope: string): boolean } | null;
  /** D14.7: of an editor whose key asks. */
  permitted?: Permitted;
}

const callers = new WeakMap<Context, Caller>();

/** What Strapi's plugin goes by for people and for nobody; its own answer to "no" is a costly exception. */
const PEOPLE = 'users-permissions';

/** D10.2: asks Strapi whether the request's credentials hold a right. */
export async function holds(ctx: Context, scope: string): Promise<boolean> {
  const { strategy, ability } = (ctx.state.auth ?? {}) as Partial<Auth>;
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

function userIdOf({ strategy, credentials }: Auth): number {
  return strategy.name === PEOPLE ? Number(credentials?.id ?? 0) : 0;
}

function newCaller(ctx: Context): Caller {
  const auth = ctx.state.auth as Auth | undefined;
  const answers = new Map<string, Promise<boolean>>();
  const ask = (scope: string) => {
    const answer = answers.get(scope) ?? holds(ctx, scope);
    answers.set(scope, answer);
    return answer;
  };
  return {
    userId: auth ? userIdOf(auth) : 0,
    known: Boolean(auth?.credentials),
    may: (type, right) => ask(`${uidOf(type)}.${right}`),
    mayUpload: () => ask(UPLOADING),
    permitted: auth?.permitted,
  };
}

/** Who asks, and what they may do; each right is looked up once per request. */
export function callerOf(ctx: Context): Caller {
  const caller = callers.get(ctx) ?? newCaller(ctx);
  callers.set(ctx, caller);
  return caller;
}

/** Where Strapi looks for what a controller's method may be asked by. */
const KIND = Symbol.for('__type__');

/** D10.2: a right that no route asks for; it is there to be granted. */
const right = () => Object.assign(() => undefined, { [KIND]: ['content-api'] });

/** Every right of a type, for Strapi's roles and API tokens to offer; routes put their methods over them. */
export const rightsOf = (type: RecordType) =>
  Object.fromEntries(actionsOf(type).map((action) => [action, right()]));

/** D10.3: of pictures, which have no address of their own. */
export const pictureRights = { upload: right() };

/** What the answer to this request is written for. */
export function viewOf(ctx: Context, language: Language | undefined, now: Date): View {
  const { origin, base, root, language: addressed } = ctx.state.calendar as Edge;
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
