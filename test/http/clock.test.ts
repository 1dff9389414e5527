import { api } from '../support/http';
import { onPostgres } from '../support/in-turn';
import { Served } from '../support/served';

const MINUTE = 60_000;
const QUARTER_HOUR = 15 * MINUTE;
const HOUR = 60 * MINUTE;

/** Points per window, and its length in seconds. */
const LIMIT = { requests: 40, window: 3600 };

let calendar: Served;
let full: Record<string, string>;

beforeAll(async () => {
  calendar = await Served.start({
    DATABASE_CLIENT: onPostgres ? 'postgres' : 'sqlite',
    CALENDAR_RATE_LIMIT: String(LIMIT.requests),
    CALENDAR_RATE_LIMIT_WINDOW: String(LIMIT.window),
  });
  full = { authorization: `Bearer ${await calendar.tell('token')}` };
});

afterAll(() => calendar?.stop());

const ask = (path: string) => calendar.ask('GET', api(path));

const wall = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ');

describe('after the clock is set back by an hour', () => {
  it('an event that had passed is listed again', async () => {
    const start_date = wall(Date.now() + 30 * MINUTE);
    const body = { title: 'Jazz', status: 'publish', start_date, end_date: start_date };
    const made = await calendar.ask('POST', api('/events'), { ...body, timezone: 'UTC' }, full);
    expect(made.status).toBe(201);
    const path = '/events?start_date=now&strict_dates=true';
    const total = async () => JSON.parse((await ask(path)).text).total;
    expect(await total()).toBe(1);
    await calendar.tell('clock', HOUR);
    expect([await total(), await total()]).toEqual([0, 0]);
    await calendar.tell('clock', 0);
    expect(await total()).toBe(1);
  });

  it('a scheduled event is hidden until its publication date comes again', async () => {
    const quarter = Math.ceil(Date.now() / QUARTER_HOUR) * QUARTER_HOUR; // Caches expire then.
    const minute = (number: number) => quarter + number * MINUTE;
    const totalAt = async (number: number) => {
      await calendar.tell('clock', minute(number) - Date.now());
      return JSON.parse((await ask('/events?search=due')).text).total;
    };
    expect(await totalAt(1)).toBe(0);
    const times = { start_date: wall(minute(60)), end_date: wall(minute(90)), timezone: 'UTC' };
    const body = { title: 'Due', status: 'publish', date_utc: wall(minute(2)), ...times };
    expect((await calendar.ask('POST', api('/events'), body, full)).status).toBe(201);
    expect([await totalAt(3), await totalAt(1), await totalAt(3)]).toEqual([1, 0, 1]);
    await calendar.tell('clock', 0);
  });

  it('Retry-After and RateLimit-Reset stay within one window', async () => {
    await calendar.tell('clock', HOUR);
    let last = await ask('/tags');
    while (last.status !== 429) last = await ask('/tags');
    await calendar.tell('clock', 0);
    const { status, headers } = await ask('/tags');
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(LIMIT.window);
    expect(Number(headers['ratelimit-reset'])).toBeLessThanOrEqual(LIMIT.window);
  });
});
