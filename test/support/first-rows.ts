import type { Core } from '@strapi/strapi';

/** Strapi's tables that a first start fills. */
const TABLES = ['admin_roles', 'admin_permissions', 'up_roles', 'up_permissions', 'i18n_locale'];

type Connection = Core.Strapi['db']['connection'];

/** The number of rows of each table. */
export async function countRows(connection: Connection, schema?: string) {
  const counts = TABLES.map(async (table) => {
    const rows = schema ? connection.withSchema(schema).from(table) : connection.from(table);
    const [{ count }] = await rows.count('* as count');
    return [table, Number(count)] as const;
  });
  return Object.fromEntries(await Promise.all(counts));
}

export type Counts = Awaited<ReturnType<typeof countRows>>;
