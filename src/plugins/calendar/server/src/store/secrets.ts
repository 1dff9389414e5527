import { createHash, randomBytes } from 'node:crypto';
import { qualified, table } from './table';

/** Beside Strapi's own tables: an export takes no fingerprint along, for the secrets stay behind, too. */
const TABLE = 'calendar_secrets';

/** Each secret by its variable, where Strapi keeps it, and what a node with another one does. */
const SECRETS = {
  ADMIN_JWT_SECRET: ['admin.auth.secret', 'editors are logged out'],
  API_TOKEN_SALT: ['admin.apiToken.salt', 'API tokens are refused'],
  APP_KEYS: ['server.app.keys', 'cookies are refused'],
  ENCRYPTION_KEY: ['admin.secrets.encryptionKey', 'the admin cannot show API tokens again'],
  JWT_SECRET: ['plugin::users-permissions.jwtSecret', 'users are logged out'],
  TRANSFER_TOKEN_SALT: ['admin.transfer.token.salt', 'transfer tokens are refused'],
} as const;

type Name = keyof typeof SECRETS;

interface Fingerprint {
  name: Name;
  salt: string;
  fingerprint: string;
}

/** 16 bits: enough to tell two secrets apart, and of no use to whoever would guess one. */
const digest = (salt: string, secret: unknown) =>
  createHash('sha256')
    .update(JSON.stringify([salt, secret]))
    .digest('hex')
    .slice(0, 4);

const secretOf = (name: Name) => strapi.config.get<unknown>(SECRETS[name][0]);

async function keep(name: Name) {
  const salt = randomBytes(8).toString('hex');
  const row: Fingerprint = { name, salt, fingerprint: digest(salt, secretOf(name)) };
  await table(TABLE).insert(row).onConflict('name').merge();
}

/**
 * Says which secrets are others than at the last start on this database, by this node or another: a
 * node that was started without those of the others makes its own, and refuses what they have given.
 */
export async function compareSecrets(): Promise<void> {
  await strapi.db.connection.raw(`CREATE TABLE IF NOT EXISTS ${qualified(TABLE)} (
    name varchar(32) PRIMARY KEY,
    salt varchar(16) NOT NULL,
    fingerprint varchar(4) NOT NULL
  )`);
  const kept: Fingerprint[] = await table(TABLE).select();
  for (const name of Object.keys(SECRETS) as Name[]) {
    const known = kept.find((row) => row.name === name);
    if (known?.fingerprint === digest(known?.salt ?? '', secretOf(name))) continue;
    if (known) {
      strapi.log.warn(
        `${name} is another than at the last start on this database: ${SECRETS[name][1]}. Nodes that share a database must share their secrets.`,
      );
    }
    await keep(name);
  }
}
