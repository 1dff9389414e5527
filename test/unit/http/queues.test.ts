import { setTimeout as pause } from 'node:timers/promises';
import { fairQueue, sendsPicture } from '../../../src/plugins/calendar/server/src/http/queues';
import { SentFile } from '../../../src/plugins/calendar/server/src/kinds/picture';

const PATIENCE = 10_000;

/** Work that somebody else ends; `order` says in which order it began. */
function bench(places: number, patience = PATIENCE) {
  const queue = fairQueue(places, () => patience);
  const order: string[] = [];
  const ends: (() => void)[] = [];
  const send = (client: string) =>
    queue(client, () => {
      order.push(client);
      return new Promise<void>((resolve) => {
        ends.push(resolve);
      });
    });
  /** Ends what runs, one after the other, until nothing is left. */
  const finish = async () => {
    for (let at = 0; at < ends.length; at += 1) {
      ends[at]?.();
      await pause(1);
    }
  };
  return { send, order, finish };
}

it('runs as many requests at a time as there are places', async () => {
  const { send, order, finish } = bench(2);
  const all = ['a', 'b', 'c'].map(send);
  await pause(1);
  expect(order).toEqual(['a', 'b']);
  await finish();
  await Promise.all(all);
  expect(order).toEqual(['a', 'b', 'c']);
});

it('runs requests of the clients with the fewest queued first', async () => {
  const { send, order, finish } = bench(1);
  const all = ['flood', 'flood', 'flood', 'flood', 'editor', 'reader', 'editor'].map(send);
  await pause(1);
  await finish();
  await Promise.all(all);
  expect(order).toEqual(['flood', 'editor', 'reader', 'flood', 'editor', 'flood', 'flood']);
});

it('rejects with 503 after too long a wait, and serves the others', async () => {
  const { send, order, finish } = bench(1, 50);
  const first = send('a');
  await expect(send('b')).rejects.toMatchObject({
    refusal: { status: 503, code: 'rest_unavailable', headers: { 'Retry-After': '10' } },
  });
  await finish();
  await first;
  const third = send('c');
  await pause(1);
  await finish();
  await third;
  expect(order).toEqual(['a', 'c']);
});

it('frees the place of work that fails', async () => {
  const queue = fairQueue(1, () => PATIENCE);
  const failure = new Error('x');
  await expect(queue('a', () => Promise.reject(failure))).rejects.toBe(failure);
  expect(await queue('a', async () => 'done')).toBe('done');
});

const file = new SentFile('a.png', Buffer.from('x'));

it.each([
  [{ image: 'https://example.org/a.png' }, true],
  [{ image: file }, true],
  [{ image: { url: 'https://example.org/a.png' } }, true],
  [{ organizer: [{ image: file }] }, true],
  [{ image: { url: 'https://example.org/a.png', id: 12 } }, false],
  [{ image: '12' }, false],
  [{ image: false, website: 'https://example.org/a.png' }, false],
  [{ title: 'image' }, false],
  [undefined, false],
])('says of %j that it sends a picture to be stored: %s', (body, does) => {
  expect(sendsPicture(body)).toBe(does);
});
