import { z } from 'zod';
import { count, faultsOf, flag, listed, optional, withDefault } from './settings';

const port = count(1, 65_535);
const milliseconds = count(1, 2 ** 31 - 1);

const isHost = (text: string) =>
  /^[\w.-]+$/.test(text)
    ? URL.canParse(`http://${text}`)
    : /^[\da-f:.]+$/i.test(text) && URL.canParse(`http://[${text}]`);

const host = z.string().refine(isHost, 'must be the name or the IP address of a host');

/** Whether a URL can be the base of public addresses: without query, fragment or credentials. */
const isBeginning = (text: string) => {
  const { username, password } = new URL(text);
  return !/[?#]/.test(text) && !username && !password;
};

const publicUrl = z
  .url({
    protocol: /^https?$/,
    abort: true,
    error: 'must be an address such as https://example.org',
  })
  .refine(isBeginning, 'must be an address without a user name, password, ? or #')
  .transform((text) => new URL(text).href.replace(/\/+$/, ''));

/** Signs that a value is not a plain path: quotation marks, `~`, a trailing slash, or a URL. */
const NO_FILE = /^["'\s~]|["'\s/\\]$|^file:|:\/\//;

/** The path of the SQLite file. Mistaken values would silently create another, empty database. */
const databaseFile = z
  .string()
  .refine((name) => name !== ':memory:', 'must be a file: a database in memory would be lost')
  .refine((name) => !NO_FILE.test(name), 'must be a plain file path, without ~ or file:');

/** The path of a URL without trailing slashes: `/calendar` of https://example.org/calendar. */
export const pathOf = (address: string) => address && new URL(address).pathname.replace(/\/+$/, '');

const isOrigin = (text: string) =>
  text === '*' || (/^[a-z][a-z\d+.-]*:\/\/[^/\s?#@*]+$/i.test(text) && URL.canParse(text));

/** The origin as browsers send it, for exact comparison. URL knows the origin of web schemes only. */
function originAsSent(text: string) {
  if (text === '*') return text;
  const { origin } = new URL(text);
  return origin === 'null' ? text.toLowerCase() : origin;
}

const origins = z.preprocess(
  listed,
  z
    .array(z.string())
    .refine(
      (texts) => texts.length > 0 && texts.every(isOrigin),
      'must be origins such as https://example.org, separated by commas, or *',
    )
    .transform((texts) => texts.map(originAsSent)),
);

/**
 * Whether the text is a PostgreSQL URL. The host may be empty when a socket is given: `postgres://me@/db?host=/run`.
 */
const isDatabaseUrl = (text: string) =>
  /^postgres(ql)?:\/\/.*\S$/.test(text) && URL.canParse(text.replace('@/', '@localhost/'));

const databaseUrl = z
  .string()
  .refine(
    isDatabaseUrl,
    'must be postgres://user:password@host/database, with the password percent-encoded: %23 for #',
  );

/** PostgreSQL truncates longer identifiers, but not values compared with them. Strapi does not escape the name. */
const schemaName = z
  .string()
  .refine((name) => !name.includes('"'), 'must have no quotation marks')
  .refine((name) => Buffer.byteLength(name) <= 63, 'must have at most 63 bytes');

/** The least length of a secret; generated ones have 44 characters. */
const LEAST_SECRET = 16;

const TOO_SHORT = `must have at least ${LEAST_SECRET} characters; if left out, it is generated at random`;

const secret = z.string().min(LEAST_SECRET, TOO_SHORT);

const secrets = z.preprocess(
  listed,
  z
    .array(z.string())
    .nonempty(TOO_SHORT)
    .refine((keys) => keys.every(({ length }) => length >= LEAST_SECRET), {
      message: `each ${TOO_SHORT}`,
    }),
);

/**
 * D11: the environment variables other than the calendar's settings. Strapi's secrets are only
 * checked for their length.
 */
const environmentSchema = z
  .object({
    HOST: withDefault(host, '0.0.0.0'),
    PORT: withDefault(port, 1337),
    PUBLIC_URL: withDefault(publicUrl, ''),
    CORS_ORIGINS: withDefault(origins, ['*']),
    CORS_CREDENTIALS: withDefault(flag, false),
    TRUST_PROXY: withDefault(flag, false),
    SHUTDOWN_DELAY: withDefault(count(0, 300), 3),
    ANSWER_WHILE_STARTING: withDefault(flag, true),
    DATABASE_CLIENT: optional(z.enum(['sqlite', 'postgres'])),
    DATABASE_FILENAME: withDefault(databaseFile, '.tmp/data.db'),
    DATABASE_URL: optional(databaseUrl),
    DATABASE_HOST: optional(z.string()),
    DATABASE_PORT: withDefault(port, 5432),
    DATABASE_NAME: withDefault(z.string(), 'calendar'),
    DATABASE_USERNAME: withDefault(z.string(), 'calendar'),
    DATABASE_PASSWORD: withDefault(z.string(), ''),
    DATABASE_SCHEMA: withDefault(schemaName, 'public'),
    DATABASE_SSL: withDefault(flag, false),
    DATABASE_SSL_REJECT_UNAUTHORIZED: withDefault(flag, true),
    DATABASE_POOL_MIN: withDefault(count(0, 1000), 2),
    DATABASE_POOL_MAX: withDefault(count(1, 1000), 10),
    DATABASE_CONNECTION_TIMEOUT: withDefault(milliseconds, 10_000),
    APP_KEYS: optional(secrets),
    ADMIN_JWT_SECRET: optional(secret),
    API_TOKEN_SALT: optional(secret),
    TRANSFER_TOKEN_SALT: optional(secret),
    ENCRYPTION_KEY: optional(secret),
    JWT_SECRET: optional(secret),
  })
  .refine(({ DATABASE_POOL_MIN: least, DATABASE_POOL_MAX: most }) => least <= most, {
    path: ['DATABASE_POOL_MIN'],
    message: 'is greater than DATABASE_POOL_MAX',
  })
  .transform(({ DATABASE_CLIENT: client, DATABASE_HOST: at, ...rest }) => ({
    ...rest,
    DATABASE_CLIENT: client ?? (rest.DATABASE_URL || at ? 'postgres' : 'sqlite'),
    DATABASE_HOST: at ?? 'localhost',
  }));

/** All names, for the documentation's test. */
export const VARIABLES = Object.keys(environmentSchema.in.shape);

/** Parses the environment. Throws an Error with one sentence per invalid variable. */
export function readEnvironment(given: Record<string, string | undefined>) {
  const result = environmentSchema.safeParse(given);
  if (result.success) return result.data;
  throw invalid(faultsOf(result.error, given));
}

/** The error about invalid variables, with a line for each. */
export const invalid = (faults: string) =>
  new Error(`Variables in the environment or in .env are invalid:\n${faults}`);

/** PostgreSQL ends a session half a minute after its client's machine has vanished, and releases its locks. */
export const KEEPALIVE =
  'SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 4';

/**
 * Statements for each new connection to PostgreSQL, whose role, database or server may have other settings: the form
 * in which dates are read, and that a statement sees what others committed while its transaction waited for a lock.
 */
export const SESSION = `SET datestyle = 'ISO'; SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED; ${KEEPALIVE}`;

/** The most bytes of an upload request, and so of a file. */
export const LARGEST_UPLOAD = 200 * 1024 * 1024;

/** Media types allowed in the media library, as Strapi's detection names them. */
export const UPLOAD_TYPES = [
  ...['image/jpeg', 'image/png', 'image/apng', 'image/gif', 'image/webp', 'image/avif'],
  ...['application/pdf', 'application/ogg', 'audio/*', 'video/*'],
];
