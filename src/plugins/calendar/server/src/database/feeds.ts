import { createHash } from 'node:crypto';
import { MAX_ID, USER_UID } from '../settings/record-types';
import { execute, inTable, qualified, serialKey, table } from './run';
import { lock } from './transaction';

const TABLE = 'calendar_feeds';

/** The owner of a key: a registered user, an API token or an admin user, by document id, which imports keep. */
export interface Maker {
  type: 'user' | 'token' | 'admin';
  documentId: string;
  /** For tokens: a hash of the current access key, which changes when the token is regenerated. */
  version: string;
}

/** A feed key; only its hash is stored. */
export interface StoredFeed {
  id: number;
  name: string;
  maker_type: Maker['type'];
  maker: string;
  version: string;
  created: number | string;
}

/** Not a content type, so that exports do not include keys. */
export async function createFeeds(): Promise<void> {
  await execute(`CREATE TABLE IF NOT EXISTS ${qualified(TABLE)} (
    id ${serialKey()},
    hash varchar(64) NOT NULL UNIQUE,
    name varchar(255) NOT NULL,
    maker_type varchar(8) NOT NULL,
    maker varchar(255) NOT NULL,
    version varchar(64) NOT NULL,
    created bigint NOT NULL
  )`);
}

const ofMaker = ({ type, documentId }: Maker) => ({ maker_type: type, maker: documentId });

export const feedsOf = (maker: Maker): Promise<StoredFeed[]> =>
  table(TABLE).where(ofMaker(maker)).orderBy('id');

export const feedByHash = (hash: string): Promise<StoredFeed | undefined> =>
  table(TABLE).where({ hash }).first();

interface NewFeed {
  hash: string;
  name: string;
  created: number;
}

/** Adds a key; undefined when the maker has `most` already. Locked, so that concurrent requests cannot exceed it. */
export async function addFeed(
  maker: Maker,
  { hash, name, created }: NewFeed,
  most: number,
): Promise<StoredFeed | undefined> {
  return (await strapi.db.transaction(async ({ trx }) => {
    await lock(`feeds:${maker.type}:${maker.documentId}`, trx);
    const own = await table(TABLE, trx).where(ofMaker(maker)).count({ made: '*' });
    if (Number(own[0].made) >= most) return undefined;
    const row = { hash, name, created, version: maker.version, ...ofMaker(maker) };
    await table(TABLE, trx).insert(row);
    return table(TABLE, trx).where({ hash }).first();
  })) as StoredFeed | undefined;
}

/** Deletes a key of this maker; returns whether it existed. */
export const removeFeed = async (maker: Maker, id: number): Promise<boolean> =>
  id <= MAX_ID &&
  (await inTable(TABLE, (query) => query.where({ id, ...ofMaker(maker) }).delete())) > 0;

const TOKEN = 'admin::api-token';

/** Strapi's permission check, by scope. */
interface Ability {
  can(scope: string): boolean;
}

/** A maker with their current rights. */
export interface Acting {
  credentials: { id: number };
  ability: Ability;
}

type Action = { action: string };

/** An ability of the content API, whose permissions have no subject, although Strapi's types require one. */
async function abilityOf(permissions: Action[]): Promise<Ability> {
  const ability = await strapi.contentAPI.permissions.engine.generateAbility(permissions);
  return { can: (scope) => ability.can(scope, 'all') };
}

/** The version of a token: after it is regenerated, keys made with the old one are invalid. */
const versionOf = (accessKey: string) => createHash('sha256').update(accessKey).digest('hex');

const MAKER_TYPES = {
  'users-permissions': { uid: USER_UID, type: 'user' },
  'content-api-token': { uid: TOKEN, type: 'token' },
} as const;

/** The maker for the credentials that Strapi has verified; undefined for kinds without feed keys. */
export async function makerOf(strategy: string, id: number): Promise<Maker | undefined> {
  const known = MAKER_TYPES[strategy as keyof typeof MAKER_TYPES];
  const row = known && (await strapi.db.query(known.uid).findOne({ where: { id } }));
  if (!row) return undefined;
  const version = known.type === 'token' ? versionOf(row.accessKey) : '';
  return { type: known.type, documentId: row.documentId, version };
}

/** The maker for an admin user. */
export const editorAsMaker = ({ documentId }: { documentId: string }): Maker => ({
  type: 'admin',
  documentId,
  version: '',
});

async function demandsConfirmation(): Promise<boolean> {
  const store = strapi.store({ type: 'plugin', name: 'users-permissions', key: 'advanced' });
  return Boolean(((await store.get({})) as { email_confirmation?: boolean }).email_confirmation);
}

/** A registered user with the rights of their role; undefined if Strapi would refuse their log-in. */
async function user(documentId: string): Promise<Acting | undefined> {
  const row = await strapi.db
    .query(USER_UID)
    .findOne({ where: { documentId }, populate: ['role'] });
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

/** An API token with its rights; undefined if Strapi would refuse it. */
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

/** The user or token behind a key with its current rights; undefined if deleted or not allowed to log in. */
export const acting = (maker: Maker): Promise<Acting | undefined> =>
  maker.type === 'user' ? user(maker.documentId) : token(maker);
