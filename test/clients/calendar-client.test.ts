import { createCalendar, Refusal, verifyWebhook } from '../../scripts/client/client';
import { apiToken } from '../support/callers';
import { api } from '../support/http';
import { delivered, type Received, Receiver } from '../support/receiver';
import { buildEvent, buildTag, buildVenue } from '../support/records';
import { withSettings } from '../support/settings';

let token: string;

beforeAll(async () => {
  token = await apiToken('full-access');
});

const baseUrl = () => baseURL + api('');
const DATES = { start_date: '2031-05-01 10:00', end_date: '2031-05-01 11:00', timezone: 'UTC' };

type Send = (request: Request) => Promise<Response>;

/** A client whose answers are lost on the way, or refused, before they come: one for each. */
function through(...ways: ((send: Send, request: Request) => Promise<Response>)[]) {
  const sent: Request[] = [];
  const send: Send = (request) => fetch(request);
  const calendar = createCalendar({
    ...{ baseUrl: baseUrl(), token },
    fetch: (request) => {
      sent.push(request);
      const way = ways.shift();
      return way ? way(send, request) : send(request);
    },
  });
  return { calendar, sent };
}

const lost = async (send: Send, request: Request): Promise<Response> => {
  await send(request);
  throw new TypeError('fetch failed');
};

const busy = (status: number) => async () =>
  new Response('{}', {
    status,
    headers: { 'Retry-After': '1', 'Content-Type': 'application/json' },
  });

it('each() yields all records of a list, page by page', async () => {
  for (const name of ['One', 'Two', 'Three']) await buildTag({ name: `Paged ${name}` });
  const { calendar, sent } = through();
  const names = [];
  const query = { per_page: 2, hide_empty: false, search: 'paged' };
  for await (const { name } of calendar.each('/tags', query)) names.push(name);
  expect(names.sort()).toEqual(['Paged One', 'Paged Three', 'Paged Two']);
  expect(sent).toHaveLength(2);
});

it('POST writes once when it is retried after lost and busy responses', async () => {
  const title = `Once ${Math.random()}`;
  const { calendar, sent } = through(lost, busy(503), busy(429));
  const { data, response } = await calendar.POST('/events', { body: { title, ...DATES } });
  expect([response.status, data?.title, sent.length]).toEqual([201, title, 4]);
  const found = await strapi.db.query('plugin::calendar.event').findMany({
    where: { title, publishedAt: null },
  });
  expect(found).toHaveLength(1);
});

it('the client retries a GET, but not a write without an idempotency key', async () => {
  const { calendar, sent } = through(busy(503));
  expect((await calendar.GET('/tags', {})).response.status).toBe(200);
  expect(sent).toHaveLength(2);
  const other = through(busy(503));
  const answer = await other.calendar.POST('/feeds', { body: { name: 'Phone' } });
  expect([answer.response.status, other.sent.length]).toEqual([503, 1]);
});

it('change() loses no concurrent change', async () => {
  const { public_id: id } = await buildVenue({ city: 'a' });
  const { calendar } = through();
  const add = (letter: string) =>
    calendar.change('/venues', id, ({ city }: { city: string }) => ({ city: city + letter }));
  await Promise.all(['b', 'c', 'd'].map(add));
  const { data } = await calendar.GET('/venues/{id}', { params: { path: { id } } });
  expect([...data.city].sort().join('')).toBe('abcd');
});

it('changesSince() returns changes and throws a Refusal for an expired cursor', async () => {
  const { calendar } = through();
  const { cursor, changes } = await calendar.changesSince();
  expect(changes).toEqual([]);
  const { public_id: id } = await buildEvent();
  const after = await calendar.changesSince(cursor);
  expect(after.changes).toEqual([expect.objectContaining({ type: 'event', id })]);
  const expired = calendar.changesSince('another.0.0.rights');
  await expect(expired).rejects.toThrow(Refusal);
  await expect(expired).rejects.toMatchObject({ status: 410, code: 'rest_cursor_expired' });
});

describe('a webhook', () => {
  withSettings({ webhooks: { privateHosts: ['127.0.0.1'] } });

  const receiver = new Receiver();
  beforeAll(() => receiver.listen());
  afterAll(() => receiver.close());

  it('is created, verified, changed and deleted through the client', async () => {
    const { calendar } = through();
    const body = { name: 'Mirror', url: receiver.url, types: ['event.published'] };
    const made = await calendar.POST('/webhooks', { body });
    expect([made.response.status, made.data.url]).toEqual([201, receiver.url]);
    const { id, secret } = made.data;
    const { public_id } = await buildEvent();
    await delivered();
    const [{ text, headers }] = receiver.received as [Received];
    const message = verifyWebhook(text, headers, secret);
    expect(message).toMatchObject({ type: 'event.published', data: { id: public_id } });
    const fetched = new Headers(headers as Record<string, string>);
    expect(verifyWebhook(text, fetched, secret)).toEqual(message);
    const forged = text.replace(String(public_id), String(public_id + 1));
    expect(() => verifyWebhook(forged, headers, secret)).toThrow('No matching signature');
    const params = { path: { id } };
    const renewed = await calendar.POST('/webhooks/{id}/secret', { params });
    expect(() => verifyWebhook(text, headers, renewed.data.secret)).toThrow();
    const log = await calendar.GET('/webhooks/{id}/deliveries', { params });
    expect(log.data.deliveries).toEqual([expect.objectContaining({ status: 'delivered' })]);
    const off = await calendar.PATCH('/webhooks/{id}', { params, body: { enabled: false } });
    expect(off.data.enabled).toBe(false);
    const gone = await calendar.DELETE('/webhooks/{id}', { params });
    expect(gone.response.status).toBe(200);
    expect((await calendar.GET('/webhooks', {})).data.webhooks).toEqual([]);
  });
});
