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
  ['HTML', `<!doctype html>${SCRIPT}`],
  ['SVG', `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${SCRIPT}</svg>`],
  ['HTML that begins like a GIF', `GIF89a=1;${SCRIPT}`],
  ['nothing', ''],
  ['the beginning of a PNG alone', Buffer.from('89504e470d0a1a0a', 'hex')],
])('rejects %s', async (_, bytes) => {
  expect(await pictureKind(Buffer.from(bytes))).toBeUndefined();
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
  expect(await pictureKind(noise)).toBeDefined();
  expect(await pictureKind(noise.subarray(0, noise.length / 2))).toBeUndefined();
});

it('rejects a TIFF, which browsers do not show', async () => {
  expect(await pictureKind(await drawn.clone().tiff().toBuffer())).toBeUndefined();
});

it('rejects a small file that decodes to more than 64 million pixels', async () => {
  const bomb = await sharp({
    create: { width: 8100, height: 8100, channels: 3, background: '#fff' },
  })
    .png()
    .toBuffer();
  expect(bomb.length).toBeLessThan(1_000_000);
  expect(await pictureKind(bomb)).toBeUndefined();
});
