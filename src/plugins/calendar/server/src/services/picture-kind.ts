import sharp from 'sharp';

/** Beyond this a small file unfolds into gigabytes. */
const MOST_PIXELS = 64_000_000;

interface Kind {
  mime: string;
  extension: string;
  /** sharp's name of the format. */
  format: string;
  begins: RegExp;
}

/** What files begin with, as Latin-1; SVG is not among them: it is a document that may hold scripts. */
const KINDS: Kind[] = [
  { mime: 'image/jpeg', extension: 'jpg', format: 'jpeg', begins: /^\xff\xd8\xff/ },
  { mime: 'image/png', extension: 'png', format: 'png', begins: /^\x89PNG\r\n/ },
  { mime: 'image/gif', extension: 'gif', format: 'gif', begins: /^GIF8[79]a/ },
  { mime: 'image/webp', extension: 'webp', format: 'webp', begins: /^RIFF.{4}WEBP/s },
  { mime: 'image/avif', extension: 'avif', format: 'heif', begins: /^.{4}ftypavi[fs]/s },
];

async function isWhole(bytes: Buffer, { format }: Kind): Promise<boolean> {
  try {
    const picture = sharp(bytes, { limitInputPixels: MOST_PIXELS });
    const { format: found, width = 0, height = 0, pages = 1 } = await picture.metadata();
    if (found !== format || width * height * pages > MOST_PIXELS) return false;
    await picture.stats();
    return true;
  } catch {
    return false; // sharp throws at whatever it cannot read to the end.
  }
}

/** What picture the bytes are, judged by them alone; none that is accepted: undefined. */
export async function pictureKind(
  bytes: Buffer,
): Promise<Pick<Kind, 'mime' | 'extension'> | undefined> {
  const start = bytes.subarray(0, 16).toString('latin1');
  const kind = KINDS.find(({ begins }) => begins.test(start));
  return kind && (await isWhole(bytes, kind)) ? kind : undefined;
}
