import type { Context } from 'koa';
import type { Values } from '../content-types/rows';
import { type RecordType, uidOf } from '../settings/record-types';
import {
  EXAMPLE_ROLES,
  OWN_FEEDS,
  PUBLIC_PERMISSIONS,
  UPLOADING,
  UPLOADING_AT_STRAPI,
} from '../settings/roles';
import type { Sql } from '../sql/sql';

const AUTHENTICATED_ROLES = ['authenticated', ...Object.keys(EXAMPLE_ROLES)];
const ROLES = ['public', ...AUTHENTICATED_ROLES];
const ROLE = 'plugin::users-permissions.role';
const PERMISSION = 'plugin::users-permissions.permission';

const readingActions = (handlers: string[]) => {
  const routed = handlers.map((handler) => `plugin::calendar.${handler}`);
  return [
    ...new Set([...PUBLIC_PERMISSIONS, ...routed.filter((action) => /\.find(One)?$/.test(action))]),
  ];
};

async function grant(action: string, role: number) {
  const count = await strapi.db.query(PERMISSION).count({ where: { action, role } });
  if (count === 0) await strapi.db.query(PERMISSION).create({ data: { action, role } });
}

interface Role {
  id: number;
  type: string;
}

/**
 * D10.1: grants reading to the public role and those of logged-in users, and feed keys to the
 * latter. Each action is granted only once, so that an administrator can revoke it. `handlers`:
 * those of all routes.
 */
export async function seedPermissions(handlers: string[]): Promise<void> {
  const memory = strapi.store({ type: 'plugin', name: 'calendar', key: 'granted' });
  const granted = ((await memory.get({})) as string[] | null) ?? [];
  const missing = [...readingActions(handlers), ...OWN_FEEDS].filter(
    (action) => !granted.includes(action),
  );
  const roles: Role[] = await strapi.db.query(ROLE).findMany({ where: { type: { $in: ROLES } } });
  if (missing.length === 0 || roles.length === 0) return;
  for (const action of missing) {
    for (const { id, type } of roles) {
      if (!OWN_FEEDS.includes(action) || AUTHENTICATED_ROLES.includes(type))
        await grant(action, id);
    }
  }
  await memory.set({ value: [...granted, ...missing] });
}

const OF_TOKENS = 'admin::api-token-permission';

interface RolePermission {
  id: number;
  role: { id: number; type: string } | null;
}

/** Grants our upload action to a role that has Strapi's, whose route accepts any file; example roles lose Strapi's. */
async function tradeForRole({ id, role }: RolePermission) {
  if (!role) return;
  const ours = { action: UPLOADING, role: role.id };
  if ((await strapi.db.query(PERMISSION).count({ where: ours })) === 0) {
    await strapi.db.query(PERMISSION).create({ data: ours });
  }
  if (role.type in EXAMPLE_ROLES) await strapi.db.query(PERMISSION).delete({ where: { id } });
}

async function grantToToken({ token }: { token: { id: number } | null }) {
  if (!token) return;
  const ours = { action: UPLOADING, token: token.id };
  if ((await strapi.db.query(OF_TOKENS).count({ where: ours })) === 0) {
    await strapi.db.query(OF_TOKENS).create({ data: ours });
  }
}

/**
 * D10.3: once, grants our upload action to roles and tokens that had Strapi's, so that they can
 * still send pictures.
 */
export async function tradeUploadRight(): Promise<void> {
  const memory = strapi.store({ type: 'plugin', name: 'calendar', key: 'uploadRightTraded' });
  if (await memory.get({})) return;
  const where = { action: UPLOADING_AT_STRAPI };
  const permissions = await strapi.db.query(PERMISSION).findMany({ where, populate: ['role'] });
  for (const permission of permissions) await tradeForRole(permission);
  const tokens = await strapi.db.query(OF_TOKENS).findMany({ where, populate: ['token'] });
  for (const permission of tokens) await grantToToken(permission);
  await memory.set({ value: true });
}

type Example = (typeof EXAMPLE_ROLES)[keyof typeof EXAMPLE_ROLES];

