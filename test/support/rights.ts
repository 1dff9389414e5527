import type { Core } from '@strapi/strapi';

const PERMISSION = 'plugin::users-permissions.permission';

/** What a role of the content API may do. */
export interface Right {
  action: string;
  role: number;
}

interface Row {
  id: number;
  action: string;
  role: { id: number } | null;
}

const rowsOf = (strapi: Core.Strapi): Promise<Row[]> =>
  strapi.db.query(PERMISSION).findMany({ populate: ['role'] });

export async function rightsOf(strapi: Core.Strapi): Promise<Right[]> {
  const rows = await rowsOf(strapi);
  return rows.flatMap(({ action, role }) => (role ? [{ action, role: role.id }] : []));
}

/** Gives the roles back exactly what they might do after the first start. */
export async function restoreRights(strapi: Core.Strapi, rights: Right[]): Promise<void> {
  const keyOf = (action: string, role?: number) => `${role} ${action}`;
  const wanted = new Map(rights.map((right) => [keyOf(right.action, right.role), right]));
  for (const { id, action, role } of await rowsOf(strapi)) {
    if (wanted.delete(keyOf(action, role?.id))) continue;
    await strapi.db.query(PERMISSION).delete({ where: { id } });
  }
  for (const data of wanted.values()) await strapi.db.query(PERMISSION).create({ data });
}
