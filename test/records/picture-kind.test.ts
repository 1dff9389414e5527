import os from 'node:os';
import sharp from 'sharp';
import { pictureKind } from '../../src/plugins/calendar/server/src/records/uploads';

const drawn = sharp({ create: { width: 40, height: 30, channels: 3, background: '#1a7f64' } });
const SCRIPT = '<script>alert(1)</script>';

it.each([
  ['jpeg', 'jpg'],
  ['png', 'png'],
  ['gif', 'gif'],
  ['webp', 'webp'],
  ['avif', 'avif'],
] as const)('recognizes a picture in %s', async (format, extension) => {
  const bytes = await drawn.clone().toFormat(format).toBuffer();
  expect(await pictureKind(bytes)).toMatchObject({ mime: `image/${format}`, extension });
});

it.each([
  ['HTML', `<!doctype html>${SCRIPT}`, 'not_picture'],
  [
    'SVG',
    `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${SCRIPT}</svg>`,
    'not_picture',
  ],
  ['HTML that begins like a GIF', `GIF89a=1;${SCRIPT}`, 'damaged_picture'],
  ['nothing', '', 'not_picture'],
  ['the beginning of a PNG alone', Buffer.from('89504e470d0a1a0a', 'hex'), 'damaged_picture'],
])('rejects %s', async (_, bytes, why) => {
  expect(await pictureKind(Buffer.from(bytes))).toEqual({ why });
});

it('rejects a truncated picture', async () => {
  const noise = await sharp({
    create: {
      width: 200,
      height: 200,
      channels: 3,
      background: '#fff',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .png()
    .toBuffer();
  expect(await pictureKind(noise)).toMatchObject({ mime: 'image/png' });
  const half = noise.subarray(0, noise.length / 2);
  expect(await pictureKind(half)).toEqual({ why: 'damaged_picture' });
});

it.each(['gif', 'webp'] as const)('rejects a %s with a damaged frame', async (format) => {
  const [width, height, frames] = [300, 200, 4];
  const colours = width * height * frames * 3;
  const pixels = Uint8Array.from({ length: colours }, (_, at) => (at * 7919) >> 3);
  const raw = { width, height: height * frames, channels: 3, pageHeight: height } as const;
  const bytes = await sharp(pixels, { raw }).toFormat(format).toBuffer();
  expect(await pictureKind(bytes)).toMatchObject({ mime: `image/${format}` });
  const late = Math.floor(bytes.length * 0.8);
  bytes.fill(0xff, late, late + 3000);
  expect(await pictureKind(bytes)).toEqual({ why: 'damaged_picture' });
});

it('rejects a TIFF, which browsers do not show', async () => {
  expect(await pictureKind(await drawn.clone().tiff().toBuffer())).toEqual({ why: 'not_picture' });
});

it('rejects a small file that decodes to more than 64 million pixels', async () => {
  const bomb = await sharp({
    create: { width: 8100, height: 8100, channels: 3, background: '#fff' },
  })
    .png()
    .toBuffer();
  expect(bomb.length).toBeLessThan(1_000_000);
  const values = { millions: 64 };
  expect(await pictureKind(bomb)).toEqual({ why: 'too_many_pixels', values });
});

it('rejects a picture for which the machine has too little memory', async () => {
  const memory = jest.spyOn(os, 'totalmem').mockReturnValue(420_000_000);
  const create = { width: 1000, height: 1500, channels: 3, background: '#fff' } as const;
  const drawnAs = (format: 'jpeg' | 'webp') => sharp({ create }).toFormat(format).toBuffer();
  expect(await pictureKind(await drawnAs('jpeg'))).toMatchObject({ mime: 'image/jpeg' });
  const values = { millions: 1 };
  expect(await pictureKind(await drawnAs('webp'))).toEqual({ why: 'too_many_pixels', values });
  memory.mockRestore();
});
