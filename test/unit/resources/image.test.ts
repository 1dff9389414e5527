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

it('is false when there is none', () => {
  expect(presentImage(undefined, view)).toBe(false);
});

it('is the file with an absolute address and its size in bytes', () => {
  expect(presentImage(file, view)).toEqual({
    url: 'https://example.org/uploads/a.jpg',
    id: 7,
    extension: 'jpg',
    width: 800,
    height: 600,
    filesize: 12340,
  });
});

it('names the smaller copies', () => {
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

it('leaves the address of another host, and drops what is not known', () => {
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
