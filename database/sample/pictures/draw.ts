import sharp from 'sharp';
import { type PictureKey, svgOf } from './pictures';

/** The picture as a JPEG of 960 × 540 pixels. */
export const drawPicture = (key: PictureKey): Promise<Buffer> =>
  sharp(Buffer.from(svgOf(key)))
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer();
