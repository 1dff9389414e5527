import type { View } from '../../../src/plugins/calendar/server/src/resources/answer';
import { presentImage } from '../../../src/plugins/calendar/server/src/resources/shared/present';

const view = { origin: 'https://example.org' } as View;
const file = {
  id: 7,
  url: '/uploads/a.jpg',
  ext: '.jpg',
  mime: 'image/jpeg',
  width: 800,
  height: 600,
  size: '12.34',
  formats: null,
};

it('is false without a file', () => {
  expect(presentImage(undefined, view)).toBe(false);
});

it('contains an absolute URL and the size in bytes', () => {
  expect(presentImage(file, view)).toEqual({
    url: 'https://example.org/uploads/a.jpg',
    id: 7,
    extension: 'jpg',
    width: 800,
    height: 600,
    filesize: 12340,
  });
});

it('lists the smaller formats', () => {
  const thumbnail = {
    url: '/t.jpg',
    mime: 'image/jpeg',
    width: 200,
    height: 150,
    sizeInBytes: 999,
  };
  expect(presentImage({ ...file, formats: { thumbnail } }, view)).toMatchObject({
    sizes: {
      thumbnail: {
        width: 200,
        height: 150,
        'mime-type': 'image/jpeg',
        filesize: 999,
        url: 'https://example.org/t.jpg',
      },
    },
  });
});

it('keeps the URL of another host, and omits unknown values', () => {
  const bare = {
    ...file,
    url: 'https://cdn.example.org/a.svg',
    width: null,
    height: null,
    size: null,
  };
  expect(presentImage(bare, view)).toEqual({
    url: 'https://cdn.example.org/a.svg',
    id: 7,
    extension: 'jpg',
  });
});
