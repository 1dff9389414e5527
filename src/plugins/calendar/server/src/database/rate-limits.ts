import {
  type RateLimiterAbstract,
  type RateLimiterMemory,
  RateLimiterPostgres,
  type RateLimiterRes,
} from 'rate-limiter-flexible';
import { isPostgres, qualified } from './run';

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

/** Milliseconds between two exchanges. */
const PAUSE = 1000;

/** The part of a client's points below which its use is not written: most clients cost the database nothing. */
const PART = 0.1;

/** Windows that the end of one may be away: clocks of nodes differ by less. */
const WRONG = 2;

const COUNTED_ALONE = 'Requests are counted by each node alone while the database is away';

/**
 * Counts of this node and of the others, together: each counts in its own memory, and once a second
 * tells the shared counters what came since, and learns what they say. No request waits for that, and
 * without a database each node goes on alone. One client of n nodes has at most n / 10 of the points
 * besides, and what a second brings.
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

  /** After points were counted here: how many, and what the client has used up with them. */
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
      if (!this.isOffline) strapi.log.warn(`${COUNTED_ALONE}: ${(error as Error).message}`);
      this.isOffline = true;
    }
    this.timer = undefined;
    if (this.pending.size > 0) this.plan();
  }

  private plan() {
    this.timer ??= setTimeout(() => this.exchange(), PAUSE).unref();
  }

  /**
   * The node that counts a client first sets the end of its window for all. A stored end that is further away than
   * a window lasts was written before a clock was put back, or by a clock that is wrong: it is replaced.
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
