import { ROUTES } from '../resources/routes';
import { EVERYBODYS, EXAMPLE_ROLES } from '../settings/actions';

const ROLES = ['public', 'authenticated', ...Object.keys(EXAMPLE_ROLES)];
const ROLE = 'plugin::users-permissions.role';
const PERMISSION = 'plugin::users-permissions.permission';

const readingActions = () => {
  const routed = ROUTES.map(({ handler }) => `plugin::calendar.${handler}`);
  return [...new Set([...EVERYBODYS, ...routed.filter((action) => /\.find(One)?$/.test(action))])];
};

async function grant(action: string, role: number) {
  const held = await strapi.db.query(PERMISSION).count({ where: { action, role } });
  if (held === 0) await strapi.db.query(PERMISSION).create({ data: { action, role } });
}

/** D10.1: everybody may read; each right is given once, so that an administrator can take it back. */
export async function grantReading(): Promise<void> {
  const memory = strapi.store({ type: 'plugin', name: 'calendar', key: 'granted' });
  const granted = ((await memory.get({})) as string[] | null) ?? [];
  const missing = readingActions().filter((action) => !granted.includes(action));
  const roles = await strapi.db.query(ROLE).findMany({ where: { type: { $in: ROLES } } });
  if (missing.length === 0 || roles.length === 0) return;
  for (const action of missing) for (const { id } of roles) await grant(action, id);
  await memory.set({ value: [...granted, ...missing] });
}
