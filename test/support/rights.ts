import type { Core } from '@strapi/strapi';

const PERMISSION = 'plugin::users-permissions.permission';

/** A permission of a role of the content API; by the role's type, as a recreated role has another id. */
export interface Right {
  action: string;
  role: string;
}

interface Row {
  id: number;
  action: string;
  role: { type: string } | null;
}

const rowsOf = (strapi: Core.Strapi): Promise<Row[]> =>
  strapi.db.query(PERMISSION).findMany({ populate: ['role'] });

export async function rightsOf(strapi: Core.Strapi): Promise<Right[]> {
  const rows = await rowsOf(strapi);
  return rows.flatMap(({ action, role }) => (role ? [{ action, role: role.type }] : []));
}

/** Restores exactly the roles' permissions of the first start. */
export async function restoreRights(strapi: Core.Strapi, rights: Right[]): Promise<void> {
  const keyOf = (action: string, role?: string) => `${role} ${action}`;
  const wanted = new Map(rights.map((right) => [keyOf(right.action, right.role), right]));
  for (const { id, action, role } of await rowsOf(strapi)) {
    if (wanted.delete(keyOf(action, role?.type))) continue;
    await strapi.db.query(PERMISSION).delete({ where: { id } });
  }
  const roles: { id: number; type: string }[] = await strapi.db
    .query('plugin::users-permissions.role')
    .findMany();
  for (const { action, role: type } of wanted.values()) {
    const role = roles.find((each) => each.type === type)?.id;
    if (role) await strapi.db.query(PERMISSION).create({ data: { action, role } });
  }
}
