import { type RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible';
import { isPostgres, qualified } from './table';

const TABLE = 'calendar_rate_limits';

/**
 * What the nodes of a calendar count together. Unlogged: nothing of it need survive the database's
 * end, so that it costs no write-ahead log. Its columns are those of rate-limiter-flexible.
 */
export async function createRateLimits(): Promise<void> {
  if (!isPostgres()) return;
  await strapi.db.connection.raw(`CREATE UNLOGGED TABLE IF NOT EXISTS ${qualified(TABLE)} (
    key varchar(255) PRIMARY KEY,
    points integer NOT NULL DEFAULT 0,
    expire bigint
  )`);
}

/** The same counters for all nodes; each call asks the database. None on SQLite, which one process uses. */
export function sharedLimiter(
  keyPrefix: string,
  options: { points: number; duration: number; insuranceLimiter?: RateLimiterMemory },
): RateLimiterPostgres | undefined {
  if (!isPostgres()) return undefined;
  return new RateLimiterPostgres({
    ...options,
    keyPrefix,
    storeClient: strapi.db.connection,
    storeType: 'knex',
    tableName: TABLE,
    schemaName: strapi.db.getSchemaName() ?? 'public',
    tableCreated: true,
    // Who has used up all there is costs the database nothing more.
    inMemoryBlockOnConsumed: options.points + 1,
  });
}
