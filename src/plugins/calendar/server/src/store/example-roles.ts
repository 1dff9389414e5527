import { EXAMPLE_ROLES } from '../settings/actions';

const ROLE = 'plugin::users-permissions.role';
const PERMISSION = 'plugin::users-permissions.permission';

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

/** D10.5: each role is made once, so that one that was changed or deleted stays so. */
export async function createExampleRoles(): Promise<void> {
  const memory = strapi.store({ type: 'plugin', name: 'calendar', key: 'exampleRoles' });
  const made = ((await memory.get({})) as string[] | null) ?? [];
  const missing = Object.entries(EXAMPLE_ROLES).filter(([type]) => !made.includes(type));
  for (const [type, example] of missing) await createRole(type, example);
  if (missing.length > 0) await memory.set({ value: Object.keys(EXAMPLE_ROLES) });
}
