import {
  type RateLimiterAbstract,
  type RateLimiterMemory,
  RateLimiterPostgres,
  type RateLimiterRes,
} from 'rate-limiter-flexible';
import { execute, isPostgres, qualified } from './run';

const TABLE = 'calendar_rate_limits';

/**
 * The rate limiter's counters shared by all nodes. Unlogged, because losing them in a crash is harmless and it avoids
 * write-ahead logging. Columns as required by rate-limiter-flexible.
 */
export async function createRateLimits(): Promise<void> {
  if (!isPostgres()) return;
  await execute(`CREATE UNLOGGED TABLE IF NOT EXISTS ${qualified(TABLE)} (
    key varchar(255) PRIMARY KEY,
    points integer NOT NULL DEFAULT 0,
    expire bigint
  )`);
}

/** A limiter whose counters all nodes share; each call queries the database. Undefined on SQLite (one process). */
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
    // A client over its limit is blocked in memory, without further queries.
    inMemoryBlockOnConsumed: options.points + 1,
  });
}

/** Milliseconds between two exchanges. */
const PAUSE = 1000;

/** Fraction of the points below which a client's use is not shared, so that most clients cause no queries. */
const PART = 0.1;

/** Windows by which a stored end may lie ahead; beyond, a clock was wrong. */
const WRONG = 2;

const COUNTING_ALONE = 'Each node counts requests on its own while the database is unavailable';

/**
 * Synchronises this node's counters with the shared ones: each node counts in memory, and once a second adds its new
 * points to the shared counters and reads them. Requests never wait for it, and without a database each node counts
 * alone. With n nodes, a client can exceed its points by n / 10 of them plus one second's requests.
 */
export class SharedCounts {
  private pending = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;
  /** Whether the database was away at the last exchange. */
  private isOffline = false;
  private readonly least: number;

  constructor(
    private readonly memory: RateLimiterMemory,
    private readonly shared: Pick<RateLimiterAbstract, 'penalty' | 'set'>,
  ) {
    this.least = memory.points * PART;
  }

  /** Records points consumed on this node. `consumedPoints`: the client's total. */
  note(key: string, points: number, { consumedPoints }: RateLimiterRes): void {
    if (consumedPoints < this.least) return;
    const isFirst = consumedPoints - points < this.least;
    this.pending.set(key, (this.pending.get(key) ?? 0) + (isFirst ? consumedPoints : points));
    this.plan();
  }

  /** Points that cannot be pushed are dropped: the window may be another when the database is back. */
  async exchange(): Promise<void> {
    const sent = this.pending;
    this.pending = new Map();
    try {
      for (const [key, points] of sent) await this.push(key, points);
      this.isOffline = false;
    } catch (error) {
      if (!this.isOffline) strapi.log.warn(`${COUNTING_ALONE}: ${(error as Error).message}`);
      this.isOffline = true;
    }
    this.timer = undefined;
    if (this.pending.size > 0) this.plan();
  }

  private plan() {
    this.timer ??= setTimeout(() => this.exchange(), PAUSE).unref();
  }

  /**
   * Adds points to a shared counter. The first node sets the end of the window for all; an end too far ahead was
   * written by a wrong clock, or before one was set back, and is replaced.
   */
  private async push(key: string, points: number) {
    const window = await this.memory.get(key);
    if (!window) return;
    const { duration } = this.memory;
    const left = ({ msBeforeNext }: RateLimiterRes) =>
      Math.min(Math.max(1, msBeforeNext / 1000), duration);
    const customDuration = Math.floor(left(window));
    let all = await this.shared.penalty(key, points, { customDuration });
    if (all.msBeforeNext > WRONG * duration * 1000) {
      all = await this.shared.set(key, window.consumedPoints, customDuration);
    }
    const since = this.pending.get(key) ?? 0;
    await this.memory.set(key, all.consumedPoints + since, left(all));
  }
}
