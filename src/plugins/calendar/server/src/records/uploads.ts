import { open, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { mediaTypeOf } from '../database/files';
import { lock } from '../database/transaction';
import { type FileKind, isPicture, PICTURES } from '../kinds/picture';
import { refusal } from '../saves/save';
import { extendPictureService, type PictureFault, pictureFault } from './decode';

/** Kinds that browsers play or save, but never execute. */
const OTHER_KINDS: FileKind[] = [
  { mime: 'application/pdf', extensions: ['pdf'], begins: /^%PDF-/ },
  { mime: 'audio/mpeg', extensions: ['mp3'], begins: /^(ID3|\xff[\xfa\xfb\xf2\xf3])/ },
  { mime: 'audio/ogg', extensions: ['ogg', 'oga', 'opus'], begins: /^OggS/ },
  { mime: 'audio/wav', extensions: ['wav'], begins: /^RIFF.{4}WAVE/s },
  { mime: 'audio/flac', extensions: ['flac'], begins: /^fLaC/ },
  { mime: 'audio/mp4', extensions: ['m4a'], begins: /^.{4}ftypM4[AB] /s },
  { mime: 'video/quicktime', extensions: ['mov'], begins: /^.{4}ftypqt /s },
  {
    mime: 'video/mp4',
    extensions: ['mp4', 'm4v'],
    begins: /^.{4}ftyp(isom|iso[2-6]|mp4[12]|avc1|dash|M4V |mmp4|MSNV)/s,
  },
  { mime: 'video/webm', extensions: ['webm'], begins: /^.E\xdf\xa3.{0,48}B\x82.webm/s },
];

/** Bytes of a file from which its kind is detected. */
const SIGNATURE_BYTES = 64;

/** D10.9: the kind of a file by its first bytes, regardless of its name; undefined if not accepted. */
function kindOf(bytes: Buffer): FileKind | undefined {
  const start = bytes.subarray(0, SIGNATURE_BYTES).toString('latin1');
  return [...PICTURES, ...OTHER_KINDS].find(({ begins }) => begins.test(start));
}

/** The type of a picture by its bytes, or why it is not stored. */
export async function pictureKind(
  bytes: Buffer,
): Promise<
  { mime: string; extension: string } | { why: 'not_picture'; values?: undefined } | PictureFault
> {
  const kind = kindOf(bytes);
  if (!kind || !PICTURES.includes(kind)) return { why: 'not_picture' };
  const fault = await pictureFault(bytes, kind.mime);
  return fault ?? { mime: kind.mime, extension: kind.extensions[0] };
}

/** Length of the Exif identifier (`Exif` and two zeros) before the data. */
const EXIF_BEGINS = 6;

/**
 * D10.9: overwrites Exif and XMP metadata of an AVIF file (such as its location) with zeros, without re-encoding it.
 * Strapi re-encodes other formats without metadata.
 */
export async function blankMetadata(filepath: string, mime: string): Promise<void> {
  if (mime !== 'image/avif') return;
  const { exif, xmp } = await sharp(filepath).metadata();
  const metadata = [exif?.subarray(EXIF_BEGINS), xmp].filter((part) => part !== undefined);
  if (metadata.length === 0) return;
  const bytes = await readFile(filepath);
  for (const part of metadata) {
    const at = bytes.indexOf(part);
    if (at >= 0) bytes.fill(0, at, at + part.length);
  }
  await writeFile(filepath, bytes);
}

/** An uploaded file as passed to Strapi's media library. */
export interface UploadedFile {
  filepath: string;
  /** Bytes received. */
  size?: number;
  originalFilename?: string | null;
  mimetype?: string | null;
  /** The type that Strapi stores, in preference to the sent one. */
  detectedMimeType?: string;
}

/** Throws ENOSPC if the file on disk is shorter than received: formidable may succeed although the disk is full. */
async function requireComplete({ filepath, size = 0 }: UploadedFile): Promise<void> {
  const { size: written } = await stat(filepath);
  if (written < size) throw Object.assign(new Error('no room for the file'), { code: 'ENOSPC' });
}

/** Kinds of files already checked: each is checked on arrival and again on its way into the media library. */
const checked = new WeakMap<UploadedFile, FileKind>();

async function firstBytes(filepath: string): Promise<Buffer> {
  const file = await open(filepath);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SIGNATURE_BYTES));
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** D10.9: the kind of an uploaded file by its bytes. Throws ValidationError if not accepted. */
async function checkUpload(file: UploadedFile): Promise<FileKind> {
  const known = checked.get(file);
  if (known) return known;
  const kind = kindOf(await firstBytes(file.filepath));
  const values = { name: file.originalFilename || '?' };
  if (!kind) throw refusal({ field: 'files', text: 'rule.file_kind', values });
  const fault = PICTURES.includes(kind) && (await pictureFault(file.filepath, kind.mime));
  if (fault) {
    const text = `rule.${fault.why}` as const;
    throw refusal({ field: 'files', text, values: { ...values, ...fault.values } });
  }
  checked.set(file, kind);
  return kind;
}

