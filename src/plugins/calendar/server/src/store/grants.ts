import { EXAMPLE_ROLES, OWN_FEEDS, PUBLIC_PERMISSIONS } from '../settings/actions';

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
  const held = await strapi.db.query(PERMISSION).count({ where: { action, role } });
  if (held === 0) await strapi.db.query(PERMISSION).create({ data: { action, role } });
}

interface Role {
  id: number;
  type: string;
}

/** D10.1: everybody may read, and whoever has logged in have feeds of their own; each right is given once, so that an administrator can take it back. `handlers`: of all routes. */
export async function seedPermissions(handlers: string[]): Promise<void> {
  const memory = strapi.store({ type: 'plugin', name: 'calendar', key: 'granted' });
  const granted = ((await memory.get({})) as string[] | null) ?? [];
  const missing = [...readingActions(handlers), ...OWN_FEEDS].filter((action) => !granted.includes(action));
  const roles: Role[] = await strapi.db.query(ROLE).findMany({ where: { type: { $in: ROLES } } });
  if (missing.length === 0 || roles.length === 0) return;
  for (const action of missing) {
    for (const { id, type } of roles) {
      if (!OWN_FEEDS.includes(action) || KNOWN.includes(type)) await grant(action, id);
    }
  }
  await memory.set({ value: [...granted, ...missing] });
}
