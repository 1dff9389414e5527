/** One of Strapi's services, of which a function is called at each start. */
function makeWhole(service: Record<string, unknown>, name: string): void {
  const make = (service[name] as () => Promise<unknown>).bind(service);
  service[name] = () => strapi.db.transaction(make);
}

/**
 * D10.5: where there is no role Strapi makes its own, right by right, and never again: a process that
 * ended in the middle would leave roles that lack some. In one transaction there are all, or none yet.
 */
export function makeFirstRolesWhole(): void {
  makeWhole(strapi.service('admin::role'), 'createRolesIfNoneExist');
  makeWhole(strapi.plugin('users-permissions').service('users-permissions'), 'initialize');
}
