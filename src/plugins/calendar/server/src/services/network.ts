import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { BlockList } from 'node:net';

/** How names become addresses, and which of these may be called. */
export interface Network {
  addressesOf(host: string): Promise<LookupAddress[]>;
  allows(address: LookupAddress): boolean;
}

/** RFC 6890 and its successors: networks that are not the public internet. */
const SPECIAL = [
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

/** All that IPv6 has handed out for public use; mapped, local and translated addresses lie outside. */
const PUBLIC_V6 = ['2000::/3'];

function listOf(networks: string[], family: 'ipv4' | 'ipv6') {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}

const special = listOf(SPECIAL, 'ipv4');
const specialV6 = listOf(SPECIAL_V6, 'ipv6');
const publicV6 = listOf(PUBLIC_V6, 'ipv6');

/** Whether an address belongs to the public internet. */
export const isPublic = ({ address, family }: LookupAddress) =>
  family === 6
    ? publicV6.check(address, 'ipv6') && !specialV6.check(address, 'ipv6')
    : !special.check(address, 'ipv4');

export const INTERNET: Network = {
  addressesOf: (host) => lookup(host, { all: true }),
  allows: isPublic,
};
