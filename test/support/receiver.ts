import { once } from 'node:events';
import http, { type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { MAX_FAILURES } from '../../src/plugins/calendar/server/src/settings/webhooks';
import { admin } from './admin';

/** A message as received. */
export interface Received {
  headers: IncomingHttpHeaders;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it as they expect it.
  body: any;
  at: number;
}

/** The status with which to answer a message; a promise delays the answer. */
type Answering = (message: Received, which: number) => number | Promise<number>;

/** A receiver of webhook messages. */
export class Receiver {
  readonly received: Received[] = [];
  answer: Answering = () => 204;
  /** Headers of every answer. */
  headers: Record<string, string> = {};
  private readonly server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const message = { headers: request.headers, text, body: JSON.parse(text), at: Date.now() };
    this.received.push(message);
    response
      .writeHead(await this.answer(message, this.received.length), this.headers)
      .end('{"x":1}');
  });

  async listen(): Promise<this> {
    await once(this.server.listen(0, '127.0.0.1'), 'listening');
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`;
  }

  close() {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(resolve));
  }

  /** The messages as `event.published 12`, in order of arrival. */
  get told(): string[] {
    return this.received.map(({ body }) => `${body.type} ${body.data.id}`);
  }

  /** The types of the messages about a record. */
  about(id: number): string[] {
    return this.received.filter(({ body }) => body.data.id === id).map(({ body }) => body.type);
  }

  forget() {
    this.received.length = 0;
  }
}

interface Pending {
  webhook_id: number;
  message_id: number;
  record: string;
  next_attempt: number;
  lease: string | null;
}

/** Whether a delivery is in progress or due; one about a record waits for the previous one about it. */
const isOpen = (one: Pending, _: number, all: Pending[]) =>
  one.lease !== null ||
  (Number(one.next_attempt) <= Date.now() &&
    !all.some(
      (other) =>
        other.webhook_id === one.webhook_id &&
        other.record === one.record &&
        Number(other.message_id) < Number(one.message_id),
    ));

const rows = (name: string) => strapi.db.getConnection(name);

/** The ids of paused webhooks. */
const pausedWebhooks = (): Promise<number[]> =>
  rows('calendar_webhooks')
    .where('failures', '>=', MAX_FAILURES)
    .where('paused_until', '>', Date.now())
    .pluck('id');

/** Waits until all due messages are delivered, or have failed and wait for a retry, or for the end of a pause. */
export async function delivered(): Promise<void> {
  for (let tries = 0; tries < 2400; tries += 1) {
    const [{ unsent }] = await rows('calendar_webhook_messages')
      .where({ sent: false })
      .where((where) => where.whereNull('due').orWhere('due', '<=', Date.now()))
      .count({ unsent: '*' });
    const pending: Pending[] = await rows('calendar_webhook_deliveries').where({
      status: 'pending',
    });
    const paused = await pausedWebhooks();
    const open = pending.filter(isOpen);
    const isLeft = (one: Pending) => one.lease !== null || !paused.includes(one.webhook_id);
    if (Number(unsent) === 0 && !open.some(isLeft)) return;
    await pause(25);
  }
  throw new Error('The messages were not delivered in time.');
}

/** Ends all pauses, and makes all pending retries due now. */
export async function hasten() {
  await rows('calendar_webhook_deliveries')
    .where({ status: 'pending' })
    .update({ next_attempt: 0 });
  await rows('calendar_webhooks').update({ failures: 0 });
}

/** Creates a webhook for the receiver; includes its secret. */
export async function listenWith({ url }: Receiver, values: object = {}) {
  const { body, status } = await admin('POST', '/calendar/admin/webhooks', { url, ...values });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body as { id: number; secret: string; url: string };
}
