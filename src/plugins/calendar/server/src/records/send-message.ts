import { setMaxListeners } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { publicUrl, settings } from '../database/site';
import type { Attempt } from '../database/webhook-deliveries';
import { secretsOf } from '../database/webhooks';
import { DAY, HOUR, MINUTE, SECOND } from '../kinds/dates/wall-time';
import { PATHS } from '../resources/answer';
import { messageId } from '../resources/webhooks';
import { NAMESPACE } from '../settings/addresses';
import type { RecordType } from '../settings/record-types';
import type { DeliveryError } from '../settings/webhooks';
import {
  Forbidden,
  hostOf,
  INTERNET,
  isPublicAddress,
  type Network,
  sendRequest,
} from './fetch-bytes';

/** Milliseconds in which a receiver must answer. */
export const SEND_TIMEOUT = 15_000;

/** D17.5: delays after each attempt, as proposed by Standard Webhooks; three days in all. */
const RETRY_DELAYS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  DAY,
];

/** Random variation of each delay, so that a recovered receiver does not get everything at once. */
const JITTER = 0.1;

/** When to retry: not before the receiver's `Retry-After`; undefined after the last attempt. */
export function nextAttempt(
  attempts: number,
  now: Date,
  { random = Math.random(), retryAfter = 0 } = {},
): Date | undefined {
  const wait = RETRY_DELAYS[attempts];
  if (wait === undefined) return undefined;
  const own = Math.round(wait * (1 + JITTER * (2 * random - 1)));
  return new Date(now.getTime() + Math.max(own, retryAfter));
}

const isNamed = (url: string) =>
  settings().webhooks.privateHosts.includes(hostOf(new URL(url)).toLowerCase());

/** D17.5: the public internet, as for pictures, plus the hosts named by the setting. */
const networkOf = (url: string): Network =>
  isNamed(url) ? { ...INTERNET, allows: () => true } : INTERNET;

/** Whether the URL's host is a non-public IP address; host names are resolved for each message. */
export function isPrivate(url: string): boolean {
  if (isNamed(url)) return false;
  const host = hostOf(new URL(url));
  if (/(?:^|\.)localhost\.?$/i.test(host)) return true;
  const family = isIP(host);
  return family !== 0 && !isPublicAddress({ address: host, family });
}

/** The public origin of the calendar; without the setting, its local address. */
const origin = () =>
  (publicUrl() ?? strapi.config.get<string>('server.absoluteUrl')).replace(/\/+$/, '');

/** The address of a record in the interface. */
export const restUrl = (type: RecordType, id: number): string =>
  `${origin()}${NAMESPACE}/${PATHS[type]}/${id}`;

interface Message {
  uid: string;
  body: object;
}

/** Standard Webhooks 1.0: headers with a signature for each valid secret. */
function headersOf(uid: string, body: string, secrets: string[]) {
  const [id, now] = [messageId(uid), new Date()];
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'event-calendar',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(' '),
  };
}

function resultOf(status: number): DeliveryError | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirect' : 'status';
}

/** Seconds; some receivers send fractions, which `Date.parse` would take for a month and a year. */
const SECONDS = /^\d+(?:\.\d+)?$/;

/** RFC 9110 10.2.3: `Retry-After` of a 429 or 503 in milliseconds, a day at most. */
function retryAfterOf({ statusCode, headers }: IncomingMessage): number | undefined {
  const header = headers['retry-after'];
  if (header === undefined || ![429, 503].includes(statusCode ?? 0)) return undefined;
  const wait = SECONDS.test(header)
    ? Math.ceil(Number(header) * 1000)
    : Date.parse(header) - Date.now();
  return wait > 0 ? Math.min(wait, DAY) : undefined;
}

/** Aborts all requests. As many listen to its signal at once: Node warns of a leak from eleven listeners on. */
export function abortOf(requests: number): AbortController {
  const abort = new AbortController();
  setMaxListeners(requests, abort.signal);
  return abort;
}

interface Sent extends Attempt {
  retryAfter?: number;
}

interface Sending {
  /** Aborts the request. */
  signal?: AbortSignal;
  network?: Network;
  /** Milliseconds. */
  timeout?: number;
}

/** D17.5: sends a message once; of the response only the status is read. Throws only when aborted by the signal. */
export async function sendMessage(
  { id, url }: { id: number; url: string },
  { uid, body }: Message,
  { signal, network = networkOf(url), timeout: most = SEND_TIMEOUT }: Sending = {},
): Promise<Sent> {
  const began = performance.now();
  const ended = (error: DeliveryError | null, response_status: number | null = null): Attempt => ({
    ...{ error, response_status },
    duration: Math.round(performance.now() - began),
  });
  const secrets = await secretsOf(id, new Date());
  if (secrets.length === 0) return ended('secret');
  const text = JSON.stringify(body);
  const late = AbortSignal.timeout(most);
  // Follows the signal only until the attempt ends: on Node 20, `AbortSignal.any` would add to it for ever.
  const stopped = new AbortController();
  const stop = () => stopped.abort();
  signal?.addEventListener('abort', stop);
  try {
    signal?.throwIfAborted();
    const answer = await sendRequest(
      new URL(url),
      {
        method: 'POST',
        headers: headersOf(uid, text, secrets),
        body: text,
        signal: AbortSignal.any([late, stopped.signal]),
      },
      network,
    );
    answer.destroy();
    const { statusCode = 0 } = answer;
    return { ...ended(resultOf(statusCode), statusCode), retryAfter: retryAfterOf(answer) };
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof Forbidden) return ended('address');
    return ended(late.aborted ? 'timeout' : 'connection');
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}
