import { pictureName } from '../../../src/plugins/calendar/server/src/kinds/picture';

it.each([
  ['/a/b/photo.jpeg', 'photo.png'],
  ['/%D8%B5%D9%88%D8%B1%D8%A9.png', 'صورة.png'],
  ['/a%2F..%2F..%2Fetc%2Fpasswd', 'passwd.png'],
  ['..\\..\\boot.ini', 'boot.png'],
  ['/evil.html', 'evil.png'],
  ['/a b?c*d<e>.gif', 'a-b-c-d-e.png'],
  ['/%00.gif', '00.png'],
  ['/100%.gif', '100.png'],
  ['/', 'picture.png'],
  ['/...', 'picture.png'],
  [`/${'x'.repeat(300)}.png`, `${'x'.repeat(80)}.png`],
])('derives from the path %s the name %s', (path, name) => {
  expect(pictureName(path, 'png')).toBe(name);
});
