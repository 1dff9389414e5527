import { randomUUID } from 'node:crypto';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import {
  SharedCounts,
  sharedLimiter,
} from '../../src/plugins/calendar/server/src/database/rate-limits';
import { onPostgres } from '../support/in-turn';

const LIMIT = { points: 100, duration: 600 };

/** A node's counters, and how it counts a request. */
function node(prefix: string) {
  const memory = new RateLimiterMemory(LIMIT);
  const others = sharedLimiter(prefix, LIMIT);
  const shared = others && new SharedCounts(memory, others);
  // Exchanges counts only when the test says so, instead of after a second.
  if (shared) jest.spyOn(shared as unknown as { plan(): void }, 'plan').mockReturnValue();
  const count = async (key: string, requests: number) => {
    for (let request = 0; request < requests; request += 1) {
      const counted: RateLimiterRes = await memory.penalty(key);
      shared?.note(key, 1, counted);
    }
  };
  const used = async (key: string) => (await memory.get(key))?.consumedPoints ?? 0;
  const left = async (key: string) => (await memory.get(key))?.msBeforeNext ?? 0;
  return { shared, count, used, left };
}

const rows = (prefix: string) =>
  strapi.db
    .connection('calendar_rate_limits')
    .where('key', 'like', `${prefix}%`)
    .select('key', 'points');

if (onPostgres) {
  it('adds up the requests of one client at two nodes with each exchange', async () => {
    const prefix = randomUUID();
    const [one, two] = [node(prefix), node(prefix)];
    await one.count('anna', 40);
    await two.count('anna', 30);
    await one.shared?.exchange();
    await two.shared?.exchange();
    expect(await two.used('anna')).toBe(70);
    await two.count('anna', 5);
    await two.shared?.exchange();
    await one.count('anna', 1);
    await one.shared?.exchange();
    expect([await one.used('anna'), await two.used('anna')]).toEqual([76, 75]);
  });

  it('exchanges once a second, without delaying a request', async () => {
    const prefix = randomUUID();
    const memory = new RateLimiterMemory(LIMIT);
    const others = sharedLimiter(prefix, LIMIT)!;
    const sent: unknown[] = [];
    let tell = () => {};
    const exchanged = new Promise<void>((resolve) => {
      tell = resolve;
    });
    const penalty: typeof others.penalty = (...words) => {
      sent.push(words[1]);
      tell();
      return others.penalty(...words);
    };
    const shared = new SharedCounts(memory, { penalty, set: others.set.bind(others) });
    const began = performance.now();
    for (const points of [20, 1, 1])
      shared.note('anna', points, await memory.penalty('anna', points));
    expect(sent).toEqual([]);
    await exchanged;
    expect(performance.now() - began).toBeGreaterThan(950);
    expect(sent).toEqual([22]);
  });

  it('replaces a shared counter that expires too far in the future', async () => {
    const prefix = randomUUID();
    const HOUR = 3600_000;
    const ahead = { key: `${prefix}:anna`, points: 95, expire: Date.now() + HOUR };
    await strapi.db.connection('calendar_rate_limits').insert(ahead);
    const { shared, count, used, left } = node(prefix);
    await count('anna', 12);
    await shared?.exchange();
    expect(await used('anna')).toBe(12);
    expect(await left('anna')).toBeLessThanOrEqual(LIMIT.duration * 1000);
    expect(await rows(prefix)).toEqual([{ key: `${prefix}:anna`, points: 12 }]);
  });

  it('does not share the counters of clients with few requests', async () => {
    const prefix = randomUUID();
    const { shared, count } = node(prefix);
    await count('anna', 9);
    await count('berta', 12);
    await shared?.exchange();
    expect(await rows(prefix)).toEqual([{ key: `${prefix}:berta`, points: 12 }]);
  });

  it('counts requests that arrive during an exchange', async () => {
    const prefix = randomUUID();
    const { shared, count, used } = node(prefix);
    await count('anna', 20);
    const telling = shared?.exchange();
    await count('anna', 3);
    await telling;
    expect(await used('anna')).toBe(23);
    await shared?.exchange();
    expect(await rows(prefix)).toEqual([{ key: `${prefix}:anna`, points: 23 }]);
  });

  it('counts locally while the database fails, and shares later requests afterwards', async () => {
    const prefix = randomUUID();
    const memory = new RateLimiterMemory(LIMIT);
    const others = sharedLimiter(prefix, LIMIT)!;
    let away = true;
    const penalty: typeof others.penalty = (...words) =>
      away ? Promise.reject(new Error('away')) : others.penalty(...words);
    const shared = new SharedCounts(memory, { penalty, set: others.set.bind(others) });
    shared.note('anna', 50, await memory.penalty('anna', 50));
    await shared.exchange();
    expect((await memory.get('anna'))?.consumedPoints).toBe(50);
    away = false;
    shared.note('anna', 1, await memory.penalty('anna', 1));
    await shared.exchange();
    expect(await rows(prefix)).toEqual([{ key: `${prefix}:anna`, points: 1 }]);
  });
} else {
  it('has no shared limiter on SQLite, which one process uses', () => {
    expect(sharedLimiter('requests', LIMIT)).toBeUndefined();
  });
}
