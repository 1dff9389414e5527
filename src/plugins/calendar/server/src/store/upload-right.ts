import { EXAMPLE_ROLES, UPLOADING, UPLOADING_AT_STRAPI } from '../settings/actions';

const PERMISSION = 'plugin::users-permissions.permission';
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
  const held = await strapi.db.query(PERMISSION).findMany({ where, populate: ['role'] });
  for (const permission of held) await tradeOfRole(permission);
  const tokens = await strapi.db.query(OF_TOKENS).findMany({ where, populate: ['token'] });
  for (const permission of tokens) await giveToToken(permission);
  await memory.set({ value: true });
}
