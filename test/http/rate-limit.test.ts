import { setTimeout as pause } from 'node:timers/promises';
import { subnetOf } from '../../src/plugins/calendar/server/src/http/caller';
import { apiToken, basic, bearer, member } from '../support/callers';
import { holdDatabase } from '../support/held-database';
import { type Answer, api, get, send } from '../support/http';
import { buildEvent } from '../support/records';
import { NOTHING_KEPT, withSettings } from '../support/settings';

type Headers = Record<string, string>;

const list = (headers: Headers = {}) => get(api('/events'), headers);

async function statuses(count: number, headers: Headers = {}) {
  const found = [];
  for (let request = 0; request < count; request += 1) found.push((await list(headers)).status);
  return found;
}

describe('without a limit', () => {
  it('sends no rate limit headers', async () => {
    const { headers } = await list();
    expect(Object.keys(headers).filter((name) => name.startsWith('ratelimit'))).toEqual([]);
  });
});

/** Seconds since the time, rounded up. */
const secondsSince = (time: number) => Math.ceil((Date.now() - time) / 1000);

/**
 * The headers of a new caller after its first request. Callers share 65,536 counters, so another
 * one is created on a collision.
 */
async function newcomer(make: () => Promise<Headers>): Promise<Headers> {
  for (let tries = 0; tries < 5; tries += 1) {
    const headers = await make();
    const { status, headers: told } = await list(headers);
    if (status === 200 && told['ratelimit-remaining'] === '2') return headers;
  }
  throw new Error('Nobody is counted alone.');
}

/** Each window length has counters of its own, so that tests are independent. */
describe('with a limit of three requests per window', () => {
  const window = 3600;
  withSettings({ rateLimit: { requests: 3, window, databaseTime: 0 } });

  it('counts down, then answers 429 with Retry-After', async () => {
    const began = Date.now();
    const { headers } = await list();
    expect(headers).toMatchObject({ 'ratelimit-limit': '3', 'ratelimit-remaining': '2' });
    const { 'ratelimit-reset': reset } = headers;
    expect(headers).toMatchObject({
      'ratelimit-policy': `"requests";q=3;w=${window}`,
      ratelimit: `"requests";r=2;t=${reset}`,
    });
    expect(await statuses(2)).toEqual([200, 200]);
    const refused = await get(api('/events', 'fr'));
    expect(refused).toMatchObject({
      status: 429,
      body: { code: 'rest_too_many_requests', data: { status: 429 } },
    });
    expect(refused.headers['ratelimit-remaining']).toBe('0');
    const seconds = Number(refused.headers['retry-after']);
    expect(seconds).toBeGreaterThanOrEqual(window - secondsSince(began));
    expect(seconds).toBeLessThanOrEqual(window);
  });

  it('ignores an X-Forwarded-For header that clients send', async () => {
    expect(await statuses(1, { 'x-forwarded-for': '192.0.2.7' })).toEqual([429]);
  });

  it('counts unknown authorization schemes as anonymous', async () => {
    expect(await statuses(1, { authorization: 'Digest x' })).toEqual([429]);
    expect(await statuses(1, basic('stage', 'secret'))).toEqual([429]);
  });

  it('never limits /health', async () => {
    expect((await get(api('/health'))).status).toBe(200);
  });

  it('counts each token and each user separately', async () => {
    let token = '';
    const first = await newcomer(async () => {
      token = await apiToken('read-only');
      return bearer(token);
    });
    expect(await statuses(1, first)).toEqual([200]);
    expect(await statuses(2, basic('same', token))).toEqual([200, 429]);
    await newcomer(async () => bearer(await apiToken('full-access')));
    const user = await newcomer(async () => (await member('reader')).headers);
    expect(await statuses(3, user)).toEqual([200, 200, 429]);
    expect(await statuses(1, first)).toEqual([429]);
  });
});

describe('with a point for each twentieth of a millisecond of database time', () => {
  withSettings({
    ...NOTHING_KEPT,
    rateLimit: { requests: 10_000, window: 3602, databaseTime: 0.05 },
  });

  /** The points that each of a number of requests cost. */
  async function costs(count: number, headers: Headers) {
    const left: number[] = [];
    for (let request = 0; request <= count; request += 1) {
      left.push(Number((await list(headers)).headers['ratelimit-remaining']));
    }
    return left.slice(1).map((after, at) => (left[at] ?? 0) - after);
  }

  it('charges anonymous callers afterwards for the database time they used', async () => {
    await buildEvent(); // The total of an empty list is never counted.
    const told = await list();
    expect(told.headers['ratelimit-remaining']).toBe('9999');
    const nobody = ['Bearer', 'bearer a b'].map((authorization) => ({ authorization }));
    for (const headers of [{}, ...nobody]) {
      const counted = await costs(20, headers);
      expect(counted.filter((points) => points < 1 || points > 50)).toEqual([]);
      expect(counted.reduce((sum, points) => sum + points)).toBeGreaterThan(20);
    }
  });

  it('charges authenticated callers one point for each request', async () => {
    const known = bearer(await apiToken('read-only'));
    expect(await costs(5, known)).toEqual([1, 1, 1, 1, 1]);
  });
});

