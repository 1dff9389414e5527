import { apiToken, bearer } from '../support/callers';
import { HOSTILE_TEXTS } from '../support/hostile-texts';
import { api, get, send } from '../support/http';
import { buildEvent } from '../support/records';

/** Milliseconds. Quadratic algorithms take many times as long: some took half a minute. */
const PATIENCE = 3000;

/** Maximum lengths in a body and in a request line. */
const IN_BODY = 80_000;
const IN_QUERY = 50_000;

let full: Record<string, string>;
let id: number;

beforeAll(async () => {
  full = bearer(await apiToken('full-access'));
  ({ public_id: id } = await buildEvent());
});

/** CPU milliseconds of this process, which also runs the server. */
async function work(ask: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await ask();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

it.each(Object.entries(HOSTILE_TEXTS))(
  'handles hostile texts in a body without delay: %s',
  async (_, make) => {
    const text = make(IN_BODY / 4);
    const took = await work(async () => {
      const kept = { description: text, slug: text };
      const { status } = await send('PATCH', api(`/events/${id}`), kept, full);
      expect(status).toBe(200);
      const refused = { title: text, tags: [text], website: text, timezone: text, author: text };
      const { body } = await send('PATCH', api(`/events/${id}`), refused, full);
      expect(body.data.status).toBe(400);
    });
    expect(took).toBeLessThan(PATIENCE);
  },
);

it('rejects oversized tags without delay', async () => {
  for (const tags of [['y'.repeat(IN_BODY)], [`&${'amp;'.repeat(IN_BODY)}`]]) {
    let answer = await get(api('/'));
    const took = await work(async () => {
      answer = await send('PATCH', api(`/events/${id}`), { tags }, full);
    });
    expect([answer.status, Object.keys(answer.body.data.params)]).toEqual([400, ['tags']]);
    expect(took).toBeLessThan(PATIENCE);
  }
});

it.each([
  ['/events/', `${'/'.repeat(IN_QUERY)}x`],
  ['/events?geoloc_lng=2&geoloc_lat=', `${'1'.repeat(IN_QUERY)}x`],
  ['/events?_fields=', 'a.'.repeat(IN_QUERY / 2)],
  ['/events?search=', '%22'.repeat(IN_QUERY / 3)],
  ['/events?start_date=', '1'.repeat(IN_QUERY)],
  ['/events?tags=', '%CC%81%CC%A3'.repeat(IN_QUERY / 12)],
  ['/events?categories=', 'a,'.repeat(IN_QUERY / 2)],
  ['/events?include=', Array.from({ length: 9000 }, (_, at) => at + 1).join()],
  ['/events/by-slug/', '%CC%81'.repeat(IN_QUERY / 6)],
])('handles hostile texts in an address without delay: %s', async (path, text) => {
  const took = await work(async () => {
    expect([200, 400, 404]).toContain((await get(api(`${path}${text}`))).status);
  });
  expect(took).toBeLessThan(PATIENCE);
});
