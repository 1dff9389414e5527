/** Whether a registered user has this id. */
export const userExists = async (id: number): Promise<boolean> =>
  (await strapi.db.query('plugin::users-permissions.user').count({ where: { id } })) > 0;
