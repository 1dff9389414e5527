import { z } from 'zod';
import { count, faultsOf, flag, optional, withDefault } from './settings';

const port = count(1, 65_535);
const milliseconds = count(1, 2 ** 31 - 1);

const isHost = (text: string) =>
  /^[\w.-]+$/.test(text)
    ? URL.canParse(`http://${text}`)
    : /^[\da-f:.]+$/i.test(text) && URL.canParse(`http://[${text}]`);

const host = z.string().refine(isHost, 'must be the name or the IP address of a host');

/** Addresses are made by appending to it, so it has no query, and no password that everybody would read. */
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
  .refine(isBeginning, 'must be an address without a name or password, ? and #')
  .transform((text) => new URL(text).href.replace(/\/+$/, ''));

/** What a shell or a file of variables was to take away, what only a shell puts in, and addresses. */
const NO_FILE = /^["'\s~]|["'\s/\\]$|^file:|:\/\//;

/** Each would be the name of a new file, in which the calendar would be empty, or gone with the process. */
const databaseFile = z
  .string()
  .refine((name) => name !== ':memory:', 'must be a file: of memory nothing would be left')
  .refine(
    (name) => !NO_FILE.test(name),
    'must be the path of a file as it stands, without ~ and file:',
  );

/** `/calendar` of https://example.org/calendar; nothing where a host has no path. */
export const pathOf = (address: string) => address && new URL(address).pathname.replace(/\/+$/, '');

/** `a,b`, also as `["a","b"]`, as Strapi's own lists. */
const listed = (text: unknown) =>
  String(text)
    .replace(/^\s*\[|\]\s*$/g, '')
    .split(',')
    .map((part) => part.replace(/^[\s"]+|[\s"]+$/g, ''))
    .filter(Boolean);

const isOrigin = (text: string) =>
  text === '*' || (/^[a-z][a-z\d+.-]*:\/\/[^/\s?#@*]+$/i.test(text) && URL.canParse(text));

/** As browsers send it, which is compared letter by letter; only of schemes of the web a URL knows the origin. */
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
      'must be origins such as https://example.org, with commas between, or *',
    )
    .transform((texts) => texts.map(originAsSent)),
);

/** PostgreSQL's driver takes a path to a socket in the place of the host: `postgres://me@/db?host=/run`. */
const isDatabaseUrl = (text: string) =>
  /^postgres(ql)?:\/\/.*\S$/.test(text) && URL.canParse(text.replace('@/', '@localhost/'));

const databaseUrl = z
  .string()
  .refine(
    isDatabaseUrl,
    'must be postgres://user:password@host/database, with signs of the password as in addresses: %23 for #',
  );

/** PostgreSQL would cut a longer one where it is part of a statement, and find none where it is a value. */
const schemaName = z
  .string()
  .refine((name) => Buffer.byteLength(name) <= 63, 'must have at most 63 bytes');

/** As many characters as nobody guesses; those that are made at random have 44. */
const LEAST_SECRET = 16;

const TOO_SHORT = `must have at least ${LEAST_SECRET} characters; left out, it is made at random`;

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

/** D11: what a host may choose beyond the calendar's own settings; of Strapi's secrets only whether they can be meant. */
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
    message: 'is more than DATABASE_POOL_MAX',
  })
  .transform(({ DATABASE_CLIENT: client, DATABASE_HOST: at, ...rest }) => ({
    ...rest,
    DATABASE_CLIENT: client ?? (rest.DATABASE_URL || at ? 'postgres' : 'sqlite'),
    DATABASE_HOST: at ?? 'localhost',
  }));

/** The names of all of them, for the documents. */
export const VARIABLES = Object.keys(environmentSchema.in.shape);

/** The variables as the process has them; throws one sentence per wrong one, by its name. */
export function readEnvironment(given: Record<string, string | undefined>) {
  const result = environmentSchema.safeParse(given);
  if (result.success) return result.data;
  throw new Error(
    `Variables of the environment or of .env are wrong:\n${faultsOf(result.error, given)}`,
  );
}

/** Bytes of one request to the media library, and so of a file. */
export const LARGEST_UPLOAD = 200 * 1024 * 1024;

/** What the media library may hold, by the names that Strapi's own detection knows. */
export const UPLOAD_TYPES = [
  ...['image/jpeg', 'image/png', 'image/apng', 'image/gif', 'image/webp', 'image/avif'],
  ...['application/pdf', 'application/ogg', 'audio/*', 'video/*'],
];
