import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import type { IncomingMessage } from 'node:http';
import http from 'node:http';
import https from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Resolves host names, and decides which addresses may be connected to. */
export interface Network {
  addressesOf(host: string): Promise<LookupAddress[]>;
  allows(address: LookupAddress): boolean;
}

/** RFC 6890 and its successors: networks that are not the public internet. */
const SPECIAL_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
];

/** Inside the public part of IPv6: protocol assignments (Teredo), documentation, 6to4. */
const SPECIAL_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

/** IPv6 global unicast; mapped, local and translated addresses are outside. */
const PUBLIC_V6 = ['2000::/3'];

function listOf(networks: string[], family: 'ipv4' | 'ipv6') {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}

const special = listOf(SPECIAL_V4, 'ipv4');
const specialV6 = listOf(SPECIAL_V6, 'ipv6');
const publicV6 = listOf(PUBLIC_V6, 'ipv6');

/** Whether an address belongs to the public internet. */
export const isPublicAddress = ({ address, family }: LookupAddress) =>
  family === 6
    ? publicV6.check(address, 'ipv6') && !specialV6.check(address, 'ipv6')
    : !special.check(address, 'ipv4');

export const INTERNET: Network = {
  addressesOf: (host) => lookup(host, { all: true }),
  allows: isPublicAddress,
};

const MAX_REDIRECTS = 3;

const HEADERS = {
  Accept: 'image/*',
  'Accept-Encoding': 'identity',
  'User-Agent': 'event-calendar',
};

/** Thrown when a response exceeds the maximum size. */
export class TooLarge extends Error {}

/** Thrown when an address, or one that a name resolves to, is not allowed. */
export class Forbidden extends Error {}

type Addresses = Awaited<ReturnType<Network['addressesOf']>>;

/** The host of a URL, without the brackets of IPv6 addresses. */
export const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '');

/** Resolves the host of a URL. Throws Forbidden if any of its addresses is not allowed. */
async function checked(url: URL, network: Network): Promise<Addresses> {
  const host = hostOf(url);
  const family = isIP(host);
  const addresses = family ? [{ address: host, family }] : await network.addressesOf(host);
  if (addresses.length === 0 || !addresses.every(network.allows)) {
    throw new Forbidden('This address may not be called.');
  }
  return addresses;
}

/** A look-up that returns the checked addresses: resolving again could give others (DNS rebinding). */
const pinnedTo =
  (addresses: Addresses): LookupFunction =>
  (_host, { all }, callback) => {
    const [first] = addresses;
    if (all) callback(null, addresses);
    else callback(null, first?.address ?? '', first?.family);
  };

const rejectOnAbort = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

/** Options of a request. */
interface RequestOptions {
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
  signal: AbortSignal;
}

/**
 * Sends a request without following redirects; the response's body is not read. Throws Forbidden, the signal's reason,
 * the connection's error, or an Error if it closes without a response: after an unrequested 101, Node closes the
 * connection with neither a response nor an error (RFC 9110 15.2.2).
 */
export async function sendRequest(
  url: URL,
  { body, ...rest }: RequestOptions,
  network: Network,
): Promise<IncomingMessage> {
  const addresses = await Promise.race([checked(url, network), rejectOnAbort(rest.signal)]);
  const { request } = url.protocol === 'https:' ? https : http;
  const options = { ...rest, agent: false, lookup: pinnedTo(addresses) } as const;
  return new Promise((resolve, reject) => {
    const asking = request(url, options, resolve);
    asking.on('error', reject).on('close', () => reject(new Error('No answer.')));
    asking.end(body);
  });
}

async function bytesOf(answer: IncomingMessage, most: number): Promise<Buffer> {
  if (Number(answer.headers['content-length']) > most) throw new TooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > most) throw new TooLarge();
  }
  return Buffer.concat(chunks);
}

/** Follows redirects; each target is checked like the first address. */
async function followRedirects(start: string, network: Network, signal: AbortSignal) {
  let url = new URL(start);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    if (!/^https?:$/.test(url.protocol)) throw new Error('Not an http address.');
    const answer = await sendRequest(url, { method: 'GET', headers: HEADERS, signal }, network);
    const { statusCode = 0, headers } = answer;
    if (statusCode === 200) return answer;
    answer.destroy();
    if (statusCode < 300 || statusCode > 399 || !headers.location) break;
    url = new URL(headers.location, url);
  }
  throw new Error('No answer.');
}

/**
 * D10.9: downloads a URL from addresses that the network allows, limited in time and bytes. Throws TooLarge, or
 * another Error if it fails.
 */
export async function fetchBytes(
  url: string,
  { maxBytes, timeout }: { maxBytes: number; timeout: number },
  network: Network,
): Promise<Buffer> {
  const signal = AbortSignal.timeout(timeout * 1000);
  const answer = await followRedirects(url, network, signal);
  try {
    return await bytesOf(answer, maxBytes);
  } finally {
    answer.destroy();
  }
}
