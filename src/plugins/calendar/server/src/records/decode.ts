import os from 'node:os';
import { Mutex } from 'async-mutex';
import sharp from 'sharp';
import { throwIfTimedOut } from '../database/transaction';

/** The most pixels of a picture: a small file may decompress into gigabytes. */
const MAX_PIXELS = 64_000_000;

/** Bytes that Strapi's encoding takes per pixel, measured with noise and rounded up, and those of the process without it. */
const PIXEL: Record<string, number> = { jpeg: 10, png: 10, gif: 22, webp: 22, heif: 45 };
const PROCESS = 400_000_000;

/** The most pixels, in millions, for which the machine or container has memory. */
function mostPixels(format: string): number {
  const { [format]: bytes = 45 } = PIXEL;
  const memory = Math.min(os.totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  const most = Math.min(MAX_PIXELS, (memory - PROCESS) / bytes);
  return Math.max(1, Math.floor(most / 1e6));
}

/** sharp's name of a picture's format. */
const formatOf = (mime: string) => (mime === 'image/avif' ? 'heif' : mime.replace('image/', ''));

const decoding = new Mutex();

/**
 * Decodes one picture at a time, small ones first: each may take a gigabyte of memory and seconds, and several would
 * occupy all threads, which also read files and the database. Throws if the request has timed out.
 */
const inTurn = <Result>(pixels: number, decode: () => Promise<Result>) =>
  decoding.runExclusive(() => {
    throwIfTimedOut();
    return decode();
  }, -pixels);

/** Why a picture is not stored, with the values of the text that says so. */
export interface PictureFault {
  why: 'damaged_picture' | 'too_many_pixels';
  values?: { millions: number };
}

/** The fault of a picture (bytes or path); undefined if it can be decoded completely and has the expected format. */
export async function pictureFault(
  picture: Buffer | string,
  mime: string,
): Promise<PictureFault | undefined> {
  try {
    const header = await sharp(picture, { limitInputPixels: false }).metadata();
    const { format, width = 0, height = 0, pages = 1 } = header;
    if (format !== formatOf(mime)) return { why: 'damaged_picture' };
    const pixels = width * height * pages;
    const millions = mostPixels(format);
    if (pixels > millions * 1e6) return { why: 'too_many_pixels', values: { millions } };
    // Extracted first: sharp would otherwise decode a JPEG at a reduced size, which misses damage. Of a GIF and a WebP
    // all frames, which Strapi decodes too.
    const animated = format !== 'heif';
    const whole = sharp(picture, { limitInputPixels: MAX_PIXELS, animated })
      .extract({ left: 0, top: 0, width, height })
      .resize(1, 1, { fit: 'fill' });
    await inTurn(pixels, () => whole.raw().toBuffer());
    return undefined;
  } catch {
    return { why: 'damaged_picture' }; // sharp throws if it cannot decode it completely.
  }
}

/** Characters of a file's name within its stored name: file systems allow 255 bytes, and smaller sizes have a prefix. */
const KEPT_NAME = /^(.{200}).*(?=_)/;

/** Strapi's functions that decode a picture. */
const DECODING = ['optimize', 'generateThumbnail', 'generateResponsiveFormats'] as const;

type Decoding = Record<(typeof DECODING)[number], (file: unknown) => Promise<unknown>>;

interface PictureService extends Decoding {
  generateFileName(name: string): string;
  getDimensions(file: unknown): Promise<{ width: number | null; height: number | null }>;
}

/** Lets Strapi decode pictures in turn, without checking them again, and store files with long names. */
export function extendPictureService(): void {
  sharp.cache(false); // No picture is processed twice.
  strapi.get('services').extend('plugin::upload.image-manipulation', (service: PictureService) => {
    const decode = (name: keyof Decoding) => async (file: unknown) => {
      const { width, height } = await service.getDimensions(file);
      return inTurn(Number(width) * Number(height), () => service[name](file));
    };
    return {
      ...service,
      generateFileName: (name: string) => service.generateFileName(name).replace(KEPT_NAME, '$1'),
      isFaultyImage: async () => false,
      ...Object.fromEntries(DECODING.map((name) => [name, decode(name)])),
    };
  });
}
