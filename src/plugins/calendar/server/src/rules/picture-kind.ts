import sharp from 'sharp';
import { kindOf, PICTURES } from './file-kinds';

/** Beyond this a small file unfolds into gigabytes. */
const MOST_PIXELS = 64_000_000;

/** sharp's name of a picture's format. */
const formatOf = (mime: string) => (mime === 'image/avif' ? 'heif' : mime.replace('image/', ''));

/** Whether a picture, its bytes or where it lies, can be read to its end and is what it begins as. */
export async function isWholePicture(picture: Buffer | string, mime: string): Promise<boolean> {
  try {
    const read = sharp(picture, { limitInputPixels: MOST_PIXELS });
    const { format, width = 0, height = 0, pages = 1 } = await read.metadata();
    if (format !== formatOf(mime) || width * height * pages > MOST_PIXELS) return false;
    await read.stats();
    return true;
  } catch {
    return false; // sharp throws at whatever it cannot read to the end.
  }
}

/** What picture the bytes are, judged by them alone; none that is accepted: undefined. */
export async function pictureKind(
  bytes: Buffer,
): Promise<{ mime: string; extension: string } | undefined> {
  const kind = kindOf(bytes);
  if (!kind || !PICTURES.includes(kind) || !(await isWholePicture(bytes, kind.mime))) return;
  return { mime: kind.mime, extension: kind.extensions[0] };
}
