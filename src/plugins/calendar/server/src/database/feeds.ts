import { createHash } from 'node:crypto';
import { MAX_ID } from '../settings/record-types';
import { USER } from './authors';
import { inTable, isPostgres, qualified, table } from './run';
import { lock } from './transaction';

const TABLE = 'calendar_feeds';

/** Whose key it is: a registered user, an API token or a user of the admin, by the id that an import leaves them. */
export interface Maker {
  type: 'user' | 'token' | 'admin';
  documentId: string;
  /** Of a token: what it is at the moment; one that is made anew is another. */
  version: string;
}

/** A key of somebody's feeds; the key itself is kept nowhere. */
export interface StoredFeed {
  id: number;
  name: string;
  maker_type: Maker['type'];
  maker: string;
  version: string;
  created: number | string;
}

/** Beside Strapi's own tables: an export takes no key along. */
export async function createFeeds(): Promise<void> {
  const id = isPostgres() ? 'serial PRIMARY KEY' : 'integer PRIMARY KEY AUTOINCREMENT';
  await strapi.db.connection.raw(`CREATE TABLE IF NOT EXISTS ${qualified(TABLE)} (
    id ${id},
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

/** A key more; nothing where there are as many as there may be, also when several are made at once. */
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

/** Whether there was such a key of this maker's. */
export const removeFeed = async (maker: Maker, id: number): Promise<boolean> =>
  id <= MAX_ID &&
  (await inTable(TABLE, (query) => query.where({ id, ...ofMaker(maker) }).delete())) > 0;

const TOKEN = 'admin::api-token';

/** Strapi's check of a right, by the name of its scope. */
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

/** Whoever has logged in to the admin. */
export const editorAsMaker = ({ documentId }: { documentId: string }): Maker => ({
  type: 'admin',
  documentId,
  version: '',
});

async function demandsConfirmation(): Promise<boolean> {
  const store = strapi.store({ type: 'plugin', name: 'users-permissions', key: 'advanced' });
  return Boolean(((await store.get({})) as { email_confirmation?: boolean }).email_confirmation);
}

/** A registered user with the rights of their role; nobody where Strapi would refuse their log-in. */
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

/** An API token with its rights; nobody where Strapi would refuse it. */
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

/** A user of the admin, with their roles; nothing when they may not log in. */
export async function editorOf(documentId: string) {
  const row = await strapi.db
    .query('admin::user')
    .findOne({ where: { documentId }, populate: ['roles'] });
  return row?.isActive && !row.blocked ? row : undefined;
}

/** The user or token behind a key with the rights of this moment; nothing when they are gone or may not log in. */
export const acting = (maker: Maker): Promise<Acting | undefined> =>
  maker.type === 'user' ? user(maker.documentId) : token(maker);
