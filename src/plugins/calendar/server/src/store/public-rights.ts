import { dataVersion } from './data-version';

/** Of the plugin users-permissions, as it has read them. */
type Rights = { action: string }[];

interface Service {
  findPublicPermissions(): Promise<Rights>;
}

let kept: { version: number; rights: Rights } | undefined;

/**
 * D10.2: what everybody may do is read by Strapi for each request without a token. Here it is read once
 * for each version of all data (13.3): a role that is changed counts at once in this process, and
 * within a second in others.
 */
export function keepPublicRights(): void {
  const service: Service = strapi.plugin('users-permissions').service('permission');
  const find = service.findPublicPermissions.bind(service);
  service.findPublicPermissions = async () => {
    if (strapi.db.inTransaction()) return find(); // It may see what is never committed.
    const version = await dataVersion();
    if (version && kept?.version === version.number) return kept.rights;
    const rights = await find();
    kept = version && { version: version.number, rights };
    return rights;
  };
}
