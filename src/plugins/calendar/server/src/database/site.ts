import { createHash, randomBytes, randomUUID } from 'node:crypto';
import {
  isLanguage,
  LANGUAGES,
  type Language,
  type LanguageChoice,
  languagesFrom,
} from '../settings/languages';
import type { Settings } from '../settings/settings';
import { execute, qualified, table } from './run';
import { lock } from './transaction';

/** Stored in Strapi's settings table, which backups and exports include. */
const kept = () => strapi.store({ type: 'plugin', name: 'calendar', key: 'site' });

const known = async () => ((await kept().get({})) as { id: string } | null)?.id;

/**
 * RFC 7986 5.3: the site's part of UIDs, independent of its address. Generated once for all nodes; read each time,
 * because an import may replace it.
 */
export async function siteId(): Promise<string> {
  const id = await known();
  if (id) return id;
  return (await strapi.db.transaction(async ({ trx }) => {
    await lock('site', trx);
    const made = (await known()) ?? randomUUID();
    await kept().set({ value: { id: made } });
    return made;
  })) as string;
}

/** The host's settings, validated at start. */
export const settings = (): Settings => strapi.config.get('plugin::calendar');

/** D8.12: a cache that lasts as long as the settings; undefined if `cache.size` is 0. */
export function createCache<Kept>(make: (size: number) => Kept): () => Kept | undefined {
  let chosen: Settings | undefined;
  let kept: Kept | undefined;
  return () => {
    const now = settings();
    if (chosen !== now) {
      chosen = now;
      kept = now.cache.size > 0 ? make(now.cache.size) : undefined;
    }
    return kept;
  };
}

/** D7.2: the languages in which to show a record when this one is requested, in order of preference. */
export function languageChoice(language: Language): LanguageChoice {
  const { defaultLanguage, fallback } = settings();
  return { languages: languagesFrom(language, defaultLanguage), fallback };
}

/** The languages of messages, English first, which is used if the request accepts none of them. */
const OFFERED = ['en', ...LANGUAGES];

/** The language of messages: the admin user's preferred one, otherwise that of the request, which the admin sends. */
export function readersLanguage(): Language {
  const ctx = strapi.requestContext.get();
  const preferred = ctx?.state.user?.preferedLanguage ?? ctx?.acceptsLanguages(OFFERED);
  return isLanguage(preferred) ? preferred : 'en';
}

/** The configured public URL of the service. */
export function publicUrl(): string | undefined {
  const published: string = strapi.config.get('server.url', '');
  return /^https?:\/\//.test(published) ? published : undefined;
}

interface Encryption {
  encrypt(text: string): string | null;
  decrypt(text: string): string | null;
}

const hasKey = () => Boolean(strapi.config.get('admin.secrets.encryptionKey'));

/** The secret, encrypted like Strapi's visible API tokens; in plain text if no ENCRYPTION_KEY is set. */
export const encrypted = (secret: string) =>
  (hasKey() && (strapi.service('admin::encryption') as Encryption).encrypt(secret)) || secret;

/** Begins every secret that is not encrypted (Standard Webhooks). */
export const SECRET_PREFIX = 'whsec_';

/** The decrypted secret; undefined if it was encrypted with another key or is damaged, for which Strapi throws. */
export function decrypted(stored: string): string | undefined {
  if (stored.startsWith(SECRET_PREFIX)) return stored;
  try {
    return (strapi.service('admin::encryption') as Encryption).decrypt(stored) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Not a content type: exports do not include fingerprints, as they do not include the secrets. */
const TABLE = 'calendar_secrets';

/** Secrets by variable: Strapi's setting, and the effect of a node with another secret. */
const SECRETS = {
  ADMIN_JWT_SECRET: ['admin.auth.secret', 'editors are logged out'],
  API_TOKEN_SALT: ['admin.apiToken.salt', 'API tokens are refused, but not their feed keys'],
  APP_KEYS: ['server.app.keys', 'cookies are refused'],
  ENCRYPTION_KEY: [
    'admin.secrets.encryptionKey',
    'webhooks send nothing until each gets a new secret, and the admin cannot show API tokens again',
  ],
  JWT_SECRET: ['plugin::users-permissions.jwtSecret', 'users are logged out'],
  TRANSFER_TOKEN_SALT: ['admin.transfer.token.salt', 'transfer tokens are refused'],
} as const;

type Name = keyof typeof SECRETS;

interface Fingerprint {
  name: Name;
  salt: string;
  fingerprint: string;
}

/** 16 bits of a hash: enough to distinguish two secrets, useless for guessing one. */
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
 * Warns about secrets that differ from those of the last start on this database, by this or another node: a node
 * started without the others' secrets generates its own and rejects the tokens that they issued.
 */
export async function compareSecrets(): Promise<void> {
  await execute(`CREATE TABLE IF NOT EXISTS ${qualified(TABLE)} (
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
        `${name} is different from the last start on this database: ${SECRETS[name][1]}. Nodes that share a database must share their secrets.`,
      );
    }
    await keep(name);
  }
}
