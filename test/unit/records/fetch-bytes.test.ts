import {
  fetchBytes,
  INTERNET,
  isPublicAddress,
  type Network,
  TooLarge,
} from '../../../src/plugins/calendar/server/src/records/fetch-bytes';
import { redirects, sends, startPictureServer, testNetwork } from '../../support/picture-server';
import { waitedFor } from '../../support/waiting';

const LIMITS = { maxBytes: 10_000, timeout: 50 };
const IMPATIENT = { ...LIMITS, timeout: 1 };
const network = testNetwork({ addressesOf: async () => [], allows: isPublicAddress });

let server: Awaited<ReturnType<typeof startPictureServer>>;

beforeAll(async () => {
  server = await startPictureServer({
    '/a.png': sends('picture'),
    '/full': sends('x'.repeat(10_000)),
    '/large': sends('x'.repeat(10_001)),
    '/endless': (_, response) => {
      response.writeHead(200, { 'content-type': 'image/png' });
      const timer = setInterval(() => response.write('x'.repeat(5000)), 5);
      response.on('close', () => clearInterval(timer));
    },
    '/drip': (_, response) => {
      const timer = setInterval(() => response.write('x'), 50);
      response.on('close', () => clearInterval(timer));
    },
    '/silent': () => undefined,
    '/broken-off': (_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('x', () => response.destroy());
    },
    '/switching': ({ socket }) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
    '/to-switching': redirects('/switching'),
    '/failing': (_, response) => response.writeHead(500).end('x'),
    '/moved': redirects('/a.png', 301),
    '/moved-4': redirects('/moved-3'),
    '/moved-3': redirects('/moved-2'),
    '/moved-2': redirects('/moved'),
    '/circle': redirects('/circle'),
    '/to-loopback': (request, response) =>
      redirects(`http://127.0.0.1:${request.socket.localPort}/a.png`)(request, response),
    '/to-metadata': redirects('http://169.254.169.254/latest/meta-data/'),
    '/to-file': redirects('file:///etc/passwd'),
    '/to-nothing': (_, response) => response.writeHead(302).end(),
  });
});

afterAll(() => server.stop());
beforeEach(() => server.asked.splice(0));

const fetched = async (path: string, host?: string) =>
  (await fetchBytes(server.url(path, host), LIMITS, network)).toString();

it('returns the bytes at an address', async () => {
  expect(await fetched('/a.png')).toBe('picture');
});

it('follows three redirects, and no more', async () => {
  expect(await fetched('/moved-3')).toBe('picture');
  await expect(fetched('/moved-4')).rejects.toThrow();
  await expect(fetched('/circle')).rejects.toThrow();
});

it.each(['/to-loopback', '/to-metadata', '/to-file', '/to-nothing'])(
  'rejects the redirect %s',
  async (path) => {
    await expect(fetched(path)).rejects.toThrow();
    expect(server.asked).toEqual([`pictures.test${path}`]);
  },
);

it.each([
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '0.0.0.0',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::]',
])('never calls this machine as %s', async (host) => {
  await expect(fetched('/a.png', host)).rejects.toThrow(/may not be called/);
  expect(server.asked).toEqual([]);
});

it('never calls localhost in the real network', async () => {
  const asking = fetchBytes(server.url('/a.png', 'localhost'), LIMITS, INTERNET);
  await expect(asking).rejects.toThrow(/may not be called/);
  expect(server.asked).toEqual([]);
});

const named = (addresses: string[]): Network => ({
  addressesOf: async () => addresses.map((address) => ({ address, family: 4 })),
  allows: isPublicAddress,
});

it('rejects a name if any of its addresses is not public', async () => {
  for (const addresses of [['8.8.8.8', '10.0.0.1'], ['127.0.0.1'], []]) {
    const asking = fetchBytes(server.url('/a.png'), LIMITS, named(addresses));
    await expect(asking).rejects.toThrow(/may not be called/);
  }
  expect(server.asked).toEqual([]);
});

it('calls the checked address even if the name resolves differently afterwards', async () => {
  let times = 0;
  const rebinding: Network = {
    ...network,
    addressesOf: async () => {
      times += 1;
      return times === 1
        ? network.addressesOf('pictures.test')
        : [{ address: '127.0.0.2', family: 4 }];
    },
  };
  const bytes = await fetchBytes(server.url('/a.png', 'rebinding.test'), LIMITS, rebinding);
  expect([bytes.toString(), times]).toEqual(['picture', 1]);
});

it('checks the name again after a redirect to itself', async () => {
  let times = 0;
  const rebinding: Network = {
    ...network,
    addressesOf: async () => {
      times += 1;
      return times === 1
        ? network.addressesOf('pictures.test')
        : [{ address: '127.0.0.1', family: 4 }];
    },
  };
  const asking = fetchBytes(server.url('/moved', 'rebinding.test'), LIMITS, rebinding);
  await expect(asking).rejects.toThrow(/may not be called/);
  expect(server.asked).toEqual(['rebinding.test/moved']);
});

it('accepts as many bytes as allowed, but not one more', async () => {
  expect(await fetched('/full')).toHaveLength(10_000);
  await expect(fetched('/large')).rejects.toThrow(TooLarge);
  await expect(fetched('/endless')).rejects.toThrow(TooLarge);
});

it.each(['/drip', '/silent'])('stops waiting for %s at the timeout', async (path) => {
  const asking = () => fetchBytes(server.url(path), IMPATIENT, network).catch(String);
  const { result, waited } = await waitedFor(asking);
  expect(result).toMatch(/aborted/);
  expect(waited).toBeLessThan(3000);
});

it('stops waiting for a name at the timeout', async () => {
  const mute: Network = { ...network, addressesOf: () => new Promise(() => undefined) };
  await expect(fetchBytes(server.url('/a.png'), IMPATIENT, mute)).rejects.toThrow(/timeout/);
});

it.each(['/broken-off', '/failing', '/nowhere', '/switching', '/to-switching'])(
  'rejects the response of %s',
  async (path) => {
    await expect(fetched(path)).rejects.toThrow();
  },
  10_000,
);
