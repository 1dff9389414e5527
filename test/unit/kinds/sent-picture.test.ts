import { readPicture, SentFile } from '../../../src/plugins/calendar/server/src/kinds/picture';

const file = new SentFile('a.png', Buffer.from('x'));

it('serializes a file to JSON with the hash of its bytes', () => {
  const bytes = '2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881';
  expect(JSON.parse(JSON.stringify({ image: file }))).toEqual({ image: { name: 'a.png', bytes } });
});

it.each([
  [12, { id: 12 }],
  ['12', { id: 12 }],
  [' 12 ', { id: 12 }],
  [{ id: 12 }, { id: 12 }],
  [{ url: 'https://example.org/a.png', id: 12 }, { id: 12 }],
  [{ url: 'https://example.org/a.png' }, { url: 'https://example.org/a.png' }],
  ['https://example.org/a.png', { url: 'https://example.org/a.png' }],
  ['HTTP://example.org/a b.png', { url: 'HTTP://example.org/a b.png' }],
  [file, { file }],
  ['', { none: true }],
  ['0', { none: true }],
  [0, { none: true }],
  [false, { none: true }],
  ['false', { none: true }],
  [null, { none: true }],
  [[], { none: true }],
])('reads %j', (sent, meant) => {
  expect(readPicture(sent)).toEqual(meant);
});

it.each([
  'foo bar',
  '-1',
  1.5,
  -1,
  99_999_999_999,
  '99999999999999999999',
  true,
  {},
  [12],
  { id: { id: 1 } },
  'ftp://example.org/a.png',
  'file:///etc/passwd',
  'data:image/png;base64,AAAA',
  'javascript:alert(1)',
  '//example.org/a.png',
  '/uploads/a.png',
  `https://example.org/${'a'.repeat(2000)}`,
  'https://name:secret@example.org/a.png',
])('finds no picture in %j', (sent) => {
  expect(readPicture(sent)).toBeUndefined();
});
