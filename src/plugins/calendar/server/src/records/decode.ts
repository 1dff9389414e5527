import { Mutex } from 'async-mutex';
import sharp from 'sharp';
import { throwIfTimedOut } from '../database/transaction';

/** The most pixels of a picture: a small file may decompress into gigabytes. */
const MAX_PIXELS = 64_000_000;

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

/** Whether a picture (bytes or path) can be decoded completely and has the expected format. */
export async function isWholePicture(picture: Buffer | string, mime: string): Promise<boolean> {
  try {
    const read = sharp(picture, { limitInputPixels: MAX_PIXELS });
    const { format, width = 0, height = 0, pages = 1 } = await read.metadata();
    const pixels = width * height * pages;
    if (format !== formatOf(mime) || pixels > MAX_PIXELS) return false;
    // Extracted first: sharp would otherwise decode a JPEG at a reduced size, which misses damage.
    const whole = read.extract({ left: 0, top: 0, width, height }).resize(1, 1, { fit: 'fill' });
    await inTurn(pixels, () => whole.raw().toBuffer());
    return true;
  } catch {
    return false; // sharp throws if it cannot decode it completely.
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
