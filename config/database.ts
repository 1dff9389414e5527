import path from 'node:path';
import type { Core } from '@strapi/strapi';
import pg from 'pg';
import {
  invalid,
  readEnvironment,
  SESSION,
} from '../src/plugins/calendar/server/src/settings/environment';

/** PostgreSQL's type id of `timestamp without time zone`, which Strapi uses for every date and time. */
const TIMESTAMP = 1114;

/**
 * Strapi's `timestamp` columns hold UTC. By default, node-pg reads and writes them in the process's
 * own time zone: an hour is lost around clock changes, and nodes in different zones disagree.
 */
function timestampsAreUtc() {
  pg.defaults.parseInputDatesAsUTC = true;
  pg.types.setTypeParser(TIMESTAMP, (text) => new Date(`${text.replace(' ', 'T')}Z`));
}

/** Milliseconds without traffic after which the operating system asks the other end whether it is there. */
const KEEPALIVE = 10_000;

type Environment = ReturnType<typeof readEnvironment>;

/** The driver would let `sslmode` override DATABASE_SSL and DATABASE_SSL_REJECT_UNAUTHORIZED. */
const withoutSslMode = (url?: string) => url?.replace(/(?<=[?&])sslmode=[^&]*&?/g, '');

/** The URL, if the driver can read it: not with `%ff`, which stands for no letter, or a missing `sslrootcert`. */
function readable(connectionString?: string) {
  try {
    new pg.Client({ connectionString }); // Does not connect.
    return connectionString;
  } catch (error) {
    throw invalid(`  DATABASE_URL: cannot be read (${(error as Error).message})`);
  }
}

type Done = (error: Error | null, connection: pg.Client) => void;

const postgres = (env: Environment) => ({
  client: 'postgres' as const,
  connection: {
    connectionString: readable(
      env.DATABASE_SSL ? withoutSslMode(env.DATABASE_URL) : env.DATABASE_URL,
    ),
    host: env.DATABASE_HOST,
    port: env.DATABASE_PORT,
    database: env.DATABASE_NAME,
    user: env.DATABASE_USERNAME,
    password: env.DATABASE_PASSWORD,
    schema: env.DATABASE_SCHEMA,
    ssl: env.DATABASE_SSL && { rejectUnauthorized: env.DATABASE_SSL_REJECT_UNAUTHORIZED },
    connectionTimeoutMillis: env.DATABASE_CONNECTION_TIMEOUT,
    keepAlive: true, // Firewalls forget idle connections, without telling either end.
    keepAliveInitialDelayMillis: KEEPALIVE,
  },
  pool: {
    min: env.DATABASE_POOL_MIN,
    max: env.DATABASE_POOL_MAX,
    createTimeoutMillis: env.DATABASE_CONNECTION_TIMEOUT,
    afterCreate: (connection: pg.Client, done: Done) =>
      connection.query(SESSION, (error) => done(error, connection)),
  },
});

const sqlite = ({ DATABASE_FILENAME }: Environment) => ({
  client: 'sqlite' as const,
  connection: { filename: path.resolve(process.cwd(), DATABASE_FILENAME) },
  useNullAsDefault: true,
});

const config = (): Core.Config.Database => {
  timestampsAreUtc();
  const env = readEnvironment(process.env);
  return {
    connection: {
      ...(env.DATABASE_CLIENT === 'postgres' ? postgres(env) : sqlite(env)),
      compileSqlOnError: false, // Logged errors must not contain stored values.
      acquireConnectionTimeout: env.DATABASE_CONNECTION_TIMEOUT,
    } as never, // Strapi types the connection per client; this one is either.
    settings: { useTypescriptMigrations: true },
  };
};

export default config;
