import { ROUTES } from '../resources/routes';

const ROLES = ['public', 'authenticated'];
const PERMISSION = 'plugin::users-permissions.permission';

const readingActions = () =>
  [...new Set(ROUTES.map(({ handler }) => `plugin::calendar.${handler}`))].filter((action) =>
    /\.find(One)?$/.test(action),
  );

async function grant(action: string) {
  for (const type of ROLES) {
    const role = await strapi.db
      .query('plugin::users-permissions.role')
      .findOne({ where: { type } });
    if (!role) continue;
    const held = await strapi.db.query(PERMISSION).count({ where: { action, role: role.id } });
    if (held === 0) await strapi.db.query(PERMISSION).create({ data: { action, role: role.id } });
  }
}

/** D10.1: everybody may read; each right is given once, so that an administrator can take it back. */
export async function grantReading(): Promise<void> {
  const memory = strapi.store({ type: 'plugin', name: 'calendar', key: 'granted' });
  const granted = ((await memory.get({})) as string[] | null) ?? [];
  const missing = readingActions().filter((action) => !granted.includes(action));
  for (const action of missing) await grant(action);
  if (missing.length > 0) await memory.set({ value: [...granted, ...missing] });
}
