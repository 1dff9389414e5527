import type { Values } from '../content-types/rows';
import { type RecordType, uidOf } from '../settings/record-types';
import {
  EXAMPLE_ROLES,
  OWN_FEEDS,
  PUBLIC_PERMISSIONS,
  UPLOADING,
  UPLOADING_AT_STRAPI,
} from '../settings/roles';

const KNOWN = ['authenticated', ...Object.keys(EXAMPLE_ROLES)];
const ROLES = ['public', ...KNOWN];
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

/** D10.1: everybody may read, and whoever has logged in have feeds of their own; each right is given once, so that an administrator can take it back. `handlers`: of all routes. */
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
      if (!OWN_FEEDS.includes(action) || KNOWN.includes(type)) await grant(action, id);
    }
  }
  await memory.set({ value: [...granted, ...missing] });
}

const OF_TOKENS = 'admin::api-token-permission';

interface RolePermission {
  id: number;
  role: { id: number; type: string } | null;
}

/** Strapi's own address takes any file from whoever holds its right: example roles keep ours only. */
async function tradeOfRole({ id, role }: RolePermission) {
  if (!role) return;
  const ours = { action: UPLOADING, role: role.id };
  if ((await strapi.db.query(PERMISSION).count({ where: ours })) === 0) {
    await strapi.db.query(PERMISSION).create({ data: ours });
  }
  if (role.type in EXAMPLE_ROLES) await strapi.db.query(PERMISSION).delete({ where: { id } });
}

async function giveToToken({ token }: { token: { id: number } | null }) {
  if (!token) return;
  const ours = { action: UPLOADING, token: token.id };
  if ((await strapi.db.query(OF_TOKENS).count({ where: ours })) === 0) {
    await strapi.db.query(OF_TOKENS).create({ data: ours });
  }
}

/** D10.3: once, whoever could send pictures by Strapi's right can go on doing so by ours. */
export async function tradeUploadRight(): Promise<void> {
  const memory = strapi.store({ type: 'plugin', name: 'calendar', key: 'uploadRightTraded' });
  if (await memory.get({})) return;
  const where = { action: UPLOADING_AT_STRAPI };
  const permissions = await strapi.db.query(PERMISSION).findMany({ where, populate: ['role'] });
  for (const permission of permissions) await tradeOfRole(permission);
  const tokens = await strapi.db.query(OF_TOKENS).findMany({ where, populate: ['token'] });
  for (const permission of tokens) await giveToToken(permission);
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

/** D10.5: each role is made once and as a whole, so that one that was changed or deleted stays so. */
export async function createExampleRoles(): Promise<void> {
  const memory = strapi.store({ type: 'plugin', name: 'calendar', key: 'exampleRoles' });
  const made = ((await memory.get({})) as string[] | null) ?? [];
  const missing = Object.entries(EXAMPLE_ROLES).filter(([type]) => !made.includes(type));
  for (const [type, example] of missing) {
    await strapi.db.transaction(() => createRole(type, example));
  }
  if (missing.length > 0) await memory.set({ value: Object.keys(EXAMPLE_ROLES) });
}

/** D10.8: nobody registers alone, until an administrator switches it on; said once. */
export async function closeRegistration(): Promise<void> {
  const memory = strapi.store({ type: 'plugin', name: 'calendar', key: 'registrationClosed' });
  if (await memory.get({})) return;
  const advanced = strapi.store({ type: 'plugin', name: 'users-permissions', key: 'advanced' });
  const chosen = (await advanced.get({})) as Values | null;
  await advanced.set({ value: { ...chosen, allow_register: false } });
  await memory.set({ value: true });
}

/** A right as CASL keeps it: what it says of fields, nothing where it means all, and of records. */
export interface Rule {
  fields?: string[];
  conditions?: object;
  matchesConditions(record: object): boolean;
}

/** Whom Strapi's admin knows to be asking. */
export interface Ability {
  can(action: string, subject?: string, field?: string): boolean;
  rulesFor(action: string, subject: string): Rule[];
}

type Right = 'read' | 'create' | 'update' | 'delete' | 'publish';

type Judgements = Record<Right, (entity?: object, field?: string) => boolean>;

/** The content manager's permission-checker, as far as it is used here; Strapi types none of it. */
export interface Checker {
  can: Judgements;
  cannot: Judgements;
  sanitizedQuery: Record<'read' | 'update', (query: object) => Promise<{ filters?: unknown }>>;
  sanitizeQuery(query: object): Promise<{ sort?: unknown }>;
  sanitizeOutput<Row extends object>(row: Row): Promise<Row>;
}

/** What somebody may do with records of a type, as the content manager asks it. */
export const checkerOf = (userAbility: Ability, type: RecordType): Checker =>
  strapi
    .plugin('content-manager')
    .service('permission-checker')
    .create({ userAbility, model: uidOf(type) });
