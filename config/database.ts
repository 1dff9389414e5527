import path from 'node:path';
import type { Core } from '@strapi/strapi';
import pg from 'pg';

/** PostgreSQL's type id of `timestamp without time zone`, which Strapi uses for every date and time. */
const TIMESTAMP = 1114;

/**
 * Strapi's `timestamp` columns hold UTC. Left alone, node-pg reads and writes them as the process's
 * own wall time: an hour is lost around clock changes, and nodes in different zones disagree.
 */
function timestampsAreUtc() {
  pg.defaults.parseInputDatesAsUTC = true;
  pg.types.setTypeParser(TIMESTAMP, (text) => new Date(`${text.replace(' ', 'T')}Z`));
}

type Env = Core.Config.Shared.ConfigParams['env'];

function postgres(env: Env) {
  return {
    client: 'postgres' as const,
    connection: {
      connectionString: env('DATABASE_URL'),
      host: env('DATABASE_HOST', 'localhost'),
      port: env.int('DATABASE_PORT', 5432),
      database: env('DATABASE_NAME', 'calendar'),
      user: env('DATABASE_USERNAME', 'calendar'),
      password: env('DATABASE_PASSWORD', ''),
      schema: env('DATABASE_SCHEMA', 'public'),
      ssl: env.bool('DATABASE_SSL', false) && {
        rejectUnauthorized: env.bool('DATABASE_SSL_REJECT_UNAUTHORIZED', true),
      },
    },
    pool: { min: env.int('DATABASE_POOL_MIN', 2), max: env.int('DATABASE_POOL_MAX', 10) },
  };
}

function sqlite(env: Env) {
  const file = env('DATABASE_FILENAME', '.tmp/data.db');
  return {
    client: 'sqlite' as const,
    connection: { filename: path.resolve(process.cwd(), file) },
    useNullAsDefault: true,
  };
}

const config = ({ env }: Core.Config.Shared.ConfigParams): Core.Config.Database => {
  timestampsAreUtc();
  const client = env('DATABASE_CLIENT', env('DATABASE_URL') ? 'postgres' : 'sqlite');
  if (client !== 'sqlite' && client !== 'postgres') {
    throw new Error(`DATABASE_CLIENT is "${client}"; it can be "sqlite" or "postgres".`);
  }
  return {
    connection: {
      ...(client === 'postgres' ? postgres(env) : sqlite(env)),
      compileSqlOnError: false, // Faults are logged: their statements must not hold what was written.
      acquireConnectionTimeout: env.int('DATABASE_CONNECTION_TIMEOUT', 60000),
    } as never, // Strapi types the connection per client; this one is either.
    settings: { useTypescriptMigrations: true },
  };
};

export default config;
