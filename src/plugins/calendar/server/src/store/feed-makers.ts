import { createHash } from 'node:crypto';
import type { Maker } from './feeds';

const USER = 'plugin::users-permissions.user';
const TOKEN = 'admin::api-token';

/** As Strapi asks whether something may be done. */
interface Ability {
  can(scope: string): boolean;
}

/** Somebody at the moment, with their rights. */
export interface Acting {
  credentials: { id: number };
  ability: Ability;
}

type Action = { action: string };

/** Rights of the content API have no subject, which Strapi's types ask for. */
async function abilityOf(permissions: Action[]): Promise<Ability> {
  const ability = await strapi.contentAPI.permissions.engine.generateAbility(permissions);
  return { can: (scope) => ability.can(scope, 'all') };
}

/** Whoever has the key of a token that was made anew may not know the new one. */
const versionOf = (accessKey: string) => createHash('sha256').update(accessKey).digest('hex');

const MAKERS = {
  'users-permissions': { uid: USER, type: 'user' },
  'content-api-token': { uid: TOKEN, type: 'token' },
} as const;

/** Who asks, by what Strapi has recognised; nothing for those who have no keys. */
export async function makerOf(strategy: string, id: number): Promise<Maker | undefined> {
  const known = MAKERS[strategy as keyof typeof MAKERS];
  const row = known && (await strapi.db.query(known.uid).findOne({ where: { id } }));
  if (!row) return undefined;
  const version = known.type === 'token' ? versionOf(row.accessKey) : '';
  return { type: known.type, documentId: row.documentId, version };
}

async function demandsConfirmation(): Promise<boolean> {
  const store = strapi.store({ type: 'plugin', name: 'users-permissions', key: 'advanced' });
  return Boolean(((await store.get({})) as { email_confirmation?: boolean }).email_confirmation);
}

/** As Strapi itself judges those who log in. */
async function user(documentId: string): Promise<Acting | undefined> {
  const row = await strapi.db.query(USER).findOne({ where: { documentId }, populate: ['role'] });
  if (!row?.role || row.blocked) return undefined;
  if (!row.confirmed && (await demandsConfirmation())) return undefined;
  const rights = strapi.plugin('users-permissions').service('permission');
  const permissions = await rights.findRolePermissions(row.role.id);
  const ability = await abilityOf(permissions.map(rights.toContentAPIPermission));
  return { credentials: row, ability };
}

const READS = /\.find(?:One)?$/;

const isExpired = ({ expiresAt }: { expiresAt: string | null }) =>
  expiresAt !== null && new Date(expiresAt) < new Date();

/** As Strapi itself judges a token that is sent. */
async function token({ documentId, version }: Maker): Promise<Acting | undefined> {
  const row = await strapi.db
    .query(TOKEN)
    .findOne({ where: { documentId }, populate: ['permissions'] });
  if (!row || versionOf(row.accessKey) !== version || isExpired(row)) return undefined;
  const ofType: Record<string, () => Ability | Promise<Ability>> = {
    'full-access': () => ({ can: () => true }),
    'read-only': () => ({ can: (scope) => READS.test(scope) }),
    custom: () => abilityOf(row.permissions.map(({ action }: Action) => ({ action }))),
  };
  const ability = await ofType[row.type]?.();
  return ability && { credentials: row, ability };
}

/** The maker of a key with the rights of this moment; nothing when they are gone or may not log in. */
export const acting = (maker: Maker): Promise<Acting | undefined> =>
  maker.type === 'user' ? user(maker.documentId) : token(maker);