/** Gives a file the extension of its kind, from which servers derive the content type. */
async function nameUpload(file: UploadedFile): Promise<void> {
  const { mime, extensions } = await checkUpload(file);
  const name = file.originalFilename || 'file';
  const extension = path.extname(name);
  const fits = extensions.includes(extension.slice(1).toLowerCase());
  if (!fits) file.originalFilename = `${path.basename(name, extension)}.${extensions[0]}`;
  Object.assign(file, { mimetype: mime, detectedMimeType: mime });
  await blankMetadata(file.filepath, mime);
}

/** Strapi's media library looks a file up by its sender's name; the rules rename it later. */
const MEDIA_LIBRARY = 'files';

/** Checks a file received in this field of a form. */
export async function checkSent(file: UploadedFile, field: string): Promise<void> {
  await requireComplete(file);
  await (field === MEDIA_LIBRARY ? checkUpload : nameUpload)(file);
}

/** The data that accompanies an upload in Strapi. */
interface About {
  ref?: unknown;
  [name: string]: unknown;
}

/**
 * D10.3: refuses `ref` to our records, by which Strapi would write to one bypassing rules, locks and other languages.
 */
function refuseOurs({ ref }: About) {
  const types = [ref].flat().map(String);
  if (types.some((type) => type.startsWith('plugin::calendar.'))) {
    throw refusal({ field: 'ref', text: 'rule.upload_ref' });
  }
}

/** A replaced file keeps its address, whose extension decides how it is served, and records show it as a picture. */
async function requireSameUse(id: unknown, { mimetype }: UploadedFile): Promise<void> {
  const stored = await mediaTypeOf(id);
  if (stored && isPicture(stored) !== isPicture(mimetype)) {
    throw refusal({ field: 'files', text: 'rule.replaced_picture' });
  }
}

type Upload = (
  sent: { data: About; files: UploadedFile | UploadedFile[] },
  ...rest: unknown[]
) => unknown;
type Replace = (
  id: unknown,
  sent: { data: About; file: UploadedFile },
  ...rest: unknown[]
) => unknown;
interface UploadService {
  upload: Upload;
  replace: Replace;
}

interface FolderService {
  getAPIUploadFolder(): Promise<unknown>;
}

/**
 * Serialises the creation of Strapi's folder for API uploads: concurrent first uploads would each create it, which the
 * database refuses.
 */
function makeFolderOnce(): void {
  strapi.get('services').extend('plugin::upload.api-upload-folder', (service: FolderService) => ({
    ...service,
    getAPIUploadFolder: () =>
      strapi.db.transaction(async ({ trx }) => {
        await lock('folder of uploads', trx);
        return service.getAPIUploadFolder();
      }),
  }));
}

/** D10.9: registers the checks of uploads for every door: admin, HTTP and code. */
export function registerUploadRules(): void {
  makeFolderOnce();
  extendPictureService();
  strapi.get('services').extend('plugin::upload.upload', (service: UploadService) => ({
    ...service,
    async upload(sent: Parameters<Upload>[0], ...rest: unknown[]) {
      refuseOurs(sent.data);
      for (const file of [sent.files].flat()) await nameUpload(file);
      return service.upload(sent, ...rest);
    },
    async replace(id: unknown, sent: Parameters<Replace>[1], ...rest: unknown[]) {
      refuseOurs(sent.data);
      await nameUpload(sent.file);
      await requireSameUse(id, sent.file);
      return service.replace(id, sent, ...rest);
    },
  }));
}
