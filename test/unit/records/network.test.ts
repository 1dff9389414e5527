import { isIP } from 'node:net';
import { isPublicAddress } from '../../../src/plugins/calendar/server/src/records/fetch-bytes';

const judged = (address: string) => isPublicAddress({ address, family: isIP(address) });

it.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.170',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'ff02::1',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  '2001:db8::1',
  '2002:7f00:1::',
  '3fff::1',
])('treats %s as not public', (address) => {
  expect(judged(address)).toBe(false);
});

it.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '192.1.0.1', '2606:4700::1111', '2a00:1450::1'])(
  'treats %s as public',
  (address) => {
    expect(judged(address)).toBe(true);
  },
);
