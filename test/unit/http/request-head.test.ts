import { readHead } from '../../../src/plugins/calendar/server/src/http/unparsed-requests';

const packet = (...lines: string[]) => Buffer.from(lines.join('\r\n'));

it('reads only the parts of a request that an error response needs', () => {
  const sent = packet(
    'GET /calendar/events/v1/events?search=été HTTP/1.1',
    'Host: a.example',
    'ORIGIN:  https://b.example ',
    'Cookie: secret',
    'X-Request-Id: \x01',
    '',
    'Host: body.example',
  );
  expect(readHead(sent, 40)).toEqual({
    method: 'GET',
    url: '/calendar/events/v1/events?search=%C3%A9t%C3%A9',
    headers: { host: 'a.example', origin: 'https://b.example' },
    encoded: false,
  });
});

it('finds the request in which the parser failed among pipelined ones', () => {
  const first = 'GET /a HTTP/1.1\r\nHost: a.example\r\n\r\n';
  const failing = 'GET /b?q=é HTTP/1.1\r\nHost: b.example\r\n\r\n';
  const sent = Buffer.from(`${first}${failing}GET /c HTTP/1.1\r\n\r\n`);
  const found = readHead(sent, first.length + 9);
  expect(found).toMatchObject({ url: '/b?q=%C3%A9', headers: { host: 'b.example' } });
  expect(readHead(sent, 0)).toMatchObject({ url: '/a', headers: { host: 'a.example' } });
  expect(readHead(sent, sent.length)).toMatchObject({ url: '/c', headers: {} });
});

it('does not take a header without a colon for a request line', () => {
  const sent = packet('GET /a HTTP/1.1', 'Host: a.example', 'Referer /b', '', '');
  const found = readHead(sent, sent.indexOf(' /b'));
  expect(found).toMatchObject({ method: 'GET', url: '/a', headers: { host: 'a.example' } });
});

it.each([
  ['GET /a b HTTP/1.1', '/a%20b', false],
  ['GET http://a.example/b?c HTTP/1.1', '/b?c', true],
  ['GET /endless', '/endless', true],
  ['GET /a\rb HTTP/1.1', '/a%0Db', false],
  ['GET  /two-blanks HTTP/1.1', undefined, true],
  ['\x16\x03\x01', undefined, true],
  ['get /a HTTP/1.1', '/a', true],
  ['VERSION-CONTROL /a HTTP/1.1', '/a', true],
  ['X: /a', undefined, true],
  ['', undefined, true],
])('reads from the line %j the target %j', (line, url, encoded) => {
  const found = readHead(packet(line), 5);
  expect(found?.url).toBe(url);
  if (found) expect(found.encoded).toBe(encoded);
});

/** A packet of Node's holds no more. */
const MOST = 64 * 1024;

it.each([
  ['targets', packet(`GET /${'a HTTP/'.repeat(100_000)}`, `${'GET / '.repeat(100_000)}`)],
  ['a version again and again', packet(`GET /a${' HTTP/1'.repeat(MOST / 7)}\rb`)],
  ['a header of blanks', packet('GET /a HTTP/1.1', `Host:${' '.repeat(MOST)}\x01`)],
  ['a header of tabs', packet('GET /a HTTP/1.1', `Host:${'\t'.repeat(MOST)}\x01`)],
])('reads a long packet in less than 500 ms: %s', (_, sent) => {
  const begin = process.cpuUsage();
  readHead(sent, 1e9);
  const { user } = process.cpuUsage(begin); // Others may have the processor meanwhile.
  expect(user / 1000).toBeLessThan(500);
});
