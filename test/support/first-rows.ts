import type { Core } from '@strapi/strapi';

/** What a first start fills, beside the tables that it makes. */
const TABLES = ['admin_roles', 'admin_permissions', 'up_roles', 'up_permissions', 'i18n_locale'];

type Connection = Core.Strapi['db']['connection'];

/** How many rows of each are there. */
export async function countRows(connection: Connection, schema?: string) {
  const counts = TABLES.map(async (table) => {
    const rows = schema ? connection.withSchema(schema).from(table) : connection.from(table);
    const [{ count }] = await rows.count('* as count');
    return [table, Number(count)] as const;
  });
  return Object.fromEntries(await Promise.all(counts));
}

export type Counts = Awaited<ReturnType<typeof countRows>>;