async function createRole(type: string, { description, actions }: Example) {
  const name = `${type.charAt(0).toUpperCase()}${type.slice(1)}`;
  const taken = await strapi.db.query(ROLE).count({ where: { $or: [{ type }, { name }] } });
  if (taken > 0) return;
  const role = await strapi.db.query(ROLE).create({ data: { name, type, description } });
  for (const action of actions) {
    await strapi.db.query(PERMISSION).create({ data: { action, role: role.id } });
  }
}

/** D10.5: creates each example role once and in one transaction, so that roles changed or deleted later stay so. */
export async function createExampleRoles(): Promise<void> {
  const memory = strapi.store({ type: 'plugin', name: 'calendar', key: 'exampleRoles' });
  const made = ((await memory.get({})) as string[] | null) ?? [];
  const missing = Object.entries(EXAMPLE_ROLES).filter(([type]) => !made.includes(type));
  for (const [type, example] of missing) {
    await strapi.db.transaction(() => createRole(type, example));
  }
  if (missing.length > 0) await memory.set({ value: Object.keys(EXAMPLE_ROLES) });
}

/** D10.8: disables self-registration, once, so that an administrator can enable it. */
export async function closeRegistration(): Promise<void> {
  const memory = strapi.store({ type: 'plugin', name: 'calendar', key: 'registrationClosed' });
  if (await memory.get({})) return;
  const advanced = strapi.store({ type: 'plugin', name: 'users-permissions', key: 'advanced' });
  const chosen = (await advanced.get({})) as Values | null;
  await advanced.set({ value: { ...chosen, allow_register: false } });
  await memory.set({ value: true });
}

/** A CASL rule: its fields (absent: all) and its conditions on records. */
export interface Rule {
  fields?: string[];
  conditions?: object;
  matchesConditions(record: object): boolean;
}

/** The CASL ability of an admin user. */
export interface Ability {
  can(action: string, subject?: string, field?: string): boolean;
  rulesFor(action: string, subject: string): Rule[];
}

/** An admin user and their current rights; undefined if deleted or not allowed to log in. */
export async function currentEditor(where: { id: number } | { documentId: string }) {
  const user = await strapi.db.query('admin::user').findOne({ where, populate: ['roles'] });
  if (!user?.isActive || user.blocked) return undefined;
  const { engine } = strapi.service('admin::permission');
  return { user, ability: (await engine.generateUserAbility(user)) as Ability };
}

/** The result of Strapi's authentication. */
export interface Auth {
  strategy: { name: string };
  /** Null for anonymous requests. */
  credentials?: { id: number; type?: unknown } | null;
  ability?: { can(scope: string): boolean } | null;
  /** D14.7: restricts lists to rows of events that the editor of a feed key may read. */
  permitted?: (alias: string) => Sql;
}

/** What Strapi's authentication of an admin user sets in `ctx.state`; for an admin token, the user is its owner. */
interface AdminState {
  user: { id: number; documentId: string; preferedLanguage?: string };
  userAbility: Ability;
}

/** A request at a route of the admin, which requires a user. */
export interface AdminContext extends Context {
  state: Context['state'] & AdminState;
}

declare module 'koa' {
  /** `ctx.state`: what Strapi sets. */
  interface DefaultState extends Partial<AdminState> {
    auth?: Auth;
    isAuthenticated?: boolean;
    /** The route, by whose type Strapi chooses strategies of authentication. */
    route?: { info: { type: 'admin' | 'content-api' } };
    /** `mcp` in calls of Strapi's MCP server. */
    auditSource?: string;
  }
}

type Right = 'read' | 'create' | 'update' | 'delete' | 'publish';

type RightChecks = Record<Right, (entity?: object, field?: string) => boolean>;

/** The part used here of the content manager's permission checker, for which Strapi has no types. */
export interface Checker {
  can: RightChecks;
  cannot: RightChecks;
  sanitizedQuery: Record<'read' | 'update', (query: object) => Promise<{ filters?: unknown }>>;
  sanitizeQuery(query: object): Promise<{ sort?: unknown }>;
  sanitizeOutput<Row extends object>(row: Row): Promise<Row>;
}

/** The content manager's permission checker for a user and a type. */
export const checkerOf = (userAbility: Ability, type: RecordType): Checker =>
  strapi
    .plugin('content-manager')
    .service('permission-checker')
    .create({ userAbility, model: uidOf(type) });