describe('with a point for each millisecond', () => {
  withSettings({
    ...NOTHING_KEPT,
    rateLimit: { requests: 10_000, window: 3629, databaseTime: 1 },
  });

  /** The points that a form of so many parts costs an anonymous caller. */
  async function costOf(parts: number): Promise<number> {
    const form = new FormData();
    for (let part = 0; part < parts; part += 1) form.set(`part ${part}`, 'x');
    const { status, headers } = await send('POST', api('/events'), form);
    expect(status).toBe(401);
    const { headers: after } = await send('POST', api('/events'), {});
    return Number(headers['ratelimit-remaining']) - Number(after['ratelimit-remaining']);
  }

  it('charges anonymous callers afterwards for parsing what they sent', async () => {
    await costOf(1);
    expect(await costOf(9000)).toBeGreaterThan((await costOf(1)) + 10);
  });
});

describe('with a point for each 100 ms of database time', () => {
  withSettings({
    ...NOTHING_KEPT,
    rateLimit: { requests: 10_000, window: 3605, databaseTime: 100 },
  });

  it('does not charge for time spent waiting for a connection', async () => {
    await buildEvent();
    await list();
    const remaining = ({ headers }: Answer) => Number(headers['ratelimit-remaining']);
    const charged = async () => {
      const release = await holdDatabase();
      const waiting = list();
      await pause(3000);
      await release();
      const [before, after] = [await waiting, await list()];
      return remaining(before) - remaining(after);
    };
    // A pause of the machine during a query costs points, but not each time.
    const points = [await charged()];
    while (points.length < 3 && Math.min(...points) >= 10) points.push(await charged());
    expect(Math.min(...points)).toBeLessThan(10);
  });
});

describe('while requests wait in a queue', () => {
  withSettings({ ...NOTHING_KEPT, rateLimit: { requests: 8, window: 3606, databaseTime: 0 } });

  it('drops those of a client that has exceeded its limit meanwhile', async () => {
    const release = await holdDatabase();
    const asking = Array.from({ length: 9 }, () => list());
    const refused = await Promise.race(asking).finally(release);
    const served = (await Promise.all(asking)).filter(({ status }) => status !== 429);
    expect(refused.status).toBe(429);
    expect(served.map(({ status }) => status)).toEqual([200, 200, 200]); // Those in the queue's slots.
  });
});

describe('for a client that guesses tokens', () => {
  withSettings({ rateLimit: { requests: 3, window: 3601, databaseTime: 0 } });

  it('answers 429 instead of 401 after three wrong tokens', async () => {
    const guesses = ['a', 'b', 'c', 'd'].map((letter) => bearer(letter.repeat(256)));
    const found = [];
    for (const guess of guesses) found.push(...(await statuses(1, guess)));
    expect(found).toEqual([401, 401, 401, 429]);
    expect(await statuses(1)).toEqual([200]);
  });
});

describe('for requests that fail before authentication', () => {
  withSettings({ rateLimit: { requests: 3, window: 3603, databaseTime: 0 } });

  it('counts by address, even with another token in each header', async () => {
    const found = [];
    for (const [at, text] of ['{', '[1', '{"a":', '{'].entries()) {
      const headers = { ...bearer(`${at}`.repeat(256)), 'content-type': 'application/json' };
      found.push((await send('POST', api('/events'), text, headers)).status);
    }
    expect(found).toEqual([400, 400, 400, 429]);
    expect(await statuses(1)).toEqual([200]);
  });
});

describe('for requests that fail after authentication', () => {
  withSettings({ rateLimit: { requests: 3, window: 3606, databaseTime: 0 } });

  it('counts each request once, for the caller alone', async () => {
    const headers = await newcomer(async () => bearer(await apiToken('full-access')));
    const wrong = await send('POST', api('/events'), { cost: [] }, headers);
    expect([wrong.status, wrong.headers['ratelimit-remaining']]).toEqual([400, '1']);
  });
});

describe('with a short window', () => {
  withSettings({ rateLimit: { requests: 1, window: 4, databaseTime: 0 } });

  it('accepts requests again after the window', async () => {
    const answers = await Promise.all([list(), list()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429]);
    const refused = answers.find(({ status }) => status === 429);
    await pause(Number(refused?.headers['retry-after']) * 1000 + 100);
    expect(await statuses(1)).toEqual([200]);
  });
});

describe('the subnet that is rate limited', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::1', '0:0:0:0'],
    ['2001:db8:0:5:a:b:c:d', '2001:db8:0:5'],
    ['2001:0DB8::5:1', '2001:db8:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['192.0.2.7:51234', '192.0.2.7'],
    ['[2001:db8:0:5:a:b:c:d]:51234', '2001:db8:0:5'],
    ['[2001:db8:0:5:a:b:c:d]', '2001:db8:0:5'],
    ['unknown', 'unknown'],
  ])('of %s is %s', (address, network) => {
    expect(subnetOf(address)).toBe(network);
  });
});
